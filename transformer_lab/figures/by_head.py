"""Heads by one number, also where they share keys and values.

The engine numbers shared heads by group and place in the group (axes g r); people count heads through. Head h
is place h mod R of group h div R, and its keys and values are those of the group. Figures draw by h; before a
picture leaves, its references are told as cells of the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.ops import Array
from transformer_lab.figures.picture import Group, Ints, Item, Layer, Ref

KINDS = ("h", "gr", "g")
FIRST = ("h", "g")
Number = TypeVar("Number", bound=np.generic)


def head_axes(node: Node) -> str:
    """The letters at the front of a value that number its heads: ``h``, ``gr``, ``g``, or nothing."""
    if node.axes[:1] not in FIRST:
        return ""  # most values have none
    return next((letters for letters in KINDS if node.axes.startswith(letters)), "")


@lru_cache(maxsize=16)
def sharing(graph: Graph) -> dict[str, int]:
    """For each attention with shared keys, by its path: how many heads share one."""
    found = {}
    for node in graph:
        if node.id.endswith("/weights") and node.axes.startswith("gr"):
            found[node.id.removesuffix("/weights")] = node.shape[1]
    return found


def by_head(graph: Graph, node_id: str, values: NDArray[Number]) -> NDArray[Number]:
    """The value with one axis of heads in front; keys and values of a group are repeated for its heads."""
    letters = head_axes(graph[node_id])
    if letters == "gr":
        return values.reshape(-1, *values.shape[2:])
    return values.repeat(shared_by(graph, node_id), 0) if letters == "g" else values


class OneHead(NamedTuple):
    """The part of a value that belongs to one head, and the letters that are left."""

    values: Array
    axes: str
    lead: tuple[int, ...] | None
    """the index of the head in the graph's own value, None if its letters do not stand in front"""


def one_head(graph: Graph, node_id: str, axes: str, values: Array, head: int) -> OneHead:
    """One head of a value whose axes are called `axes`; a value without heads stays whole."""
    index: dict[str, int] = {"h": head} if "h" in axes else {}
    if "g" in axes:
        group, place = divmod(head, shared_by(graph, node_id))
        index = {"g": group, "r": place} if "r" in axes else {"g": group}
    lead = tuple(index.values()) if axes.startswith("".join(index)) else None
    for letter in sorted(index, key=axes.index, reverse=True):
        values = np.take(values, index[letter], axes.index(letter))
    return OneHead(values, "".join(a for a in axes if a not in index), lead)


def head_count(graph: Graph, node_id: str) -> int:
    """How many heads a value has; 0 without heads."""
    node = graph[node_id]
    size = dict(zip(node.axes, node.shape, strict=True))
    return size.get("h", 0) or size.get("g", 0) * shared_by(graph, node_id)


def index_of(graph: Graph, node_id: str, index: tuple[int, ...]) -> tuple[int, ...]:
    """The graph's own index of a number that is told by head."""
    return tuple(int(i) for i in _own(graph, node_id, np.array([index]))[0]) if index else index


def head_at(graph: Graph, node_id: str, index: tuple[int, ...]) -> int | None:
    """The head that a number belongs to (of a group: its first), or None."""
    letters = head_axes(graph[node_id])
    if not letters or not index:
        return None
    if letters == "h":
        return index[0]
    return index[0] * shared_by(graph, node_id) + (index[1] if letters == "gr" else 0)


def told(graph: Graph, layers: Sequence[Layer]) -> tuple[Layer, ...]:
    """The layers with references to cells of the graph; unchanged where no heads share."""
    if not sharing(graph):
        return tuple(layers)
    return tuple(layer._replace(build=_telling(graph, layer.build)) for layer in layers)


def _telling(graph: Graph, build: Callable[[], tuple[Item, ...]]) -> Callable[[], tuple[Item, ...]]:
    return lambda: told_items(graph, build())


def told_items(graph: Graph, items: Sequence[Item]) -> tuple[Item, ...]:
    """The items with references to cells of the graph instead of heads counted through."""
    return tuple(_told(graph, item) for item in items) if sharing(graph) else tuple(items)


def _told(graph: Graph, item: Item) -> Item:
    if isinstance(item, Group):
        return replace(item, items=told_items(graph, item.items))
    ref: Ref | None = getattr(item, "ref", None)
    if ref is None or head_axes(graph[ref.node]) not in ("gr", "g"):
        return item
    batch: Any = item  # every kind with a reference is a dataclass with this field
    return cast(Item, replace(batch, ref=replace(ref, index=_own(graph, ref.node, ref.index))))


def _own(graph: Graph, node_id: str, index: Ints) -> Ints:
    letters, shared = head_axes(graph[node_id]), shared_by(graph, node_id)
    if letters not in ("gr", "g"):
        return index
    group, place = np.divmod(index[:, :1], shared)
    lead = (group, place) if letters == "gr" else (group,)
    return np.concatenate([*lead, index[:, 1:]], 1)


def shared_by(graph: Graph, node_id: str) -> int:
    """How many heads share the keys of the attention that an address lies in."""
    return sharing(graph).get("/".join(node_id.split("/")[:2]), 1)
