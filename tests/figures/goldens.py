"""Golden pictures: the text of a figure beside the tests. ``UPDATE_GOLDENS=1 pytest …`` writes them anew."""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

from tests.figures.as_text import to_text
from transformer_lab.figures.picture import Picture

FOLDER = Path(__file__).parent / "golden"
SHOWN = 40


def check(name: str, picture: Picture) -> None:
    """The picture reads as its golden file does."""
    check_text(name, to_text(picture))


def check_text(name: str, text: str) -> None:
    """The text is that of the golden file."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    held = path.read_text(encoding="utf-8") if path.exists() else ""
    changes = list(unified_diff(held.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=0))
    assert not changes, "\n".join([f"{name} differs; look at it, then UPDATE_GOLDENS=1", *changes[:SHOWN]])
