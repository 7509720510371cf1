"""The first step of the app: it chooses the language, and only then imports what speaks.

The window follows the preferences, and by them the system. The command line speaks English, so that scripts
and figures stay the same on every machine. ``--language`` and TRANSFORMER_LAB_LANGUAGE decide for both.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from transformer_lab.language import ENGLISH
from transformer_lab.languages import LANGUAGES, SYSTEM, VARIABLE, asked, best, remembered, speak


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say; returns the exit status."""
    option, given = asked(sys.argv[1:] if argv is None else argv)
    speak(option or from_outside() or (for_window() if opens_window(given) else ENGLISH))
    from transformer_lab.cli import main as command_line

    return command_line(given)


def from_outside() -> str:
    """The language that the environment asks for, if it is one of ours."""
    code = os.environ.get(VARIABLE, "")
    return code if code in LANGUAGES else ""


def opens_window(given: Sequence[str]) -> bool:
    """Whether these arguments are no subcommand: none at all, or a file."""
    return not given or os.path.lexists(given[0]) or bool(Path(given[0]).suffix)


def for_window() -> str:
    """The language of the preferences."""
    return meant(remembered())


def meant(kept: str) -> str:
    """The language behind a preference, which may be “as the system”."""
    return of_system() if kept == SYSTEM else kept


def of_system() -> str:
    """The language of this desktop, as far as the app speaks it."""
    try:
        from PySide6.QtCore import QLocale
    except ImportError:  # the preflight will say what is missing
        return ENGLISH
    return best(QLocale.system().uiLanguages())
