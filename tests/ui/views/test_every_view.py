"""What every view can do. Rows come from the table of views itself, so that no view escapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.figures.models import TOWERS, UNUSUAL, snapshot_of
from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Texts
from transformer_lab.figures.registry import FIGURES
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.views.figure_view import FigureView
from transformer_lab.ui.views.table import VIEWS, make_view
from transformer_lab.ui.views.view import Room, View

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

LONG = " ".join(["the cat that the dog chased was scared"] * 8)
WIDTH, HEIGHT, STEP = 420, 320, 5
Make = Callable[..., View]


@pytest.fixture
def make(qtbot: QtBot, dressed: Theming) -> Make:
    """Makes a view on a lab, shown."""

    def made(name: str, lab: Lab | None = None, width: int = WIDTH, height: int = HEIGHT) -> View:
        lab = lab or session.new()
        view = make_view(name, Room(lab, Focus(lab), dressed))
        qtbot.addWidget(view)
        view.resize(width, height)
        view.show()
        qtbot.waitExposed(view)
        view.grab()
        QApplication.processEvents()  # axes have found how wide their numbers are
        view.grab()
        return view

    return made


@pytest.fixture(params=VIEWS)
def name(request: pytest.FixtureRequest) -> str:
    """Each view in turn."""
    return str(request.param)


def surface(view: View) -> QWidget:
    """What gets the mouse."""
    return view.stop.viewport() if isinstance(view.stop, QAbstractScrollArea) else view.stop


def drawn(view: View) -> Iterator[tuple[QPointF, Cell]]:
    """Places at which a number is drawn, and that number."""
    for y in range(2, view.height(), STEP):
        for x in range(2, view.width(), STEP):
            cell = view.cell_at(x, y)
            if cell is not None:
                yield QPointF(x, y), cell


def a_number(view: View, number: int = 0) -> tuple[QPointF, Cell]:
    """One of the numbers of a view, and a place at which it is drawn."""
    found: dict[Cell, QPointF] = {}
    for at, cell in drawn(view):
        found.setdefault(cell, at)
        if len(found) > number:
            break  # looking at every place of every view would take a minute
    assert found, f"{view.figure} shows no number that can be asked"
    cell, at = list(found.items())[-1]
    return at, cell


def look(view: View) -> object:
    return view.grab().toImage()


class TestEveryView:
    """Selection, hover, keys, empty states, theme, edits, sizes and export of each view."""

    def test_a_click_asks_for_the_number(self, name: str, make: Make) -> None:
        view = make(name)
        at, cell = a_number(view)
        QTest.mouseClick(surface(view), Qt.MouseButton.LeftButton, pos=at.toPoint())
        assert view.room.focus.selected == cell

    def test_what_is_asked_elsewhere_is_ringed_here(self, name: str, make: Make) -> None:
        view = make(name)
        _, cell = a_number(view, 3)
        before = look(view)
        view.room.focus.select(cell)
        assert view.spot(cell) is not None
        assert look(view) != before

    def test_the_number_under_the_pointer_is_told_to_all(self, name: str, make: Make) -> None:
        view = make(name)
        at, cell = a_number(view, 5)
        QTest.mouseMove(surface(view), at.toPoint())
        assert view.room.focus.under_pointer == cell
        QApplication.sendEvent(surface(view), QEvent(QEvent.Type.Leave))
        assert view.room.focus.under_pointer is None

    def test_what_is_hovered_elsewhere_is_ringed_here(self, name: str, make: Make) -> None:
        view = make(name)
        _, cell = a_number(view, 4)
        before = look(view)
        view.room.focus.hover(cell)
        assert look(view) != before

    def test_arrows_enter_and_walk(self, name: str, make: Make) -> None:
        view = make(name)
        focus = view.room.focus
        QTest.keyClick(view.stop, Qt.Key.Key_Down)
        assert focus.selected is not None
        focus.select(a_number(view, 6)[1])
        reached = {focus.selected}
        for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
            QTest.keyClick(view.stop, key)
            reached.add(focus.selected)
        assert len(reached) > 1

    def test_without_text_it_says_what_to_do(self, name: str, make: Make) -> None:
        view = make(name, session.new(text=""))
        assert not any(drawn(view))
        full = look(make(name))
        assert look(view) != full
        view.room.lab.do(edits.set_text("the cat"))
        view.grab()
        assert any(drawn(view))

    @pytest.mark.parametrize("model", ["no blocks", "no blocks, no output", "feed-forward alone", "no W_O"])
    def test_without_its_subject_it_looks_deliberate(self, name: str, model: str, make: Make) -> None:
        view = make(name, Lab(snapshot_of(UNUSUAL[model]).state))
        assert "--" not in said(view), "an option of the command line means nothing here"

    def test_it_wears_the_other_theme(self, name: str, make: Make) -> None:
        view = make(name)
        before = look(view)
        view.room.theming.use("slate")
        assert look(view) != before

    def test_it_follows_an_edit(self, name: str, make: Make) -> None:
        view = make(name)
        before = look(view)
        view.room.lab.do(edits.set_text("dog cat dog"))
        assert look(view) != before

    def test_after_numbers_are_edited_it_follows_one_turn_later_once(
        self, name: str, make: Make, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        view = make(name)
        drawings: list[int] = []
        draw = view.draw
        monkeypatch.setattr(view, "draw", lambda: (drawings.append(1), draw()))
        for value in (0.5, 0.25):
            view.room.lab.set_cell("embed/W_E", (0, 0), value)
        assert not drawings
        QApplication.processEvents()
        assert drawings == [1]

    def test_while_hidden_it_draws_nothing(
        self, name: str, make: Make, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        view = make(name)
        view.hide()
        drawings: list[int] = []
        draw = view.draw
        monkeypatch.setattr(view, "draw", lambda: (drawings.append(1), draw()))
        view.room.lab.do(edits.set_text("dog cat dog"))
        view.room.focus.choose_word(0)
        assert not drawings
        view.show()
        assert drawings == [1]

    @pytest.mark.parametrize("text", ["cat", LONG, "x" * 40 + " " + "y" * 40], ids=["one", "64", "wide"])
    @pytest.mark.parametrize("size", [(420, 320), (200, 140)], ids=["usual", "small"])
    def test_it_holds_few_and_many_words(
        self, name: str, text: str, size: tuple[int, int], make: Make
    ) -> None:
        view = make(name, session.new(text=text), *size)
        assert size[0] < 300 or any(drawn(view))

    @pytest.mark.parametrize("tower", list(TOWERS)[:2])
    def test_it_shows_two_towers(self, name: str, tower: str, make: Make) -> None:
        view = make(name, Lab(snapshot_of(TOWERS[tower]).state))
        for block in range(3):
            view.room.focus.choose_head(block, 0)
            view.grab()

    def test_numbers_that_are_none_are_no_trouble(self, name: str, make: Make) -> None:
        lab = session.new()
        lab.do(edits.set_cell("block.0/attn/W_Q", (0, 0, 0), 1e308))
        lab.do(edits.set_cell("block.0/attn/W_K", (0, 0, 0), 1e308))
        lab.do(edits.set_cell("embed/W_E", (0, 0), 1e308))
        make(name, lab)

    def test_what_is_no_number_is_said_and_does_not_pass_for_a_share(self) -> None:
        lab = session.new()
        for node in ("block.1/attn/W_Q", "block.1/attn/W_K"):
            lab.do(edits.set_cell(node, (0, 0, 0), 1e200))
        lab.do(edits.set_cell("embed/W_E", (1, 0), 1e200))
        for figure in ("softmax", "head-lines", "neuron", "probabilities"):
            picture = FIGURES[figure].draw(lab.snapshot, Options(block=1, head=0, title=False, notes=False))
            texts = [text for layer in picture.layers for item in layer.build() for text in words_of(item)]
            assert "NaN" in texts, figure
            assert not [text for text in texts if text.endswith("%")], figure

    def test_every_setting_can_be_chosen(self, name: str, make: Make) -> None:
        view = make(name)
        for choice in view.choices:
            for value, text in choice.values:
                view.take(choice.option, value)
                assert view.taken(choice.option) == value
                assert text
                view.grab()

    def test_its_figure_is_exported_as_it_is_shown(self, name: str, make: Make) -> None:
        view = make(name)
        options = view.options(960.0, 540.0)
        picture = FIGURES[view.figure].draw(view.snapshot, options)
        assert picture.size == (960.0, 540.0)
        assert any(layer.build() for layer in picture.layers)

    def test_the_context_menu_is_asked_for_the_number(self, name: str, make: Make, qtbot: QtBot) -> None:
        view = make(name)
        at, cell = a_number(view, 2)
        with qtbot.waitSignal(view.room.focus.menu_wanted) as asked:
            place = at.toPoint()
            event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.mapToGlobal(place))
            QApplication.sendEvent(surface(view), event)
        assert asked.args[0] == cell

    def test_it_has_a_name_for_those_who_listen(self, name: str, make: Make) -> None:
        assert make(name).stop.accessibleName()


def words_of(item: object) -> tuple[str, ...]:
    """The texts of a batch."""
    return item.text if isinstance(item, Texts) else ()


def said(view: View) -> str:
    """What a view says where it has nothing to show."""
    return view.board.picture.title if isinstance(view, FigureView) else str(getattr(view, "_missing", ""))


def test_every_kind_of_view_stands_in_the_table(make: Make) -> None:
    import transformer_lab.ui.views.plots.image
    import transformer_lab.ui.views.plots.lines
    import transformer_lab.ui.views.plots.plane  # noqa: F401

    def kinds(kind: type[View]) -> set[type[View]]:
        below = kind.__subclasses__()
        return {kind}.union(*(kinds(each) for each in below)) if below else {kind}

    used = {type(make(name)) for name in VIEWS}
    leaves = {kind for kind in kinds(View) if not kind.__subclasses__()}
    assert leaves <= used


def test_every_view_has_a_figure_and_a_command(window: MainWindow) -> None:
    assert {row.figure for row in VIEWS.values()} <= set(FIGURES)
    assert {f"view-{name}" for name in VIEWS} <= set(window.actions_)


def test_an_exported_view_opens_the_dialog_with_its_settings(window: MainWindow) -> None:
    from transformer_lab.ui.deeds.views import export_view
    from transformer_lab.ui.dialogs.export import ExportDialog

    dock = window.docks.open("softmax")
    dock.view.take("temperature", 2.0)
    export_view(window, dock.view)
    dialog = window.findChild(ExportDialog)
    assert dialog is not None
    assert dialog.figure.currentData() == "softmax"
    assert (
        dialog.picture().description
        == FIGURES["softmax"].draw(window.lab.snapshot, dock.view.options(960, 540)).description
    )
    dialog.reject()
