"""The stage with an encoder and a decoder: two towers, their lanes, and what goes over between them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.figures.as_text import to_text
from tests.figures.goldens import check, check_text
from tests.figures.lawful import unknown_tokens
from tests.figures.stage_frames import assert_refs_are_cells, leaves, moments, timeline
from tests.figures.test_stage import extent
from tests.figures.test_stage_reading import level_texts
from tests.figures.two_towers import ALL, VIEW, at, frame, shown, some
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.look import default_look, following
from transformer_lab.figures.picture import Cells, Picture, Texts
from transformer_lab.figures.stage import stage
from transformer_lab.figures.timeline import Cursor

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


@pytest.mark.parametrize("name", ALL)
def test_from_far_every_moment_has_true_references_and_plays_both_ways(name: str) -> None:
    snapshot = shown(name)
    far = {"level": "far", "lane": 30.0}
    looked = some(snapshot, 8, 0.5)
    there = [to_text(frame(snapshot, cursor, **far)) for cursor in looked]
    back = [to_text(frame(snapshot, cursor, **far)) for cursor in reversed(looked)]
    assert there == back[::-1]
    for cursor in looked:
        assert_refs_are_cells(snapshot, frame(snapshot, cursor, **far))


def test_from_far_the_memory_stands_in_line_with_the_other_rows() -> None:
    snapshot = shown("small-red-house")
    picture = frame(snapshot, timeline(snapshot).end, level="far", lane=40.0)
    placed = [
        (text, x)
        for layer in picture.layers
        for item in leaves(layer.build())
        if isinstance(item, Texts)
        for text, x in zip(item.text, item.at[:, 0].tolist(), strict=True)
    ]
    rows = {text: min(x for other, x in placed if other == text) for text in ("Words", "Memory")}
    assert rows["Memory"] == rows["Words"]
