"""Two states beside each other: what is the same says so, swapping turns signs, and nothing is made up."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import transformer_lab as tl
from tests.figures import goldens, lawful
from tests.figures.as_text import to_text
from transformer_lab.document import edits
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.compare.attention_pair import maps_of
from transformer_lab.figures.compare.bars import paired
from transformer_lab.figures.compare.changes import largest, moved, said, set_between
from transformer_lab.figures.compare.naming import called, left_out
from transformer_lab.figures.compare.pairing import pair_of
from transformer_lab.figures.compare.stack import Mode, stack
from transformer_lab.figures.compare.views import DIFFERENCES
from transformer_lab.figures.heads import chosen_head
from transformer_lab.figures.look import default_look
from transformer_lab.figures.options import Options, size_of
from transformer_lab.figures.picture import Cells
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.session import Lab

W_Q = "block.1/attn/W_Q"


def edited(lab: Lab) -> None:
    for cell in ((6, 0, 1), (2, 0, 1), (2, 0, 0)):
        lab.set_cell(W_Q, cell, 0.0)


CASES: dict[str, Callable[[Lab], None]] = {
    "an edit": edited,
    "a mask": lambda lab: lab.do(edits.switch("mask", "none")),
    "another sentence": lambda lab: setattr(lab, "text", "The big cat that the dog chased was happy"),
    "fewer words": lambda lab: setattr(lab, "text", "The cat was"),
    "more words": lambda lab: setattr(lab, "text", "The cat that the dog chased was scared " * 3),
    "fewer blocks": lambda lab: lab.do(edits.switch("layers", 1)),
    "more heads": lambda lab: lab.do(edits.switch("heads", 4)),
    "another model": lambda lab: lab.adopt(tl.new("tiny-gpt")),
    "two towers": lambda lab: lab.adopt(tl.new("small-red-house")),
}


def states(case: str) -> tuple[Snapshot, Snapshot]:
    lab = tl.new()
    before = lab.snapshot
    CASES[case](lab)
    return before, lab.snapshot


def test_equal_states_are_the_same_everywhere() -> None:
    one, other = tl.new(), tl.new()
    pair = pair_of(one.snapshot, other.snapshot)
    assert pair.b.graph is not None
    assert {said(moved(pair, (node.id,))) for node in pair.b.graph} == {"same"}
    assert largest(pair) == set_between(pair) == ()
    assert left_out(pair) == ""
    heads, head = chosen_head(other.snapshot, 1, 0)
    assert not maps_of(pair, heads, head).gap.values.any()


def test_swapping_turns_every_sign() -> None:
    before, after = states("an edit")
    there, back = pair_of(before, after), pair_of(after, before)
    assert there.b.graph is not None
    for node in there.b.graph:
        assert np.array_equal(there.difference(node.id), -back.difference(node.id), equal_nan=True)
    assert [change.by for change in largest(there)] == [-change.by for change in largest(back)]


@pytest.mark.parametrize("case", CASES)
def test_what_is_subtracted_is_what_both_have(case: str) -> None:
    before, after = states(case)
    pair = pair_of(before, after)
    assert after.graph is not None
    for node in after.graph:
        gap, shared = pair.difference(node.id), pair.shared(node.id)
        assert gap.shape == shared.shape == after[node.id].shape
        known = shared & np.isfinite(after[node.id]) & np.isfinite(pair.before(node.id))
        with np.errstate(invalid="ignore"):
            assert np.allclose((pair.before(node.id) + gap)[known], after[node.id][known])
        assert np.isnan(gap[~shared]).all()


def test_a_word_put_in_moves_the_others_along() -> None:
    pair = pair_of(*states("another sentence"))
    assert pair.words.tolist() == [0, -1, 1, 2, 3, 4, 5, 6, -1]
    assert left_out(pair) == (
        "Not subtracted: only in B: big, happy; only in A: scared; words known: 8 in A, 10 in B."
    )
    before = pair.before("embed")
    assert np.array_equal(before[2], pair.a["embed"][1])
    assert np.isnan(before[1]).all()


def test_percents_are_subtracted_as_they_are_printed() -> None:
    before, after = states("an edit")
    heads, head = chosen_head(after, 1, 0)
    points = maps_of(pair_of(before, after), heads, head).gap.points
    assert points is not None
    assert points.sum(-1).tolist() == [0.0] * 8  # both rows add up to 100


def test_what_was_set_is_told_with_both_values() -> None:
    before, after = states("an edit")
    pair = pair_of(before, after)
    told = [(called(after, change.cell), change.before, change.after) for change in set_between(pair)]
    assert [old for _, old, _ in told] == [before[W_Q][change.cell.index] for change in set_between(pair)]
    assert all(new == 0.0 for *_, new in told)
    assert told[0][0].where == "To queries, block 2, head 1"


def test_the_largest_changes_come_largest_first_and_are_named() -> None:
    pair = pair_of(*states("an edit"))
    found = largest(pair)
    assert 1 <= len(found) <= 5
    assert sorted((abs(c.by) for c in found), reverse=True) == [abs(c.by) for c in found]
    assert called(pair.b, found[0].cell).what.startswith("Query of ")


def test_bars_go_by_the_larger_of_both() -> None:
    before, after = states("an edit")
    found = paired(pair_of(before, after), 7, 8)
    assert found is not None
    larger = np.fmax(found.old, found.new)[found.order]
    assert (np.diff(larger) <= 0).all()
    assert found.words[0] == "cat"


@pytest.mark.parametrize("size", ["16:9", "4:3", "84mm", "174mm", "200x400"])
@pytest.mark.parametrize("case", CASES)
def test_the_figure_is_whole(case: str, size: str) -> None:
    before, after = states(case)
    picture = draw_figure("comparison", after, other=before, size=size)
    assert lawful.outside(picture) == []
    assert lawful.overlapping(picture) == []
    assert lawful.unknown_tokens(picture) == set()
    assert lawful.lost(picture) == []
    assert picture.title
    assert picture.description
    assert picture.sheet is not None


@pytest.mark.parametrize(
    ("old", "new"), [("The cat sat", "Donaudampfschifffahrtsgesellschaft the"), ("the", "a" * 40)]
)
def test_long_words_of_b_stay_out_of_the_map_of_a(old: str, new: str) -> None:
    before, after = tl.new(text=old).snapshot, tl.new(text=new).snapshot
    picture = draw_figure("comparison", after, other=before, size="16:9")
    assert lawful.overlapping(picture) == []
    of_a = next(item for item in lawful.items(picture) if isinstance(item, Cells))
    right = of_a.at[0, 0] + of_a.values.shape[2] * of_a.size[0, 0]
    cut = [c for text, c in lawful.text_corners(picture) if text[:3] in ("Don", "aaa") and "…" in text]
    level = [c[0, 0] for c in cut if c[0, 1] == c[1, 1] and c[0, 0] > of_a.at[0, 0]]
    assert level
    assert min(level) > right


def test_golden() -> None:
    before, after = states("an edit")
    goldens.check("comparison-edit", draw_figure("comparison", after, other=before))


def test_without_a_state_to_compare_with_a_card_says_so() -> None:
    assert "no state A" in draw_figure("comparison", tl.new().snapshot).description
    with pytest.raises(LabError, match="snapshot of another state"):
        draw_figure("comparison", tl.new().snapshot, other="here")


def test_a_lab_compares_with_what_it_pinned() -> None:
    lab = tl.new()
    lab.pin()
    first = lab.snapshot
    edited(lab)
    assert "The largest changes" in lab.figure("comparison").picture.description
    lab.swap()
    assert lab.state is first.state
    assert lab.pinned is not None
    assert lab.pinned.state is not first.state
    lab.undo()
    assert largest(pair_of(lab.pinned, lab.snapshot)) == ()
    lab.let_go()
    assert "no state A" in lab.figure("comparison").picture.description


@pytest.mark.parametrize("mode", ["stage", "difference"])
@pytest.mark.parametrize("case", ["an edit", "a mask", "another sentence"])
def test_golden_of_both_on_the_lanes(case: str, mode: Mode) -> None:
    before, after = states(case)
    picture = stack(pair_of(before, after), default_look(after, 900.0, 600.0), mode)
    assert lawful.overlapping(picture) == []
    assert lawful.unknown_tokens(picture) == set()
    goldens.check(f"compared-{case.split()[-1]}-{mode}", picture)


def test_what_is_the_same_takes_one_line() -> None:
    one, other = tl.new().snapshot, tl.new().snapshot
    text = to_text(stack(pair_of(one, other), default_look(other, 900.0, 600.0), "stage"))
    assert text.count("'same'") == 2
    assert "B − A" not in text


SIZES = (("420x320", False), ("204x300", False), ("16:9", True), ("84mm", True))


@pytest.mark.parametrize("how", ["difference", "beside"])
@pytest.mark.parametrize("name", DIFFERENCES)
@pytest.mark.parametrize("case", CASES)
def test_every_figure_of_two_states_is_whole(case: str, name: str, how: str) -> None:
    before, after = states(case)
    for size, titled in SIZES:
        width, height = size_of(size)
        options = Options(width=width, height=height, title=titled, notes=titled, other=before, compared=how)
        picture = FIGURES[name].drawn(after, options)
        assert picture.description
        assert lawful.unknown_tokens(picture) == set()
        assert lawful.lost(picture) == []
        if (name, how) != ("attention", "beside"):  # its notice has a line of its own rules
            assert lawful.outside(picture) == [], size
            assert lawful.overlapping(picture) == [], size


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_figure_of_two_states_tells_them_apart(name: str) -> None:
    before, after = states("an edit")
    plain = to_text(FIGURES[name].drawn(after, Options(other=before)))
    for how in ("difference", "beside"):
        assert to_text(FIGURES[name].drawn(after, Options(other=before, compared=how))) != plain


def test_what_cannot_be_subtracted_is_said_and_both_are_shown() -> None:
    before, after = states("two towers")
    for name in DIFFERENCES:
        if name in ("positions", "matrix"):  # without positions, and a value that A has too
            continue
        told = FIGURES[name].drawn(after, Options(other=before, compared="difference")).description
        assert "no difference" in told
        assert "A: " in told
        assert "B: " in told


@pytest.mark.parametrize("mode", ["stage", "difference"])
def test_of_two_towers_both_are_compared_and_what_the_decoder_reads(mode: Mode) -> None:
    lab = tl.new("small-red-house")
    lab.pin()
    for node in ("encoder.0/attn/W_Q", "decoder.0/cross/W_Q"):
        lab.set(node, -np.asarray(lab.state.parameters[node]))
    assert lab.pinned is not None
    picture = stack(pair_of(lab.pinned, lab.snapshot), default_look(lab.snapshot, 900.0, 600.0), mode)
    text = to_text(picture)
    for name in ("Encoder", "Decoder", "Read by decoder 1", "Cross-attention"):
        assert name in text
    assert lawful.overlapping(picture) == []
    paths = {layer.key[1] for layer in picture.layers if layer.key is not None}
    assert {"encoder.0", "decoder.0", "decoder.0/cross"} <= paths
