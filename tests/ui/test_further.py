"""Whatever the engine builds can be opened: further presets, files of format 1.1, values set by hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytestqt.qtbot import QtBot

from tests.figures.models import TOWERS, UNUSUAL, snapshot_of
from tests.figures.stage_frames import frame, timeline
from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.document.further_switches import FURTHER_SWITCHES
from transformer_lab.document.overriding import override_cell, scale_head
from transformer_lab.document.presets import FURTHER
from transformer_lab.document.switches import SWITCHES
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.ask import ask
from transformer_lab.figures.timeline import Cursor
from transformer_lab.session import Lab
from transformer_lab.ui.outline.rows import outline_rows

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

MODELS = UNUSUAL | TOWERS
TOLD = ("rotary, shared keys", "norm of the embedding", "two towers, shared keys")


def walk_through(window: MainWindow, lab: Lab, qtbot: QtBot) -> None:
    """Every row of the outline is opened, every head chosen, every number's first cell asked, all played."""
    tree = window.frame.outline.panel.tree
    for row in list(tree.rows.all()):
        tree.open_row(row, tree.rows.find(row.key))
    graph = lab.snapshot.graph
    assert graph is not None
    for number, node in enumerate(graph):
        window.focus.select(Cell(node.id, tuple(n - 1 for n in node.shape)))
        if number % 25 == 0:
            window.grab()
    window.focus.select(None)
    window.focus.enter()
    assert (window.focus.selected is not None) == bool(lab.state.model.blocks)
    window.focus.walk(0, -1)
    window.player.to_end()
    timeline = window.player.timeline
    assert timeline is not None
    for number in range(0, len(timeline.beats), 5):
        window.player.scrub(timeline.starts[number] + 0.5 * timeline.beats[number].move)
        window.grab()


@pytest.mark.parametrize("name", FURTHER)
def test_a_further_preset_opens_and_can_be_walked_through(
    name: str, open_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    lab = session.new(name)
    walk_through(open_window(lab), lab, qtbot)


@pytest.mark.parametrize("name", TOLD)
def test_a_variant_opens_and_can_be_walked_through(
    name: str, open_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    lab = Lab(snapshot_of(MODELS[name]).state)
    walk_through(open_window(lab), lab, qtbot)


@pytest.mark.parametrize("name", FURTHER)
def test_a_file_of_these_models_opens_as_it_was_saved(
    name: str, open_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    session.new(name).save(tmp_path / "p.tlab")
    lab = session.open_project(tmp_path / "p.tlab")
    window = open_window(lab)
    assert not window.grab().isNull()
    assert lab.state.model == session.new(name).state.model


def test_a_number_set_by_hand_says_so_with_what_was_computed(open_window: Callable[..., MainWindow]) -> None:
    lab = session.new("tiny-llama")
    before = float(lab["block.1/attn/mixed"][0, 1, 5, 0])
    lab.do(override_cell("block.1/attn/mixed", (0, 1, 5, 0), 3.0))
    lab.do(scale_head("block.1/attn/weights", 2, 0.0))
    answer = ask(lab.snapshot, Cell("block.1/attn/mixed", (0, 1, 5, 0)))
    assert answer.sections[0].title == "Set by you"
    assert answer.sections[0].notes == ("You set this number to 3.",)
    terms = answer.sections[0].terms
    assert terms is not None
    assert terms.rows[0].value.cell == Cell("block.1/attn/mixed|computed", (0, 1, 5, 0))
    assert float(lab[terms.rows[0].value.cell.node][0, 1, 5, 0]) != 3.0 or before == 3.0
    assert ask(lab.snapshot, Cell("block.1/attn/mixed", (1, 1, 5, 0))).sections[0].title != "Set by you"
    assert ask(lab.snapshot, Cell("block.1/attn/weights", (1, 0, 5, 0))).sections[0].title == "Set by you"
    window = open_window(lab)
    assert not any("|" in row.node for row in window.frame.outline.panel.tree.rows.all())
    assert not window.grab().isNull()


@pytest.mark.parametrize("name", [*FURTHER, "tiny-gpt"])
def test_every_design_choice_is_made_or_refused_in_words_and_then_shown(name: str) -> None:
    for switch in (SWITCHES | FURTHER_SWITCHES).values():
        lab = session.new(name)
        for choice in switch.choices[:4]:
            with suppress(LabError):
                lab.do(edits.switch(switch.name, choice.value))
            snapshot = lab.snapshot
            outline_rows(snapshot)
            ends = Cursor(len(timeline(snapshot).beats) // 2, 0.5), timeline(snapshot).end
            for cursor in ends:
                for layer in frame(snapshot, cursor).layers:
                    layer.build()


def test_the_choice_that_the_window_does_not_offer_yet_is_still_named(
    open_window: Callable[..., MainWindow],
) -> None:
    window = open_window(session.new("tiny-llama"))
    assert window.frame.outline.panel.parts.controls["positions"].text == "rotary"
