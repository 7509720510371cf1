"""The house rules as tests: who may lean on whom, and what nobody does. Each has a sentence."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "transformer_lab"
MOST_LINES = 300

COMMON = {"transformer_lab", "errors", "language", "languages", "paths"}
MODEL = COMMON | {"engine", "document"}
PICTURES = MODEL | {"figures", "lessons"}
DRAWN = PICTURES | {"render"}
FILES = {"os", "pathlib", "shutil", "tempfile", "zipfile", "io"}
PURE_QT = {"PySide6.QtCore", "PySide6.QtGui", "PySide6.QtSvg", "shiboken6"}
WIDGETS = {"PySide6.QtWidgets", "PySide6.QtSvgWidgets", "PySide6.QtOpenGLWidgets", "pyqtgraph"}


@dataclass(frozen=True)
class Rule:
    """`rooms` may import `ours` of this package and `theirs` besides the standard library, less `never`."""

    sentence: str
    rooms: frozenset[str]
    ours: set[str]
    theirs: set[str]
    never: frozenset[str] = frozenset()


RULES = [
    Rule(
        "errors, languages and paths stand on the standard library alone (paths asks platformdirs, late)",
        frozenset({"errors", "language", "languages", "paths"}),
        COMMON,
        {"platformdirs"},
    ),
    Rule(
        "the preflight runs before anything is installed: it needs the standard library only",
        frozenset({"preflight"}),
        COMMON,
        set(),
    ),
    Rule(
        "the engine is NumPy and knows nothing of documents, pictures, files and Qt",
        frozenset({"engine"}),
        COMMON | {"engine"},
        {"numpy"},
        frozenset(FILES),
    ),
    Rule(
        "the document stands on the engine and knows nothing of pictures and Qt",
        frozenset({"document"}),
        MODEL,
        {"numpy", "regex", "safetensors", "filelock"},
    ),
    Rule(
        "figures and lessons know values and words, but neither files nor devices nor Qt",
        frozenset({"figures", "lessons"}),
        PICTURES,
        {"numpy", "regex"},
        frozenset(FILES - {"pathlib"}),
    ),
    Rule(
        "devices draw Pictures; Qt helps with painting, never with widgets or pyqtgraph",
        frozenset({"render"}),
        DRAWN | {"preflight"},
        {"numpy", "ziamath", "pptx", "PIL", "av"} | PURE_QT,
    ),
    Rule(
        "the session is headless: it ties everything together without a widget",
        frozenset({"session"}),
        DRAWN | {"session"},
        {"numpy"} | PURE_QT,
    ),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.sentence)
def test_rooms_lean_only_on_lower_rooms(rule: Rule) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules()
        if room(path) in rule.rooms
        for name in imports(path)
        if not allowed(rule, name)
    ]
    assert not wrong, f"{rule.sentence}: {'; '.join(wrong)}"


def test_every_room_has_a_rule() -> None:
    ruled = frozenset[str]().union(*(rule.rooms for rule in RULES))
    free = {
        "__init__",
        "__main__",
        "pytest_preflight",
        "cli",
        "start",
        "desktop",
        "commands",
        "export_command",
        "bench",
        "app",
        "ui",
    }
    assert {room(path) for path in modules()} <= ruled | free


def test_only_ui_and_the_bench_that_measures_it_know_widgets_and_pyqtgraph() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules()
        if room(path) not in {"ui", "app", "bench"}
        for name in imports(path)
        if any(within(name, widgets) for widgets in WIDGETS)
    ]
    assert not wrong


def test_only_the_command_line_opens_the_window_and_only_when_asked() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules()
        if room(path) not in {"ui", "app"}
        for name in imports(path, at_start=room(path) in {"cli", "commands", "export_command", "bench"})
        if any(within(name, f"transformer_lab.{upper}") for upper in ("ui", "app"))
    ]
    assert not wrong


@pytest.mark.parametrize("start", ["the lower layers and the session", "the command line"])
def test_a_fresh_process_has_no_qt_until_it_draws(start: str) -> None:
    names = {
        "the lower layers and the session": [
            dotted(path) for path in modules() if room(path) in {"engine", "document", "figures", "session"}
        ],
        "the command line": ["transformer_lab", "transformer_lab.cli"],
    }[start]
    code = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)\n"
    code += "print(*sorted({name.split('.')[0] for name in sys.modules} & {'PySide6', 'pyqtgraph'}))"
    done = subprocess.run(
        [sys.executable, "-c", code, *names], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_nothing_runs_text_or_data_as_code() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} {what}" for path in modules() for line, what in code_from_data(path)
    ]
    assert not wrong


@pytest.mark.parametrize("folder", ["transformer_lab", "tests", "scripts"])
def test_no_file_is_longer_than_a_sitting(folder: str) -> None:
    lengths = {p.relative_to(ROOT): len(p.read_text("utf-8").splitlines()) for p in python_files(folder)}
    assert {path: n for path, n in lengths.items() if n > MOST_LINES} == {}


def test_every_room_says_what_it_is_for() -> None:
    silent = [p.relative_to(ROOT) for p in python_files("transformer_lab") if not ast.get_docstring(tree(p))]
    assert not silent


def test_no_module_holds_global_state() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Global)
    ]
    assert not wrong


# -- reading the sources ------------------------------------------------------


def python_files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def modules() -> list[Path]:
    return python_files("transformer_lab")


def room(path: Path) -> str:
    """The package or module directly under transformer_lab to which a file belongs."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def imports(path: Path, *, at_start: bool = False) -> list[str]:
    """Full names of all that a file imports, late imports too unless only those `at_start` are asked for."""
    nodes = tree(path).body if at_start else ast.walk(tree(path))
    package = dotted(path) if path.name == "__init__.py" else dotted(path).rpartition(".")[0]
    return [name for node in nodes for name in imported(node, package)]


def imported(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        yield from (".".join([*above, *filter(None, [node.module]), alias.name]) for alias in node.names)


def allowed(rule: Rule, name: str) -> bool:
    top, _, rest = name.partition(".")
    if top == "transformer_lab":
        return (rest.split(".")[0] or "transformer_lab") in rule.ours | {"__version__"}
    if top in rule.never:
        return False
    return top in sys.stdlib_module_names or any(within(name, theirs) for theirs in rule.theirs)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def code_from_data(path: Path) -> Iterator[tuple[int, str]]:
    unsafe = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
    yield from ((1, f"imports {name}") for name in imports(path) if name.split(".")[0] in unsafe)
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in {"eval", "exec", "compile", "__import__"}:
            yield node.lineno, f"calls {node.func.id}"
        if any(keyword.arg == "allow_pickle" for keyword in node.keywords):
            yield node.lineno, "allows pickle"
