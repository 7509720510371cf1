"""What has not changed is not made or painted again: counted, so that a busy machine changes nothing."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from transformer_lab.document import edits
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.picture import Picture, Rects, table
from transformer_lab.figures.timeline import Cursor
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.window import MainWindow

WEIGHT = ("block.1/attn/W_Q", (2, 0, 0))


class Painted(QObject):
    """Counts paint events by the name of the widget's class."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.times[type(watched).__name__] += 1
        return False


@contextmanager
def painted() -> Iterator[Counter[str]]:
    """Paint events of the whole application while the body runs."""
    QApplication.processEvents()
    counting, app = Painted(), QApplication.instance()
    assert app is not None
    app.installEventFilter(counting)
    yield counting.times
    QApplication.processEvents()
    app.removeEventFilter(counting)


@pytest.fixture
def window(open_window: Callable[..., MainWindow], qtbot: QtBot) -> MainWindow:
    window = open_window()
    qtbot.waitUntil(lambda: window.stage.viewport() is not window.stage, timeout=5000)
    window.player.to_end()
    window.stage.painter.budget_ms = None
    qtbot.wait(600)  # folds have closed, what comes next has been built
    return window


def test_an_edit_repaints_only_what_shows_it(window: MainWindow) -> None:
    tree = window.frame.outline.panel.tree
    rows: list[str] = []
    paint = tree.painting._paint["part"]
    tree.painting._paint["part"] = lambda *args: (rows.append("part"), paint(*args))
    window.lab.set_cell(*WEIGHT, 2.6)
    with painted() as times:
        window.lab.set_cell(*WEIGHT, 2.7)
    assert times["PictureView"] >= 1, "the map of the edited head"
    for still in ("MainWindow", "PartsInUse", "Stepper", "SymbolTabs", "CrumbBar", "TimelineStrip", "Header"):
        assert not times[still], still
    assert not rows, "rows that show no weights and no likely words"


def test_an_edit_builds_only_the_layers_below_it(window: MainWindow) -> None:
    window.lab.set_cell(*WEIGHT, 2.6)
    QApplication.processEvents()
    before = {layer.key for layer, _ in window.stage.painter.live}
    window.lab.set_cell(*WEIGHT, 2.7)
    QApplication.processEvents()
    fresh = {layer.key for layer, _ in window.stage.painter.live} - before
    assert {str(key[0]).partition(" ")[0] for key in fresh if key} <= {
        "attention",
        "query",
        "mix",
        "sum",
        "forward",
        "next",
    }


def test_within_a_beat_only_stage_and_bar_are_painted(window: MainWindow) -> None:
    assert window.player.timeline is not None
    beat = len(window.player.timeline.beats) - 1
    window.focus.move_cursor(Cursor(beat, 0.4))
    with painted() as times:
        window.focus.move_cursor(Cursor(beat, 0.5))
    assert times["Canvas"]
    assert times["ScrubBar"]
    assert not {"MainWindow", "CrumbBar", "Segmented", "OutlineTree", "MatrixEditor"} & times.keys()


def test_a_picture_that_looks_the_same_is_not_painted_again(dressed: Theming, qtbot: QtBot) -> None:
    from transformer_lab.figures.picture import Layer

    version = [1]

    def draw(width: float, height: float) -> Picture:
        layer = Layer(("box", 0, version[0]), (0, 0, width, height), lambda: (Rects(table(1, 1, 5, 5)),))
        return Picture((width, height), (layer,))

    view = PictureView(dressed, draw)
    qtbot.addWidget(view)
    view.resize(80, 60)
    view.show()
    qtbot.waitExposed(view)
    qtbot.wait(50)
    with painted() as times:
        view.refresh()
    assert not times
    version[0] = 2
    with painted() as times:
        view.refresh()
    assert times["PictureView"] == 1


def test_nothing_ticks_while_the_frames_of_a_change_are_held(window: MainWindow, qtbot: QtBot) -> None:
    window.lab.set_cell(*WEIGHT, 2.6)
    qtbot.wait(300)
    with painted() as times:
        qtbot.wait(300)
    assert times["Canvas"] <= 1
    qtbot.wait(1500)
    assert not window.stage._amber.layers(window.stage.painter, window.stage.state.now), "and then they fade"


def test_the_next_beats_are_built_while_nothing_moves(window: MainWindow, qtbot: QtBot) -> None:
    window.lab.do(edits.set_text("The cat that the dog chased was happy"))
    window.player.to_start()
    qtbot.wait(1500)
    built = len(window.stage.painter.sheets)
    window.focus.move_cursor(Cursor(1, 1.0))
    QApplication.processEvents()
    assert len(window.stage.painter.sheets) == built


def test_the_inspector_asks_once_for_a_change(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    from transformer_lab.ui.inspector import panel

    window.focus.select(Cell("block.1/attn/weights", (0, 7, 1)))
    QApplication.processEvents()
    asked: list[Cell] = []
    about = panel.about
    monkeypatch.setattr(panel, "about", lambda s, cell, *more: (asked.append(cell), about(s, cell, *more))[1])
    window.lab.set_cell(*WEIGHT, 2.6)
    QApplication.processEvents()
    assert len(asked) == 1


def test_chips_that_need_less_room_let_the_whole_row_above_the_stage_be_painted(window: MainWindow) -> None:
    """Otherwise the ramp stands where it stood, and a piece of it a second time where the chips gave way."""
    crumbs = window.frame.crumbs
    window.lab.do(edits.switch("heads", 3))
    QApplication.processEvents()
    regions: list[QRect] = []
    paint = crumbs.paintEvent
    crumbs.paintEvent = lambda event: (regions.append(event.rect()), paint(event))[1]  # type: ignore[method-assign]
    window.undo()
    QApplication.processEvents()
    assert crumbs.rect() in regions


def test_a_window_opens_without_what_only_its_panels_need() -> None:
    """Figures, the inspector's answers and the lock of unsaved work wait until somebody wants them."""
    late = (
        "figures.registry",
        "figures.ask",
        "figures.plates",
        "ui.inspector.panel",
        "ui.editors",
        "ui.outline",
    )
    code = "import sys\nfrom transformer_lab.ui import window, rescue, safekeeping\n"
    code += f"late = ['filelock', 'difflib', *(f'transformer_lab.{{name}}' for name in {late!r})]\n"
    code += "print(*[name for name in late if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_what_waits_can_come_in_any_order() -> None:
    """Whichever panel is wanted first: no room needs that another one has been read before it."""
    rooms = ("ui.left", "ui.lower", "ui.inspector.panel", "ui.editors", "figures.names", "figures.registry")
    code = "import importlib, sys\n"
    code += f"for room in {rooms!r}:\n"
    code += "    for name in [m for m in sys.modules if m.startswith('transformer_lab')]:\n"
    code += "        del sys.modules[name]\n"
    code += "    importlib.import_module(f'transformer_lab.{room}')\n"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert not found.returncode, found.stderr
