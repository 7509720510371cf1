"""A last word of forty letters: no map and no stage writes over its own edge."""

from __future__ import annotations

import numpy as np
import pytest

from tests.figures import lawful
from tests.figures.stage_frames import frame, timeline
from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES

LONG = "incomprehensibilitiesunderstandableness"
TEXTS = (f"the cat saw a {LONG}", f"the small dog in the old house saw a very {LONG}")


@pytest.fixture(scope="module", params=TEXTS)
def snapshot(request: pytest.FixtureRequest) -> Snapshot:
    return session.new(text=request.param).snapshot


def cut(picture: Picture) -> list[str]:
    """Texts that reach over the sides or the top."""
    found = lawful.text_corners(picture)
    return [t for t, box in found if not (box[:, 0].min() > -1.0 and box[:, 0].max() < picture.size[0] + 1.0)]


@pytest.mark.parametrize("size", [(1600, 900), (900, 900), (380, 420)])
@pytest.mark.parametrize("name", ["attention", "mask", "matrix-product", "matrix"])
def test_no_map_cuts_it(snapshot: Snapshot, name: str, size: tuple[int, int]) -> None:
    options = Options(width=size[0], height=size[1])
    assert cut(FIGURES[name].draw(snapshot, options)) == []


@pytest.mark.parametrize("lane", [52.0, 60.0, 90.0])
def test_the_stage_shortens_it_at_its_edge(snapshot: Snapshot, lane: float) -> None:
    picture = frame(snapshot, timeline(snapshot).end, lane=lane, width=10.0)
    assert cut(picture) == []
    left = [box[:, 0] for text, box in lawful.text_corners(picture) if text.startswith("incompr")]
    assert left
    assert np.min(left) > 14.0
