"""What moves on the stage, held against golden texts: each operation of a run, early, late, nearly done."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.figures.as_text import to_text
from tests.figures.goldens import check, check_text
from tests.figures.stage_frames import frame, timeline
from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.timeline import Cursor

RUNS = {
    "first-sentence": ("The cat sat", {"query": 1, "head": 0}),
    "tiny-gpt": ("the cat", {"query": 1, "head": 1}),
}


@pytest.mark.parametrize("name", RUNS)
def test_every_move_looks_as_it_did(name: str) -> None:
    said, look = RUNS[name]
    snapshot = session.new(name, said).snapshot
    check_text(f"stage-moves-{name}", "\n".join(moves(snapshot, look)))


def moves(snapshot: Snapshot, look: dict[str, int]) -> Iterator[str]:
    """The moving layer alone, under a line for each moment; of the blocks the last."""
    last = f"block.{len(snapshot.state.model.blocks) - 1}"
    for number, beat in enumerate(timeline(snapshot).beats):
        if beat.section in ("sentence", last, "output"):
            for share in (0.3, 0.7, 0.95):
                picture = frame(snapshot, Cursor(number, share), **look)
                yield f"== {beat.place} {beat.name} {share}"
                yield to_text(Picture(picture.size, tuple(x for x in picture.layers if x.key is None)))


def test_norms_biases_and_joined_heads_rest_as_they_did() -> None:
    said, look = RUNS["tiny-gpt"]
    snapshot = session.new("tiny-gpt", said).snapshot
    check("stage-rest-tiny-gpt", frame(snapshot, timeline(snapshot).end, **look))


@pytest.mark.parametrize("beat", ["norm", "mask", "narrow"])
def test_half_of_a_run_rests_as_it_did(beat: str) -> None:
    said, look = RUNS["tiny-gpt"]
    snapshot = session.new("tiny-gpt", said).snapshot
    number = [b.name for b in timeline(snapshot).beats].index(beat)
    check(f"stage-half-{beat}", frame(snapshot, Cursor(number, 0.0 if beat == "norm" else 1.0), **look))


def test_narrow_lanes_rest_as_they_did() -> None:
    snapshot = session.new("tiny-gpt", "the cat").snapshot
    check("stage-rest-narrow", frame(snapshot, timeline(snapshot).end, query=0, head=1, lane=52.0))
