"""Parts of the stage drawn larger for a slide: strips may grow taller than wide, type has its own sizes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from transformer_lab.figures.look import GUTTER
from transformer_lab.figures.measure import CAP, approximate
from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Floats,
    Formula,
    Group,
    Hatch,
    Item,
    Layer,
    Rects,
    Ref,
    Stamps,
    Texts,
)
from transformer_lab.figures.slide.scene import AWAY

LABEL = 12
"""The size of row labels in a window; smaller type in the gutter is no row label."""

EDGE = 8.0
"""What a label keeps from the edge of the page, in pixels of the stage."""


class Scale(NamedTuple):
    """How a part becomes larger."""

    x: float
    y: float
    label: int
    """the size of row labels"""
    least: int
    """the smallest type"""
    left: float = 0.0
    """by which everything then moves to the left"""


def enlarged(items: Sequence[Item], by: Scale) -> tuple[Item, ...]:
    """The items at their new size, without those of lanes that are not shown; references stay."""
    return tuple(item for each in items if (item := ENLARGERS[type(each)](each, by)) is not None)


def enlarged_layer(layer: Layer, by: Scale, top: float) -> Layer:
    """The layer at its new size from `top` down, under a name of its own."""
    x, y, width, height = layer.box
    key = None if layer.key is None else (f"slide {layer.key[0]}", _number(layer.key), *layer.key[2:], by)
    build = layer.build
    return layer._replace(
        key=key,
        box=(x * by.x - by.left, y * by.y, width * by.x, height * by.y),
        build=lambda: enlarged(build(), by),
        dy=top + layer.dy * by.y,
        show=min(1e9, layer.show * by.y),
    )


def _number(key: tuple[Hashable, ...]) -> Hashable:
    """The second part of a name: the number of a block belongs to its rows alone."""
    return key[1] if "." in str(key[0]) else ""


def _places(points: Floats, by: Scale) -> Floats:
    return np.asarray(points * np.array([by.x, by.y]) - np.array([by.left, 0.0]))


def _boxes(box: Floats, by: Scale) -> Floats:
    return np.asarray(box * np.array([by.x, by.y, by.x, by.y]) - np.array([by.left, 0.0, 0.0, 0.0]))


def _shown(x: Floats) -> Any:
    """Which instances are on the slide; None for all."""
    away = np.abs(x) > AWAY / 2.0
    return ~away if away.any() else None


def _kept(ref: Ref | None, shown: Any) -> Ref | None:
    return None if ref is None else replace(ref, index=ref.index[shown])


def _cells(item: Cells, by: Scale) -> Item | None:
    shown = _shown(item.at[:, 0])
    if shown is not None:
        opacity = item.opacity if np.ndim(item.opacity) == 0 else np.asarray(item.opacity)[shown]
        item = replace(
            item,
            values=item.values[shown],
            at=item.at[shown],
            size=item.size[shown],
            opacity=opacity,
            ref=_kept(item.ref, shown),
        )
    if not len(item.at):
        return None
    return replace(
        item, at=_places(item.at, by), size=item.size * np.array([by.x, by.y]), radius=item.radius * by.x
    )


def _rects(item: Rects, by: Scale) -> Item | None:
    shown = _shown(item.box[:, 0])
    if shown is not None:
        item = replace(item, box=item.box[shown], ref=_kept(item.ref, shown))
    dash = tuple(part * by.x for part in item.dash)
    return replace(
        item, box=_boxes(item.box, by), width=item.width * by.x, radius=item.radius * by.x, dash=dash
    )


def _curves(item: Curves, by: Scale) -> Item | None:
    shown = _shown(np.abs(item.points[..., 0]).max(1)) if len(item.points) else None
    if shown is not None:
        item = replace(
            item,
            points=item.points[shown],
            width=item.width[shown],
            opacity=item.opacity[shown],
            ref=_kept(item.ref, shown),
        )
    dash = tuple(part * by.x for part in item.dash)
    return replace(item, points=_places(item.points, by), width=item.width * by.x, dash=dash)


def _texts(item: Texts, by: Scale) -> Item | None:
    shown = _shown(item.at[:, 0])
    if shown is not None:
        text = tuple(text for text, on in zip(item.text, shown, strict=True) if on)
        color = item.color
        if not isinstance(color, str):
            color = tuple(token for token, on in zip(color, shown, strict=True) if on)
        item = replace(item, text=text, at=item.at[shown], color=color, ref=_kept(item.ref, shown))
    if not item.text:
        return None
    size = _size(item, by)
    if len(item.text) == 1 and _is_label(item):
        item = _in_two_lines(item, by, size)
    lower = np.array([0.0, CAP / 2.0 * (size - by.y * item.size)])
    return replace(item, at=_places(item.at, by) + (lower if not item.angle else 0.0), size=size)


def _is_label(item: Texts) -> bool:
    return item.anchor == "end" and item.size >= LABEL and float(item.at[:, 0].max()) <= GUTTER


def _in_two_lines(item: Texts, by: Scale, size: int) -> Texts:
    """A label that is too wide for its room breaks at its last hyphen or space."""
    room = float(item.at[0, 0]) * by.x - by.left - EDGE * by.x
    text = item.text[0]
    end = max(text.rfind("-"), text.rfind(" ")) + 1
    if not end or approximate(text, item.face, size) <= room:
        return item
    apart = np.array([0.0, 0.5 * size / by.y])
    return replace(
        item, text=(text[:end].rstrip(), text[end:]), at=np.concatenate([item.at - apart, item.at + apart])
    )


def _size(item: Texts, by: Scale) -> int:
    """Row labels take their own size; all other type grows with the drawing, up from the smallest."""
    if _is_label(item):
        return round(by.label * item.size / LABEL)
    return max(by.least, round(by.x * item.size))


def _stamps(item: Stamps, by: Scale) -> Item | None:
    shown = _shown(item.at[:, 0])
    if shown is not None:
        item = replace(item, at=item.at[shown], ref=_kept(item.ref, shown))
    tall = by.y if item.stroke == "ffn" else by.x  # a funnel holds a strip; rings and marks stay round
    outline: Any = tuple(
        (step[0], *(part * (tall if i % 2 else by.x) for i, part in enumerate(step[1:])))  # type: ignore[operator]
        for step in item.outline
    )
    return replace(item, outline=outline, at=_places(item.at, by), width=item.width * by.x)


def _hatch(item: Hatch, by: Scale) -> Item | None:
    shown = _shown(item.box[:, 0])
    if shown is not None:
        item = replace(item, box=item.box[shown], ref=_kept(item.ref, shown))
    return replace(item, box=_boxes(item.box, by)) if len(item.box) else None


def _formula(item: Formula, by: Scale) -> Item | None:
    at = (item.at[0] * by.x - by.left, item.at[1] * by.y)
    return replace(item, at=at, size=max(by.least, round(item.size * by.x)))


def _group(item: Group, by: Scale) -> Item | None:
    clip = item.clip
    if clip is not None:
        x, y, width, height = clip
        clip = (x * by.x - by.left, y * by.y, width * by.x, height * by.y)
    return replace(item, items=enlarged(item.items, by), clip=clip)


ENLARGERS: Mapping[type, Callable[[Any, Scale], Item | None]] = MappingProxyType(
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
