"""A window in a process of its own, in a language that is chosen before anything is imported. Prints what is
wrong with it as JSON: ``python -m tests.ui.speaking pseudo`` finds texts that no translator would get,
``… de`` finds words that have no room.

In the pseudo-language each text is «wrapped and made longer~~~~», so what is seen outside of « » was never
given to `tr`. What is put into a text stands outside too: »{name}«.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from transformer_lab.language import CATALOGUE
from transformer_lab.languages import HOLE, speak

LONGER = 0.4
PLAIN = re.compile(r"[A-Za-z]{4,}")
PATH = re.compile(r"\S*/\S*")
NAMES = frozenset(
    word
    for words in (
        "transformer english deutsch python pyside essentials pyqtgraph numpy safetensors ziamath",
        "platformdirs filelock regex pptx pillow inter stix lucide",  # products
        "ctrl home left right space enter",  # keys, which Qt names
        "export undocks closes dock widget attaches float close scroll",  # Qt and pyqtgraph, out of sight
        "scared chased that small house petite maison rouge",  # words of the sentences
        "word before inside nearby noun verb state",  # names in a project
        "silu scores weights probs logits embed shifted",  # ids and formulas
    )
    for word in words.split()
)
"""What may stand untranslated."""


class Pseudo(Mapping[str, str]):
    """Every text is known, wrapped and longer."""

    def __getitem__(self, text: str) -> str:
        spoken = any(c.isalpha() for c in text) and not text.startswith("\\")
        longer = f"«{text}{'~' * max(1, round(len(text) * LONGER))}»"
        return HOLE.sub(r"»\g<0>«", longer) if spoken else text

    def get(self, text: str, default: Any = None) -> str:
        return self[text]

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def outside(text: str) -> list[str]:
    """The words that stand outside of « »."""
    depth, kept = 0, []
    for c in text:
        depth += (c == "«") - (c == "»")
        kept.append(c if depth == 0 and c != "»" else " ")
    free = PATH.sub(" ", "".join(kept))
    return [w for w in PLAIN.findall(free) if w.lower() not in NAMES]


def told(widget: Any) -> Iterator[str]:
    """What a widget and those in it say, to eyes and to assistive technology."""
    from PySide6.QtWidgets import QLineEdit, QWidget

    for each in (widget, *widget.findChildren(QWidget)):
        yield from (each.accessibleName(), each.accessibleDescription(), each.toolTip())
        if each.isWindow():
            yield each.windowTitle()
        for name in ("text", "placeholderText", "title"):
            said = getattr(each, name, None)
            if callable(said) and not (name == "text" and isinstance(each, QLineEdit)):
                try:
                    found = said()
                except TypeError:  # a text of something: asked for elsewhere
                    continue
                yield found if isinstance(found, str) else ""
        for action in each.actions():
            yield from (action.text(), action.toolTip())


def drawn(thing: object) -> Iterator[str]:
    """The texts of a picture, at any depth."""
    kind = type(thing).__name__
    if kind == "Texts":
        yield from (text for text in thing.text if isinstance(text, str))  # type: ignore[attr-defined]
    elif isinstance(thing, tuple):
        for each in thing:
            yield from drawn(each)
    elif hasattr(thing, "__dataclass_fields__") and kind != "Sheet":
        for name in thing.__dataclass_fields__:
            yield from drawn(getattr(thing, name))


def clipped(widget: Any) -> Iterator[str]:
    """Buttons and labels with less room than their words need."""
    from PySide6.QtWidgets import QLabel, QPushButton

    for button in widget.findChildren(QPushButton):
        if button.isVisible() and button.text() and button.width() < button.sizeHint().width() - 2:
            yield f"{button.text()}: {button.width()} of {button.sizeHint().width()}"
    for each in widget.findChildren(QLabel):
        wraps = each.wordWrap() or "<" in each.text()
        if each.isVisible() and each.text() and not wraps:
            needs = max(map(each.fontMetrics().horizontalAdvance, each.text().split("\n")))
            if each.contentsRect().width() < needs - 1 and "…" not in each.text()[-1:]:
                yield f"{each.text()}: {each.contentsRect().width()} of {needs}"


def main(code: str) -> None:
    if code == "pseudo":
        CATALOGUE.use(Pseudo(), "xx")
    else:
        speak(code)
    from PySide6.QtWidgets import QDialogButtonBox

    from tests.ui.speaking_parts import parts

    wrong: dict[str, list[str]] = {}
    for name, what in parts():
        shown = hasattr(what, "isVisible")
        if code != "pseudo":
            bad = list(clipped(what)) if shown else []
        else:
            bad = [text for text in (told(what) if shown else drawn(what)) if outside(text)]
        if bad:
            wrong[name] = bad
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    if code == "de" and box.buttons()[0].text() != "Abbrechen":
        wrong["Qt"] = [box.buttons()[0].text()]
    print(json.dumps(wrong, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1])
