"""The stages of A and B in one picture: beside each other, above each other, or wiped one over the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from transformer_lab.figures.compare.grids import chip
from transformer_lab.figures.picture import Group, Item, Layer, Picture, Rects, table
from transformer_lab.figures.shift import aside
from transformer_lab.language import tr

Box = tuple[float, float, float, float]
LETTER = 14
"""The size of the letters A and B."""


def joined(a: Picture, b: Picture, *, beside: bool, left: float, size: int = LETTER) -> Picture:
    """A at the left or above, B at the right or below, each with its letter `left` of its edge."""
    dx, dy = (a.size[0], 0.0) if beside else (0.0, a.size[1])
    whole = (dx + b.size[0], max(a.size[1], b.size[1])) if beside else (b.size[0], dy + b.size[1])
    line = table(dx, 0.0, 1.0, whole[1]) if beside else table(0.0, dy, whole[0], 1.0)
    base = 13.0 + size
    signs = (*chip("A", left, base, size), *chip("B", dx + left, dy + base, size), Rects(line, fill="line2"))
    return _one(a, b, (*_moved(a, "A", 0.0, 0.0), *_moved(b, "B", dx, dy)), whole, signs)


def wiped(a: Picture, b: Picture, split: float, size: int = LETTER) -> Picture:
    """A as far as a line at `split` of the width, B beyond it, in the same places."""
    whole = (b.size[0], max(a.size[1], b.size[1]))
    x = split * whole[0]
    layers = (*_cut(a, "A", 0.0, x), *_cut(b, "B", x, whole[0] - x))
    line = Rects(table(x - 1.0, 0.0, 2.0, whole[1]), fill="ink")
    base = whole[1] / 2.0
    signs = (line, *chip("A", x - 2.2 * size, base, size), *chip("B", x + 1.2 * size, base, size))
    return _one(a, b, layers, whole, signs)


def lettered(drawn: Picture, letter: str, left: float, top: float = 0.0, size: int = LETTER) -> Picture:
    """A picture of one state alone, with its letter below `top`."""
    signs = chip(letter, left, top + 13.0 + size, size)
    return replace(drawn, layers=(*drawn.layers, _signs(signs, drawn.size)))


def _one(
    a: Picture, b: Picture, layers: tuple[Layer, ...], whole: tuple[float, float], signs: tuple[Item, ...]
) -> Picture:
    told = tr("A: {a} B: {b}", a=a.description, b=b.description)
    return Picture(whole, (*layers, _signs(signs, whole)), b.title, told, notice=b.notice)


def _signs(signs: tuple[Item, ...], whole: tuple[float, float]) -> Layer:
    return Layer(("letters", 0, whole, object()), (0.0, 0.0, *whole), lambda: signs)


def _moved(drawn: Picture, letter: str, dx: float, dy: float) -> Iterator[Layer]:
    for layer in drawn.layers:
        moved = aside(layer, dx, letter)
        yield moved._replace(dy=moved.dy + dy)


def _cut(drawn: Picture, letter: str, left: float, width: float) -> Iterator[Layer]:
    """The layers of a state, seen only in a strip from top to foot."""
    for layer in drawn.layers:
        top, high = layer.box[1], layer.box[3]
        key = None if layer.key is None else (f"{letter} {layer.key[0]}", *layer.key[1:], left, width)
        yield layer._replace(key=key, build=_seen(layer, letter, (left, top, width, high)))


def _seen(
    layer: Layer, letter: str, box: tuple[float, float, float, float]
) -> Callable[[], tuple[Item, ...]]:
    return lambda: (Group(f"seen-{letter}", layer.build(), clip=box),)
