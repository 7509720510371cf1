"""The stage far, near and closest by: lawful at every level, and with hysteresis between them."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.figures.as_text import to_text
from tests.figures.lawful import unknown_tokens
from tests.figures.models import UNUSUAL, snapshot_of
from tests.figures.stage_frames import (
    PRESETS,
    VIEW,
    assert_refs_are_cells,
    at,
    leaves,
    look_at,
    moments,
    some,
    timeline,
    written_texts,
)
from transformer_lab import session
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.look import Level, default_look
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.options import Options, with_option
from transformer_lab.figures.picture import Cells, Picture, Texts
from transformer_lab.figures.stage import section_spans, stage
from transformer_lab.figures.stage.level import LEVELS, THRESHOLDS, level_at, level_of
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
    others = cycle(({"query": 0}, {"head": 1}, {"pick": 1}, {"openness": (1.0, 0.0)}, {"lane": 170.0}))
    for cursor in moments(snapshot, 0.0, 0.5):
        for changes in ({}, next(others), next(others)):
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
