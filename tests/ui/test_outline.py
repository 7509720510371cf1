"""The outline lists every array once, opens what is clicked, and its switches are single named steps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from tests.figures.models import TOWERS, UNUSUAL, snapshot_of
from transformer_lab.document.edits import switch
from transformer_lab.document.presets import FURTHER, PRESETS
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.switches import SWITCHES
from transformer_lab.session import Lab, new
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.outline import Outline
from transformer_lab.ui.outline.rows import Row, outline_rows
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.window import MainWindow


@pytest.fixture
def outline(qtbot: QtBot, lab: Lab, focus: Focus, dressed: Theming) -> Outline:
    made = Outline(lab, focus, dressed)
    qtbot.addWidget(made)
    made.resize(224, 776)
    made.show()
    qtbot.waitExposed(made)
    return made


def arrays(rows: tuple[Row, ...]) -> Iterator[Row]:
    for row in rows:
        yield from [row] if row.kind == "array" else arrays(row.rows)


def snapshots() -> dict[str, Snapshot]:
    found = {name: new(name).snapshot for name in (*PRESETS, *FURTHER)}
    return found | {name: snapshot_of(model) for name, model in (UNUSUAL | TOWERS).items()}


def test_every_array_is_listed_once_and_those_of_heads_once_for_each() -> None:
    for name, snapshot in snapshots().items():
        rows = list(arrays(outline_rows(snapshot)))
        assert len({row.key for row in rows}) == len(rows), name
        assert snapshot.graph is not None
        assert {row.node for row in rows} == set(snapshot.graph.nodes), name
        without_heads = [row.node for row in rows if row.head < 0]
        assert len(set(without_heads)) == len(without_heads), name


def click(outline: Outline, key: str, qtbot: QtBot, dx: int = 80) -> None:
    tree = outline.tree
    index: QModelIndex = tree.rows.find(key)
    assert index.isValid(), key
    tree.scrollTo(index)
    place = tree.visualRect(index)
    assert place.height() > 0, key
    at = place.topLeft() + type(place.topLeft())(dx, place.height() // 2)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_a_head_is_chosen_by_a_click(outline: Outline, focus: Focus, qtbot: QtBot) -> None:
    click(outline, "block.0/attn/head.1", qtbot)
    assert (focus.block, focus.head) == (0, 1)
    assert outline.tree.painting.is_chosen(outline.tree.rows.row_at(outline.tree.currentIndex()))


def test_a_row_unfolds_to_its_arrays_which_open(outline: Outline, focus: Focus, qtbot: QtBot) -> None:
    click(outline, "block.0/attn/head.1", qtbot, dx=30)
    click(outline, "block.0/attn/head.1:block.0/attn/W_K", qtbot)
    assert focus.parameter == "block.0/attn/W_K"
    assert (focus.block, focus.head) == (0, 1)
    click(outline, "block.0/attn/head.1:block.0/attn/scaled", qtbot)
    assert focus.selected is not None
    assert focus.selected.node == "block.0/attn/scaled"
    assert focus.selected.index[:2] == (1, 7)


def test_the_likeliest_next_words_are_bars_that_can_be_asked(
    outline: Outline, focus: Focus, qtbot: QtBot
) -> None:
    assert outline.tree.painting.likeliest()[0] == (2, "88%")
    click(outline, "next/0", qtbot)
    assert focus.selected == ("probs", (7, 2))


def test_what_is_no_number_says_so_instead_of_a_percent(outline: Outline, lab: Lab) -> None:
    lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 1e308)
    assert {percent for _, percent in outline.tree.painting.likeliest()} == {"NaN"}
    assert not outline.grab().isNull()


def test_the_keyboard_reaches_every_row(outline: Outline, focus: Focus, qtbot: QtBot) -> None:
    tree = outline.tree
    tree.setCurrentIndex(tree.rows.find("block.0"))
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    qtbot.keyClick(tree, Qt.Key.Key_Right)
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    row = tree.rows.row_at(tree.currentIndex())
    assert row is not None
    assert row.key == "block.0/attn/head.0:block.0/attn/W_Q"
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert focus.parameter == "block.0/attn/W_Q"
    qtbot.keyClick(tree, Qt.Key.Key_Left)
    assert tree.rows.row_at(tree.currentIndex()).key == "block.0/attn/head.0"


def test_what_is_unfolded_stays_so_when_words_come(outline: Outline, lab: Lab) -> None:
    tree = outline.tree
    tree.setExpanded(tree.rows.find("block.1/ffn"), True)
    tree.setExpanded(tree.rows.find("block.0"), False)
    lab.text = lab.text + " today"
    assert tree.isExpanded(tree.rows.find("block.1/ffn"))
    assert not tree.isExpanded(tree.rows.find("block.0"))
    lab.text = ""
    assert tree.rows.rowCount() == 0


@pytest.mark.parametrize("name", SWITCHES)
def test_each_switch_is_one_step_that_undo_takes_back(
    name: str, outline: Outline, lab: Lab, qtbot: QtBot
) -> None:
    before, control = lab.state.model, outline.parts.controls[name]
    if SWITCHES[name].kind == "number":
        qtbot.keyClick(control, Qt.Key.Key_Up)
    elif SWITCHES[name].kind == "choice" and len(SWITCHES[name].choices) > 2:
        control.picked.emit(next(c.value for c in SWITCHES[name].choices if c.value != control.value))
    else:
        qtbot.keyClick(control, Qt.Key.Key_Space)
    assert lab.state.model != before
    assert lab.undo_label
    lab.undo()
    assert lab.state.model == before
    assert lab.undo_label is None


def test_a_choice_that_cannot_be_made_is_told_and_the_control_goes_back(
    outline: Outline, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(outline.refused) as told:
        outline.parts.choose("layers", 99)
    assert "99" in told.args[0]
    assert outline.parts.controls["layers"].value == 2


def test_rows_of_an_older_model_are_left_alone(outline: Outline, lab: Lab, focus: Focus) -> None:
    """The focus may follow an edit before the outline does."""
    old = outline.tree.rows.all()
    assert any(row.kind == "bar" for row in old)
    outline.hide()
    outline.tree.show_snapshot = lambda _snapshot: None  # type: ignore[method-assign]
    lab.do(switch("layers", 1))
    outline.tree.repaint_changed()
    lab.text = ""
    outline.tree.repaint_changed()


def test_rows_say_which_block_and_how_wide() -> None:
    rows = {row.key: row for row in outline_rows(new("tiny-encoder").snapshot)}
    assert [rows[f"block.{i}"].title for i in (0, 1)] == ["Block 1", "Block 2"]
    forward = next(row for row in rows["block.0"].rows if row.key == "block.0/ffn")
    assert (forward.title, forward.note) == ("Feed-forward", "16 – 32 – 16")
    assert rows["embed"].note == "16 features"


def test_a_head_without_numbers_wears_a_cross(outline: Outline, lab: Lab) -> None:
    """A blank map would look as if nothing were there."""
    delegate = outline.tree.itemDelegate()
    row = Row("head", "head", "Head 1", node="block.1/attn/weights", block=1, head=0)
    before = delegate._thumb(row)  # type: ignore[attr-defined]
    lab.set_cell("block.0/ffn/W_1", (0, 0), 1e308)
    lab.set_cell("block.0/ffn/W_2", (0, 0), 1e308)
    after = delegate._thumb(row)  # type: ignore[attr-defined]
    inks = {after.pixelColor(x, y).name() for x in range(after.width()) for y in range(after.height())}
    assert before is not None
    assert len(inks) > 2, "paper, and the strokes of a cross"


def test_in_a_large_model_the_list_follows_one_turn_after_the_stage_and_hidden_when_it_is_seen(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("transformer_lab.ui.outline.panel.is_small", lambda snapshot: False)
    outline, shown = window.frame.outline.panel.model, list[Snapshot]()
    monkeypatch.setattr(outline.tree, "show_snapshot", shown.append)
    window.lab.text = "The cat"
    assert not shown
    qtbot.waitUntil(lambda: shown == [window.lab.snapshot])
    outline.hide()
    window.lab.text = "The dog"
    qtbot.wait(5)
    assert len(shown) == 1
    outline.show()
    assert shown[1:] == [window.lab.snapshot]
