"""Where the rows of a block stand from near: taller than at the middle level, for numbers need room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from transformer_lab.engine.graph import Graph
from transformer_lab.figures.by_head import head_count
from transformer_lab.figures.stage.near.form import SINGLE, form_of
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.rows import Row

GAPS = {
    "in": 34.0,
    "norm": 14.0,
    "queries": 22.0,
    "memory": 26.0,
    "keys": 10.0,
    "scores": 16.0,
    "scaled": 8.0,
    "slanted": 8.0,
    "masked": 8.0,
    "softmax": 10.0,
    "values": 18.0,
    "products": 8.0,
    "flow": 0.0,
    "mix": 0.0,
    "output": 14.0,
    "widened": 24.0,
    "bent": 12.0,
    "gated": 12.0,
    "narrowed": 12.0,
    "sum": 12.0,
    "other": 12.0,
}
"""Kind of row: what it keeps from the row above."""
LINE = 22.0
"""Height of a line of arithmetic."""
PLUS = 20.0
"""Height of a circled plus with its gap."""
MASK, FLOW = 22.0, 84.0
MOST_PRODUCTS, PRODUCT = 4, 19.0
"""Values with more slots are weighed as a vector, not slot by slot."""
Tall = Callable[[str], float]
"""How high the vectors of a node stand."""


@lru_cache(maxsize=64)
def near_rows(
    graph: Graph, block: Block, lane: float, decimals: int, memory: str | None = None
) -> tuple[Row, ...]:
    """The rows of an open block, from the top of its frame down; `memory` is what a decoder's block reads."""
    rows: list[Row] = []
    y = 0.0
    for kind, sub, height in _kinds(graph, block, lane, decimals, memory):
        rows.append(Row(kind, sub, y + GAPS[kind], height))
        y = rows[-1].bottom
    return tuple(rows)


def _kinds(
    graph: Graph, block: Block, lane: float, decimals: int, memory: str | None
) -> Iterator[tuple[str, Sublayer | None, float]]:
    def tall(node: str) -> float:
        return form_of(lane, graph[node].shape[-1], decimals).tall

    yield "in", None, tall(block.source)
    for sub in block.sublayers:
        if sub.norm_before:
            yield "norm", sub, LINE + tall(sub.norm_before)
        if sub.kind in ("attention", "cross"):
            read = LINE + tall(memory) if sub.kind == "cross" and memory is not None else 0.0
            yield from ((kind, sub, height) for kind, height in _attention(graph, sub, tall, read))
        elif sub.kind == "forward":
            yield from ((kind, sub, height) for kind, height in _forward(graph, sub, tall))
        yield "sum", sub, (PLUS if sub.adds else 0.0) + tall(sub.wire)
        if sub.norm_after:
            yield "norm", sub, LINE + tall(sub.norm_after)


def _attention(graph: Graph, sub: Sublayer, tall: Tall, read: float) -> Iterator[tuple[str, float]]:
    yield "queries", tall(sub.id("q"))
    if read:
        yield "memory", read
    yield "keys", tall(sub.id("k"))
    yield "scores", LINE + SINGLE
    if sub.id("scaled") in graph:
        yield "scaled", LINE + SINGLE
    if sub.id("slanted") in graph:
        yield "slanted", LINE + SINGLE
    if sub.id("masked") in graph:
        yield "masked", MASK
    yield "softmax", LINE + SINGLE
    yield "values", tall(sub.id("v"))
    slots = graph[sub.id("v")].shape[-1]
    yield "products", slots * PRODUCT + 11.0 if slots <= MOST_PRODUCTS else tall(sub.id("v"))
    yield "flow", FLOW
    yield "mix", tall(sub.id("mixed"))
    if has_output(graph, sub):
        yield "output", tall(sub.out)


def _forward(graph: Graph, sub: Sublayer, tall: Tall) -> Iterator[tuple[str, float]]:
    yield "widened", tall(sub.id("pre"))
    yield "bent", tall(sub.id("act"))
    if sub.id("gated") in graph:
        yield "gated", tall(sub.id("gated"))
    if sub.adds:
        yield "narrowed", tall(sub.out)


def has_output(graph: Graph, sub: Sublayer) -> bool:
    """Whether the joined heads are something else than the one head's mix."""
    return sub.id("W_O") in graph or head_count(graph, sub.id("mixed")) > 1
