"""Starts the window: preflight first, then Qt, fonts, theme, hooks, and the project that was asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from transformer_lab import preflight
from transformer_lab.language import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from transformer_lab.session import Lab
    from transformer_lab.ui.settings import Settings
    from transformer_lab.ui.window import MainWindow


def run(argv: Sequence[str] = ()) -> int:
    """Open the window, with the project in ``argv[0]`` if there is one; returns the exit status."""
    preflight.require(window=True)
    scaled = scale_text()
    app = application()
    from transformer_lab.ui import restarting

    window = open_window(argv[0] if argv else None)
    status = app.exec()
    window.deleteLater()
    restarting.start_again(app, scaled)
    return status


def scale_text() -> bool:
    """Larger text scales the whole window; Qt reads the factor when it starts, and only then. Returns
    whether it was set here.
    """
    from transformer_lab.ui.settings import Settings

    percent = Settings().text_size
    ours = percent != 100 and "QT_SCALE_FACTOR" not in os.environ
    if ours:
        os.environ["QT_SCALE_FACTOR"] = f"{percent / 100:g}"
    return ours


def application() -> QApplication:
    """The one QApplication, dressed: names, icon, style, fonts."""
    from PySide6.QtGui import QGuiApplication, QIcon
    from PySide6.QtWidgets import QApplication

    from transformer_lab.paths import resource
    from transformer_lab.render.fonts import font, load_fonts
    from transformer_lab.ui.overrides import steady_overrides
    from transformer_lab.ui.spoken import listen

    steady_overrides()
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("transformer-lab")
    app.setApplicationDisplayName(tr("Transformer Lab"))
    QGuiApplication.setDesktopFileName("transformer-lab")
    app.setWindowIcon(QIcon(str(resource("icons/app.svg"))))
    app.setStyle("Fusion")
    load_fonts()
    app.setFont(font("regular", 13))
    speak_of_qt(app)
    listen(app)
    return app


def speak_of_qt(app: QApplication) -> None:
    """Qt's own buttons, dialogs and menus in the language of the app; English needs nothing."""
    from PySide6.QtCore import QLibraryInfo, QTranslator

    from transformer_lab.language import CATALOGUE, ENGLISH

    if CATALOGUE.code == ENGLISH or app.property("speaks"):
        return
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{CATALOGUE.code}", folder):
        app.setProperty("speaks", app.installTranslator(translator))


def open_window(path: str | None = None) -> MainWindow:
    """Make and show the window; needs `application()`. A file that cannot be opened becomes a notice."""
    from transformer_lab.ui.pace import uncollected

    with uncollected():
        window, trouble = _made(path)
    if trouble:
        window.notice.say(trouble)
    else:
        take_up(window)
    return window


def take_up(window: MainWindow) -> None:
    """Go on with what was handed over to this start, or offer what a crash has left."""
    from transformer_lab.ui.rescue import Rescue
    from transformer_lab.ui.restarting import RESUME

    rescue = Rescue(window.projects, window.notice.say)
    handed = os.environ.pop(RESUME, "")
    if handed:
        rescue.resume(Path(handed))
    else:
        rescue.offer()


def _made(path: str | None) -> tuple[MainWindow, str]:
    """The window, shown, and what went wrong on the way."""
    from transformer_lab.ui.failures import Failures, open_log
    from transformer_lab.ui.pace import keep_pace
    from transformer_lab.ui.settings import Settings
    from transformer_lab.ui.theming import Theming
    from transformer_lab.ui.window import MainWindow

    open_log()
    settings = Settings()
    lab, trouble = first_project(path, settings)
    keep_pace(lab)
    theming = Theming(settings.mode)
    window = MainWindow(lab, theming, settings)
    theming.setParent(window)
    Failures(window.notice.say).install()
    window.open_up(first=path is None and lab.path is None and not settings.started_before)
    return window, trouble


def first_project(path: str | None, settings: Settings) -> tuple[Lab, str]:
    """The project asked for, or the last one, or the first sentence; and what went wrong on the way."""
    from transformer_lab import session
    from transformer_lab.document.state import MOST_NUMBERS
    from transformer_lab.errors import LabError

    wanted = path or settings.last_project
    if not wanted or (path is None and not Path(wanted).exists()):
        return session.new(), ""
    try:
        return session.open_project(wanted, MOST_NUMBERS), ""
    except LabError as error:
        return session.new(), str(error)
