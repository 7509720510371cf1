"""Values that a hand has set: told with what was computed, marked on the stage, and nothing breaks."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.figures.models import TOWERS, UNUSUAL, snapshot_of
from tests.figures.stage_frames import assert_refs_are_cells, frame, leaves, moments, timeline
from transformer_lab import session
from transformer_lab.document.overrides import ByHand
from transformer_lab.document.overriding import override_cell, scale_head
from transformer_lab.document.presets import FURTHER
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask import ask, sentence
from transformer_lab.figures.by_head import by_head, head_at, index_of
from transformer_lab.figures.geometry import HAND
from transformer_lab.figures.picture import Stamps
from transformer_lab.session import Lab

MODELS = {**UNUSUAL, **TOWERS}
SOME = ("norm after", "norm before", "no residual", "rotary, shared keys", "slanted", "gated", "two towers")


@cache
def all_by_hand(name: str) -> Snapshot:
    """The last number of every computed value is set by hand."""
    before = session.new(name).snapshot if name in FURTHER else snapshot_of(MODELS[name])
    assert before.graph is not None
    hands = {n.id: ByHand({tuple(k - 1 for k in n.shape): 0.5}) for n in before.graph if n.op is not None}
    return Lab(replace(before.state, overrides=hands)).snapshot  # at once: hundreds of edits take a minute


@pytest.mark.parametrize("name", [*SOME, "tiny-llama"])
def test_what_was_set_and_what_was_computed_belong_to_one_beat(name: str) -> None:
    snapshot = all_by_hand(name)
    graph = snapshot.graph
    assert graph is not None
    shown = [node for beat in timeline(snapshot).beats for node in beat.nodes]
    assert sorted(shown) == sorted(node.id for node in graph if node.op is not None)
    for beat in timeline(snapshot).beats:
        for node_id in beat.nodes:
            assert f"{node_id}|computed" not in graph or f"{node_id}|computed" in beat.nodes


@pytest.mark.parametrize("name", [*SOME, "tiny-llama"])
def test_every_moment_is_drawn_and_every_number_asked(name: str) -> None:
    snapshot = all_by_hand(name)
    assert snapshot.graph is not None
    for cursor in moments(snapshot, 0.4, 1.0):
        assert_refs_are_cells(snapshot, frame(snapshot, cursor))
    for node in snapshot.graph:
        for index in {(0,) * len(node.shape), tuple(n - 1 for n in node.shape)}:
            answer = ask(snapshot, Cell(node.id, index))
            assert answer.question
            assert "{" not in answer.question
            assert sentence(snapshot, answer.cell)


def test_a_number_set_by_hand_is_told_with_what_was_computed() -> None:
    snapshot = all_by_hand("norm before")
    cell = Cell("block.0/attn/mixed", (1, 2, 3))
    answer = ask(snapshot, cell)
    assert answer.sections[0].title == "Set by you"
    assert Cell("block.0/attn/mixed|computed", cell.index) in answer.doors
    assert ask(snapshot, Cell(cell.node, (0, 0, 0))).sections[0].title == "Term by term"
    assert "set by you" in sentence(snapshot, cell)


def corners(snapshot: Snapshot) -> int:
    picture = frame(snapshot, timeline(snapshot).end, head=3, openness=(1.0, 1.0))
    items = (item for layer in picture.layers for item in leaves(layer.build()))
    return sum(len(item.at) for item in items if isinstance(item, Stamps) and item.outline == HAND)


def test_cells_set_by_hand_carry_a_corner_of_ink_and_heads_do_on_every_cell() -> None:
    lab = session.new("tiny-llama")
    assert corners(lab.snapshot) == 0
    lab.do(override_cell("block.1/attn/mixed", (1, 1, 5, 0), 3.0))
    assert corners(lab.snapshot) == 1
    lab.do(override_cell("block.1/attn/mixed", (0, 1, 5, 0), 3.0))
    assert corners(lab.snapshot) == 1, "another head is not shown"
    lab.do(override_cell("block.1/resid_post", (2, 3), float(lab["block.1/resid_post"][2, 3])))
    assert corners(lab.snapshot) == 2, "also where the number stayed as it was"
    lab.do(scale_head("block.0/attn/mixed", 3, 0.0))
    assert corners(lab.snapshot) == 2 + 6 * 4


def test_heads_that_share_keys_are_counted_through() -> None:
    lab = session.new("tiny-llama")
    graph = lab.snapshot.graph
    assert graph is not None
    for name in ("q", "k", "v", "weights", "mixed"):
        node = f"block.1/attn/{name}"
        seen = by_head(graph, node, lab[node])
        assert len(seen) == 4
        for head in range(4):
            index = index_of(graph, node, (head, *(0,) * (seen.ndim - 1)))
            np.testing.assert_array_equal(lab[node][index], seen[head][(0,) * (seen.ndim - 1)])
    assert head_at(graph, "block.1/attn/weights", (1, 0, 0, 0)) == 2
    assert head_at(graph, "block.1/attn/k", (1, 0, 0)) == 2
    assert head_at(graph, "block.1/resid_pre", (1, 0)) is None
