"""Colours on a scale of their own or on that of the stage; attention on a linear or a square-root scale."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Cells, Curves, Group, Item, Picture, Texts
from transformer_lab.figures.registry import draw_figure
from transformer_lab.figures.stage import limit_of


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return session.new().snapshot


def _items(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield from _items(item.items) if isinstance(item, Group) else (item,)


def _every(drawn: Picture) -> list[Item]:
    return [item for layer in drawn.layers for item in _items(layer.build())]


def _limits(drawn: Picture) -> set[float]:
    return {i.limit for i in _every(drawn) if isinstance(i, Cells) and i.ramp == "div"}


@pytest.mark.parametrize(
    ("figure", "given"),
    [("neuron", {"block": 1}), ("positions", {}), ("matrix", {"node": "block.0/attn/W_V"})],
)
def test_a_signed_figure_ends_where_the_stage_does(
    snapshot: Snapshot, figure: str, given: dict[str, object]
) -> None:
    shared = _limits(draw_figure(figure, snapshot, limits="shared", **given))
    assert shared == {limit_of(snapshot)}
    assert _limits(draw_figure(figure, snapshot, limits="own", **given)) != shared


def test_words_laid_as_columns_share_the_scale_too(snapshot: Snapshot) -> None:
    given = {"limits": "shared", "words-as": "columns"}
    assert _limits(draw_figure("neuron", snapshot, **given)) == {limit_of(snapshot)}


def _weights(drawn: Picture, kind: type) -> dict[tuple[int, ...], float]:
    """What is drawn of each weight: the place of a cell on its ramp, or the width of a line."""
    found: dict[tuple[int, ...], float] = {}
    for item in _every(drawn):
        if isinstance(item, kind) and item.ref is not None and item.ref.node.endswith("/weights"):
            shown = item.values.ravel() if isinstance(item, Cells) else item.width
            index = np.asarray(item.ref.index)
            if len(index) == len(shown):
                found |= dict(zip(map(tuple, index.tolist()), map(float, shown), strict=True))
    return found


@pytest.mark.parametrize("face", ["threads", "matrix"])
@pytest.mark.parametrize("zoom", ["middle", "near"])
def test_cells_of_the_stage_follow_the_root(snapshot: Snapshot, face: str, zoom: str) -> None:
    given = {"block": 1, "face": face, "zoom": zoom, "parts": "all", "size": "1600x1200"}
    plain = _weights(draw_figure("stage", snapshot, **given), Cells)
    rooted = _weights(draw_figure("stage", snapshot, ramp="root", **given), Cells)
    assert plain
    assert plain.keys() == rooted.keys()
    for index, value in plain.items():
        assert rooted[index] == pytest.approx(value**0.5, nan_ok=True)


@pytest.mark.parametrize(
    ("figure", "given"),
    [("stage", {"size": "1600x1200", "parts": "all"}), ("head-lines", {"block": 1})],
)
def test_faint_lines_grow_with_the_root(snapshot: Snapshot, figure: str, given: dict[str, object]) -> None:
    plain = _weights(draw_figure(figure, snapshot, **given), Curves)
    rooted = _weights(draw_figure(figure, snapshot, ramp="root", **given), Curves)
    assert plain.keys() == rooted.keys()
    assert sum(rooted.values()) > sum(plain.values())


@pytest.mark.parametrize(
    ("figure", "given", "said"),
    [
        ("stage", {"parts": "all", "size": "1600x1200"}, "attention, square root"),
        ("stage", {"size": "16:9"}, "attention √ · values"),
        ("head-lines", {}, "Square-root scale."),
        ("matrix", {"node": "block.0/attn/weights"}, "square root"),
    ],
)
def test_a_figure_on_a_root_scale_says_so(
    snapshot: Snapshot, figure: str, given: dict[str, object], said: str
) -> None:
    def texts(**more: object) -> set[str]:
        found = _every(draw_figure(figure, snapshot, **given, **more))
        return {text for item in found if isinstance(item, Texts) for text in item.text}

    assert said in texts(ramp="root")
    assert said not in texts(ramp="linear")


def test_a_scale_that_is_none_is_refused(snapshot: Snapshot) -> None:
    with pytest.raises(LabError, match="--limits is own or shared"):
        draw_figure("neuron", snapshot, limits="all")
