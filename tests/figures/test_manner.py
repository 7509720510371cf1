"""Every figure follows every manner of writing, with texts that run either way; none can be left out.

`WORDS` says of each figure what its words do: turn (beside each other or below each other, as asked), lie as
on the stage, or stand at no side of a matrix. A figure without a row here fails the first test.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.figures.lawful import items, lost, outside, texts
from transformer_lab import session
from transformer_lab.figures.direction import right_to_left
from transformer_lab.figures.manner import DECIMALS, FIRSTS, NOTATIONS, SIDES, USUAL, Manner
from transformer_lab.figures.picture import Picture, Texts
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.session import Lab

ENGLISH, HEBREW = "red cat saw four dogs", "החתול שהכלב רדף היה מבוהל"
MIXED = ("the חתול sat", "חתול sat the")
MANNERS = [Manner(f, n, w, d) for f in FIRSTS for n in NOTATIONS for w in SIDES for d in DECIMALS]
WORDS = {
    "stage": "stage",
    "attention": "turn",
    "head-grid": "cells",
    "head-lines": "turn",
    "neuron": "turn",
    "attention-steps": "aside",
    "worksheet": "aside",
    "matrix": "turn",
    "matrix-product": "notation",
    "softmax": "bars",
    "mask": "turn",
    "positions": "places",
    "vectors": "none",
    "probabilities": "none",
    "lens": "turn",
    "residual": "none",
    "comparison": "places",
    "architecture": "none",
    "sublayers": "none",
    "budget": "none",
}
"""turn: rows or columns as asked; aside: one word asks, so that those it reads are columns of its row,
or rows of its column; notation: x W lays words as rows, W x as columns; places: as turn, told by
numbers; cells: as turn, without names; bars: a word for each bar, below each other; stage: always beside
each other."""
ACROSS = {"turn": "columns", "places": "columns", "aside": "rows", "stage": "any"}
"""By which answer to “words as” words stand beside each other."""
TURNED = [name for name, kind in WORDS.items() if kind in ("turn", "aside", "places", "cells")]
KEPT: dict[str, Lab] = {}


def lab_of(text: str) -> Lab:
    """One lab for each text."""
    if text not in KEPT:
        KEPT[text] = session.new(text=text)
    return KEPT[text]


def drawn(name: str, text: str, manner: Manner, **more: Any) -> Picture:
    """The figure; those of two states with a state A in which one number differs."""
    lab = lab_of(text)
    if name == "matrix":
        more = {"node": "embed"} | more
    if "other" in FIGURES[name].options and name == "comparison":
        other = session.new(text=text)
        other.set_cell("block.1/attn/W_Q", (0, 0, 0), 2.0)
        more |= {"other": other.snapshot}
    return draw_figure(name, lab.snapshot, manner=manner, **more)


def places(picture: Picture, names: tuple[str, ...]) -> dict[str, np.ndarray]:
    """Where each of these names is written: the longest run of them in one line or column."""
    found: dict[str, list[np.ndarray]] = {}
    for item in items(picture):
        if isinstance(item, Texts):
            for text, at in zip(item.text, item.at, strict=True):
                if text in names:
                    found.setdefault(text, []).append(at)
    return {name: np.array(at) for name, at in found.items()}


def lines(picture: Picture, names: tuple[str, ...]) -> set[str]:
    """How rows of all these names run: “right”, “left”, “down”."""
    found = places(picture, names)
    if set(found) != set(names):
        return set()
    ways = set()
    for axis, (forth, back) in ((0, ("right", "left")), (1, ("down", "up"))):
        for start in found[names[0]]:
            near = [at[np.abs(at[:, 1 - axis] - start[1 - axis]).argmin()] for at in found.values()]
            ordered = [found[n][np.abs(found[n][:, 1 - axis] - start[1 - axis]).argmin()] for n in names]
            if len(near) == len(names):
                steps = np.diff([at[axis] for at in ordered])
                ways |= {forth} if (steps > 4.0).all() else {back} if (steps < -4.0).all() else set()
    return ways


def test_every_figure_has_said_what_its_words_do() -> None:
    assert set(WORDS) == set(FIGURES)


@pytest.mark.parametrize("text", [ENGLISH, HEBREW, *MIXED])
@pytest.mark.parametrize("words", SIDES)
@pytest.mark.parametrize("name", [n for n, kind in WORDS.items() if kind in ("turn", "aside", "stage")])
def test_words_lie_as_asked_and_run_as_their_text(name: str, words: Any, text: str) -> None:
    names = tuple(text.split())
    ways = lines(drawn(name, text, USUAL._replace(words=words)), names)
    wanted = ACROSS[WORDS[name]]
    side = "left" if right_to_left(names) else "right"
    if wanted in ("any", words):
        assert side in ways
    else:
        assert "down" in ways
    assert ({"left", "right"} - {side}).isdisjoint(ways)
    if name in ("neuron", "attention-steps", "worksheet", "head-lines", "lens"):  # words at one side alone
        assert ways == {side if wanted in ("any", words) else "down"}


@pytest.mark.parametrize("text", [ENGLISH, HEBREW])
@pytest.mark.parametrize(
    "name", [n for n, kind in WORDS.items() if kind in ("turn", "aside", "places", "cells")]
)
def test_cells_and_tables_turn_together(name: str, text: str) -> None:
    flat, aside = (drawn(name, text, USUAL._replace(words=words)) for words in SIDES)
    if flat.sheet is not None:
        assert aside.sheet is not None
        assert (aside.sheet.rows, aside.sheet.columns) == (flat.sheet.columns, flat.sheet.rows)
        assert [*zip(*aside.sheet.cells, strict=True)] == [*flat.sheet.cells]
    assert [repr(i) for i in items(flat)] != [repr(i) for i in items(aside)]


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("text", [ENGLISH, HEBREW])
def test_a_product_is_spread_out_as_it_is_written(notation: Any, text: str) -> None:
    picture = drawn("matrix-product", text, USUAL._replace(notation=notation), node="block.0/attn/q")
    names = tuple(text.split())
    side = "left" if right_to_left(names) else "right"
    assert lines(picture, names) == {"down" if notation == "xW" else side}
    order = ("residual stream · W_Q", "W_Q · residual stream")[notation == "Wx"]
    assert picture.title.startswith(order)
    letters = "resid_pre[td] · W_Q[dhk]", "W_Q[dhk] · resid_pre[td]"
    assert letters[notation == "Wx"] in picture.notes


@pytest.mark.parametrize("notation", NOTATIONS)
def test_matrices_of_the_plan_are_written_as_products_are(notation: Any) -> None:
    picture = drawn("sublayers", ENGLISH, USUAL._replace(notation=notation))
    for told in (" ".join(texts(picture)), picture.notes):
        assert ("8 → 4" in told) is (notation == "xW")
        assert ("4 ← 8" in told) is (notation == "Wx")


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_parameter_lies_as_products_are_written(notation: Any) -> None:
    sheet = drawn("matrix", ENGLISH, USUAL._replace(notation=notation), node="block.0/attn/W_Q").sheet
    assert sheet is not None
    assert (len(sheet.rows), len(sheet.columns)) == ((8, 4) if notation == "xW" else (4, 8))


@pytest.mark.parametrize("text", [ENGLISH, HEBREW])
@pytest.mark.parametrize("first", FIRSTS)
@pytest.mark.parametrize("name", ["stage", "positions", "comparison", "probabilities"])
def test_words_are_counted_from_the_first_index(name: str, first: Any, text: str) -> None:
    size = {"size": "1200x1600"} if name == "stage" else {}
    picture = drawn(name, text, USUAL._replace(first=first), **size)
    numbers = [i.text for i in items(picture) if isinstance(i, Texts) and len(i.text) == 5]
    counted = tuple(str(i + first) for i in range(5))
    if name == "probabilities":
        assert f"word {4 + first} of {first}–{4 + first}" in texts(picture)
    else:
        assert counted in numbers or counted[::-1] in numbers


@pytest.mark.parametrize("decimals", DECIMALS)
@pytest.mark.parametrize(
    "name",
    ["neuron", "attention-steps", "worksheet", "matrix", "matrix-product", "residual", "softmax", "vectors"],
)
def test_worked_numbers_have_the_decimals_that_are_wanted(name: str, decimals: Any) -> None:
    manner = USUAL._replace(decimals=decimals)
    size = {"size": "1920x1080"}
    more = {"worksheet": {"answers": True}, "matrix": {"node": "block.1/attn/q"}}.get(name, {})
    picture = drawn(name, "red cat saw", manner, **size, **more)
    written = " ".join((*texts(picture), picture.description, picture.notes))
    found = {len(n) for n in re.findall(r"\d\.(\d{2,})(?!\d*%)", written)}
    assert decimals in found
    assert max(found) <= max(decimals, 2)
    if picture.sheet is not None:
        assert picture.sheet.decimals == decimals


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(sorted(FIGURES)),
    manner=st.sampled_from(MANNERS),
    text=st.sampled_from([ENGLISH, HEBREW, *MIXED, "cat", "مرحبا يا قط"]),
    size=st.sampled_from(["16:9", "4:3", "84mm", "260x220"]),
)
def test_whatever_the_manner_nothing_is_lost_or_cropped(
    name: str, manner: Manner, text: str, size: str
) -> None:
    picture = drawn(name, text, manner, size=size)
    if size != "260x220":
        assert [what for what in outside(picture) if not what.startswith("wash")] == []
    if name not in ("head-lines", "stage", "neuron"):  # several cells answer with one number
        assert lost(picture) == []


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("words", SIDES)
def test_a_gradient_lies_as_what_it_belongs_to(notation: Any, words: Any) -> None:
    from transformer_lab.figures.ask.node import held_of, tiles_of
    from transformer_lab.figures.turning import is_parameter

    lab = lab_of(ENGLISH)
    graph = lab.snapshot.graph
    assert graph is not None
    assert is_parameter(graph, "grad/block.0/attn/W_Q")
    assert not is_parameter(graph, "grad/block.0/attn/q")
    for node, aside in (("block.0/attn/W_Q", notation == "Wx"), ("block.0/attn/q", words == "columns")):
        tile = tiles_of(held_of(lab.snapshot, node, Manner(0, notation, words)))[0]
        assert tile.turn.aside is aside
