"""What a number feeds: every number that reads it, the largest effect first, each a door.

In a sum the effect is the term that this number makes there; where it is taken over as it is, it is the
number itself; elsewhere it is what came out.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transformer_lab.engine.graph import Cell, Node
from transformer_lab.engine.ops import Array
from transformer_lab.figures.ask.answer import Number, Section, TermRow, Terms
from transformer_lab.figures.ask.context import Asked, short_name
from transformer_lab.figures.ask.terms import MOST, factor, in_order
from transformer_lab.figures.names import full_name
from transformer_lab.language import tr

Places = dict[str, int | NDArray[np.intp]]


class Uses(NamedTuple):
    """How one operand of one node reads the cell: an index for each letter, and what it does there."""

    node: Node
    operand: int
    at: Places
    effects: Array
    """(uses,)"""


def feeds_section(asked: Asked) -> Section | None:
    """The numbers that read this one; None if nothing does."""
    found = [use for node in _readers(asked) for use in _uses(asked, node)]
    if not found:
        return None
    alone = len({use.node.id for use in found}) == 1
    ranked = _ranked(found)
    rows = [(found[i].effects[j], _row(asked, found[i], j, alone)) for i, j in ranked[:MOST]]
    total = sum(len(use.effects) for use in found)
    zero = sum(int((use.effects == 0.0).sum()) for use in found)
    aside = full_name(found[0].node.id) if alone else ""
    return Section(tr("What it feeds"), aside, terms=_listed(rows, total, zero), key="feeds")


def _readers(asked: Asked) -> tuple[Node, ...]:
    graph = asked.trace.graph
    users = (graph[i] for i in graph.users(asked.cell.node))
    return tuple(node for node in users if not node.id.startswith("grad/") or _is_gradient(asked))


def _is_gradient(asked: Asked) -> bool:
    return asked.cell.node.startswith("grad/")


def _uses(asked: Asked, node: Node) -> list[Uses]:
    size = asked.trace.graph.sizes(node.id)
    found = []
    for operand, read in enumerate(node.reads):
        if read.source == asked.cell.node:
            at = _places(read.axes, asked.cell.index, size)
            found.append(Uses(node, operand, at, _effects(asked, node, operand, at)))
    return found


def _places(axes: str, index: tuple[int, ...], size: dict[str, int]) -> Places:
    """An index for each letter of the signature: fixed where the cell fixes it, all places elsewhere."""
    free = [letter for letter in size if letter not in axes]
    lengths = [size[letter] for letter in free]
    grid = np.indices(lengths).reshape(len(lengths), math.prod(lengths))
    return {**dict(zip(axes, index, strict=True)), **dict(zip(free, grid, strict=True))}


def _effects(asked: Asked, node: Node, operand: int, at: Places) -> Array:
    op = node.op
    assert op is not None
    count = max((len(x) for x in at.values() if isinstance(x, np.ndarray)), default=1)
    operands = [asked.trace[r.source][tuple(at[a] for a in r.axes)] for r in node.reads]
    with np.errstate(all="ignore"):
        if op.reduce == "sum":
            made = op.map(*operands)
        elif op.reduce is None and isinstance(op.partials[operand], (int, float)):
            made = float(op.partials[operand]) * np.asarray(operands[operand])  # type: ignore[arg-type]
        else:
            made = asked.trace[node.id][tuple(at[a] for a in node.axes)]
    return np.broadcast_to(np.asarray(made, dtype=np.float64), count)


def _ranked(found: list[Uses]) -> list[tuple[int, int]]:
    """(which uses, which of them), largest effect first; what is no finite number leads."""
    effects = np.concatenate([use.effects for use in found])
    owner = np.repeat(np.arange(len(found)), [len(use.effects) for use in found])
    within = np.concatenate([np.arange(len(use.effects)) for use in found])
    size = np.where(np.isfinite(effects), -np.abs(effects), -np.inf)
    order = np.argsort(size, kind="stable")[:MOST]
    return [(int(owner[i]), int(within[i])) for i in order]


def _row(asked: Asked, use: Uses, j: int, alone: bool) -> TermRow:
    node = use.node
    at = {a: int(x[j]) if isinstance(x, np.ndarray) else x for a, x in use.at.items()}
    target = Cell(node.id, tuple(at[a] for a in node.axes))
    number = Number(asked.written(float(use.effects[j])), target)
    name = _place_name(asked, use, at)
    if not alone:
        title = short_title(node.id)
        return TermRow(f"{title}: {name}" if name else title, number)
    op = node.op
    assert op is not None
    if op.reduce != "sum" or len(node.reads) != 2:
        return TermRow(name or full_name(node.id), number)
    cells = [Cell(r.source, tuple(at[a] for a in r.axes)) for r in node.reads]
    return TermRow(
        name or full_name(node.id), number, in_order(node, [factor(asked, c) for c in cells], asked.manner)
    )


def short_title(node_id: str) -> str:
    """“q” where there is a letter: the place behind it has to be seen."""
    letter = node_id.removesuffix("/product").rpartition("/")[2]
    return letter if len(letter) == 1 else full_name(node_id)


def _place_name(asked: Asked, use: Uses, at: dict[str, int]) -> str:
    """The names on the letters that the asked cell leaves open."""
    node, own = use.node, use.node.reads[use.operand].axes
    labels = asked.labels(node.id)
    return ", ".join(short_name(labels[i][at[a]]) for i, a in enumerate(node.axes) if a not in own)


def _listed(rows: list[tuple[float, TermRow]], total: int, zero: int) -> Terms:
    """The rows with bars; uses that come to nothing share one line."""
    told = [row for row in rows if row[0] != 0.0] or rows[:3]
    biggest = max((abs(v) for v, _ in told if math.isfinite(v)), default=0.0) or 1.0
    shown = tuple(replace(r, bar=v / biggest if math.isfinite(v) else None) for v, r in told)
    left = total - len(shown)
    if not left:
        return Terms(shown)
    name = tr("{n} more", n=left) if left > 1 else tr("1 more")
    if left <= zero:
        return Terms(shown, TermRow(tr("{n} more, each", n=left) if left > 1 else name, Number("0")))
    return Terms(shown, TermRow(name, Number("")))
