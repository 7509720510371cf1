"""Qt without a window: what drawing text and pictures into files needs."""

from __future__ import annotations

import os
import sys
from functools import lru_cache

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from transformer_lab.errors import LabError
from transformer_lab.paths import APP_NAME
from transformer_lab.preflight import problem
from transformer_lab.render.fonts import load_fonts


def gui_application() -> QCoreApplication:
    """The running application, or a new one that needs no display, with our fonts.

    Raises LabError if Qt cannot start.
    """
    running = QCoreApplication.instance() or _start()
    load_fonts()
    return running


@lru_cache(maxsize=1)
def _start() -> QGuiApplication:
    """The application made here lives as long as the process."""
    sentence = problem(window=False)
    if sentence:
        raise LabError(sentence)
    if sys.platform.startswith("linux"):
        os.environ.setdefault(
            "QT_QPA_PLATFORM", "offscreen"
        )  # no window is to be opened: never ask for a display
    return QGuiApplication([APP_NAME])
