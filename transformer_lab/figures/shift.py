"""A picture's parts moved sideways: what one tower draws in its own coordinates stands beside the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

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
    Stamps,
    Texts,
)


def aside(layer: Layer, dx: float, name: str) -> Layer:
    """The layer moved by `dx`, under a name of its own, so that two towers never share one."""
    x, y, width, height = layer.box
    key = None if layer.key is None else (f"{name} {layer.key[0]}", *layer.key[1:], dx)
    build = layer.build
    return layer._replace(key=key, box=(x + dx, y, width, height), build=lambda: shifted(build(), dx))


def shifted(items: Sequence[Item], dx: float) -> tuple[Item, ...]:
    """The items moved by `dx`; references stay."""
    return tuple(items) if not dx else tuple(MOVERS[type(item)](item, dx) for item in items)


def _at(item: Any, dx: float) -> Any:
    return replace(item, at=item.at + np.array([dx, 0.0]))


def _box(item: Any, dx: float) -> Any:
    return replace(item, box=item.box + np.array([dx, 0.0, 0.0, 0.0]))


def _points(item: Curves, dx: float) -> Item:
    moved: Floats = item.points + np.array([dx, 0.0])
    return replace(item, points=moved)


def _formula(item: Formula, dx: float) -> Item:
    return replace(item, at=(item.at[0] + dx, item.at[1]))


def _group(item: Group, dx: float) -> Item:
    clip = None if item.clip is None else (item.clip[0] + dx, *item.clip[1:])
    return replace(item, items=shifted(item.items, dx), clip=clip)


MOVERS: Mapping[type, Callable[[Any, float], Item]] = MappingProxyType(
    {
        Cells: _at,
        Texts: _at,
        Stamps: _at,
        Rects: _box,
        Hatch: _box,
        Curves: _points,
        Formula: _formula,
        Group: _group,
    }
)
