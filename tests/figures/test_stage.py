"""The stage: pure, lawful, and unbroken for every model and every moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.figures.goldens import check
from tests.figures.lawful import unknown_tokens
from tests.figures.models import UNUSUAL, snapshot_of
from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.engine.program import Trace
from transformer_lab.figures.golden import to_text
from transformer_lab.figures.hit import BOXES, hit_picture, locate_in
from transformer_lab.figures.look import Look, default_look, following
from transformer_lab.figures.picture import Cells, Curves, Group, Item, Picture, Texts
from transformer_lab.figures.stage import block_at, limit_of, section_spans, stage
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of

VIEW = (856.0, 484.0)
PRESETS = ("first-sentence", "worked-example", "three-tokens", "tiny-encoder", "tiny-gpt")


def timeline(snapshot: Snapshot) -> Timeline:
    assert snapshot.graph is not None
    return timeline_of(snapshot.graph)


def look_at(snapshot: Snapshot, cursor: Cursor, **changes: Any) -> Look:
    look = following(default_look(snapshot, *VIEW), timeline(snapshot), cursor)
    return look._replace(**changes)


def frame(snapshot: Snapshot, cursor: Cursor, **changes: Any) -> Picture:
    return stage(snapshot, look_at(snapshot, cursor, **changes), timeline(snapshot), cursor)


def moments(snapshot: Snapshot, *shares: float) -> Iterator[Cursor]:
    yield from (Cursor(b, u) for b in range(len(timeline(snapshot).beats)) for u in shares)


def leaves(items: tuple[Item, ...], strength: float = 1.0) -> Iterator[Item]:
    """Items that can be seen, groups opened."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items, strength * item.opacity)
        elif strength > 0.02:
            yield item


def refs(picture: Picture) -> Iterator[tuple[str, np.ndarray, str, tuple[int, int]]]:
    for layer in picture.layers:
        for item in leaves(layer.build()):
            ref = getattr(item, "ref", None)
            if ref is not None:
                grid = item.values.shape[1:] if isinstance(item, Cells) else (1, 1)
                yield ref.node, ref.index, ref.tail, grid


def assert_refs_are_cells(snapshot: Snapshot, picture: Picture) -> None:
    for node, index, tail, grid in refs(picture):
        shape = np.array(snapshot[node].shape)
        lead = index.shape[1]
        assert lead + len(tail) == len(shape), node
        assert ((index >= 0) & (index < shape[:lead])).all(), node
        assert tuple(shape[lead:]) == {"": (), "c": grid[1:], "rc": grid}[tail], node


def test_the_figure_at_rest() -> None:
    snapshot = session.new(text="The cat was").snapshot
    check("stage-rest", frame(snapshot, timeline(snapshot).end, query=1))


@pytest.mark.parametrize(
    ("beat", "u"), [("look-up", 0.5), ("mask", 0.5), ("softmax", 0.5), ("mix", 0.55), ("add", 0.7)]
)
def test_the_figure_in_motion(beat: str, u: float) -> None:
    snapshot = session.new(text="The cat was").snapshot
    number = next(i for i, b in enumerate(timeline(snapshot).beats) if b.name == beat)
    check(f"stage-{beat}", frame(snapshot, Cursor(number, u), query=1))


@pytest.mark.parametrize("name", PRESETS)
def test_every_moment_of_every_preset_can_be_drawn_and_asked(name: str) -> None:
    snapshot = session.new(name).snapshot
    for cursor in moments(snapshot, 0.0, 0.3, 0.7):
        assert_refs_are_cells(snapshot, frame(snapshot, cursor))


@pytest.mark.parametrize("name", UNUSUAL)
def test_every_moment_of_unusual_models_can_be_drawn_and_asked(name: str) -> None:
    snapshot = snapshot_of(UNUSUAL[name])
    for cursor in moments(snapshot, 0.0, 0.4, 1.0):
        picture = frame(snapshot, cursor)
        assert_refs_are_cells(snapshot, picture)
        assert not unknown_tokens(picture)
        assert np.isfinite(picture.size).all()


@pytest.mark.parametrize("text", ["a", "word " * 64, "שלום 你好 🙂 e\u0301", "internationalisation is long"])
def test_any_number_and_kind_of_words(text: str) -> None:
    snapshot = session.new(text=text).snapshot
    end = timeline(snapshot).end
    picture = frame(snapshot, end)
    assert_refs_are_cells(snapshot, picture)
    assert picture.size[0] >= 118.0 + 52.0 * len(snapshot.words)


def test_no_words_invite_to_type() -> None:
    snapshot = session.new(text="").snapshot
    assert "Type a sentence" in to_text(stage(snapshot, default_look(snapshot, *VIEW), None, None))


def test_a_frame_is_a_pure_function() -> None:
    snapshot = session.new().snapshot
    for cursor in (Cursor(7, 0.5), timeline(snapshot).end):
        assert to_text(frame(snapshot, cursor)) == to_text(frame(snapshot, cursor))


def test_equal_keys_mean_equal_pictures() -> None:
    """Over the whole run, other heads, words and folds: a key never stands for two pictures."""
    snapshot = session.new(text="The cat was").snapshot
    seen: dict[object, str] = {}
    for cursor in moments(snapshot, 0.0, 0.5):
        for changes in ({}, {"query": 0}, {"head": 1}, {"pick": 1}, {"openness": (0.4, 1.0)}, {"lane": 90.0}):
            picture = frame(snapshot, cursor, **changes)
            for layer in picture.layers:
                if layer.key is not None:
                    text = to_text(Picture((0.0, 0.0), (layer._replace(dy=0.0, opacity=1.0, show=1e9),)))
                    assert seen.setdefault(layer.key, text) == text, layer.key[:2]


def test_an_edit_renews_only_what_it_changed() -> None:
    lab = session.new()
    before = {layer.key for layer in frame(lab.snapshot, timeline(lab.snapshot).end).layers}
    changed = lab["W_U"].copy()
    changed[0, 0] += 1.0
    lab.set("W_U", changed)
    after = frame(lab.snapshot, timeline(lab.snapshot).end).layers
    assert {layer.key[0] for layer in after if layer.key is not None and layer.key not in before} == {
        "next word"
    }


@pytest.mark.parametrize("name", PRESETS)
def test_the_end_of_a_move_is_the_rest_before_the_next(name: str) -> None:
    snapshot = session.new(name).snapshot
    for beat in range(len(timeline(snapshot).beats) - 1):
        look = look_at(snapshot, Cursor(beat, 1.0))
        done = stage(snapshot, look, timeline(snapshot), Cursor(beat, 1.0))
        ahead = stage(snapshot, look, timeline(snapshot), Cursor(beat + 1, 0.0))
        assert to_text(replace(done, description="")) == to_text(replace(ahead, description=""))


@pytest.mark.parametrize("name", [*PRESETS, *UNUSUAL])
def test_what_moves_ends_where_it_rests_with_its_true_values(name: str) -> None:
    snapshot = session.new(name).snapshot if name in PRESETS else snapshot_of(UNUSUAL[name])
    for beat in range(len(timeline(snapshot).beats)):
        moving = frame(snapshot, Cursor(beat, 1.0 - 1e-9))
        rest = frame(snapshot, Cursor(beat, 1.0))
        layers = tuple((layer, layer.build()) for layer in rest.layers)
        for layer in (layer for layer in moving.layers if layer.key is None):
            for item in leaves(layer.build()):
                if isinstance(item, Cells):
                    assert_at_rest(snapshot, rest, item, layer.dy, layers)


def assert_at_rest(snapshot: Snapshot, rest: Picture, item: Cells, dy: float, built: Any) -> None:
    """The first number of each instance is true, and stands where the picture at rest has it."""
    ref = item.ref
    assert ref is not None
    for i, lead in enumerate(ref.index.tolist()):
        index = (*lead, 0) if ref.tail == "c" else tuple(lead)
        value = snapshot[ref.node][index]
        assert item.values[i, 0, 0] == pytest.approx(value, abs=1e-5, nan_ok=True), (ref.node, index)
        box = locate_in(rest, Cell(ref.node, index), built)
        assert box is not None, (ref.node, index)
        assert box[:2] == pytest.approx((item.at[i, 0], item.at[i, 1] + dy), abs=0.02), (ref.node, index)


@pytest.mark.parametrize("name", ["norm before", "norm after", "two attentions", "wide", "narrow"])
def test_layers_contain_what_they_show(name: str) -> None:
    snapshot = snapshot_of(UNUSUAL[name])
    for cursor in moments(snapshot, 0.5, 1.0):
        for layer in frame(snapshot, cursor).layers:
            x, y, w, h = layer.box
            for item in leaves(layer.build()):
                low, high = extent(item)
                assert (low >= np.array([x, y]) - 0.01).all(), (layer.key, item)
                assert (high <= np.array([x + w, y + h]) + 0.01).all(), (layer.key, item)


def extent(item: Any) -> tuple[np.ndarray, np.ndarray]:
    if isinstance(item, Curves):
        points = item.points.reshape(-1, 2)
        return points.min(0), points.max(0)
    if getattr(item, "angle", 0.0):
        return item.at.min(0), item.at.max(0)
    boxes = BOXES[type(item)](item)
    return boxes[:, :2].min(0), (boxes[:, :2] + boxes[:, 2:]).max(0)


def test_a_weight_answers_where_it_stands() -> None:
    snapshot = session.new().snapshot
    picture = frame(snapshot, timeline(snapshot).end)
    cell = Cell("block.1/attn/weights", (0, 7, 1))
    box = locate_in(picture, cell)
    assert box is not None
    assert hit_picture(picture, box[0] + 10.0, box[1] + 10.0) == cell


def test_the_stage_says_in_words_what_it_shows() -> None:
    snapshot = session.new().snapshot
    said = frame(snapshot, timeline(snapshot).end).description
    assert "Block 2, head 1: scared looks mostly at cat, 67%." in said
    assert "After scared: cat, 88%." in said


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("lane", [52.0, 76.0, 160.0])
def test_no_two_texts_run_into_each_other(name: str, lane: float) -> None:
    snapshot = session.new(name).snapshot
    for cursor in moments(snapshot, 1.0):
        level = list(level_texts(frame(snapshot, cursor, query=1, lane=lane)))
        for i, (text, low, high) in enumerate(level):
            for other, other_low, other_high in level[i + 1 :]:
                shared = np.minimum(high, other_high) - np.maximum(low, other_low)
                assert not (shared > 1.0).all(), (text, other, cursor)


def level_texts(picture: Picture) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Texts that stand upright, with their corners in the picture, letters only (no descent)."""
    for layer in picture.layers:
        for item in leaves(layer.build()):
            if isinstance(item, Texts) and not item.angle:
                for text, (x, y, w, _) in zip(item.text, BOXES[Texts](item), strict=True):
                    top = np.array([x, y + layer.dy + 0.25 * item.size])
                    yield text, top, top + np.array([w, 0.75 * item.size])


def broken(snapshot: Snapshot, node: str, value: float) -> Snapshot:
    """The same snapshot with an impossible number in one node."""
    trace = snapshot.trace
    assert trace is not None
    values = dict(trace.values)
    values[node] = values[node].copy()
    values[node].flat[:2] = value
    return replace(snapshot, trace=Trace(trace.graph, values, trace.revisions, trace.run))


@pytest.mark.parametrize("value", [np.nan, -np.inf, 1e300])
@pytest.mark.parametrize("node", ["embed", "scores", "weights", "mixed", "act", "logits"])
def test_impossible_numbers_break_no_moment(node: str, value: float) -> None:
    whole = {
        "scores": "block.1/attn/scores",
        "weights": "block.1/attn/weights",
        "mixed": "block.1/attn/mixed",
    }
    whole |= {"act": "block.1/ffn/act"}
    snapshot = broken(session.new().snapshot, whole.get(node, node), value)
    with np.errstate(all="ignore"):
        for cursor in moments(snapshot, 0.5):
            assert_refs_are_cells(snapshot, frame(snapshot, cursor, query=0))


def test_what_is_no_number_says_so() -> None:
    snapshot = broken(session.new().snapshot, "block.1/attn/weights", np.nan)
    text = to_text(frame(snapshot, timeline(snapshot).end, query=0))
    assert "NaN" in text
    assert "error" in text


def test_the_limit_is_one_power_of_two_that_the_header_can_print() -> None:
    assert limit_of(session.new().snapshot) == 2.0
    assert limit_of(session.new(text="").snapshot) == 1.0


def test_sections_follow_one_another_while_blocks_fold() -> None:
    snapshot = session.new().snapshot
    for openness in ((0.0, 1.0), (0.3, 0.7), (1.0, 0.0)):
        look = default_look(snapshot, *VIEW)._replace(openness=openness)
        spans = section_spans(snapshot, look)
        tops = [top for top, _ in spans.values()]
        assert list(spans) == ["sentence", "block.0", "block.1", "output"]
        assert tops == sorted(tops)
        top, bottom = spans["block.1"]
        assert block_at(snapshot, look, (top + bottom) / 2.0) == 1
        assert block_at(snapshot, look, top - 6.0) is None


def test_heads_of_lanes_stay_at_the_top_of_a_scrolled_view() -> None:
    snapshot = session.new().snapshot
    picture = frame(snapshot, timeline(snapshot).end, scroll=100.0)
    heads = [
        layer for layer in picture.layers if layer.key is not None and str(layer.key[0]).startswith("heads")
    ]
    assert [layer.dy for layer in heads] == [100.0, 100.0]
    assert picture.layers[-1] is heads[-1]
