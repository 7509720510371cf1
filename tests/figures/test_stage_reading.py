"""The stage can be read: texts keep apart, words say what is shown, impossible numbers are not hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.figures.as_text import to_text
from tests.figures.stage_frames import PRESETS, assert_refs_are_cells, frame, leaves, moments, timeline
from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.program import Trace
from transformer_lab.figures.hit import BOXES
from transformer_lab.figures.picture import Picture, Texts


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
