"""Drawings to plan have what the model has, inside their edges: attention, and both towers."""

from __future__ import annotations

import pytest

import transformer_lab as tl
from tests.figures import lawful
from tests.figures.models import TOWERS, UNUSUAL, snapshot_of
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.registry import draw_figure


def test_the_plan_of_attention_has_what_the_model_has_and_nothing_else() -> None:
    def texts(snapshot: Snapshot, **more: object) -> str:
        return " / ".join(lawful.texts(draw_figure("sublayers", snapshot, size="1600x900", **more)))

    plain = texts(tl.new("first-sentence").snapshot)
    for part in ("Mask: causal", "Scale ÷ √4 = 2", "Softmax", "Heads side by side", "W_O: 8 → 8", "× 2"):
        assert part in plain
    assert "Turn" not in plain
    assert "Turn by place" in texts(snapshot_of(UNUSUAL["rotary"]))
    assert "Slant by distance" in texts(snapshot_of(UNUSUAL["slanted"]))
    bare = texts(snapshot_of(UNUSUAL["no scale, no mask"]))
    assert "Mask" not in bare
    assert "Scale ÷" not in bare
    assert "W_O" not in texts(snapshot_of(UNUSUAL["no W_O"]))
    assert "Mask: causal, padding" in texts(snapshot_of(UNUSUAL["padding"]))
    assert "Mask: causal, window of 2" in texts(snapshot_of(UNUSUAL["window"]), block=0)
    cross = texts(tl.new("small-red-house").snapshot)
    assert cross.count("encoder") == 2
    assert "side by side" not in cross


@pytest.mark.parametrize("model", [*UNUSUAL, *TOWERS])
def test_the_plan_of_every_attention_stays_inside(model: str) -> None:
    snapshot = snapshot_of({**UNUSUAL, **TOWERS}[model])
    for size in ("16:9", "84mm", "300x220"):
        try:
            picture = draw_figure("sublayers", snapshot, size=size)
        except LabError:
            return
        assert lawful.outside(picture) == []
        assert lawful.overlapping(picture) == []


@pytest.mark.parametrize("size", ["16:9", "84mm", "300x220"])
@pytest.mark.parametrize("name", TOWERS)
def test_both_towers_are_drawn_and_joined(name: str, size: str) -> None:
    snapshot = snapshot_of(TOWERS[name])
    picture = draw_figure("architecture", snapshot, size=size)
    assert lawful.outside(picture) == []
    assert lawful.overlapping(picture) == []
    texts = lawful.texts(picture)
    assert sum(text.startswith(("Embed",)) for text in texts) == 2
    assert any(text.startswith("Cross") for text in texts)
    assert {"ein Satz", "the cat sat"} <= set(texts) or size == "300x220"
