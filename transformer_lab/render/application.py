"""Qt without a window: what drawing pictures into files needs. Qt itself is imported only when asked for."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from transformer_lab.errors import LabError
from transformer_lab.paths import APP_NAME
from transformer_lab.preflight import problem

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtGui import QGuiApplication


def check_drawing() -> None:
    """Raises LabError with the remedy if Qt cannot draw here; to be asked before Qt is imported."""
    sentence = None if "PySide6.QtGui" in sys.modules else problem(window=False)
    if sentence:
        raise LabError(sentence)


def gui_application() -> QCoreApplication:
    """The running application, or a new one that needs no display, with our fonts.

    Raises LabError if Qt cannot start.
    """
    check_drawing()
    from PySide6.QtCore import QCoreApplication

    from transformer_lab.render.fonts import load_fonts

    running = QCoreApplication.instance() or _start()
    load_fonts()
    return running


@lru_cache(maxsize=1)
def _start() -> QGuiApplication:
    """The application made here lives as long as the process."""
    from PySide6.QtGui import QGuiApplication

    if sys.platform.startswith("linux"):
        # No window is to be opened: never ask for a display.
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QGuiApplication([APP_NAME])
