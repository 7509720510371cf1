"""An open block: one table of its kinds of rows, and what the picture of each depends on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from transformer_lab.figures.picture import Item
from transformer_lab.figures.stage.attention_rows import (
    row_attention,
    row_cross,
    row_mix,
    row_pair,
    row_query,
    row_reading,
)
from transformer_lab.figures.stage.plan import Block
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.wire_rows import row_forward, row_in, row_norm, row_other, row_sum


class RowKind(NamedTuple):
    """How a row is drawn, and what its picture depends on (the key of its layer)."""

    draw: Callable[[Scene, Row, Block], tuple[Item, ...]]
    nodes: tuple[str, ...] = ()
    """values read, as names in the sublayer"""
    beats: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()
    """beats whose start colours a label"""
    look: tuple[str, ...] = ()
    """fields of the look that are read besides the lane width"""


ROWS: Mapping[str, RowKind] = MappingProxyType(
    {
        "in": RowKind(row_in),
        "norm": RowKind(row_norm, (), ("norm",), ("norm",)),
        "pair": RowKind(row_pair, ("k", "k_turned", "v"), ("project", "turn"), ("project",), ("head",)),
        "attention": RowKind(
            row_attention,
            ("scores", "scaled", "slanted", "masked", "weights"),
            ("scores", "scale", "slant", "mask", "softmax"),
            ("scores",),
            ("head", "query", "pick", "picked", "face", "leaving", "morph", "heads", "root"),
        ),
        "cross": RowKind(row_cross, (), (), ("project",)),
        "reading": RowKind(
            row_reading,
            ("scores", "scaled", "slanted", "masked", "weights"),
            ("scores", "scale", "slant", "mask", "softmax"),
            ("scores",),
            ("head", "query", "pick", "picked", "root"),
        ),
        "query": RowKind(row_query, ("q", "q_turned"), ("project", "turn"), ("project",), ("head", "query")),
        "mix": RowKind(row_mix, ("mixed", "out"), ("mix", "join"), ("mix", "join"), ("head", "query")),
        "sum": RowKind(row_sum, (), ("join", "narrow", "add"), ("join", "narrow", "add")),
        "forward": RowKind(row_forward, ("pre", "act", "gated"), ("widen", "relu", "gate"), ("widen",)),
        "other": RowKind(row_other),
    }
)


def row_key(scene: Scene, row: Row, block: Block) -> tuple[Hashable, ...]:
    """Everything that the picture of a row depends on; the first two name the layer."""
    kind = ROWS[row.kind]
    sub = row.sub
    path = sub.path if sub is not None else ""
    nodes = [block.source] if sub is None else [sub.id(n) for n in kind.nodes if scene.has(sub.id(n))]
    if sub is not None:
        extra = {"norm": (sub.norm_before or sub.norm_after,), "sum": (sub.wire, sub.out)}.get(row.kind, ())
        nodes += [i for i in extra if i is not None]
    flags = tuple(scene.played(path, beat) for beat in kind.beats)
    begun = tuple(scene.begun(path, beat) for beat in kind.begun)
    looks = tuple(getattr(scene.look, name) for name in kind.look)
    words = (scene.asks[scene.query],) if row.kind in ("attention", "reading") else ()
    place = (row.y, row.height, scene.gutter, scene.look.lane, scene.n, scene.limit, scene.look.tint)
    return (f"{row.kind} {path}", block.number, *scene.held(*nodes), *place, *looks, *flags, *begun, *words)
