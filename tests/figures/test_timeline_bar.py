"""The bar of beats: time is length, a place is a moment and back, and nothing is ever clipped."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import transformer_lab as tl
from tests.figures import lawful
from tests.figures.as_text import to_text
from tests.figures.goldens import check
from tests.figures.test_head_grid import snapshot
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Rects, Texts
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of
from transformer_lab.figures.timeline_bar import time_at, timeline_bar, x_at
from transformer_lab.figures.timeline_track import track


def run(blocks: int = 2) -> Timeline:
    graph = tl.new().snapshot.graph if blocks == 2 else snapshot(blocks, 2).graph
    assert graph is not None
    return timeline_of(graph)


RUNS = {blocks: run(blocks) for blocks in (1, 2, 5, 12)}
SHAPES = [(500.0, 56.0), (622.0, 67.0), (900.0, 56.0), (1400.0, 68.0), (240.0, 56.0), (700.0, 24.0)]
OWN = {"block.0": "finds the noun", "block.1": "who?"}
MIX = next(i for i, beat in enumerate(RUNS[2].beats) if (beat.section, beat.name) == ("block.1", "mix"))


def test_golden() -> None:
    check("timeline-bar", timeline_bar(RUNS[2], Cursor(MIX, 0.5), 874.0, 68.0))


def test_the_operation_is_named_with_its_place_in_its_block() -> None:
    assert "mix values, 6 of 12" in lawful.texts(timeline_bar(RUNS[2], Cursor(MIX, 0.5), 874.0, 68.0))


def test_the_name_stands_under_the_playhead_and_moves_in_at_the_ends() -> None:
    def name(cursor: Cursor) -> tuple[float, float, float]:
        """Left, middle and right of the caption."""
        items = lawful.items(timeline_bar(RUNS[2], cursor, 874.0, 68.0))
        said = next(i for i in items if isinstance(i, Texts) and i.color == "now")
        half = approximate(said.text[0], said.face, said.size) / 2.0
        return said.at[0, 0] - half, said.at[0, 0], said.at[0, 0] + half

    assert name(Cursor(0, 0.0))[0] == pytest.approx(4.0)
    assert name(Cursor(MIX, 0.5))[1] == pytest.approx(track(RUNS[2], 874.0).x(Cursor(MIX, 0.5)))
    assert name(RUNS[2].end)[2] == pytest.approx(870.0)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("blocks", RUNS)
def test_nothing_is_clipped_or_collides_at_any_beat(blocks: int, shape: tuple[float, float]) -> None:
    timeline = RUNS[blocks]
    for beat in range(0, len(timeline.beats), 5):
        picture = timeline_bar(timeline, Cursor(beat, 0.3), *shape)
        assert lawful.outside(picture) == []
        assert lawful.overlapping(picture) == []
        named = timeline_bar(timeline, Cursor(beat, 0.3), *shape, own=OWN)
        assert lawful.outside(named) == []
        assert lawful.overlapping(named) == []
    last = timeline_bar(timeline, timeline.end, *shape)
    assert lawful.outside(last) == []
    assert lawful.unknown_tokens(last) == set()


def test_what_a_person_calls_a_block_stands_behind_its_name_where_there_is_room() -> None:
    wide = lawful.texts(timeline_bar(RUNS[2], RUNS[2].end, 874.0, 68.0, own=OWN))
    assert {"Block 1", "finds the noun", "Block 2", "who?"} <= set(wide)
    narrow = lawful.texts(timeline_bar(RUNS[12], RUNS[12].end, 500.0, 56.0, own=OWN))
    assert "finds the noun" not in narrow


@given(st.sampled_from([*RUNS]), st.floats(240.0, 1400.0), st.floats(-50.0, 1500.0))
@settings(max_examples=80)
def test_the_playhead_goes_where_it_is_dragged(blocks: int, width: float, x: float) -> None:
    timeline = RUNS[blocks]
    laid = track(timeline, width)
    ends = [edge for a, b in zip(laid.left, laid.length, strict=True) for edge in (a, a + b)]
    back = x_at(timeline, width, time_at(timeline, width, x))
    inside = any(a <= x <= a + b for a, b in zip(laid.left, laid.length, strict=True))
    assert abs(back - x) < 1e-6 if inside else min(abs(back - edge) for edge in ends) < 1e-6


@given(st.sampled_from([*RUNS]), st.floats(240.0, 1400.0))
@settings(max_examples=40)
def test_bars_stand_in_order_and_fill_the_strip(blocks: int, width: float) -> None:
    laid = track(RUNS[blocks], width)
    ends = [a + b for a, b in zip(laid.left, laid.length, strict=True)]
    assert all(end <= after + 1e-9 for end, after in zip(ends, laid.left[1:], strict=False))
    assert min(laid.length) > 0.0
    assert laid.left[0] == 6.0
    assert ends[-1] == pytest.approx(width - 6.0)


def test_within_a_block_length_is_teaching_time() -> None:
    timeline, laid = RUNS[2], track(RUNS[2], 900.0)
    section = laid.section(MIX)
    rates = {
        round(laid.length[i] / (timeline.beats[i].move + timeline.beats[i].rest), 9)
        for i in range(section.first, section.last + 1)
    }
    assert len(rates) == 1


def test_later_places_are_later_moments() -> None:
    times = [time_at(RUNS[5], 622.0, float(x)) for x in range(622)]
    assert times == sorted(times)
    assert times[0] == 0.0


def test_played_bars_are_full_and_those_to_come_pale() -> None:
    picture = timeline_bar(RUNS[2], Cursor(MIX, 0.25), 874.0, 68.0)
    bars = [i for i in lawful.items(picture) if isinstance(i, Rects) and i.fill not in ("now_fill", "")]
    laid = track(RUNS[2], 874.0)
    full = sum(float(i.box[:, 2].sum()) for i in bars if i.opacity == 1.0)
    pale = sum(len(i.box) for i in bars if i.opacity == 0.22)
    assert full == pytest.approx(sum(laid.length[:MIX]) + 0.25 * laid.length[MIX])
    assert pale == len(RUNS[2].beats)


def test_a_frame_of_the_same_beat_reuses_every_layer_but_the_motion() -> None:
    a, b = (timeline_bar(RUNS[2], Cursor(MIX, u), 874.0, 68.0) for u in (0.2, 0.7))
    assert [layer.key for layer in a.layers] == [layer.key for layer in b.layers]
    assert [layer.key is None for layer in a.layers] == [False, False, False, True]
    assert to_text(a) != to_text(b)
    assert hash(a.layers[0].key) == hash(b.layers[0].key)
