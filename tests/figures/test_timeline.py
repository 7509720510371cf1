"""Time is a value: beats follow the graph, and a cursor can go anywhere and come back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.figures.models import TOWERS, UNUSUAL, snapshot_of
from transformer_lab import session
from transformer_lab.figures.easing import arrive, leave, part, settle, travel
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of

ATTENTION = ("project", "scores", "scale", "mask", "softmax", "mix", "join", "add")
BLOCK = (*ATTENTION, "widen", "relu", "narrow", "add")


def default() -> Timeline:
    graph = session.new().snapshot.graph
    assert graph is not None
    return timeline_of(graph)


def test_the_default_model_plays_sentence_blocks_and_next_word() -> None:
    names = [beat.name for beat in default().beats]
    assert names == ["look-up", "positions", *BLOCK, *BLOCK, "logits", "probabilities"]
    assert [b.place for b in default().beats[2:14]] == ["block.0/attn"] * 8 + ["block.0/ffn"] * 4


@pytest.mark.parametrize("name", [*UNUSUAL, *TOWERS])
def test_every_computed_value_belongs_to_exactly_one_beat(name: str) -> None:
    graph = snapshot_of({**UNUSUAL, **TOWERS}[name]).graph
    assert graph is not None
    shown = [node for beat in timeline_of(graph).beats for node in beat.nodes]
    assert sorted(shown) == sorted(node.id for node in graph if node.op is not None)
    assert "compute" not in [beat.name for beat in timeline_of(graph).beats]


def test_absent_parts_have_no_beat() -> None:
    graph = snapshot_of(UNUSUAL["no scale, no mask"]).graph
    assert graph is not None
    names = {beat.name for beat in timeline_of(graph).beats}
    assert names.isdisjoint({"scale", "mask", "positions", "norm", "widen"})


@given(st.floats(-1000.0, 30000.0))
def test_a_moment_and_its_cursor_name_each_other(ms: float) -> None:
    timeline = default()
    cursor = timeline.at(ms)
    assert 0.0 <= cursor.u <= 1.0
    assert timeline.at(timeline.time(cursor)).beat == cursor.beat
    if 0.0 < cursor.u < 1.0:
        assert timeline.time(cursor) == pytest.approx(ms)


def test_the_ends() -> None:
    timeline = default()
    assert timeline.at(0.0) == Cursor(0, 0.0)
    assert timeline.at(timeline.total) == timeline.end == Cursor(len(timeline.beats) - 1, 1.0)


def test_steps_go_from_rest_to_rest() -> None:
    timeline = default()
    assert timeline.step(Cursor(3, 0.4), 1) == Cursor(3, 1.0)
    assert timeline.step(Cursor(3, 1.0), 1) == Cursor(4, 1.0)
    assert timeline.step(Cursor(3, 0.4), -1) == Cursor(2, 1.0)
    assert timeline.step(Cursor(0, 1.0), -1) == Cursor(0, 0.0)
    assert timeline.step(timeline.end, 1) == timeline.end


def test_coarser_steps_end_with_sublayers_and_blocks() -> None:
    timeline = default()
    assert timeline.step(Cursor(4, 1.0), 1, "sublayer") == Cursor(9, 1.0)
    assert timeline.step(Cursor(4, 1.0), 1, "block") == Cursor(13, 1.0)
    assert timeline.step(Cursor(20, 0.5), -1, "block") == Cursor(13, 1.0)


def test_the_finest_steps_lead_through_everything_and_back() -> None:
    timeline = default()
    there = [Cursor(0, 0.0)]
    while there[-1] != timeline.end:
        there.append(timeline.step(there[-1], 1, "cell"))
    assert len(there) == 10 * len(timeline.beats) + 1
    back = [timeline.end]
    while back[-1] != Cursor(0, 0.0):
        back.append(timeline.step(back[-1], -1, "cell"))
    assert [timeline.time(c) for c in back] == sorted((timeline.time(c) for c in back), reverse=True)


def test_the_overview_has_the_same_beats_in_less_time() -> None:
    timeline = default()
    assert [b.name for b in timeline.overview().beats] == [b.name for b in timeline.beats]
    assert timeline.overview().total == 240.0 * len(timeline.beats)


@pytest.mark.parametrize("ease", [settle, arrive, leave, travel])
def test_easing_goes_from_0_to_1_without_turning_back(ease: object) -> None:
    values = [ease(u / 50.0) for u in range(51)]  # type: ignore[operator]
    assert (values[0], values[-1]) == (0.0, 1.0)
    assert values == sorted(values)


def test_travel_is_the_same_backwards() -> None:
    assert all(travel(u / 20) == pytest.approx(1.0 - travel(1.0 - u / 20), abs=2e-3) for u in range(21))


def test_a_part_of_a_move() -> None:
    assert [part(u, 0.2, 0.6) for u in (0.0, 0.2, 0.4, 0.6, 1.0)] == pytest.approx([0, 0, 0.5, 1, 1])
