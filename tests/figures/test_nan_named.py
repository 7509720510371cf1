"""A weight too large to compute with: every page says that there is no number, and where that began."""

from __future__ import annotations

import numpy as np
import pytest

from tests.figures.stage_frames import at, leaves, moments, timeline
from transformer_lab import session
from transformer_lab.document.what_if import what_if, without_link
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.ask.answer import Answer, Section
from transformer_lab.figures.ask.asking import about, ask
from transformer_lab.figures.ask.facts import first_nan
from transformer_lab.figures.ask.wholes import crosses
from transformer_lab.figures.heads import hidden
from transformer_lab.figures.links import whole
from transformer_lab.figures.picture import Rects, Stamps, Texts
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.figures.timeline import Cursor
from transformer_lab.session import Lab

BEGINS = "Score after the mask, block 1, head 1"


@pytest.fixture(scope="module")
def broken() -> Lab:
    lab = session.new()
    lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 1e308)
    return lab


def shares(answer: Answer) -> Section:
    return next(s for s in answer.sections if s.title == "Its share of the row")


@pytest.mark.parametrize("cell", [Cell("probs", (7, 2)), Cell("block.1/attn/weights", (0, 7, 1))])
def test_a_number_that_is_none_leads_to_where_nan_began(broken: Lab, cell: Cell) -> None:
    origin = first_nan(broken.snapshot)
    answer = ask(broken.snapshot, cell)
    badge = answer.sections[0].badges[0]
    assert (badge.text, badge.door.cell) == ("not a number", origin)
    assert badge.door.text == f"The first one: {BEGINS}"
    assert origin is not None
    assert ask(broken.snapshot, origin).sections[0].badges[0].text == "NaN begins here"


def test_a_row_of_nan_lists_every_word_and_adds_up_to_none(broken: Lab) -> None:
    terms = shares(ask(broken.snapshot, Cell("block.1/attn/weights", (0, 7, 1)))).terms
    assert terms is not None
    assert {row.name for row in terms.rows} == set(broken.snapshot.words)
    assert {row.share for row in terms.rows} == {"NaN"}
    assert {row.bar for row in terms.rows} == {0.0}
    assert terms.total is not None
    assert terms.total.share == "NaN"


def test_a_row_of_numbers_is_told_as_before() -> None:
    answer = ask(session.new().snapshot, Cell("block.1/attn/weights", (0, 7, 1)))
    terms = shares(answer).terms
    assert answer.sections[0].title == "Its share of the row"
    assert terms is not None
    assert terms.total is not None
    assert terms.total.share == "100%"


def test_a_whole_value_names_the_place_and_frames_what_is_none(broken: Lab) -> None:
    badge = about(broken.snapshot, whole("block.1/attn/weights")).sections[1].badges[0]
    assert badge.door.text == f"The first one: {BEGINS}"
    values = np.array([[1.0, np.nan], [2.0, 3.0]])
    boxes, cross = crosses(values, 10.0, 20.0, 8.0)
    assert isinstance(boxes, Rects)
    assert boxes.box.tolist() == [[18.0, 20.0, 8.0, 8.0]]
    assert cross.at.tolist() == [[22.0, 24.0]]  # type: ignore[union-attr]
    assert crosses(np.ones((2, 2)), 0.0, 0.0, 8.0) == []


def test_a_share_above_zero_that_stands_alone_never_reads_nothing() -> None:
    snapshot = session.new().snapshot
    cell = Cell("block.1/attn/weights", (0, 7, 1))
    (told,) = ask(snapshot, cell, without=what_if(snapshot, without_link(snapshot, cell))).trial.results
    assert snapshot["probs"][7, 3] > 0.0
    assert "dog <1% → 56%" in told.replace("\N{NO-BREAK SPACE}", " ")


def test_the_mask_is_read_from_the_mask_where_scores_are_nan(broken: Lab) -> None:
    for block in range(2):
        gone = hidden(broken.snapshot, f"block.{block}/attn")
        np.testing.assert_array_equal(gone, ~np.tri(8, dtype=bool))


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_no_figure_places_anything_at_nan(broken: Lab, name: str) -> None:
    try:
        picture = draw_figure(name, broken.snapshot)
    except LabError:
        return  # it says in words why it cannot be drawn
    for item in (item for layer in picture.layers for item in leaves(layer.build())):
        for field in ("box", "at", "points", "size"):
            place = getattr(item, field, None)
            if isinstance(place, np.ndarray):
                assert np.isfinite(place).all(), (name, type(item).__name__, field)


def test_the_residual_stream_says_where_it_is_nan(broken: Lab) -> None:
    picture = draw_figure("residual", broken.snapshot)
    texts = [
        t for layer in picture.layers for i in leaves(layer.build()) if isinstance(i, Texts) for t in i.text
    ]
    assert "NaN" in texts
    assert picture.description == "The vector of scared is NaN from “Attention 2” on."


def test_from_far_strips_without_numbers_are_framed_and_crossed(broken: Lab) -> None:
    snapshot = broken.snapshot
    picture = at(snapshot, Cursor(len(timeline(snapshot).beats) - 1, 1.0), "far")
    items = [item for layer in picture.layers for item in leaves(layer.build())]
    framed = sum(len(i.box) for i in items if isinstance(i, Rects) and i.stroke == "error")
    crossed = sum(len(i.at) for i in items if isinstance(i, Stamps) and i.stroke == "error")
    assert framed >= len(snapshot.words)
    assert crossed >= len(snapshot.words)
    assert "NaN" in [text for i in items if isinstance(i, Texts) for text in i.text]


@pytest.mark.parametrize("level", ["far", "middle", "near", "closest"])
@pytest.mark.parametrize("cell", [("block.0/ffn/W_1", (0, 0)), ("block.0/attn/W_V", (0, 0, 0))])
def test_enormous_numbers_are_drawn_without_a_complaint(
    cell: tuple[str, tuple[int, ...]], level: str
) -> None:
    lab = session.new()
    lab.set_cell(*cell, 1e308)
    for cursor in moments(lab.snapshot, 0.35, 1.0):
        for layer in at(lab.snapshot, cursor, level).layers:
            layer.build()
