"""What holds for every picture: things lie inside it, numbers answer where they stand, tokens exist."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import hit_in, laid_down, locate_in
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Cells, Group, Item, Picture, Rects, Texts
from transformer_lab.render.theme import theme

START = {"start": 0.0, "middle": 0.5, "end": 1.0}


def items(picture: Picture) -> Iterator[Item]:
    """All items of all layers, groups opened."""
    return (item for _, item in placed(picture))


def placed(picture: Picture) -> Iterator[tuple[float, Item]]:
    """The same, each with the height by which its layer is moved down."""

    def walk(several: tuple[Item, ...]) -> Iterator[Item]:
        for item in several:
            if isinstance(item, Group):
                yield from walk(item.items)
            else:
                yield item

    for layer in picture.layers:
        yield from ((layer.dy, item) for item in walk(layer.build()))


def texts(picture: Picture) -> list[str]:
    """Everything that is written."""
    return [text for item in items(picture) if isinstance(item, Texts) for text in item.text]


def text_corners(picture: Picture) -> Iterator[tuple[str, np.ndarray]]:
    """Each text with the four corners (4, 2) of its box, turned as it stands."""
    for dy, item in placed(picture):
        if not isinstance(item, Texts):
            continue
        turn = np.deg2rad(item.angle)
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        for text, at in zip(item.text, item.at, strict=True):
            width = approximate(text, item.face, item.size)
            left = -START[item.anchor] * width
            top, low = -0.74 * item.size, 0.2 * item.size
            box = np.array([[left, top], [left + width, top], [left + width, low], [left, low]])
            yield text, at + box @ spin + (0.0, dy)


def outside(picture: Picture) -> list[str]:
    """Texts and rectangles that stick out of the picture."""
    size = np.array(picture.size)
    found = [
        t for t, corners in text_corners(picture) if (corners < -0.5).any() or (corners > size + 0.5).any()
    ]
    for dy, item in placed(picture):
        if isinstance(item, Rects) and len(item.box):
            low = item.box[:, :2] + (0.0, dy)
            high = low + item.box[:, 2:]
            if (low < -0.5).any() or (high > size + 0.5).any():
                found.append(f"{item.fill or item.stroke} {item.box.tolist()}")
    return found


def overlapping(picture: Picture) -> list[tuple[str, str]]:
    """Pairs of level texts whose letters run into each other."""
    level = [(text, c) for text, c in text_corners(picture) if abs(c[0, 1] - c[1, 1]) < 1e-6]
    if not level:
        return []
    names, corners = [text for text, _ in level], np.array([c for _, c in level])
    low, high = corners.min(1), corners.max(1)
    found = []
    for i in range(len(names) - 1):
        shared = np.minimum(high[i], high[i + 1 :]) - np.maximum(low[i], low[i + 1 :])
        found += [(names[i], names[i + 1 + int(j)]) for j in np.flatnonzero((shared > 1.0).all(1))]
    return found


def cells(picture: Picture) -> Iterator[Cell]:
    """Every number that the picture shows as a cell."""
    for item in items(picture):
        if not isinstance(item, Cells) or item.ref is None:
            continue
        count, rows, columns = item.values.shape
        for i in range(count):
            start = tuple(int(n) for n in item.ref.index[i])
            for row in range(rows):
                for column in range(columns):
                    yield Cell(item.ref.node, start + item.ref.ending(row, column))


def lost(picture: Picture) -> list[Cell]:
    """Numbers whose own middle does not answer with them: hit(centre of locate(cell)) must be the cell."""
    laid = laid_down(picture)
    found = []
    for cell in cells(picture):
        box = locate_in(laid, cell)
        if box is None or hit_in(laid, box[0] + box[2] / 2, box[1] + box[3] / 2) != cell:
            found.append(cell)
    return found


def unknown_tokens(picture: Picture) -> set[str]:
    """Colours that one of the two themes does not know."""
    names: set[str] = set()
    for item in items(picture):
        for field in ("fill", "stroke", "color"):
            value = getattr(item, field, "")
            names |= set(value) if isinstance(value, tuple) else {value}
    return {name for name in names - {""} for kind in ("paper", "slate") if not _known(kind, name)}


@cache
def _known(kind: str, token: str) -> bool:
    try:
        return theme(kind).color(token).startswith("#")  # type: ignore[arg-type]
    except (KeyError, ValueError, IndexError):
        return False
