"""The stage far, near and closest by: lawful at every level, and with hysteresis between them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.figures.as_text import to_text
from tests.figures.goldens import check
from tests.figures.lawful import unknown_tokens
from tests.figures.models import UNUSUAL, snapshot_of
from tests.figures.stage_frames import (
    PRESETS,
    VIEW,
    assert_refs_are_cells,
    frame,
    leaves,
    look_at,
    moments,
    timeline,
)
from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.hit import hit_in, laid_down, locate_in
from transformer_lab.figures.look import Level, default_look
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.options import Options, with_option
from transformer_lab.figures.picture import Cells, Picture, Texts
from transformer_lab.figures.stage import section_spans, stage
from transformer_lab.figures.stage.far.strips import binned, slots_per_cell
from transformer_lab.figures.stage.headings import named
from transformer_lab.figures.stage.level import LEVELS, THRESHOLDS, lane_for, level_at, level_of
from transformer_lab.figures.stage.near.form import MOST_LINES, form_of
from transformer_lab.figures.stage.near.reveal import written
from transformer_lab.figures.stage_figure import stage_figure
from transformer_lab.figures.timeline import Cursor

NEARER: tuple[Level, ...] = ("far", "near", "closest")
LEAST_SIZE = 11
CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"query": 0},
    {"head": 1},
    {"pick": 1},
    {"openness": (1.0, 0.0)},
    {"lane": 170.0},
)


def at(snapshot: Snapshot, cursor: Cursor, level: Level, **changes: Any) -> Picture:
    lane = lane_for(level, VIEW[0], len(snapshot.words))
    return frame(snapshot, cursor, **{"level": level, "lane": lane, **changes})


def some(snapshot: Snapshot, *shares: float) -> list[Cursor]:
    """Each operation once, and the end."""
    first: dict[str, int] = {}
    for number, each in enumerate(timeline(snapshot).beats):
        first.setdefault(each.name, number)
    return [*(Cursor(number, u) for number in first.values() for u in shares), timeline(snapshot).end]


def beat(snapshot: Snapshot, name: str, which: int = 0) -> int:
    return [i for i, b in enumerate(timeline(snapshot).beats) if b.name == name][which]


# --- the levels ----------------------------------------------------------------------------------------


def test_the_lane_width_decides_the_level() -> None:
    assert [level_at(lane) for lane in (20.0, 56.0, 159.9, 160.0, 319.0, 320.0)] == [
        "far",
        "middle",
        "middle",
        "near",
        "near",
        "closest",
    ]
    look = default_look(session.new().snapshot, *VIEW)
    assert level_of(look._replace(level=None, lane=30.0)) == "far"
    assert level_of(look._replace(level="near", lane=30.0)) == "near", "what the camera holds counts"


@given(st.floats(6.0, 420.0), st.sampled_from(LEVELS), st.floats(-0.039, 0.039))
def test_within_a_band_round_a_threshold_a_level_is_held(lane: float, before: Level, shift: float) -> None:
    held = level_at(lane, before)
    assert level_at(lane, held) == held, "asked again it stays"
    for threshold, below, above in THRESHOLDS:
        near_it = threshold * (1.0 + shift)
        assert level_at(near_it, below) == below
        assert level_at(near_it, above) == above


@given(st.floats(6.0, 420.0), st.floats(1.0, 1.5), st.sampled_from(LEVELS))
def test_wider_lanes_never_show_less(lane: float, times: float, before: Level) -> None:
    assert LEVELS.index(level_at(lane * times, before)) >= LEVELS.index(level_at(lane, before))


# --- laws of every picture -----------------------------------------------------------------------------


@pytest.mark.parametrize("level", NEARER)
@pytest.mark.parametrize("name", PRESETS)
def test_every_moment_can_be_drawn_and_asked(name: str, level: Level) -> None:
    snapshot = session.new(name).snapshot
    for cursor in some(snapshot, 0.0, 0.35):
        picture = at(snapshot, cursor, level)
        assert_refs_are_cells(snapshot, picture)
        assert not unknown_tokens(picture)
        assert np.isfinite(picture.size).all()


@pytest.mark.parametrize("level", NEARER)
@pytest.mark.parametrize("name", UNUSUAL)
def test_unusual_models_can_be_drawn_at_every_level(name: str, level: Level) -> None:
    snapshot = snapshot_of(UNUSUAL[name])
    if snapshot.state.model.encoder:
        pytest.skip("two towers know the middle level alone")
    for cursor in some(snapshot, 0.5):
        picture = at(snapshot, cursor, level)
        assert_refs_are_cells(snapshot, picture)
        assert not unknown_tokens(picture)


@pytest.mark.parametrize("level", NEARER)
def test_a_frame_is_a_pure_function_forwards_and_back(level: Level) -> None:
    snapshot = session.new(text="The cat was").snapshot
    run = list(moments(snapshot, 0.0, 0.5))
    forwards = [to_text(at(snapshot, cursor, level)) for cursor in run]
    backwards = [to_text(at(snapshot, cursor, level)) for cursor in reversed(run)]
    assert forwards == backwards[::-1]


@pytest.mark.parametrize("level", NEARER)
def test_equal_keys_mean_equal_pictures(level: Level) -> None:
    snapshot = session.new(text="The cat was").snapshot
    seen: dict[object, str] = {}
    for cursor in moments(snapshot, 0.0, 0.5):
        for changes in (
            {},
            {"query": 0},
            {"head": 1},
            {"pick": 1},
            {"openness": (1.0, 0.0)},
            {"lane": 170.0},
        ):
            for layer in at(snapshot, cursor, level, **changes).layers:
                if layer.key is not None:
                    text = to_text(Picture((0.0, 0.0), (layer._replace(dy=0.0, opacity=1.0, show=1e9),)))
                    assert seen.setdefault(layer.key, text) == text, layer.key[:2]


@pytest.mark.parametrize("level", NEARER)
def test_the_end_of_a_move_is_the_rest_before_the_next(level: Level) -> None:
    snapshot = session.new(text="The cat was").snapshot
    for number in range(len(timeline(snapshot).beats) - 1):
        cell = Cell("block.0/attn/weights", (0, 2, 0)) if level == "closest" else None
        look = look_at(snapshot, Cursor(number, 1.0), level=level, lane=200.0, cell=cell)
        ends = [Cursor(number, 1.0), Cursor(number + 1, 0.0)]
        done, ahead = (stage(snapshot, look, timeline(snapshot), cursor) for cursor in ends)
        if timeline(snapshot).beats[number].section == timeline(snapshot).beats[number + 1].section or (
            level != "far"
        ):
            assert shown(done) == shown(ahead), timeline(snapshot).beats[number]


def shown(picture: Picture) -> str:
    """What rests, without the sentence about the moment; the bar of the section at work is no part of it."""
    layers = tuple(layer for layer in picture.layers if layer.key is not None)
    return to_text(replace(picture, layers=layers, description=""))


@pytest.mark.parametrize("level", NEARER)
def test_type_is_never_too_small(level: Level) -> None:
    snapshot = session.new("tiny-gpt").snapshot
    for cursor in some(snapshot, 0.5):
        for layer in at(snapshot, cursor, level).layers:
            texts = [item for item in leaves(layer.build()) if isinstance(item, Texts)]
            sizes = [item.size for item in texts if not item.face.startswith("math")]
            assert min(sizes, default=LEAST_SIZE) >= LEAST_SIZE


@pytest.mark.parametrize("lane", [160.0, 190.0, 240.0, 319.0])
@pytest.mark.parametrize("name", ["first-sentence", "worked-example", "tiny-gpt"])
def test_no_number_is_wider_than_its_cell(name: str, lane: float) -> None:
    snapshot = session.new(name).snapshot
    checked = 0
    picture = at(snapshot, timeline(snapshot).end, "near", lane=lane)
    for layer in picture.layers:
        items = list(leaves(layer.build()))
        boxes = [(c, i) for c in items if isinstance(c, Cells) for i in range(len(c.values))]
        for item in items:
            if not isinstance(item, Texts) or item.anchor != "middle" or item.ref is None:
                continue
            for text, (x, y) in zip(item.text, item.at, strict=True):
                inside = [c.size[i, 0] for c, i in boxes if within(c, i, x, y)]
                checked += bool(inside)
                assert all(approximate(text, item.face, item.size) <= width for width in inside), text
    assert checked > 20


def within(cells: Cells, i: int, x: float, y: float) -> bool:
    (left, top), (width, height) = cells.at[i], cells.size[i]
    return bool(left <= x <= left + width and top <= y <= top + height)


# --- far -----------------------------------------------------------------------------------------------


def test_from_far() -> None:
    snapshot = session.new(text="The cat was").snapshot
    check("stage-far-rest", at(snapshot, timeline(snapshot).end, "far"))
    check("stage-far-softmax", at(snapshot, Cursor(beat(snapshot, "softmax", 1), 0.5), "far"))


def test_the_largest_of_each_cell_survives_binning() -> None:
    values = np.zeros((2, 40))
    values[0, 7], values[1, 39] = -3.0, 2.0
    shown_, slot = binned(values)
    assert slots_per_cell(40) == 3
    assert shown_.shape == (2, 14)
    assert (shown_[0, 2], slot[0, 2]) == (-3.0, 7)
    assert (shown_[1, 13], slot[1, 13]) == (2.0, 39)
    assert np.isnan(binned(np.where(values == -3.0, np.nan, values))[0][0, 2]), "NaN is not lost"


def test_far_cells_are_asked_for_the_number_they_show() -> None:
    snapshot = session.new("tiny-gpt").snapshot
    picture = at(snapshot, timeline(snapshot).end, "far")
    live = laid_down(picture)
    for cell in (Cell("block.0/resid_post", (2, 5)), Cell("block.1/attn/weights", (1, 4, 0))):
        box = locate_in(live, cell)
        assert box is not None
        assert hit_in(live, box[0] + box[2] / 2, box[1] + box[3] / 2) == cell


def test_words_are_thinned_but_the_one_that_asks_is_named() -> None:
    assert named(8, 20.0, 3) == tuple(range(8))
    assert named(8, 10.0, 3) == (0, 3, 6)
    assert named(16, 5.0, 9) == (0, 4, 9)


def test_many_words_from_far_fit_the_view() -> None:
    snapshot = session.new(text="word " * 64).snapshot
    assert at(snapshot, timeline(snapshot).end, "far", width=1200.0).size[0] <= 1200.0


# --- near ----------------------------------------------------------------------------------------------


def test_near_by() -> None:
    snapshot = session.new("worked-example").snapshot
    check("stage-near-rest", at(snapshot, timeline(snapshot).end, "near", query=0))
    check("stage-near-mix", at(snapshot, Cursor(beat(snapshot, "mix"), 0.7), "near", query=0))


def test_the_worked_example_reads_as_by_hand() -> None:
    snapshot = session.new("worked-example").snapshot
    said = written_texts(at(snapshot, timeline(snapshot).end, "near", query=0))
    for number in ("0.707", "2.028", "4.669", "0.434", "0.214", "0.351", "0.869", "1.220", "0.780", "1.000"):
        assert number in said, number


def written_texts(picture: Picture) -> set[str]:
    items = (item for layer in picture.layers for item in leaves(layer.build()))
    return {text for item in items if isinstance(item, Texts) for text in item.text}


def test_a_row_is_written_lane_by_lane() -> None:
    assert written(0.0, 4).begun == 0
    assert written(1.0, 4).full == 4
    half = written(0.6, 4)
    assert (half.full, half.now) == (2, 2)
    assert half.share == pytest.approx(0.4)
    assert written(0.5, 4).now is None, "a step by cell ends between two cells"


def test_while_scores_are_written_only_the_first_words_have_theirs() -> None:
    snapshot = session.new("worked-example").snapshot
    picture = at(snapshot, Cursor(beat(snapshot, "scores"), 2.0 / 3.0), "near", query=0)
    live = laid_down(picture)
    assert locate_in(live, Cell("block.0/attn/scores", (0, 0, 1))) is not None
    assert locate_in(live, Cell("block.0/attn/scores", (0, 0, 2))) is None


@given(st.floats(160.0, 320.0), st.integers(1, 400))
def test_vectors_fit_their_lanes(lane: float, count: int) -> None:
    form = form_of(lane, count, 3)
    assert form.columns * form.width <= lane
    assert form.columns * form.lines >= count
    assert form.lines <= MOST_LINES


def test_numbers_from_near_answer_where_they_stand() -> None:
    snapshot = session.new().snapshot
    live = laid_down(at(snapshot, timeline(snapshot).end, "near"))
    for cell in (
        Cell("block.1/attn/k", (0, 3, 2)),
        Cell("block.1/attn/scaled", (0, 7, 4)),
        Cell("block.1/attn/weights", (0, 7, 1)),
        Cell("block.1/ffn/act", (5, 6)),
    ):
        box = locate_in(live, cell)
        assert box is not None, cell
        assert hit_in(live, box[0] + box[2] / 2, box[1] + box[3] / 2) == cell


# --- closest -------------------------------------------------------------------------------------------


def test_closest_by() -> None:
    snapshot = session.new("worked-example").snapshot
    cell = Cell("block.0/attn/mixed", (0, 0, 0))
    check("stage-closest-rest", at(snapshot, timeline(snapshot).end, "closest", cell=cell))
    moving = Cursor(beat(snapshot, "mix"), 0.5)
    check("stage-closest-mix", at(snapshot, moving, "closest", cell=cell))


def test_every_term_is_a_line() -> None:
    snapshot = session.new("tiny-gpt").snapshot
    cell = Cell("block.0/attn/scores", (0, 4, 1))
    said = written_texts(at(snapshot, timeline(snapshot).end, "closest", cell=cell))
    assert {f"slot {i}" for i in range(1, 9)} <= said
    assert "4.337" in said
    live = laid_down(at(snapshot, timeline(snapshot).end, "closest", cell=cell))
    assert locate_in(live, Cell("block.0/attn/q", (0, 4, 5))) is not None


def test_terms_come_one_after_the_other() -> None:
    snapshot = session.new("tiny-gpt").snapshot
    cell = Cell("block.0/attn/scores", (0, 4, 1))
    number = beat(snapshot, "scores")
    counts = [
        sum(
            text.startswith("= ")
            for text in written_texts(at(snapshot, Cursor(number, u), "closest", cell=cell))
        )
        for u in (0.0, 0.3, 0.6, 1.0)
    ]
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] == 8


# --- between levels, and as a figure --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "level"), [("middle", "far"), ("far", "middle"), ("middle", "near"), ("near", "closest")]
)
def test_one_level_fades_into_the_other(before: Level, level: Level) -> None:
    snapshot = session.new(text="The cat was").snapshot
    end = timeline(snapshot).end
    none, half, all_ = (
        at(snapshot, end, level, lane=160.0, before=before, turn=turn) for turn in (0.001, 0.5, 1.0)
    )
    assert to_text(all_) == to_text(at(snapshot, end, level, lane=160.0))
    assert len(half.layers) == len(none.layers) > len(all_.layers)
    assert all(layer.opacity <= 0.5 for layer in half.layers)


def test_sections_move_to_their_new_places() -> None:
    snapshot = session.new(text="The cat was").snapshot
    look = look_at(snapshot, timeline(snapshot).end, lane=160.0)
    low = section_spans(snapshot, look._replace(level="far"))["block.1"][0]
    high = section_spans(snapshot, look._replace(level="middle"))["block.1"][0]
    assert low != high


def test_the_stage_leaves_at_any_zoom() -> None:
    snapshot = session.new("worked-example").snapshot
    sizes = {zoom: stage_figure(snapshot, with_option(Options(), "zoom", zoom)).size for zoom in LEVELS}
    assert sizes["middle"] == stage_figure(snapshot, Options()).size
    assert "4.669" in written_texts(stage_figure(snapshot, Options(zoom="near", query=0)))
    with pytest.raises(LabError, match="far, middle, near or closest"):
        with_option(Options(), "zoom", "nearer")
