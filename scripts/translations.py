"""Renews the catalogues of texts: ``python scripts/translations.py``.

Reads the sources and rewrites the template ``resources/languages/transformer-lab.pot`` and every translation
beside it. Finished work is kept; a text that is gone leaves, and what replaced it starts from its
translation, marked “fuzzy” until somebody has looked. ``docs/translating.md`` tells the rest.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from transformer_lab.languages import ENTRY, holes, unquoted  # noqa: E402

PACKAGE = ROOT / "transformer_lab"
HOME = ROOT / "resources" / "languages"
TEMPLATE = HOME / "transformer-lab.pot"
TELLS = ("tr", "within")
TABLES = ("translatable",)
HEADER = """msgid ""
msgstr ""
"Project-Id-Version: transformer-lab\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


# --- reading the sources ---------------------------------------------------------------------------------
def collected() -> dict[str, list[str]]:
    """Every text that a person may see, and the files it stands in."""
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for text in texts_of(ast.parse(path.read_text("utf-8"))):
            places = found.setdefault(text, [])
            if place not in places:
                places.append(place)
    return found


def texts_of(tree: ast.Module) -> Iterator[str]:
    """The texts of one module, in their order: literals given to ``tr``, names given to it, marked tables."""
    yield from _texts_in(tree, _assigned(tree.body))


def _texts_in(node: ast.AST, known: dict[str, list[str]]) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef):
        known = {**known, **_assigned(ast.walk(node))}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
        if node.func.id in TELLS:
            yield from _given(node.args[0], known)
        elif node.func.id in TABLES:
            yield from _strings(node.args[0])
    for child in ast.iter_child_nodes(node):
        yield from _texts_in(child, known)


def _given(node: ast.AST, known: dict[str, list[str]]) -> list[str]:
    """What an argument may be: a literal, one of two, or a name that was set to a literal."""
    if isinstance(node, ast.Name):
        return known.get(node.id, [])
    if isinstance(node, ast.IfExp):
        return _given(node.body, known) + _given(node.orelse, known)
    if isinstance(node, ast.BoolOp):
        return [text for value in node.values for text in _given(value, known)]
    return [node.value] if isinstance(node, ast.Constant) and _speaks(node.value) else []


def _assigned(nodes: object) -> dict[str, list[str]]:
    """Names that are set to literals."""
    found: dict[str, list[str]] = {}
    for node in nodes:  # type: ignore[attr-defined]
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).extend(_given(node.value, {}))
    return found


def _strings(node: ast.AST) -> Iterator[str]:
    """Every string in a table, keys left out."""
    if isinstance(node, ast.Constant) and _speaks(node.value):
        yield node.value
    children = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
    for child in children:
        yield from _strings(child)


def _speaks(value: object) -> bool:
    return isinstance(value, str) and any(c.isalpha() for c in value)


# --- writing catalogues ----------------------------------------------------------------------------------
def entry(text: str, places: list[str], said: str = "", marks: str = "") -> str:
    """One entry of a catalogue; `marks` are comments of translators and flags."""
    where = "".join(f"#: {place}\n" for place in places)
    return f"{marks}{where}msgid {quoted(text)}\nmsgstr {quoted(said)}\n"


def quoted(text: str) -> str:
    """A text as catalogues write it."""
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def renewed(po: str, found: dict[str, list[str]], language: str) -> str:
    """A translation with the texts of today."""
    held = {unquoted(text): (unquoted(said), marks) for marks, text, said in ENTRY.findall(po)}
    gone = {text: said for text, (said, _) in held.items() if text and text not in found and said}
    made = [HEADER.format(language=language)]
    for text, places in found.items():
        said, marks = held.get(text, ("", ""))
        if not said and (like := get_close_matches(text, gone, 1, 0.8)):
            said, marks = gone[like[0]], f"{marks}#, fuzzy\n"
        kept = "".join(line + "\n" for line in marks.splitlines() if not line.startswith("#:"))
        made.append(entry(text, places, said, kept))
    return "\n".join(made)


def unfinished(po: str) -> list[str]:
    """Texts that a translation lacks, that are to be looked at, or whose {names} are others."""
    return [
        unquoted(text)
        for marks, text, said in ENTRY.findall(po)
        if unquoted(text)
        and (not unquoted(said) or "fuzzy" in marks or holes(unquoted(text)) != holes(unquoted(said)))
    ]


def main() -> None:
    found = collected()
    template = "\n".join([HEADER.format(language=""), *(entry(*pair) for pair in found.items())])
    TEMPLATE.write_text(template, "utf-8")
    print(f"{TEMPLATE.name}: {len(found)} texts")
    for path in sorted(HOME.glob("*.po")):
        po = renewed(path.read_text("utf-8"), found, path.stem)
        path.write_text(po, "utf-8")
        print(f"{path.name}: {len(unfinished(po))} to do")
        for text in unfinished(po)[:20]:
            print("   ", re.sub(r"\s+", " ", text)[:100])


if __name__ == "__main__":
    main()
