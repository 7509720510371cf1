"""Every number that is drawn can be found by its place, and every place by its number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import hit, hit_in, laid_down, locate, locate_in
from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Group,
    Hatch,
    Item,
    Layer,
    Picture,
    Rects,
    Ref,
    Stamps,
    Texts,
    table,
)


def ref(node: str, count: int, tail: str = "") -> Ref:
    return Ref(node, np.arange(count)[:, None], tail)  # type: ignore[arg-type]


def matrices(tail: str = "rc") -> Cells:
    at = table([10.0, 60.0, 110.0], [20.0, 20.0, 40.0])
    return Cells(np.zeros((3, 2, 4)), at, table([8.0] * 3, [5.0] * 3), ref=ref("m", 3, tail))


BATCHES: dict[str, Item] = {
    "cells": matrices(),
    "rects": Rects(table([0.0, 40.0], 0.0, 30.0, 12.0), ref=ref("r", 2)),
    "hatch": Hatch(table([0.0, 40.0], 0.0, 30.0, 12.0), ref=ref("r", 2)),
    "texts": Texts(("0.67", "dog"), table([100.0, 100.0], [20.0, 50.0]), anchor="end", ref=ref("t", 2)),
    "stamps": Stamps((("M", -4.0, -4.0), ("L", 4.0, 4.0), ("Z",)), table([9.0, 30.0], 9.0), ref=ref("s", 2)),
}


@pytest.mark.parametrize("item", BATCHES.values(), ids=BATCHES.keys())
def test_the_middle_of_a_box_answers_with_its_cell(item: Item) -> None:
    assert isinstance(item, Cells | Rects | Hatch | Texts | Stamps)
    assert item.ref is not None
    cells = [Cell(item.ref.node, (i,)) for i in range(2)]
    if isinstance(item, Cells):
        cells = [Cell("m", (i, r, c)) for i in range(3) for r in range(2) for c in range(4)]
    for cell in cells:
        x, y, w, h = locate((item,), cell) or pytest.fail(f"{cell} is nowhere")
        assert hit((item,), x + w / 2, y + h / 2) == cell


@given(st.floats(0.0, 200.0), st.floats(0.0, 80.0))
def test_a_hit_lies_in_the_box_of_its_cell(x: float, y: float) -> None:
    found = hit((matrices(),), x, y)
    if found is not None:
        left, top, width, height = locate((matrices(),), found) or pytest.fail("a hit without a box")
        assert left - 1e-9 <= x <= left + width + 1e-9
        assert top - 1e-9 <= y <= top + height + 1e-9


def test_tails_append_column_or_row_and_column() -> None:
    assert hit((matrices(""),), 35.0, 27.0) == Cell("m", (0,))
    assert hit((matrices("c"),), 35.0, 27.0) == Cell("m", (0, 3))
    assert hit((matrices("rc"),), 35.0, 27.0) == Cell("m", (0, 1, 3))


def test_the_topmost_item_wins_and_items_without_ref_let_through() -> None:
    below, above = BATCHES["rects"], Rects(table(0.0, 0.0, 5.0, 5.0), ref=ref("top", 1))
    assert hit((below, above), 2.0, 2.0) == Cell("top", (0,))
    assert hit((below, Rects(table(0.0, 0.0, 90.0, 90.0), fill="ink")), 2.0, 2.0) == Cell("r", (0,))
    assert hit((below, above), 300.0, 2.0) is None


def thread(x0: float, x1: float) -> list[list[float]]:
    return [[x0, 0.0], [x0, 50.0], [x1, 50.0], [x1, 100.0]]


def test_threads_answer_along_their_whole_length() -> None:
    curves = Curves(
        np.array([thread(0, 0), thread(0, 200)]), np.array([2.0, 8.0]), np.ones(2), ref=ref("w", 2)
    )
    assert hit((curves,), 100.0, 50.0) == Cell("w", (1,))
    assert hit((curves,), 0.0, 90.0) == Cell("w", (0,))
    assert hit((curves,), 104.0, 55.0) == Cell("w", (1,))
    assert hit((curves,), 150.0, 20.0) is None
    assert locate((curves,), Cell("w", (1,))) is None


def test_the_nearest_of_two_threads_answers() -> None:
    curves = Curves(np.array([thread(0, 0), thread(5, 5)]), np.full(2, 1.0), np.ones(2), ref=ref("w", 2))
    assert hit((curves,), 1.5, 50.0) == Cell("w", (0,))
    assert hit((curves,), 3.5, 50.0) == Cell("w", (1,))


def test_turned_texts_are_found_where_they_stand() -> None:
    turned = Texts(("scared",), table(0.0, 100.0), size=20, angle=-90.0, ref=ref("t", 1))
    assert hit((turned,), -5.0, 60.0) == Cell("t", (0,))
    assert hit((turned,), 40.0, 95.0) is None


def test_level_texts_answer_from_their_ascenders_to_their_descenders() -> None:
    level = Texts(("gap",), table(0.0, 100.0), size=20, ref=ref("t", 1))
    assert hit((level,), 5.0, 103.0) == hit((level,), 5.0, 84.0) == Cell("t", (0,))
    assert hit((level,), 5.0, 110.0) is hit((level,), 5.0, 76.0) is None


def test_a_group_hides_what_its_clip_cuts_off() -> None:
    group = Group("g", (BATCHES["rects"],), clip=(0.0, 0.0, 35.0, 40.0))
    assert hit((group,), 10.0, 5.0) == Cell("r", (0,))
    assert hit((group,), 50.0, 5.0) is None
    assert locate((group,), Cell("r", (1,))) is None
    assert locate((group,), Cell("r", (0,))) == (0.0, 0.0, 30.0, 12.0)


def layered() -> Picture:
    layer = Layer(("row", 0), (0.0, 0.0, 200.0, 60.0), lambda: (matrices(),), dy=100.0, show=30.0)
    return Picture((300.0, 300.0), (layer,))


def test_layers_shift_and_cut_what_they_hold() -> None:
    cell, laid = Cell("m", (0, 1, 3)), laid_down(layered())
    assert hit_in(laid, 35.0, 127.0) == cell
    assert hit_in(laid, 35.0, 27.0) is None
    assert hit_in(laid, 112.0, 142.0) is None, "below what the layer shows"
    assert locate_in(laid, cell) == (34.0, 125.0, 8.0, 5.0)
    assert locate_in(laid, Cell("m", (2, 0, 0))) is None
