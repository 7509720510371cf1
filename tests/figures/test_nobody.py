"""A word from which every word is hidden: weights of 0 and words for why, never a division by nothing."""

from __future__ import annotations

import pytest

from tests.figures.stage_frames import at, leaves, timeline
from transformer_lab import session
from transformer_lab.document import masking
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.asking import ask
from transformer_lab.figures.look import Level
from transformer_lab.figures.picture import Hatch, Texts
from transformer_lab.session import Lab

WEIGHT = Cell("block.1/attn/weights", (0, 7, 1))


@pytest.fixture(scope="module")
def alone() -> Lab:
    lab = session.new()
    lab.do(masking.stroke("block.1/attn", [(7, s) for s in range(8)], hide=True))
    return lab


def test_the_answer_says_why_it_is_0_and_not_nan(alone: Lab) -> None:
    share = next(s for s in ask(alone.snapshot, WEIGHT).sections if s.title == "Its share of the row")
    assert share.equation is None
    assert "would be NaN" in " ".join(share.notes)
    assert "scared has nobody to look at" in share.notes[0]


@pytest.mark.parametrize("level", ["middle", "near"])
def test_the_stage_says_so_once_over_hatched_cells(alone: Lab, level: Level) -> None:
    picture = at(alone.snapshot, timeline(alone.snapshot).end, level, query=7)
    items = [item for layer in picture.layers for item in leaves(layer.build())]
    said = [t for item in items if isinstance(item, Texts) for t in item.text]
    assert said.count("nobody to look at") == 1
    assert "hidden" not in said
    hatched = [i for i in items if isinstance(i, Hatch) and i.ref is not None and i.ref.node == WEIGHT.node]
    assert [len(item.box) for item in hatched] == [8]
