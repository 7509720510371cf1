"""From near every number of the arithmetic is a door: to itself, or to the number that it is a term of."""

from __future__ import annotations

import re

import pytest

from tests.figures.models import UNUSUAL, snapshot_of
from tests.figures.stage_frames import PRESETS, at, leaves, timeline
from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import hit_in, laid_down, locate_in
from transformer_lab.figures.picture import Cells, Texts
from transformer_lab.figures.timeline import Cursor

DECIMAL = re.compile(r"^[=\u2212 ]*\d+\.\d+$")
SHIFT = {"start": 4.0, "middle": 0.0, "end": -4.0}


def dead(snapshot: Snapshot, level: str, **changes: object) -> list[str]:
    """Printed numbers that nobody answers for. What a row of weights sums to is no number of the graph."""
    end = Cursor(len(timeline(snapshot).beats) - 1, 1.0)
    laid = laid_down(at(snapshot, end, level, **changes))
    found = []
    for layer, items in laid:
        for item in leaves(items):
            printed = isinstance(item, Texts) and (item.face, item.ref) != ("semibold", None)
            for i, text in enumerate(item.text if printed else ()):
                x, y = item.at[i]
                place = x + SHIFT[item.anchor], y - 4.0 + layer.dy
                if DECIMAL.match(text) and y < layer.show and hit_in(laid, *place) is None:
                    found.append(text)
    return found


@pytest.mark.parametrize("name", PRESETS)
def test_every_number_from_near_can_be_asked(name: str) -> None:
    assert dead(session.new(name).snapshot, "near") == []


@pytest.mark.parametrize("name", UNUSUAL)
def test_in_unusual_models_too(name: str) -> None:
    assert dead(snapshot_of(UNUSUAL[name]), "near") == []


def test_the_arithmetic_leads_to_what_it_says() -> None:
    snapshot = session.new("worked-example").snapshot
    end = Cursor(len(timeline(snapshot).beats) - 1, 1.0)
    drawn = [item for _, items in laid_down(at(snapshot, end, "near")) for item in leaves(items)]
    said = [item for item in drawn if isinstance(item, Texts) and item.ref is not None]
    factors = [item for item in said if item.ref.node.endswith(("/q", "/k", "/v"))]  # type: ignore[union-attr]
    assert len(factors) == 8
    for item in factors:
        for text, index in zip(item.text, item.ref.index, strict=True):  # type: ignore[union-attr]
            value = snapshot[item.ref.node][tuple(index)]  # type: ignore[union-attr]
            assert abs(float(text.replace("\u2212", "-")) - value) < 0.006, item.ref


def test_a_number_is_ringed_where_its_cell_is_not_where_it_is_said_again() -> None:
    snapshot = session.new().snapshot
    end = Cursor(len(timeline(snapshot).beats) - 1, 1.0)
    laid = laid_down(at(snapshot, end, "near"))
    for cell in (Cell("block.1/attn/v", (0, 1, 0)), Cell("block.1/attn/weights", (0, 7, 1))):
        box = locate_in(laid, cell)
        cells = [
            item
            for _, items in laid
            for item in leaves(items)
            if isinstance(item, Cells) and item.ref is not None and item.ref.node == cell.node
        ]
        assert box is not None
        assert any(abs(item.size[0] - box[2:]).max() < 1.0 for item in cells)
