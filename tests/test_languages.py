"""Catalogues: complete, true to their originals, read as they stand; and which language is meant."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest

from transformer_lab import language, languages, session, start
from transformer_lab.languages import ENTRY, LANGUAGES, asked, best, holes, read, texts, unquoted

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "resources" / "languages"
FILES = sorted(HOME.glob("*.po"))
RENEW = "run: python scripts/translations.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script that renews the catalogues."""
    spec = importlib.util.spec_from_file_location("translations", ROOT / "scripts" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def entries(path: Path) -> dict[str, str]:
    found = {unquoted(text): unquoted(said) for _, text, said in ENTRY.findall(path.read_text("utf-8"))}
    found.pop("")
    return found


def test_the_template_has_every_text_of_the_sources(script: ModuleType) -> None:
    assert set(script.collected()) ^ set(entries(script.TEMPLATE)) == set(), RENEW


def test_texts_are_found_where_they_may_stand(script: ModuleType) -> None:
    source = """
TABLE = translatable({"key": ("one", 2)})
NAME = "two"
def f(x):
    text = "three" if x else "four"
    return tr(text), tr(NAME), tr("five" if x else "six"), tr("seven {n}", n=tr("eight")), tr("9")
"""
    found = list(script.texts_of(script.ast.parse(source)))
    assert found == ["one", "three", "four", "two", "five", "six", "seven {n}", "eight"]


def test_a_changed_text_keeps_its_translation_to_be_looked_at(script: ModuleType) -> None:
    old = script.renewed('msgid "Save the project"\nmsgstr "Sichern"\n', {"Save the project": ["a.py"]}, "xx")
    new = script.renewed(old, {"Save this project": ["a.py"], "Quite new": ["b.py"]}, "xx")
    assert "#, fuzzy" in new
    assert 'msgstr "Sichern"' in new
    assert script.unfinished(new) == ["Save this project", "Quite new"]
    assert read(new) == {}
    assert "fuzzy" not in old
    assert read(old) == {"Save the project": "Sichern"}


def test_every_language_has_its_file_and_every_file_its_language() -> None:
    assert {path.stem for path in FILES} == set(LANGUAGES) - {language.ENGLISH}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_translation_is_complete_and_true_to_its_original(path: Path, script: ModuleType) -> None:
    po, found = path.read_text("utf-8"), entries(path)
    assert set(found) == set(script.collected()), RENEW
    assert script.unfinished(po) == []
    assert texts(path.stem) == found
    wrong = [
        text
        for text, said in found.items()
        if edges(text) != edges(said) or ("{" in text and formats(text) != formats(said))
    ]
    assert wrong == []


def edges(text: str) -> tuple[bool, bool, int, int]:
    """A space before and behind, lines, tabs: what stands beside it relies on them."""
    return text.startswith(" "), text.endswith(" "), text.count("\n"), text.count("\t")


def formats(text: str) -> bool:
    """Whether values can be put in without an error."""
    names = {hole.strip("{}").partition(":")[0] for hole in holes(text)}
    try:
        text.format(**dict.fromkeys(names, 1.0))
    except (ValueError, KeyError, IndexError):
        return False
    return True


def test_what_is_empty_fuzzy_or_lacks_a_name_stays_english() -> None:
    po = (
        'msgid ""\nmsgstr "Language: xx\\n"\n\n'
        'msgid "a"\nmsgstr ""\n\n'
        '#, fuzzy\nmsgid "b"\nmsgstr "B"\n\n'
        'msgid "c {n}"\nmsgstr "C {m}"\n\n'
        '#: x.py\nmsgid ""\n"d \\"{n}\\"\\n"\n"e"\nmsgstr "D „{n}“\\nE"\n'
    )
    assert read(po) == {'d "{n}"\ne': "D „{n}“\nE"}


def test_a_damaged_file_leaves_everything_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "de.po").write_bytes(b"\xff\xfe\x00")
    monkeypatch.setattr("transformer_lab.paths.RESOURCE_HOMES", (tmp_path,))
    assert texts("de") == {}
    assert texts("nowhere") == {}


def test_titles_and_numbers_follow_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "CATALOGUE", language.Catalogue())
    assert (language.within("Block 2"), language.within("RMS norm")) == ("block 2", "RMS norm")
    assert language.grouped(1234567) == "1,234,567"
    language.CATALOGUE.use({}, "de")
    assert (language.within("Block 2"), language.grouped(1234)) == ("Block 2", "1\u202f234")


# --- which language ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "code", "rest"),
    [
        (["--language", "de", "a.tlab"], "de", ["a.tlab"]),
        (["figures", "--language=de"], "de", ["figures"]),
        (["a.tlab", "--language", "xx"], "", ["a.tlab", "--language", "xx"]),
        (["a.tlab", "--language"], "", ["a.tlab", "--language"]),
        ([], "", []),
    ],
)
def test_the_option_is_taken_out(given: list[str], code: str, rest: list[str]) -> None:
    assert asked(given) == (code, rest)


def test_the_first_language_that_is_spoken_counts() -> None:
    assert best(["fr-FR", "de_AT.UTF-8", "en"]) == "de"
    assert best(["C"]) == "en"


def test_the_preferences_decide_for_the_window(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = languages.config_dir() / "window.ini"
    file.parent.mkdir(parents=True)
    monkeypatch.setattr(start, "of_system", lambda: "system’s")
    assert start.for_window() == "system’s"
    file.write_text("[General]\ncalm=no\nlanguage=de\n", "utf-8")
    assert start.for_window() == "de"
    file.write_text("[General]\nlanguage=klingon\n", "utf-8")
    assert start.for_window() == "system’s"


def test_only_the_window_follows_the_preferences() -> None:
    assert start.opens_window([])
    assert start.opens_window(["a.tlab"])
    assert not start.opens_window(["export", "a.tlab"])
    assert not start.opens_window(["--help"])


# --- a process of its own ------------------------------------------------------------------------------
def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **variables}
    return subprocess.run(
        [sys.executable, "-m", "transformer_lab", *arguments],
        env=surroundings,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_command_line_speaks_english_unless_it_is_asked(own_home: Path) -> None:
    english = run("figures", LANG="de_DE.UTF-8", LANGUAGE="de").stdout
    assert "All heads of all blocks" in english
    german = run("figures", "--language", "de").stdout
    assert "Alle Köpfe aller Blöcke" in german
    assert run("figures", TRANSFORMER_LAB_LANGUAGE="de").stdout == german
    refused = run("figures", "--language", "xx")
    assert refused.returncode == 2
    assert "xx" in refused.stderr


def test_a_project_made_in_one_language_is_the_same_in_the_other(own_home: Path, tmp_path: Path) -> None:
    for code in LANGUAGES:
        made = run("new", "--preset", "tiny-gpt", "--language", code, "-o", str(tmp_path / f"{code}.tlab"))
        assert (made.returncode, made.stderr) == (0, "")
    english, german = (session.open_project(tmp_path / f"{code}.tlab").state for code in LANGUAGES)
    other = [f.name for f in fields(english) if getattr(english, f.name) != getattr(german, f.name)]
    assert other == ["title"]
