"""Starting anew with the same document: for what is read at the start, such as language and text size."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from transformer_lab.errors import LabError
from transformer_lab.languages import VARIABLE

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

RESUME = "TRANSFORMER_LAB_RESUME"
"""The folder of the copy that a new start goes on with."""
WANTED = "start_again"


def restart(window: MainWindow) -> None:
    """Close the window and start anew. What is not saved is handed over, so nothing is asked."""
    lab = window.lab
    folder: Path | None = None
    if lab.modified or lab.path is None:
        try:
            folder = window.safekeeping.hand_over()
        except LabError as error:
            window.notice.say(str(error))
            return
    window.projects.handed_over = True
    QApplication.instance().setProperty(WANTED, [str(folder or ""), "" if folder else str(lab.path)])
    window.close()


def start_again(app: QApplication, scaled: bool) -> None:
    """When the window has gone: become the new start, if one was asked for."""
    wanted = app.property(WANTED)
    if not wanted:
        return
    folder, path = wanted
    command = [sys.executable, *arguments(sys.orig_argv, sys.argv, path)]
    surroundings = environment(os.environ, folder, scaled=scaled)
    if sys.platform == "win32":  # where a process cannot become another one
        subprocess.Popen(command, env=surroundings)  # noqa: S603  (the same program, no shell)
    else:
        os.execve(command[0], command, surroundings)  # noqa: S606  (the same program, no shell)


def arguments(original: Sequence[str], own: Sequence[str], path: str) -> list[str]:
    """How Python was called, with this file instead of the one of then; a language of then is forgotten."""
    before = original[1 : len(original) - len(own[1:])]
    return [*before, *([path] if path else [])]


def environment(now: Mapping[str, str], folder: str, *, scaled: bool) -> dict[str, str]:
    """The surroundings of the new start: preferences decide again about language and size."""
    dropped = {VARIABLE, RESUME, *(("QT_SCALE_FACTOR",) if scaled else ())}
    kept = {name: value for name, value in now.items() if name not in dropped}
    return {**kept, RESUME: folder} if folder else kept
