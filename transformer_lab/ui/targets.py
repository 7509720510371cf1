"""Where to write: a name typed without its ending gets one, and then never names another file unasked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from transformer_lab.language import tr

NOT_IN_NAMES = '\\/:*?"<>|'


def file_name(title: str) -> str:
    """A title without what file systems do not take, such as the question mark of “Who was scared?”."""
    kept = "".join(" " if c in NOT_IN_NAMES or not c.isprintable() else c for c in title)
    return " ".join(kept.split()).strip(". ") or tr("Untitled")


def ask_for_target(ask: Callable[[str], str], suggestion: Path, suffixes: tuple[str, ...]) -> Path | None:
    """The file a person chose, ending in one of `suffixes` (the first when theirs is none); None for nowhere.

    The dialog has asked about the name as it was typed. If that name with its ending is a file too, the
    dialog comes again with it.
    """
    path = suggestion
    while chosen := ask(str(path)):
        path = Path(chosen)
        if path.suffix.lower() in suffixes:  # also behind a name such as “Lecture 2.3”
            return path
        path = path.with_name(path.name + suffixes[0])
        if not path.exists():
            return path
    return None
