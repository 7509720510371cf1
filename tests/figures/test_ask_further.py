"""What a number feeds, its gradient, whole values, the path of a word, and a link that is taken away."""

from __future__ import annotations

import numpy as np
import pytest

from tests.figures.goldens import check
from tests.figures.models import TOWERS, UNUSUAL
from tests.figures.test_ask import WEIGHT, snapshot_called, some_cells
from transformer_lab import session
from transformer_lab.document.gradients import with_gradients
from transformer_lab.document.presets import PRESETS
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.what_if import what_if, without_link
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.ask import Answer, about, ask, inspector_picture
from transformer_lab.figures.ask.answer import Section
from transformer_lab.figures.ask.edge import is_link_weight
from transformer_lab.figures.ask.slopes import Slopes, default_target, target_name
from transformer_lab.figures.links import is_link, whole, word, words_of
from transformer_lab.figures.manner import Manner
from transformer_lab.figures.numbers import fixed

SOME = (*list(UNUSUAL)[::3], *list(TOWERS)[:1])
"""of the unusual models, so that the tests stay quick"""


def part(answer: Answer, key: str) -> Section:
    """The section with this key."""
    return next(section for section in answer.sections if section.key == key)


def slopes_of(snapshot: Snapshot) -> Slopes:
    """All gradients of the likeliest next word."""
    target = default_target(snapshot, len(snapshot.words) - 1)
    return Slopes(with_gradients(snapshot, *target), target)


def badges(snapshot: Snapshot, node_id: str) -> set[str]:
    return {badge.text for section in about(snapshot, whole(node_id)).sections for badge in section.badges}


# -- what it feeds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*PRESETS, *SOME])
def test_what_a_number_feeds_is_what_reads_it_the_largest_first(name: str) -> None:
    snapshot = snapshot_called(name)
    assert snapshot.graph is not None
    for cell in some_cells(snapshot):
        readers = snapshot.graph.users(cell.node)
        found = [section for section in ask(snapshot, cell).sections if section.key == "feeds"]
        assert bool(found) == bool(readers), cell
        rows = found[0].terms.rows if found and found[0].terms else ()
        assert {row.value.cell.node for row in rows if row.value.cell} <= set(readers)
        bars = [abs(row.bar) for row in rows if row.bar is not None]
        assert bars == sorted(bars, reverse=True), cell


def test_a_weight_says_what_it_puts_into_the_sums_that_read_it() -> None:
    snapshot = session.new().snapshot
    rows = part(ask(snapshot, Cell("block.1/attn/W_Q", (2, 0, 0))), "feeds").terms.rows
    assert rows[0].name == "scared"
    assert rows[0].value.cell == Cell("block.1/attn/q", (0, 7, 0))
    assert [factor.text for factor in rows[0].factors] == ["1.100", "3"]
    assert rows[0].value.text == "3.300"


def test_taking_a_term_away_changes_the_reader_by_the_effect_that_is_told() -> None:
    lab = session.new()
    cell = Cell("block.1/attn/W_Q", (2, 0, 0))
    row = part(ask(lab.snapshot, cell), "feeds").terms.rows[0]
    before = lab[row.value.cell.node][row.value.cell.index]
    lab.set_cell(cell.node, cell.index, 0.0)
    after = lab[row.value.cell.node][row.value.cell.index]
    assert before - after == pytest.approx(float(row.value.text), abs=6e-4)


# -- gradients ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["first-sentence", "tiny-gpt"])
def test_the_gradient_that_is_told_is_the_slope_of_the_target(name: str) -> None:
    lab = session.new(name)
    slopes, step = slopes_of(lab.snapshot), 1e-5
    cell = Cell("block.1/attn/W_Q", (2, 0, 0))
    told = part(ask(lab.snapshot, cell, slopes), "gradient").equation.result.cell
    slope = float(slopes.snapshot[told.node][told.index])
    ends = []
    for sign in (1.0, -1.0):
        value = float(lab[cell.node][cell.index])
        lab.set_cell(cell.node, cell.index, value + sign * step)
        ends.append(lab[slopes.target.node][slopes.target.index])
        lab.undo()
    assert slope == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-4, abs=1e-7)


@pytest.mark.parametrize("name", ["first-sentence", *SOME])
def test_gradients_explain_themselves_like_other_numbers(name: str) -> None:
    snapshot = snapshot_called(name)
    if "logits" not in snapshot:
        with pytest.raises(LabError):
            default_target(snapshot, 0)
        return
    slopes = slopes_of(snapshot)
    assert slopes.snapshot.graph is not None
    for node in slopes.snapshot.graph:
        if node.id.startswith("grad/"):
            cell = Cell(node.id, (0,) * len(node.axes))
            answer = ask(snapshot, cell, slopes)
            np.testing.assert_equal(answer.value, float(slopes.snapshot[node.id][cell.index]))
            assert "gradient" in answer.question, cell
            assert "{" not in answer.question, cell
            inspector_picture(answer, 360.0)


def test_the_ways_of_a_gradient_make_its_sum() -> None:
    snapshot = session.new().snapshot
    slopes = slopes_of(snapshot)
    section = part(ask(snapshot, Cell("block.1/resid_mid", (7, 0)), slopes), "gradient")
    made = sum(float(slopes.snapshot[r.value.cell.node][r.value.cell.index]) for r in section.terms.rows)
    assert made == pytest.approx(float(slopes.snapshot["grad/block.1/resid_mid"][7, 0]))
    assert [row.name for row in section.terms.rows] == ["by Going out", "by Hidden, before, before bias"]


def test_what_the_target_does_not_depend_on_says_so() -> None:
    snapshot = session.new().snapshot
    section = part(ask(snapshot, Cell("probs", (0, 0)), slopes_of(snapshot)), "gradient")
    assert section.notes == ("The logit of cat does not depend on this number.",)


def test_a_target_has_a_name_and_an_empty_text_has_none() -> None:
    snapshot = session.new().snapshot
    assert target_name(snapshot, Cell("probs", (7, 1))).startswith("probability of ")
    assert target_name(snapshot, Cell("block.1/attn/q", (0, 7, 1))) == "Queries: head 1, scared, slot 2"
    with pytest.raises(LabError, match="type a sentence"):
        default_target(session.new(text="").snapshot, 0)


def test_gradients_can_only_be_asked_while_they_are_there() -> None:
    with pytest.raises(LabError):
        ask(session.new().snapshot, Cell("grad/block.1/attn/q", (0, 0, 0)))


# -- whole values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*PRESETS, *SOME])
def test_every_value_has_a_page_as_a_whole(name: str) -> None:
    snapshot = snapshot_called(name)
    assert snapshot.graph is not None
    doors: set[Cell] = set()
    for node in snapshot.graph:
        answer = about(snapshot, whole(node.id))
        picture = inspector_picture(answer, 360.0)
        assert picture.size[1] > 100.0
        for door in set(answer.stops) - doors:  # many pages lead to the same numbers
            doors.add(door)
            if is_link(door):
                about(snapshot, door)
            else:
                ask(snapshot, door)


def test_badges_tell_what_holds() -> None:
    snapshot = session.new("tiny-gpt").snapshot
    assert badges(snapshot, "block.0/attn/weights") >= {"rows sum to 1", "causal triangle empty"}
    assert "mean 0, variance 1" in badges(snapshot, "block.0/norm_1/normed")
    assert "mean 0, variance 1" not in badges(snapshot, "block.0/resid_pre")
    assert "all zero" in badges(snapshot, "block.0/attn/b_Q")
    assert not badges(snapshot, "block.0/attn/q")


def test_a_nan_is_traced_to_where_it_first_appears() -> None:
    lab = session.new()
    lab.set("block.0/attn/W_Q", lab["block.0/attn/W_Q"] * 0 + 1e200)
    lab.set("block.0/attn/W_K", lab["block.0/attn/W_K"] * 0 + 1e200)
    found = [b for s in about(lab.snapshot, whole("probs")).sections for b in s.badges if b.alarm]
    assert found[0].text == "has NaN"
    first = next(n.id for n in lab.snapshot.graph if np.isnan(lab[n.id]).any())
    assert found[0].door.cell.node == first != "probs"


def test_the_rows_of_a_matrix_of_heads_are_those_of_the_first_head() -> None:
    snapshot = session.new().snapshot
    answer = about(snapshot, whole("block.1/attn/W_Q"))
    tiles = next(section.tiles for section in answer.sections if section.tiles)
    assert [tile.name for tile in tiles] == ["head 1", "head 2"]
    values = snapshot["block.1/attn/W_Q"]
    np.testing.assert_array_equal(tiles[1].values, values[:, 1, :])
    assert tuple(tiles[1].index[2]) == (2, 1)
    sums = next(section for section in answer.sections if section.title == "Sums of rows")
    assert sums.aside == "head 1"
    assert (sums.terms.rows[0].name, sums.terms.rows[0].value.text) == ("verb", "3.500")


# -- the path of a word ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*PRESETS, *SOME])
def test_every_word_has_a_path(name: str) -> None:
    snapshot = snapshot_called(name)
    for side in ("", "encoder/"):
        for place, _ in enumerate(words_of(snapshot, side)):
            answer = about(snapshot, word(place, side))
            inspector_picture(answer, 360.0)
            assert answer.sections, (place, side)
            for door in answer.doors:
                ask(snapshot, door)


def test_the_path_tells_lengths_and_the_strongest_look() -> None:
    snapshot = session.new().snapshot
    answer = about(snapshot, word(7))
    assert answer.question == "The path of scared"
    assert (answer.headline, answer.exact) == ("cat", "comes next, 88%")
    lengths = next(s for s in answer.sections if s.title == "Length of its vector").terms.rows
    assert [row.name for row in lengths[:3]] == ["at the start", "block 1, halfway", "block 1, end"]
    end = np.sqrt((snapshot["block.1/resid_post"][7] ** 2).sum())
    assert lengths[-1].value.text == f"{end:.3f}"
    looks = next(s for s in answer.sections if s.title.startswith("Who it listened")).terms.rows
    assert (looks[2].name, looks[2].value.text, looks[2].value.cell) == ("block 2, head 1", "cat 67%", WEIGHT)
    with pytest.raises(LabError):
        about(snapshot, word(8))


# -- a link taken away ----------------------------------------------------------------------------------


def test_without_a_link_its_weight_is_nothing_and_the_others_share_it() -> None:
    snapshot = session.new().snapshot
    cut = what_if(snapshot, without_link(snapshot, WEIGHT))
    weights = cut[WEIGHT.node]
    assert weights[WEIGHT.index] == 0.0
    assert weights[0, 7].sum() == pytest.approx(1.0)
    assert snapshot[WEIGHT.node][WEIGHT.index] > 0.6
    answer = ask(snapshot, WEIGHT, None, cut)
    top = snapshot.vocabulary[int(cut["probs"][7].argmax())]
    assert "cat\N{NO-BREAK SPACE}88%" in answer.trial.results[0]
    assert top in answer.trial.results[0]


def test_weight_times_length_is_told_with_both_factors() -> None:
    snapshot = session.new().snapshot
    row = part(ask(snapshot, WEIGHT), "lengths").terms.rows[0]
    value = snapshot["block.1/attn/v"][0, 1]
    assert (row.name, row.here) == ("cat", True)
    made = 0.666295 * np.sqrt((value**2).sum())
    assert float(row.value.text) == pytest.approx(made, abs=6e-4)


def test_only_weights_of_attention_are_links() -> None:
    assert is_link_weight("block.0/attn/weights")
    assert is_link_weight("decoder.1/cross/weights")
    assert not is_link_weight("block.0/attn/weights/exp")
    assert not is_link_weight("grad/block.0/attn/weights")
    assert not is_link_weight("block.0/attn/v")
    assert not is_link_weight(whole("block.0/attn/weights").node)


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("ask-whole", whole("block.1/attn/weights")),
        ("ask-word", word(7)),
        ("ask-parameter", Cell("block.1/attn/W_Q", (2, 0, 0))),
    ],
)
def test_pages_are_drawn_as_before(name: str, subject: Cell) -> None:
    snapshot = session.new().snapshot
    check(name, inspector_picture(about(snapshot, subject, slopes_of(snapshot)), 360.0))


def test_answers_follow_the_manner_of_writing() -> None:
    snapshot = session.new(text="the cat saw the cat").snapshot
    manner = Manner(first=1, notation="Wx", decimals=2)
    cell = Cell("block.1/attn/q", (0, 4, 0))
    answer = ask(snapshot, cell, manner=manner)
    assert answer.question == "Query of cat₅, slot 1"
    equation, terms = answer.sections[0].equation, answer.sections[0].terms
    assert (equation.symbols, ask(snapshot, cell).sections[0].equation.symbols) == (
        r"W_{\mathrm{Q}} \, x",
        r"x \, W_{\mathrm{Q}}",
    )
    assert terms.rows[0].factors[0].cell.node == "block.1/attn/W_Q", "the matrix stands in front"
    logit = ask(snapshot, Cell("logits", (4, 1)), manner=manner)
    assert logit.headline == fixed(snapshot["logits"][4, 1], 2)
    assert logit.sections[0].terms.total.value.text == logit.headline
    assert about(snapshot, word(4), manner=manner).address == "Word 5 of 5, counted from 1"


def test_a_folded_section_shows_its_heading_only() -> None:
    answer = ask(session.new().snapshot, WEIGHT)
    full, folded = (
        inspector_picture(answer, 360.0, folded=keys) for keys in (frozenset[str](), frozenset({"feeds"}))
    )
    assert folded.size[1] < full.size[1]
