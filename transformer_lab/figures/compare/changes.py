"""What changed from A to B: the largest numbers, how much each part moved, and what was set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.graph import Cell, Graph, Node
from transformer_lab.figures.compare.pairing import SAME, Pair
from transformer_lab.figures.numbers import fixed, percents
from transformer_lab.figures.stage.plan import plan_of
from transformer_lab.language import tr

FIVE = 5
SHARES = ("weights", "probs")
"""Values that are told in percent."""


class Change(NamedTuple):
    """One number of B with its value in A."""

    cell: Cell
    before: float
    after: float

    @property
    def by(self) -> float:
        """B − A."""
        return self.after - self.before


def largest(pair: Pair, most: int = FIVE) -> tuple[Change, ...]:
    """The largest changes of computed numbers, one for each value that the stage shows, largest first."""
    if pair.a.trace is None or pair.b.trace is None or pair.b.graph is None:
        return ()
    found = [change for node in shown_nodes(pair.b.graph) if (change := _largest_of(pair, node)) is not None]
    return tuple(sorted(found, key=lambda change: -abs(change.by))[:most])


@lru_cache(maxsize=8)
def shown_nodes(graph: Graph) -> tuple[str, ...]:
    """The values that the stage shows, in the order of computing."""
    plan = plan_of(graph)
    wanted = {plan.embedded, "probs"}
    for sub in (sub for block in plan.blocks for sub in block.sublayers):
        attends = sub.kind in ("attention", "cross")
        inner = (sub.asks, sub.keys, "v", "weights", "mixed") if attends else (sub.hidden,)
        wanted |= {sub.wire, *map(sub.id, inner)}
    return tuple(node.id for node in graph if node.id in wanted)


def _largest_of(pair: Pair, node_id: str) -> Change | None:
    if not pair.has(node_id) or pair.same(node_id):
        return None
    sizes = np.abs(pair.difference(node_id))
    sizes = np.where(np.isfinite(sizes), sizes, -1.0)
    if not sizes.size or float(sizes.max()) < SAME:
        return None
    at = tuple(int(i) for i in np.unravel_index(int(sizes.argmax()), sizes.shape))
    return Change(Cell(node_id, at), float(pair.before(node_id)[at]), float(pair.b[node_id][at]))


def moved(pair: Pair, node_ids: Iterator[str] | tuple[str, ...]) -> float:
    """The largest absolute change among these values of B; 0 for the same, NaN where nothing is shared."""
    known = [node for node in node_ids if pair.has(node)]
    if not known:
        return float("nan")
    sizes = [np.abs(pair.difference(node)) for node in known if not pair.same(node)]
    finite = [each[np.isfinite(each)] for each in sizes]
    return max((float(each.max()) for each in finite if each.size), default=0.0)


def said(size: float) -> str:
    """A size of change in the outline: two decimals, or “same”."""
    if np.isnan(size):
        return tr("new")
    return tr("same") if size < SAME else fixed(size)


def set_between(pair: Pair) -> tuple[Change, ...]:
    """The numbers of parameters that are others in B, where both have them, in the order of the model."""
    if pair.a.graph is None or pair.b.graph is None:
        return ()
    found: list[Change] = []
    for node in pair.b.graph:
        if node.kind != "parameter" or not pair.has(node.id) or pair.same(node.id):
            continue
        before, after = pair.before(node.id), pair.b[node.id]
        for at in np.argwhere((before != after) & ~np.isnan(before)):
            index = tuple(int(i) for i in at)
            found.append(Change(Cell(node.id, index), float(before[index]), float(after[index])))
    return tuple(found)


def written(pair: Pair, change: Change) -> tuple[str, str]:
    """Both values as they are written: shares as whole percents of their rows, others with two decimals."""
    if change.cell.node.rpartition("/")[2] not in SHARES:
        return fixed(change.before), fixed(change.after)
    row, place = change.cell.index[:-1], change.cell.index[-1]
    old, new = whole_percents(pair, change.cell.node, row)
    return f"{old[place]}%", f"{new[place]}%"


def whole_percents(pair: Pair, node_id: str, row: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """A row of shares in A and in B as whole percents, both in the places of B; −1 where A has none."""
    new = list(percents(pair.b[node_id][row]))
    if not pair.has(node_id):
        return [-1] * len(new), new
    places = pair.places(node_id)
    lead = tuple(int(at[i]) for at, i in zip(places, row, strict=False))
    if min(lead, default=0) < 0:
        return [-1] * len(new), new
    old = percents(pair.a[node_id][lead])
    return [old[i] if i >= 0 else -1 for i in places[-1]], new


def is_share(node: Node) -> bool:
    """Whether a value is told in percent."""
    return node.id.rpartition("/")[2] in SHARES
