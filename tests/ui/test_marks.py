"""Rings stand round the numbers that were laid down in the same frame."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.picture import Cells, Item, Layer, Ref, table
from transformer_lab.ui.marks import rings

FIRST, SECOND, ELSEWHERE = Cell("m", (0, 0)), Cell("m", (0, 1)), Cell("other", ())


def drawn(selected: Cell | None, hovered: Cell | None) -> tuple[Item, ...]:
    """The rings over a row of two numbers, 8 × 5 each, that has slid down by 100."""
    row = Cells(np.zeros((1, 1, 2)), table(10.0, 20.0), table(8.0, 5.0), ref=Ref("m", np.array([[0]]), "c"))
    layer = Layer(("row",), (0.0, 0.0, 90.0, 90.0), lambda: (row,), dy=100.0)
    painter = SimpleNamespace(live=[(layer, (row,))])
    made = rings(painter, SimpleNamespace(selected=selected, under_pointer=hovered))
    assert all(layer.key is None for layer in made), "nothing below is painted anew"
    return tuple(item for layer in made for item in layer.build())


def test_a_ring_stands_outside_its_number_and_is_quieter_round_the_hovered_one() -> None:
    quiet, loud = drawn(FIRST, SECOND)
    assert loud.box.tolist() == [[7.0, 117.0, 14.0, 11.0]]
    assert quiet.box[0, 0] > loud.box[0, 0]
    assert quiet.opacity < loud.opacity


@pytest.mark.parametrize(
    ("selected", "hovered", "count"),
    [(None, None, 0), (FIRST, FIRST, 1), (None, SECOND, 1), (ELSEWHERE, None, 0)],
)
def test_one_number_has_one_ring_and_an_absent_one_none(
    selected: Cell | None, hovered: Cell | None, count: int
) -> None:
    assert len(drawn(selected, hovered)) == count
