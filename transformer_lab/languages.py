"""The languages the app can speak: which there are, which one is meant, and their texts.

A translation is a gettext file (``resources/languages/*.po``), read as it stands: nothing is compiled, and
nothing in it is ever executed. Texts that are empty, marked “fuzzy” or lack a {name} of the original
stay English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from transformer_lab.errors import LabError
from transformer_lab.language import CATALOGUE, ENGLISH
from transformer_lab.paths import config_dir, resource

LANGUAGES: Mapping[str, str] = {ENGLISH: "English", "de": "Deutsch"}
"""What can be chosen, each in its own words."""
SYSTEM = "system"
VARIABLE = "TRANSFORMER_LAB_LANGUAGE"
OPTION = "--language"
MOST_BYTES = 4_000_000
ENTRY = re.compile(r'((?:^#.*\n)*)^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)', re.MULTILINE)
ESCAPE = re.compile(r"\\(.)")
ESCAPES = {"n": "\n", "t": "\t"}
HOLE = re.compile(r"\{[^{}]*\}")
KEPT = re.compile(r"^language=(\w+)\s*$", re.MULTILINE)


def speak(code: str) -> None:
    """Speak this language from now on. Texts of modules that are imported already stay as they are."""
    CATALOGUE.use({} if code == ENGLISH else texts(code), code)


def texts(code: str) -> dict[str, str]:
    """English text to translated text; nothing for a file that cannot be read."""
    try:
        path = resource(f"languages/{code}.po")
        if path.stat().st_size > MOST_BYTES:
            return {}
        return read(path.read_text("utf-8"))
    except (OSError, LabError, UnicodeDecodeError):
        return {}


def read(po: str) -> dict[str, str]:
    """The finished entries of a .po file."""
    made = {}
    for comments, source, translation in ENTRY.findall(po):
        text, said = unquoted(source), unquoted(translation)
        if text and said and "fuzzy" not in comments and holes(said) == holes(text):
            made[text] = said
    return made


def unquoted(lines: str) -> str:
    """The text of one or several quoted lines."""
    joined = "".join([line[1:-1] for line in lines.splitlines()])
    return ESCAPE.sub(lambda m: ESCAPES.get(m[1], m[1]), joined) if "\\" in joined else joined


def holes(text: str) -> set[str]:
    """The {names} of a text, each with its format or the colour it asks for."""
    return set(HOLE.findall(text)) if "{" in text else set()


def asked(given: Sequence[str]) -> tuple[str, list[str]]:
    """The language of ``--language``, if it is one of ours, and the other arguments."""
    rest = list(given)
    for at, word in enumerate(rest):
        name, equals, code = word.partition("=")
        if name != OPTION:
            continue
        code = code if equals else next(iter(rest[at + 1 : at + 2]), "")
        if code in LANGUAGES:
            del rest[at : at + (1 if equals else 2)]
            return code, rest
    return "", rest


def remembered() -> str:
    """What the preferences say: a language, or `SYSTEM`. Read without Qt, as early as can be."""
    try:
        found = KEPT.findall((config_dir() / "window.ini").read_text("utf-8", "replace"))
    except (OSError, ImportError):
        return SYSTEM
    return found[-1] if found and found[-1] in LANGUAGES else SYSTEM


def best(wanted: Sequence[str]) -> str:
    """The first of these languages (such as “de-AT”) that the app speaks, English if there is none."""
    for name in wanted:
        code = re.split("[-_.]", name)[0].lower()
        if code in LANGUAGES:
            return code
    return ENGLISH
