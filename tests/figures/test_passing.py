"""From old to new: at 0 the look before an edit, at 1 the look after it, and between nothing jumps."""

from __future__ import annotations

import numpy as np
import pytest

import transformer_lab as tl
from tests.figures.as_text import to_text
from transformer_lab.document.passing import between, settled
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.look import default_look
from transformer_lab.figures.stage import limit_of, stage
from transformer_lab.figures.timeline import timeline_of

W_Q = "block.1/attn/W_Q"


@pytest.fixture
def states() -> tuple[Snapshot, Snapshot]:
    lab = tl.new()
    before = lab.snapshot
    lab.set_cell(W_Q, (6, 0, 1), 0.5)
    return before, lab.snapshot


def drawn(snapshot: Snapshot) -> str:
    assert snapshot.graph is not None
    return to_text(stage(snapshot, default_look(snapshot, 900.0, 700.0), timeline_of(snapshot.graph), None))


def test_it_begins_as_before_and_ends_as_after(states: tuple[Snapshot, Snapshot]) -> None:
    before, after = states
    assert drawn(between(after, before.trace, 0.0)) == drawn(before)
    assert between(after, before.trace, 1.0) is after
    assert drawn(between(after, before.trace, 0.5)) not in (drawn(before), drawn(after))


def test_only_what_changed_is_on_its_way(states: tuple[Snapshot, Snapshot]) -> None:
    before, after = states
    half = between(after, before.trace, 0.5)
    assert half["block.0/resid_post"] is after["block.0/resid_post"]
    middle = (before["block.1/attn/weights"] + after["block.1/attn/weights"]) / 2.0
    assert np.allclose(half["block.1/attn/weights"], middle)
    assert half["block.1/attn/weights"] is half["block.1/attn/weights"]
    assert np.isneginf(half["block.1/attn/masked"]).sum() == np.isneginf(after["block.1/attn/masked"]).sum()


def test_the_scale_is_that_of_the_end(states: tuple[Snapshot, Snapshot]) -> None:
    before, after = states
    half = between(after, before.trace, 0.5)
    assert half.trace is not None
    assert settled(half.trace) is after.trace
    assert limit_of(half) == limit_of(after)


def test_another_graph_is_no_way_to_come_from() -> None:
    lab = tl.new()
    before = lab.snapshot
    lab.text = "The cat"
    assert between(lab.snapshot, before.trace, 0.3) is lab.snapshot
    assert between(lab.snapshot, None, 0.3) is lab.snapshot
