"""The stage with an encoder and a decoder: two towers, their lanes, and what goes over between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from tests.figures.as_text import to_text
from tests.figures.goldens import check, check_text
from tests.figures.lawful import unknown_tokens
from tests.figures.models import TOWERS
from tests.figures.stage_frames import assert_refs_are_cells, leaves, moments, timeline
from tests.figures.test_stage import extent
from tests.figures.test_stage_reading import level_texts
from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import State
from transformer_lab.engine.graph import Cell
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model, Positions
from transformer_lab.figures.hit import hit_in, laid_down, locate_in
from transformer_lab.figures.look import block_number, block_path, default_look, following, tower_spans
from transformer_lab.figures.neighbours import neighbour
from transformer_lab.figures.picture import Cells, Curves, Picture, Texts
from transformer_lab.figures.stage import block_at, row_span, section_spans, stage
from transformer_lab.figures.stage.plan import plan_of
from transformer_lab.figures.stage.towers import towers_of
from transformer_lab.figures.timeline import Cursor
from transformer_lab.session import Lab

VIEW = (1232.0, 612.0)
SEEING = BlockSpec((Attention(2, 3), FeedForward(6)))
ASKING = BlockSpec((Attention(2, 3, "causal"), CrossAttention(2, 3), FeedForward(6)))
BEFORE = BlockSpec(
    (
        Attention(1, 4, "causal", norm="before"),
        CrossAttention(4, 2, norm="before"),
        CrossAttention(3, 2, norm="before"),
        FeedForward(5, norm="before"),
    )
)
BARE = BlockSpec((CrossAttention(1, 6, residual=False, output=False),))
MODELS: dict[str, tuple[Model, str, str]] = {
    "one reads nine": (Model(6, (ASKING,), encoder=(SEEING,)), "one", "a b c d e f g h i"),
    "three write of twelve": (
        Model(6, (ASKING,) * 3, Positions("table"), encoder=(SEEING,) * 2, encoder_norm=True),
        "a b c d e f g h i j k l",
        "x y z",
    ),
    "norm before, two crosses": (
        Model(6, (BEFORE,) * 2, encoder=(SEEING,) * 2, final_norm=True),
        "a b c",
        "x y z w",
    ),
    "nothing but reading": (Model(6, (BARE,), encoder=(BlockSpec(()),), output=False), "a b", "x y z"),
    **{name: (model, "the small red house", "la petite maison") for name, model in TOWERS.items()},
}
ALL = ("small-red-house", *MODELS)
CROSS = ("decoder.0/cross", "mix")


@cache
def shown(name: str) -> Snapshot:
    if name == "small-red-house":
        return session.new(name).snapshot
    model, source, text = MODELS[name]
    return Lab(State(model, text, MappingProxyType({}), source=source)).snapshot


def frame(snapshot: Snapshot, cursor: Cursor, **changes: Any) -> Picture:
    look = following(default_look(snapshot, *VIEW), timeline(snapshot), cursor)._replace(**changes)
    return stage(snapshot, look, timeline(snapshot), cursor)


def some(snapshot: Snapshot, count: int, *shares: float) -> list[Cursor]:
    """Moments over the whole run, its end among them."""
    run = list(moments(snapshot, *shares))
    return [*run[:: max(1, len(run) // count)], run[-1]]


def at(snapshot: Snapshot, place: str, name: str, u: float) -> Cursor:
    return Cursor(timeline(snapshot).index[place, name], u)


MOMENTS = (
    ("source", "look-up", 0.5),
    ("encoder.0/attn", "softmax", 0.9),
    ("decoder.0/self", "mask", 0.5),
    ("decoder.0/cross", "project", 0.8),
    ("decoder.0/cross", "scores", 0.6),
    ("decoder.0/cross", "softmax", 0.8),
    ("decoder.0/cross", "mix", 0.5),
    ("decoder.0/cross", "add", 0.4),
    ("output", "probabilities", 0.5),
)


def test_the_finished_frame_is_the_one_that_was_looked_at() -> None:
    snapshot = shown("small-red-house")
    check("towers-rest", frame(snapshot, timeline(snapshot).end, query=2))


def test_moves_are_those_that_were_looked_at() -> None:
    snapshot = shown("small-red-house")
    said = []
    for moment in MOMENTS:
        picture = frame(snapshot, at(snapshot, *moment), query=2)
        moving = tuple(layer for layer in picture.layers if layer.key is None)
        said += ["== " + " ".join(map(str, moment)), to_text(Picture(picture.size, moving))]
    check_text("towers-moves", "\n".join(said))


@pytest.mark.parametrize("name", ALL)
def test_every_moment_of_every_model_has_true_references(name: str) -> None:
    snapshot = shown(name)
    for cursor in moments(snapshot, 0.4):
        picture = frame(snapshot, cursor)
        assert_refs_are_cells(snapshot, picture)
        assert not unknown_tokens(picture)
        assert np.isfinite(picture.size).all()


@pytest.mark.parametrize("name", ALL)
def test_backwards_is_forwards(name: str) -> None:
    snapshot = shown(name)
    run = some(snapshot, 15, 0.3, 1.0)
    there = [to_text(frame(snapshot, cursor)) for cursor in run]
    back = [to_text(frame(snapshot, cursor)) for cursor in reversed(run)]
    assert there == back[::-1]


@pytest.mark.parametrize("name", ALL)
def test_the_end_of_a_move_is_the_rest_before_the_next(name: str) -> None:
    snapshot, run = shown(name), timeline(shown(name))
    for beat in range(len(run.beats) - 1):
        look = following(default_look(snapshot, *VIEW), run, Cursor(beat, 1.0))
        done = stage(snapshot, look, run, Cursor(beat, 1.0))
        ahead = stage(snapshot, look, run, Cursor(beat + 1, 0.0))
        assert to_text(replace(done, description="")) == to_text(replace(ahead, description=""))


@pytest.mark.parametrize("name", ALL)
def test_the_last_frame_shows_the_true_values(name: str) -> None:
    snapshot = shown(name)
    for layer in frame(snapshot, timeline(snapshot).end).layers:
        for item in leaves(layer.build()):
            ref = getattr(item, "ref", None)
            if isinstance(item, Cells) and ref is not None:
                for i, lead in enumerate(ref.index.tolist()):
                    value = snapshot[ref.node][(*lead, 0) if ref.tail == "c" else tuple(lead)]
                    assert item.values[i, 0, 0] == pytest.approx(value), (ref.node, lead)


def has_output(snapshot: Snapshot, path: str) -> bool:
    return f"{path}/W_O" in snapshot or snapshot[f"{path}/mixed"].shape[0] > 1


@pytest.mark.parametrize("name", ALL)
def test_every_operation_moves_something(name: str) -> None:
    snapshot = shown(name)
    run = timeline(snapshot)
    for number, beat in enumerate(run.beats):
        picture = frame(snapshot, Cursor(number, 0.5), query=0, source=0)
        moving = [item for layer in picture.layers if layer.key is None for item in leaves(layer.build())]
        nobody = beat.name == "mask" and beat.place.startswith("encoder")  # padding, and there is none
        alone = beat.name == "join" and not has_output(snapshot, beat.place)
        last = (beat.section, beat.name) == ("output", "norm")  # the stage has no row for it
        assert moving or nobody or alone or last, beat


def empty(item: Any) -> bool:
    places = next(getattr(item, name) for name in ("points", "box", "at") if hasattr(item, name))
    return not len(places)


@pytest.mark.parametrize("name", ALL)
def test_layers_contain_what_they_show_and_lie_in_the_picture(name: str) -> None:
    snapshot = shown(name)
    for cursor in some(snapshot, 20, 0.5, 1.0):
        picture = frame(snapshot, cursor)
        for layer in picture.layers:
            x, y, w, h = layer.box
            for item in (item for item in leaves(layer.build()) if not empty(item)):
                low, high = extent(item)
                assert (low >= np.array([x, y]) - 0.01).all(), (layer.key, item)
                assert (high <= np.array([x + w, y + h]) + 0.01).all(), (layer.key, item)


@pytest.mark.parametrize("name", ALL)
def test_equal_keys_mean_equal_pictures(name: str) -> None:
    snapshot = shown(name)
    blocks = len(default_look(snapshot, *VIEW).openness)
    half = tuple(1.0 if i % 2 else 0.4 for i in range(blocks))
    seen: dict[object, str] = {}
    for cursor in some(snapshot, 5, 0.0, 1.0):
        for changes in ({}, {"query": 0}, {"source": 0}, {"head": 1}, {"openness": half}, {"lane": 70.0}):
            for layer in frame(snapshot, cursor, **changes).layers:
                if layer.key is not None:
                    text = to_text(Picture((0.0, 0.0), (layer._replace(dy=0.0, opacity=1.0, show=1e9),)))
                    assert seen.setdefault(layer.key, text) == text, layer.key[:2]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("lane", [52.0, 76.0, 120.0])
def test_no_two_texts_run_into_each_other(name: str, lane: float) -> None:
    snapshot = shown(name)
    for cursor in some(snapshot, 5, 1.0):
        level = list(level_texts(frame(snapshot, cursor, lane=lane)))
        for i, (text, low, high) in enumerate(level):
            for other, other_low, other_high in level[i + 1 :]:
                shared = np.minimum(high, other_high) - np.maximum(low, other_low)
                assert not (shared > 1.0).all(), (text, other, cursor)


def buses(picture: Picture, node: str) -> Iterator[Curves]:
    for layer in picture.layers:
        for item in leaves(layer.build()):
            if isinstance(item, Curves) and item.ref is not None and item.ref.node == node:
                yield item


def test_threads_leave_the_foot_and_drop_on_the_queries_without_crossing_on_the_way() -> None:
    snapshot = shown("small-red-house")
    picture = frame(snapshot, timeline(snapshot).end, query=2)
    (_, chosen) = buses(picture, "decoder.0/cross/weights")
    ways = chosen.points.reshape(-1, 3, 4, 2)
    reads = chosen.ref.index[::3, 2]  # type: ignore[union-attr]
    order = np.argsort(reads)
    lines = ways[order, 1, 0, 1]
    assert (np.diff(lines) < 0.0).all(), "the nearest word is on top"
    assert np.abs(np.diff(lines)).min() >= 9.0
    assert np.allclose(ways[:, 0, -1], ways[:, 1, 0])
    assert np.allclose(ways[:, 1, -1], ways[:, 2, 0])
    cell = locate_in(laid_down(picture), Cell("decoder.0/cross/q", (0, 2, 0)))
    assert cell is not None
    ends = ways[:, 2, -1]
    assert np.ptp(ends[:, 0]) == 0.0
    assert 0.0 <= cell[1] - ends[0, 1] <= 6.0


def test_a_weight_is_found_in_the_row_and_in_the_matrix() -> None:
    snapshot = shown("small-red-house")
    laid = laid_down(frame(snapshot, timeline(snapshot).end, query=2))
    left = tower_spans(snapshot, default_look(snapshot, *VIEW).lane)[0]
    cell = Cell("decoder.0/cross/weights", (0, 2, 3))
    box = locate_in(laid, cell)
    assert box is not None
    assert hit_in(laid, box[0] + box[2] / 2.0, box[1] + box[3] / 2.0) == cell
    above = neighbour(laid, box, -1, 0, left)
    assert above == Cell("decoder.0/cross/weights", (0, 1, 3)), "the arrows walk through the matrix"
    assert neighbour(laid, box, 0, -1) == Cell("decoder.0/cross/weights", (0, 2, 2))


def test_towers_are_drawn_by_the_same_rows_beside_each_other() -> None:
    snapshot = shown("small-red-house")
    look = default_look(snapshot, 1232.0, 900.0)
    assert look.openness == (1.0, 1.0), "in a high view both are open"
    laid = laid_down(stage(snapshot, look, timeline(snapshot), None))
    (_, right), (left, _) = tower_spans(snapshot, look.lane)
    for word in range(4):
        one = locate_in(laid, Cell("encoder.0/attn/q", (0, word, 0)))
        two = locate_in(laid, Cell("decoder.0/self/q", (0, word, 0)))
        assert one is not None
        assert two is not None
        assert one[0] < right < left < two[0]
        assert two[0] - one[0] == pytest.approx(left)
        assert one[1:] == pytest.approx(two[1:])


def test_the_word_of_the_source_asks_in_the_encoder_alone() -> None:
    snapshot = shown("small-red-house")
    end = timeline(snapshot).end
    first, other = (
        stage(snapshot, default_look(snapshot, 1232.0, 900.0)._replace(source=n), timeline(snapshot), end)
        for n in (0, 2)
    )
    changed = {b.key[0] for a, b in zip(first.layers, other.layers, strict=True) if a.key != b.key and b.key}
    assert changed
    assert all(str(name).startswith("encoder") for name in changed)


def test_each_block_is_found_where_it_stands() -> None:
    snapshot = shown("three write of twelve")
    look = default_look(snapshot, *VIEW)
    found = section_spans(snapshot, look)
    assert list(found)[:4] == ["source", "encoder.0", "encoder.1", "memory"]
    for section in ("encoder.0", "encoder.1", "decoder.0", "decoder.1", "decoder.2"):
        number = block_number(look, section)
        assert block_path(look, number) == section
        x = 50.0 if section.startswith("encoder") else tower_spans(snapshot, look.lane)[1][0] + 50.0
        assert block_at(snapshot, look, x, sum(found[section]) / 2.0) == number


def test_a_camera_that_follows_sees_the_foot_and_the_queries() -> None:
    snapshot = shown("small-red-house")
    cursor = at(snapshot, *CROSS, 0.5)
    look = following(default_look(snapshot, *VIEW), timeline(snapshot), cursor)
    top, bottom = row_span(snapshot, look, timeline(snapshot), cursor)
    towers = towers_of(snapshot, look, timeline(snapshot), cursor)
    assert top <= towers.feet[0].top
    assert bottom >= towers.feet[0].low


@pytest.mark.parametrize("name", ["three write of twelve", "norm before, two crosses"])
def test_two_open_blocks_have_a_foot_each_one_below_the_other(name: str) -> None:
    snapshot = shown(name)
    blocks = len(default_look(snapshot, *VIEW).openness)
    run = timeline(snapshot)
    look = default_look(snapshot, *VIEW)._replace(openness=(1.0,) * blocks)
    towers = towers_of(snapshot, look, run, run.end)
    assert snapshot.graph is not None
    crosses = [s for b in plan_of(snapshot.graph).blocks for s in b.sublayers if s.kind == "cross"]
    assert [foot.sub for foot in towers.feet] == crosses
    for above, below in zip(towers.feet, towers.feet[1:], strict=False):
        assert above.lines.max() < below.top
        assert above.low < below.low
    assert towers.memory < towers.feet[0].top


def test_nothing_jumps_while_a_block_opens() -> None:
    snapshot = shown("three write of twelve")
    run = timeline(snapshot)
    before: tuple[float, ...] | None = None
    for share in np.linspace(0.0, 1.0, 41):
        openness = (0.0, 0.0, 1.0 - share, 0.0, share)
        look = default_look(snapshot, *VIEW)._replace(openness=openness)
        towers = towers_of(snapshot, look, run, run.end)
        now = (towers.memory, towers.encoder_end, towers.decoder_end)
        if before is not None:
            assert np.abs(np.subtract(now, before)).max() < 45.0, share
        before = now


def test_in_words_both_texts_are_told() -> None:
    snapshot = shown("small-red-house")
    said = frame(snapshot, timeline(snapshot).end, query=2).description
    assert "reads “the small red house”" in said
    assert "petite reads mostly house, 87%" in said
    assert "After petite: maison, 83%." in said


def test_an_empty_source_is_asked_for() -> None:
    lab = session.new("small-red-house")
    lab.source = ""
    picture = stage(lab.snapshot, default_look(lab.snapshot, *VIEW), None, None)
    texts = [t for layer in picture.layers for i in layer.build() if isinstance(i, Texts) for t in i.text]
    assert texts == ["Type what the encoder reads"]
