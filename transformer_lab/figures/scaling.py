"""A picture drawn larger or smaller as a whole: places, type and strokes together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Formula,
    Group,
    Hatch,
    Item,
    Layer,
    Picture,
    Rects,
    Stamps,
    Texts,
)

Size = tuple[float, float]
LEAST = 4
"""No type is set smaller than this many pixels."""


def scaled(items: Sequence[Item], factor: float) -> tuple[Item, ...]:
    """The items `factor` times as large about the origin; references stay."""
    return tuple(SCALERS[type(item)](item, factor) for item in items)


def scaled_layer(layer: Layer, factor: float, x: float = 0.0, y: float = 0.0) -> Layer:
    """The layer `factor` times as large, then moved; a name of its own keeps devices from mixing both up."""
    from transformer_lab.figures.shift import shifted

    left, top, width, height = (side * factor for side in layer.box)
    key = None if layer.key is None else (f"scaled {layer.key[0]}", *layer.key[1:], factor, x)
    build = layer.build
    return layer._replace(
        key=key,
        box=(left + x, top, width, height),
        build=lambda: shifted(scaled(build(), factor), x),
        dy=layer.dy * factor + y,
        show=min(1e9, layer.show * factor),
    )


def fitted(drawn: Picture, size: Size) -> Picture:
    """The whole picture in the middle of a page of another size."""
    factor = min(size[0] / drawn.size[0], size[1] / drawn.size[1])
    x, y = ((page - factor * side) / 2.0 for page, side in zip(size, drawn.size, strict=True))
    layers = tuple(scaled_layer(layer, factor, x, y) for layer in drawn.layers)
    return replace(drawn, size=size, layers=layers)


def _cells(item: Cells, factor: float) -> Item:
    return replace(item, at=item.at * factor, size=item.size * factor, radius=item.radius * factor)


def _rects(item: Rects, factor: float) -> Item:
    dash = tuple(part * factor for part in item.dash)
    sides = {"box": item.box * factor, "width": item.width * factor, "radius": item.radius * factor}
    return replace(item, **sides, dash=dash)  # type: ignore[arg-type]


def _curves(item: Curves, factor: float) -> Item:
    dash = tuple(part * factor for part in item.dash)
    return replace(item, points=item.points * factor, width=item.width * factor, dash=dash)


def _texts(item: Texts, factor: float) -> Item:
    return replace(item, at=item.at * factor, size=max(LEAST, round(item.size * factor)))


def _stamps(item: Stamps, factor: float) -> Item:
    outline: Any = tuple(
        tuple(part if isinstance(part, str) else part * factor for part in step) for step in item.outline
    )
    return replace(item, outline=outline, at=item.at * factor, width=item.width * factor)


def _hatch(item: Hatch, factor: float) -> Item:
    return replace(item, box=item.box * factor)


def _formula(item: Formula, factor: float) -> Item:
    at = (item.at[0] * factor, item.at[1] * factor)
    return replace(item, at=at, size=max(LEAST, round(item.size * factor)))


def _group(item: Group, factor: float) -> Item:
    clip: Any = None if item.clip is None else tuple(side * factor for side in item.clip)
    return replace(item, items=scaled(item.items, factor), clip=clip)


SCALERS: Mapping[type, Callable[[Any, float], Item]] = MappingProxyType(
    {
        Cells: _cells,
        Curves: _curves,
        Formula: _formula,
        Group: _group,
        Hatch: _hatch,
        Rects: _rects,
        Stamps: _stamps,
        Texts: _texts,
    }
)
