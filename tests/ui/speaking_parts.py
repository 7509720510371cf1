"""What `speaking` looks at: windows on several models, all dialogs, all views, the builder, all figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.options import Options
from transformer_lab.figures.registry import FIGURES
from transformer_lab.ui.app import application
from transformer_lab.ui.deeds import building, comparing, dialogs, finding, telling, views, wording
from transformer_lab.ui.settings import Settings
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.views.table import VIEWS
from transformer_lab.ui.window import MainWindow

WEIGHT = Cell("block.1/attn/weights", (0, 7, 1))
OTHERS = {
    "small-red-house": Cell("decoder.0/cross/weights", (0, 2, 3)),
    "tiny-llama": Cell("block.0/ffn/gated", (0, 1)),
}
DIALOGS = (
    dialogs.choose_preset,
    dialogs.export_figure,
    dialogs.open_help,
    dialogs.open_history,
    dialogs.open_preferences,
    wording.open_words,
    telling.open_numbers,
)


def parts() -> Iterator[tuple[str, Any]]:
    """Names and widgets or pictures, one after the other; each is closed before the next."""
    application()
    theming = Theming("paper")
    for preset, cell in OTHERS.items():
        window = _window(theming, preset)
        window.focus.select(cell)
        yield preset, _settled(window)
        yield from _figures(window, preset)
        _leave(window)
    window = _window(theming, "first-sentence")
    window.focus.select(WEIGHT)
    yield "first-sentence", _settled(window)
    yield from _figures(window, "first-sentence")
    for deed in DIALOGS:
        deed(window)  # type: ignore[operator]
        yield from _above(window, deed.__name__)
    for name in VIEWS:
        views.show_view(window, name)
        yield f"view {name}", _settled(window)
    finding.open_find(window)
    yield from _above(window, "find")
    comparing.pin(window)
    window.lab.do(edits.set_cell("block.1/attn/W_Q", (0, 0, 0), 3.0))
    yield "comparing", _settled(window)
    building.show_builder(window, on=True)
    yield "builder", _settled(window)
    _leave(window)


def _window(theming: Theming, preset: str) -> MainWindow:
    window = MainWindow(session.new(preset), theming, Settings())
    window.resize(1280, 720)
    window.show()
    window.player.to_end()
    return window


def _settled(window: MainWindow) -> MainWindow:
    QTest.qWait(60)
    window.grab()
    return window


def _above(window: MainWindow, name: str) -> Iterator[tuple[str, Any]]:
    """What has opened above the window."""
    QTest.qWait(60)
    for each in QApplication.topLevelWidgets():
        if each is not window and each.isVisible():
            yield name, each
            if isinstance(each, QDialog):
                each.reject()
            elif isinstance(each, QMenu):
                each.close()
    QTest.qWait(20)


def _figures(window: MainWindow, preset: str) -> Iterator[tuple[str, Any]]:
    for figure in FIGURES.values():
        yield f"{figure.name} of {preset}", figure.draw(window.lab.snapshot, Options())


def _leave(window: MainWindow) -> None:
    window.projects.ask_unsaved = lambda *_: "discard"
    window.close()
    window.deleteLater()
    QTest.qWait(1)
