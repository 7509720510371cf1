"""A sentence that runs to the left: what is clicked and walked follows the eye, panels stay."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from transformer_lab import session
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.manner import Manner
from transformer_lab.ui.stage.places import Spot
from transformer_lab.ui.views.plots.image import MatrixView
from transformer_lab.ui.window import MainWindow

Opener = Callable[..., MainWindow]
HEBREW = "החתול שהכלב רדף היה מבוהל"
ARABIC = "القط الذي طارده الكلب كان خائفا"


def test_the_head_of_a_lane_is_its_word(open_window: Opener) -> None:
    window = open_window(session.new(text=HEBREW))
    window.stage.grab()
    x = [window.scene.gutter + window.scene.lane * (i + 0.5) for i in range(5)]
    assert [window.stage.spot(QPointF(at, 15.0)) for at in x] == [Spot(word=4 - i) for i in range(5)]


def test_arrows_follow_the_eye(open_window: Opener) -> None:
    window = open_window(session.new(text=HEBREW))
    window.stage.setFocus()
    window.stage.grab()
    window.focus.select(Cell("block.1/attn/weights", (0, 4, 2)))
    window.walk.start()
    QTest.keyClick(window.stage, Qt.Key.Key_Left)
    assert window.focus.selected == Cell("block.1/attn/weights", (0, 4, 3))
    QTest.keyClick(window.stage, Qt.Key.Key_Right)
    QTest.keyClick(window.stage, Qt.Key.Key_Right)
    assert window.focus.selected == Cell("block.1/attn/weights", (0, 4, 1))


def test_the_word_that_asks_is_kept_in_sight(open_window: Opener) -> None:
    window = open_window(session.new(text=" ".join(HEBREW.split() * 8)), 1024, 640)
    window.stage.grab()
    window.focus.ask_word(0)
    assert window.scene.goal.x > 0.0  # the first word stands at the far right
    window.focus.ask_word(39)
    assert window.scene.goal.x <= 0.0


def test_the_field_counts_at_the_other_side(open_window: Opener) -> None:
    window = open_window()
    field = window.frame.header.sentence
    usual, size = field.textMargins(), field.font().pixelSize()
    assert usual.right() > usual.left()
    window.typing.typed(ARABIC)
    field.show_text(ARABIC)
    assert field.textMargins().left() > field.textMargins().right()
    assert field.font().pixelSize() == size + 4
    field.show_text("the cat")
    assert (field.textMargins().left(), field.font().pixelSize()) == (usual.left(), size)


def test_a_matrix_view_lies_as_the_preferences_say(open_window: Opener) -> None:
    window = open_window(session.new(text=HEBREW))
    cell = Cell("block.1/attn/weights", (0, 3, 1))
    window.focus.select(cell)
    view = window.docks.open("matrix").view
    assert isinstance(view, MatrixView)
    for manner in (Manner(), Manner(words="columns")):
        window.preferences.use(manner)
        view.resize(400, 400)
        view.draw()
        view.grab()
        box = view.ring_box(cell)
        assert box is not None
        assert view.cell_at(box.center().x(), box.center().y()) == cell
        first = view.ring_box(Cell("block.1/attn/weights", (0, 0, 0)))
        last = view.ring_box(Cell("block.1/attn/weights", (0, 4, 4)))
        assert first is not None
        assert last is not None
        assert first.x() > last.x()
        assert first.y() < last.y()
