"""The stage: pure, lawful, and unbroken for every model and every moment."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import Any

import numpy as np
import pytest

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
from transformer_lab.document import edits
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import Recipe
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import BOXES, Laid, hit_in, laid_down, locate_in
from transformer_lab.figures.look import default_look
from transformer_lab.figures.picture import Cells, Curves, Picture
from transformer_lab.figures.stage import block_at, limit_of, row_span, section_spans, stage
from transformer_lab.figures.timeline import Cursor


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
    others = cycle(({"query": 0}, {"head": 1}, {"pick": 1}, {"openness": (0.4, 1.0)}, {"lane": 90.0}))
    for cursor in moments(snapshot, 0.0, 0.5):
        for changes in ({}, next(others), next(others)):
            picture = frame(snapshot, cursor, **changes)
            for layer in picture.layers:
                if layer.key is not None:
                    text = to_text(Picture((0.0, 0.0), (layer._replace(dy=0.0, opacity=1.0, show=1e9),)))
                    assert seen.setdefault(layer.key, text) == text, layer.key[:2]


def test_words_of_equal_numbers_are_still_told_apart() -> None:
    """Another word may leave every array as it was, but never its name in a picture."""
    lab = session.new("tiny-gpt", "the cat")
    for table in ("embed/W_E", "W_U"):
        lab.do(edits.set_recipe(table, Recipe("zero")))
    seen: dict[object, str] = {}
    for text in ("the cat", "the dog", "a dog"):
        lab.text = text
        for layer in frame(lab.snapshot, timeline(lab.snapshot).end).layers:
            said = to_text(Picture((0.0, 0.0), (layer._replace(dy=0.0, opacity=1.0, show=1e9),)))
            assert seen.setdefault(layer.key, said) == said, layer.key


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
        laid = laid_down(rest)
        seen = (layer for layer in moving.layers if layer.key is None and layer.opacity > 0.01)
        for layer in seen:  # the card of the weights has faded by then
            for item in leaves(layer.build()):
                if isinstance(item, Cells):
                    assert_at_rest(snapshot, laid, item, layer.dy)


def assert_at_rest(snapshot: Snapshot, rest: Laid, item: Cells, dy: float) -> None:
    """The first number of each instance is true, and stands where the picture at rest has it."""
    ref = item.ref
    assert ref is not None
    for i, lead in enumerate(ref.index.tolist()):
        index = (*lead, 0) if ref.tail == "c" else tuple(lead)
        value = snapshot[ref.node][index]
        assert item.values[i, 0, 0] == pytest.approx(value, abs=1e-5, nan_ok=True), (ref.node, index)
        box = locate_in(rest, Cell(ref.node, index))
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
    laid = laid_down(picture)
    box = locate_in(laid, cell)
    assert box is not None
    assert hit_in(laid, box[0] + 10.0, box[1] + 10.0) == cell


def test_the_limit_is_one_power_of_two_that_the_header_can_print() -> None:
    assert limit_of(session.new().snapshot) == 2.0
    assert limit_of(session.new(text="").snapshot) == 1.0


@pytest.mark.parametrize(
    ("large", "silent"),
    [("attn/W_Q", "attn/W_O"), ("attn/W_K", "attn/W_O"), ("attn/W_V", "attn/W_O"), ("ffn/W_1", "ffn/W_2")],
)
def test_large_numbers_inside_a_sublayer_widen_the_scale(large: str, silent: str) -> None:
    lab = session.new("tiny-encoder")
    lab.set(f"block.1/{silent}", 0.0 * lab[f"block.1/{silent}"])
    before = limit_of(lab.snapshot)
    lab.set(f"block.1/{large}", 100.0 * lab[f"block.1/{large}"])
    assert limit_of(lab.snapshot) > before


def test_sections_follow_one_another_while_blocks_fold() -> None:
    snapshot = session.new().snapshot
    for openness in ((0.0, 1.0), (0.3, 0.7), (1.0, 0.0)):
        look = default_look(snapshot, *VIEW)._replace(openness=openness)
        spans = section_spans(snapshot, look)
        tops = [top for top, _ in spans.values()]
        assert list(spans) == ["sentence", "block.0", "block.1", "output"]
        assert tops == sorted(tops)
        top, bottom = spans["block.1"]
        assert block_at(snapshot, look, 200.0, (top + bottom) / 2.0) == 1
        assert block_at(snapshot, look, 200.0, top - 6.0) is None


def test_the_camera_is_told_the_rows_of_the_sublayer_that_acts() -> None:
    snapshot = session.new().snapshot
    beats, index = timeline(snapshot), timeline(snapshot).index
    look = default_look(snapshot, *VIEW)._replace(openness=(0.0, 1.0))
    top, bottom = section_spans(snapshot, look)["block.1"]
    mixing, cutting = (
        row_span(snapshot, look, beats, Cursor(index[place], 0.5))
        for place in (("block.1/attn", "mix"), ("block.1/ffn", "relu"))
    )
    assert top < mixing[0] < mixing[1] <= cutting[0] < cutting[1] <= bottom
    folded = row_span(snapshot, look, beats, Cursor(index["block.0/attn", "mix"], 0.5))
    assert folded == section_spans(snapshot, look)["block.0"]


def test_heads_of_lanes_stay_at_the_top_of_a_scrolled_view() -> None:
    snapshot = session.new().snapshot
    picture = frame(snapshot, timeline(snapshot).end, scroll=100.0)
    heads = [
        layer for layer in picture.layers if layer.key is not None and str(layer.key[0]).startswith("heads")
    ]
    assert [layer.dy for layer in heads] == [100.0, 100.0]
    assert picture.layers[-1] is heads[-1]
