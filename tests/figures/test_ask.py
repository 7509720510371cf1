"""Any number of any model can be asked: the answer is true, its doors lead on, its terms make the sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.figures.goldens import check
from tests.figures.lawful import items
from tests.figures.models import TOWERS, UNUSUAL, snapshot_of
from transformer_lab import session
from transformer_lab.document.presets import PRESETS
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.explain import check_index
from transformer_lab.engine.graph import Builder, Cell
from transformer_lab.engine.program import bind
from transformer_lab.errors import LabError
from transformer_lab.figures.ask import Answer, ask, inspector_picture, question, sentence
from transformer_lab.figures.numbers import read

WEIGHT = Cell("block.1/attn/weights", (0, 7, 1))
SUBSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


@cache
def snapshot_called(name: str) -> Snapshot:
    return session.new(name).snapshot if name in PRESETS else snapshot_of({**UNUSUAL, **TOWERS}[name])


def some_cells(snapshot: Snapshot) -> Iterator[Cell]:
    """The first, the last and a middle cell of every node."""
    assert snapshot.graph is not None
    for node in snapshot.graph:
        size = int(np.prod(node.shape))
        places = sorted({0, size // 2, size - 1})
        indices = (
            tuple(int(i) for i in np.unravel_index(p, node.shape)) if node.shape else () for p in places
        )
        yield from (Cell(node.id, index) for index in indices)


def parsed(text: str) -> float:
    """A printed number, also as a power of ten."""
    mantissa, _, power = text.partition(" × 10")
    return read(mantissa) * 10.0 ** int(power.translate(SUBSCRIPTS) or 0)


@pytest.mark.parametrize("name", [*PRESETS, *UNUSUAL, *TOWERS])
def test_every_number_can_be_asked_and_is_told_as_it_is(name: str) -> None:
    snapshot = snapshot_called(name)
    for cell in some_cells(snapshot):
        answer = ask(snapshot, cell)
        value = float(snapshot[cell.node][cell.index])
        np.testing.assert_equal(answer.value, value)
        assert answer.question, cell
        assert "{" not in answer.question, cell
        assert answer.address, cell
        assert told(answer) == pytest.approx(value, abs=6e-7, rel=0.05 if abs(value) < 1e-3 else 1e-6), cell


def told(answer: Answer) -> float:
    """The number as it is printed: beside the headline, or in it."""
    exact = answer.exact if answer.exact[-1:].isdigit() or "×" in answer.exact else answer.headline
    return parsed(exact)


@pytest.mark.parametrize("name", [*PRESETS, *UNUSUAL, *TOWERS])
def test_every_door_leads_to_a_number_and_is_drawn(name: str) -> None:
    snapshot = snapshot_called(name)
    assert snapshot.graph is not None
    for cell in some_cells(snapshot):
        answer = ask(snapshot, cell)
        drawn = {
            Cell(item.ref.node, tuple(int(i) for i in item.ref.index[0]))
            for item in items(inspector_picture(answer, 360.0))
            if item.ref is not None
        }
        for door in answer.doors:
            check_index(snapshot.graph[door.node], door.index)
            assert door in drawn, cell


@pytest.mark.parametrize("name", PRESETS)
def test_a_computed_number_has_doors_and_one_that_was_given_says_why(name: str) -> None:
    snapshot = snapshot_called(name)
    assert snapshot.graph is not None
    for cell in some_cells(snapshot):
        answer = ask(snapshot, cell)
        if snapshot.graph[cell.node].op is not None:
            assert any(door != cell for door in answer.doors), cell
        else:
            assert answer.sections[0].notes, cell
        steps = [section for section in answer.sections if not section.key]
        assert 1 <= len(steps) <= 2, "one section for each step outward, never more than two"


@pytest.mark.parametrize("name", [*PRESETS, *UNUSUAL, *TOWERS])
def test_terms_and_the_rest_make_the_sum(name: str) -> None:
    snapshot = snapshot_called(name)
    for cell in some_cells(snapshot):
        for section in ask(snapshot, cell).sections:
            terms = section.terms
            if terms is None or terms.total is None:
                continue
            rest = terms.rest.value.text if terms.rest is not None else "0"
            printed = [row.value.text for row in terms.rows] + [rest or "0"]
            total = parsed(terms.total.value.text)
            assert len(terms.rows) <= 8
            if np.isfinite(total):
                off = 0.0006 * (len(printed) + 1) + 0.01 * abs(total) * (abs(total) > 1e4)
                assert sum(map(parsed, printed)) == pytest.approx(total, abs=off), (cell, section)


@pytest.mark.parametrize("name", [*PRESETS, *UNUSUAL, *TOWERS])
def test_one_line_tells_what_a_number_is(name: str) -> None:
    snapshot = snapshot_called(name)
    for cell in some_cells(snapshot):
        line = sentence(snapshot, cell)
        assert 3 < len(line) < 160
        assert "\n" not in line
        assert "{" not in line


def test_the_weight_of_the_first_sentence_reads_as_in_a_textbook() -> None:
    snapshot = session.new().snapshot
    answer = ask(snapshot, WEIGHT)
    assert answer.question == "How much scared looks at cat"
    assert answer.address == "Attention weight, block 2, head 1"
    assert (answer.headline, answer.exact) == ("67%", "0.666295")
    terms = answer.sections[0].terms
    assert terms is not None
    assert [row.share for row in terms.rows] == ["67%", "11%", "6%", "4%", "4%", "3%", "3%", "2%"]
    assert [row.name for row in terms.rows if row.here] == ["cat"]
    assert answer.sections[1].title == "The score behind it"
    assert answer.caution == "A large weight is not yet a cause."
    assert sentence(snapshot, WEIGHT) == "scared → cat: 0.666 = e^1.83 / 9.346"


def test_a_hidden_word_is_called_hidden_and_counts_nothing() -> None:
    snapshot = session.new().snapshot
    answer = ask(snapshot, Cell("block.1/attn/weights", (0, 2, 5)))
    assert answer.headline == "0%"
    assert any("hidden: later word" in note for note in answer.sections[0].notes)
    assert sentence(snapshot, answer.cell) == "that → chased: 0, hidden: later word"


def test_scores_too_large_to_raise_are_shown_less_the_largest() -> None:
    lab = session.new()
    lab.set("block.1/attn/W_Q", lab["block.1/attn/W_Q"] * 100.0)
    answer = ask(lab.snapshot, WEIGHT)
    assert answer.sections[0].terms is not None
    doors = {row.value.cell.node for row in answer.sections[0].terms.rows if row.value.cell is not None}
    assert doors == {"block.1/attn/weights/exp"}
    assert answer.sections[0].terms.total is not None
    assert np.isfinite(parsed(answer.sections[0].terms.total.value.text))


def test_words_that_repeat_are_told_apart() -> None:
    snapshot = session.new(text="the cat saw the cat").snapshot
    assert question(snapshot, Cell("block.1/attn/weights", (0, 4, 1))) == "How much cat₄ looks at cat₁"


def test_a_parameter_says_whether_a_hand_or_a_seed_set_it() -> None:
    by_hand = ask(session.new().snapshot, Cell("block.1/attn/W_Q", (2, 0, 0)))
    by_seed = ask(session.new("tiny-gpt").snapshot, Cell("block.1/attn/W_Q", (2, 0, 0)))
    assert by_hand.sections[0].notes[0] == "Set by hand."
    assert "seed" in by_seed.sections[0].notes[0]


def test_a_cell_that_does_not_exist_is_refused() -> None:
    with pytest.raises(LabError):
        ask(session.new().snapshot, Cell("block.9/attn/weights", (0, 0, 0)))
    with pytest.raises(LabError):
        ask(session.new().snapshot, Cell("block.1/attn/weights", (0, 99, 0)))


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("ask-weight", WEIGHT),
        ("ask-scaled", Cell("block.1/attn/scaled", (0, 7, 1))),
        ("ask-residual", Cell("block.1/resid_mid", (7, 0))),
    ],
)
def test_answers_are_drawn_as_before(name: str, cell: Cell) -> None:
    check(name, inspector_picture(ask(session.new().snapshot, cell), 360.0))


def test_the_line_of_a_large_score_is_true_too() -> None:
    lab = session.new()
    lab.set("block.1/attn/W_Q", lab["block.1/attn/W_Q"] * 100.0)
    value, _, made = sentence(lab.snapshot, WEIGHT).rpartition(": ")[2].partition(" = ")
    power, _, total = made.removeprefix("e^").partition(" / ")
    assert np.exp(read(power)) / parsed(total) == pytest.approx(read(value), abs=0.01)


def test_a_part_that_nobody_has_worded_yet_is_told_by_its_operation() -> None:
    g = Builder()
    left = g.leaf("gate/W_G", "df", (2, 3), "parameter")
    right = g.leaf("gate/x", "td", (1, 2), "input")
    g.add("gate/opened", "dot", "td,df->tf", right, left)
    graph = g.freeze()
    leaves = {left: np.arange(6.0).reshape(2, 3), right: np.array([[1.0, 2.0]])}
    known = session.new(text="cat").snapshot
    snapshot = replace(known, graph=graph, trace=bind(graph).run(leaves))
    answer = ask(snapshot, Cell("gate/opened", (0, 1)))
    assert answer.question == "Opened: cat, unit 2"
    assert answer.headline == "9.000"
    assert answer.doors[:2] == (Cell("gate/x", (0, 0)), Cell("gate/x", (0, 1)))
    assert sentence(snapshot, answer.cell) == "Opened: cat, unit 2: 9.000, the sum of 2 terms"
    assert ask(snapshot, Cell("gate/W_G", (1, 1))).doors == (
        Cell("gate/x", (0, 1)),
        Cell("gate/opened", (0, 1)),
    )
    inspector_picture(answer, 360.0)


def test_headline_row_and_stage_share_one_rounding() -> None:
    lab = session.new("worked-example")
    answer = ask(lab.snapshot, Cell("block.0/attn/weights", (0, 0, 0)))
    row = next(row for row in answer.sections[0].terms.rows if row.here)
    assert (answer.headline, row.share, answer.exact) == ("44%", "44%", "0.434419")


def test_scores_and_logits_carry_the_word_they_belong_to() -> None:
    score = ask(session.new().snapshot, Cell("block.1/attn/weights", (0, 7, 1))).sections[1].equation
    assert (score.left, score.names) == ("s_{@0}", ("cat",))
    logit = ask(session.new().snapshot, Cell("logits", (7, 2))).sections[0].equation
    assert (logit.left, logit.names) == ("l_{@0}", ("cat",))
