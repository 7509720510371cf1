"""Faces of attention: what each shows, how one turns into another, and that every preset plays both ways."""

from __future__ import annotations

import numpy as np
import pytest

from tests.figures.as_text import to_text
from tests.figures.goldens import check
from tests.figures.stage_frames import assert_refs_are_cells, beat, frame, leaves, moments, some, timeline
from transformer_lab import session
from transformer_lab.document.presets import FURTHER, PRESETS
from transformer_lab.figures.look import Face
from transformer_lab.figures.picture import Cells, Curves, Hatch, Item, Picture
from transformer_lab.figures.timeline import Cursor

FACES: tuple[Face, ...] = ("threads", "matrix", "both")
EVERY = (*PRESETS, *FURTHER)
WEIGHTS = "block.1/attn/weights"


def attention(picture: Picture) -> list[Item]:
    """What the open attention row shows."""
    return [
        item
        for layer in picture.layers
        if layer.key is not None and layer.key[0] == "attention block.1/attn"
        for item in leaves(layer.build())
    ]


def shown(items: list[Item], node: str) -> set[tuple[int, ...]]:
    """Which numbers of a value stand in cells."""
    return {
        (*index.tolist(),)
        for item in items
        if isinstance(item, Cells) and item.ref is not None and item.ref.node == node
        for index in item.ref.index
    }


@pytest.mark.parametrize("face", ["matrix", "both"])
def test_each_face_rests_as_it_did(face: Face) -> None:
    snapshot = session.new("first-sentence", "The cat sat").snapshot
    check(f"stage-face-{face}", frame(snapshot, timeline(snapshot).end, face=face, query=1))


@pytest.mark.parametrize("name", ["scores", "mask", "softmax"])
def test_what_moves_in_the_matrix_looks_as_it_did(name: str) -> None:
    snapshot = session.new("first-sentence", "The cat sat").snapshot
    check(f"stage-matrix-{name}", frame(snapshot, Cursor(beat(snapshot, name, 1), 0.6), face="matrix"))


def test_half_way_between_faces_looks_as_it_did() -> None:
    snapshot = session.new("first-sentence", "The cat sat").snapshot
    look = {"face": "matrix", "leaving": "threads", "morph": 0.3}
    check("stage-face-turning", frame(snapshot, timeline(snapshot).end, **look))


def test_a_matrix_holds_every_weight_that_is_not_hidden_exactly_under_its_lane() -> None:
    snapshot = session.new("first-sentence").snapshot
    picture = frame(snapshot, timeline(snapshot).end, face="matrix")
    items = attention(picture)
    weights = snapshot[WEIGHTS][0]
    expected = {(0, t, s) for t in range(len(weights)) for s in range(t + 1)}
    assert shown(items, WEIGHTS) == expected
    lane = {}
    for item in items:
        if isinstance(item, Cells) and item.ref is not None:
            for at, size, index in zip(item.at, item.size, item.ref.index, strict=True):
                lane.setdefault(int(index[2]), set()).add(round(float(at[0] + size[0] / 2.0), 3))
    assert all(len(middles) == 1 for middles in lane.values())
    assert not [item for item in items if isinstance(item, Curves)]
    hatched = sum(len(item.box) for item in items if isinstance(item, Hatch))
    assert hatched == sum(range(len(weights)))


def test_both_has_a_matrix_and_threads_that_leave_its_foot() -> None:
    snapshot = session.new("first-sentence").snapshot
    items = attention(frame(snapshot, timeline(snapshot).end, face="both"))
    low = max(
        float((item.at[:, 1] + item.size[:, 1]).max())
        for item in items
        if isinstance(item, Cells) and item.ref is not None and len(item.ref.index) > 8
    )
    threads = [item for item in items if isinstance(item, Curves)]
    assert threads
    assert all((item.points[:, 0, 1] >= low).all() for item in threads)


@pytest.mark.parametrize("before", FACES)
@pytest.mark.parametrize("after", FACES)
def test_a_turn_begins_as_one_face_and_ends_as_the_other(before: Face, after: Face) -> None:
    """At its ends nothing but what rests is seen, and in between every thread is on its way to a cell."""
    if before == after:
        return
    snapshot = session.new("first-sentence", "The cat sat").snapshot
    end = timeline(snapshot).end
    rests = {face: to_text(frame(snapshot, end, face=face)) for face in FACES}
    turned = frame(snapshot, end, face=after, leaving=before, morph=1.0)
    assert to_text(turned) == rests[after]
    sizes = [frame(snapshot, end, face=after, leaving=before, morph=m).size for m in (1e-9, 0.5, 1.0)]
    assert sizes[0] == pytest.approx(frame(snapshot, end, face=before).size)
    assert sizes[2] == frame(snapshot, end, face=after).size
    half = attention(frame(snapshot, end, face=after, leaving=before, morph=0.3))
    assert [item for item in half if isinstance(item, Curves)]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("name", EVERY)
def test_every_preset_plays_forwards_and_backwards_alike(name: str, face: Face) -> None:
    snapshot = session.new(name).snapshot
    looked = (
        some(snapshot, 0.3, 0.8)
        if face == "threads"
        else [
            Cursor(b, u)
            for b, each in enumerate(timeline(snapshot).beats)
            if each.name in ("scores", "scale", "mask", "softmax", "mix")
            for u in (0.3, 0.8)
        ]
    )
    there = [to_text(frame(snapshot, cursor, face=face)) for cursor in looked]
    back = [to_text(frame(snapshot, cursor, face=face)) for cursor in reversed(looked)]
    assert there == back[::-1]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("name", EVERY)
def test_the_last_frame_of_every_preset_is_the_computed_state(name: str, face: Face) -> None:
    """Every cell that the last frame shows holds the number that it refers to."""
    snapshot = session.new(name).snapshot
    picture = frame(snapshot, timeline(snapshot).end, face=face)
    assert_refs_are_cells(snapshot, picture)
    for layer in picture.layers:
        for item in leaves(layer.build()):
            if isinstance(item, Cells) and item.ref is not None:
                for values, index in zip(item.values, item.ref.index, strict=True):
                    true = np.asarray(snapshot[item.ref.node])[tuple(index)].reshape(values.shape)
                    seen = ~np.isnan(values)
                    assert np.array_equal(values[seen], true[seen]), item.ref.node


@pytest.mark.parametrize("face", ["matrix", "both"])
def test_the_end_of_a_move_in_the_matrix_is_what_rests(face: Face) -> None:
    """Just before a beat ends its cells show what rests when it has."""
    snapshot = session.new("first-sentence").snapshot
    for name, stage in (("scores", "scores"), ("scale", "scaled"), ("softmax", "weights")):
        number = beat(snapshot, name, 1)
        node = f"block.1/attn/{stage}"
        rest = attention(frame(snapshot, Cursor(number, 1.0), face=face))
        ending = frame(snapshot, Cursor(number, 1.0 - 1e-9), face=face)
        moving = [i for layer in ending.layers if layer.key is None for i in leaves(layer.build())]
        assert shown(moving, node) >= shown(rest, node), name


def test_the_mask_falls_row_by_row_and_stamps_last() -> None:
    snapshot = session.new("first-sentence").snapshot
    number = beat(snapshot, "mask", 1)

    def hatched(u: float) -> np.ndarray:
        layers = frame(snapshot, Cursor(number, u), face="matrix").layers
        found = [i for x in layers if x.key is None for i in leaves(x.build()) if isinstance(i, Hatch)]
        rows = max(found, key=lambda item: len(item.box))
        assert rows.ref is not None
        high = np.zeros(8)
        np.maximum.at(high, rows.ref.index[:, 1], rows.box[:, 3])
        return high[:-1]

    early, late = hatched(0.2), hatched(0.74)
    assert (np.diff(early) <= 1e-9).all(), "upper rows are further"
    assert early[0] > early[-1]
    assert (late > early[-1]).all()


def test_long_sentences_show_the_matrix_as_one_image() -> None:
    snapshot = session.new("first-sentence", " ".join(["word"] * 48)).snapshot
    items = attention(frame(snapshot, timeline(snapshot).end, face="matrix", level="middle"))
    cells = [item for item in items if isinstance(item, Cells) and item.values.shape[1:] == (48, 48)]
    assert len(cells) == 1
    assert_refs_are_cells(snapshot, frame(snapshot, timeline(snapshot).end, face="matrix", level="middle"))


@pytest.mark.parametrize("text", ["one", "two words"])
def test_few_words_have_faces_too(text: str) -> None:
    snapshot = session.new("first-sentence", text).snapshot
    for cursor in moments(snapshot, 0.5):
        assert_refs_are_cells(snapshot, frame(snapshot, cursor, face="both"))
