"""Promises of the files beside the code: no stray addresses, licences, one version, live links."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import transformer_lab
from transformer_lab import preflight
from transformer_lab.document.presets import FULL, FURTHER, PRESETS
from transformer_lab.paths import resource

ROOT = Path(__file__).resolve().parent.parent
TEXTS = {".py", ".md", ".toml", ".txt", ".sh", ".ps1", ".yaml", ".json", ".svg", ".cfg", ""}


@cache
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def dependencies(extra: str | None = None) -> list[str]:
    """Names in lower case of what the app depends on, or of what one extra adds."""
    table = project()
    lines = table["optional-dependencies"][extra] if extra else table["dependencies"]
    return [re.split(r"[<>=!~;\[ ]", line)[0].lower() for line in lines]


@cache
def tracked() -> list[Path]:
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("needs git and a checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = (ROOT / name for name in listed.stdout.decode().split("\0") if name)
    return [path for path in paths if path.is_file() and path.suffix in TEXTS]


def hits(pattern: str) -> list[str]:
    found = re.compile(pattern)
    return [
        f"{path.relative_to(ROOT)}:{n}"
        for path in tracked()
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if found.search(line)
    ]


def test_no_file_names_a_folder_of_one_machine() -> None:
    folders = "|".join(("work", "tmp", "root", "home", "Users"))
    assert hits(rf"(?<![\w.>*~}}])/({folders})/\w") == []


def test_no_file_names_a_package_registry() -> None:
    hosts = (("pypi", "org"), ("python" + "hosted", "org"), ("npm" + "js", "org"), ("deb", "debian"))
    assert hits("|".join([rf"\b{a}\.{b}\b" for a, b in hosts] + ["/" + r"simple\b"])) == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_requirements_are_pinned_without_addresses(name: str) -> None:
    lines = [line for line in (ROOT / name).read_text("utf-8").splitlines() if line and line[0] != "#"]
    pinned = re.compile(r"[A-Za-z0-9_.\-]+==[0-9][\w.]*( ; [\w<>='. ]+)?")
    assert lines
    assert [line for line in lines if not pinned.fullmatch(line)] == []


@pytest.mark.parametrize(("name", "extra"), [("requirements.txt", None), ("requirements-dev.txt", "dev")])
def test_requirements_cover_every_dependency(name: str, extra: str | None) -> None:
    pinned = {line.split("==")[0].lower() for line in (ROOT / name).read_text("utf-8").splitlines()}
    assert set(dependencies(extra)) <= pinned


def test_the_preflight_knows_every_dependency() -> None:
    assert {wheel.lower() for wheel in preflight.MODULES.values()} == set(dependencies())


def test_every_dependency_is_accounted_for() -> None:
    told = (ROOT / "docs" / "dependencies.md").read_text("utf-8").lower()
    assert [name for name in dependencies() + dependencies("dev") if f"| {name} |" not in told] == []


def test_one_version_everywhere() -> None:
    assert transformer_lab.__version__ == project()["version"]
    assert f"## [{transformer_lab.__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_run_sh_installs_what_the_preflight_looks_for() -> None:
    script = (ROOT / "run.sh").read_text("utf-8")
    packages = set((preflight.DRAWING | preflight.X11_WINDOW).values())
    assert [
        package for package in sorted(packages) if not re.search(rf"\b{re.escape(package)}\b", script)
    ] == []


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_every_room_is_on_the_map() -> None:
    told = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    house = ROOT / "transformer_lab"
    rooms = [page.parent.relative_to(house).as_posix() for page in house.rglob("*/__init__.py")]
    assert len(rooms) > 40
    assert [room for room in rooms if f"{room}/" not in told and f"`{Path(room).name}/`" not in told] == []


def test_every_preset_is_told() -> None:
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert [name for name in (*PRESETS, *FURTHER, *FULL) if f"`{name}`" not in page] == []


def test_every_font_and_icon_has_its_licence() -> None:
    licences = {path.name.split("-")[0] for path in resource("licences").iterdir()}
    fonts = {
        path.name.split("-")[0].removesuffix("Display").removesuffix("Numbers")
        for path in resource("fonts").iterdir()
    }
    assert fonts | {"Lucide"} <= licences


def test_icons_can_be_tinted() -> None:
    own = {"app.svg", "mark-paper.svg", "mark-slate.svg"}
    icons = [path for path in resource("icons").glob("*.svg") if path.name not in own]
    assert len(icons) >= 40
    assert [path.name for path in icons if "currentColor" not in path.read_text("utf-8")] == []
