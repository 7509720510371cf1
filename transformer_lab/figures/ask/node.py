"""The page of a whole value: its shape with named axes, what holds of it, its numbers, its place."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from transformer_lab.document.axes import axis_labels
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell, Graph, Node
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.figures.ask.answer import (
    Answer,
    Equation,
    Histogram,
    Number,
    Section,
    Span,
    TermRow,
    Terms,
    Tile,
)
from transformer_lab.figures.ask.context import Asked, short_name
from transformer_lab.figures.ask.facts import Held, badges
from transformer_lab.figures.ask.steps import scale_text, symbols
from transformer_lab.figures.ask.symbols import role_of
from transformer_lab.figures.ask.terms import MOST
from transformer_lab.figures.ask.wordings import address_line, wording
from transformer_lab.figures.links import whole
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.names import full_name
from transformer_lab.figures.scales import limit_covering
from transformer_lab.figures.turning import Turn, is_parameter, turn_of_value
from transformer_lab.language import tr, translatable

AXES = translatable(
    {
        "t": "words",
        "s": "words read",
        "d": "features",
        "h": "heads",
        "g": "key heads",
        "r": "heads of each",
        "k": "slots",
        "j": "slots",
        "f": "units",
        "v": "vocabulary",
        "p": "places",
    }
)
BARS = 24
DUST = 1e-12
"""of what was added up: rounding of the arithmetic"""
MOST_TILES, WIDEST, TALLEST = 4, 128, 64


def about_node(snapshot: Snapshot, node_id: str, manner: Manner = USUAL) -> Answer:
    """What can be said of a value as a whole. Raises LabError for an unknown id and an empty text."""
    held = held_of(snapshot, node_id, manner)
    node, values = held.node, held.values
    first = Asked(snapshot, Cell(node_id, (0,) * len(node.axes)), manner)
    kind = wording(node_id, node.axes, node.op.name if node.op is not None else "").kind
    sections = (
        _outline(held),
        Section(tr("What holds of it"), badges=badges(held)),
        _numbers(held),
        _rows(held),
        _spread(held),
        _made(first),
        _neighbours(held.graph, node),
    )
    return Answer(
        cell=whole(node_id),
        title=(Span(full_name(node_id), role_of(node_id) if role_of(node_id) != "ink2" else ""),),
        address=address_line(node_id, kind, "") or tr("A value"),
        headline=" × ".join(map(str, node.shape)) or tr("one number"),
        exact=" × ".join(tr(AXES.get(a, a)) for a in node.axes),
        value=float(values.flat[0]) if values.size == 1 else math.nan,
        sections=tuple(s for s in sections if s is not None and _tells(s)),
    )


def held_of(snapshot: Snapshot, node_id: str, manner: Manner = USUAL) -> Held:
    """A value with its numbers. Raises LabError for an unknown id and an empty text."""
    if snapshot.trace is None or snapshot.graph is None:
        raise LabError(tr("There are no values yet: type a sentence first."))
    return Held(snapshot, snapshot.graph[node_id], snapshot.trace[node_id], manner)


def _tells(section: Section) -> bool:
    return bool(
        section.badges or section.terms or section.tiles or section.histogram or section.equation is not None
    )


def _outline(held: Held) -> Section | None:
    """The numbers as small cells, one matrix for each head (the first few)."""
    found = tiles_of(held) if held.values.size > 1 else []
    if not found or not _has_room(found[0]):
        return None
    shown = tuple(found[:MOST_TILES])
    left = len(found) - len(shown)
    notes = (tr("and {n} more", n=left),) if left else ()
    shares = shown[0].ramp == "seq"
    limit = 1.0 if shares else limit_covering(held.values)
    scale = tr("scale 0 to 1") if shares else scale_text(limit)
    return Section(tr("All of it"), scale, tiles=shown, limit=limit, notes=notes)


def _has_room(tile: Tile) -> bool:
    rows, columns = tile.turn.turned(tile.values).shape
    return bool(rows <= TALLEST and columns <= WIDEST)


def tiles_of(held: Held) -> list[Tile]:
    """A matrix for each head, or for each place on the axes before the last two."""
    values, node = held.values, held.node
    ramp: Literal["seq", "div"] = "seq" if node.id.endswith(("/weights", "probs")) else "div"
    if values.ndim == 1:
        return [Tile("", node.id, np.empty((1, 0), dtype=np.int64), values[None, :], ramp)]
    lead = _leading(node)
    row = next((i for i in range(values.ndim - 1) if i not in lead), None)
    if values.ndim < 2 or row is None:
        return []
    turn = _turn(held, row)
    labels = axis_labels(held.snapshot, node.id, held.manner.first)
    found = []
    for at in np.ndindex(*(values.shape[i] for i in lead)):
        index = np.zeros((values.shape[row], values.ndim - 1), dtype=np.int64)
        index[:, row] = np.arange(values.shape[row])
        index[:, lead] = at
        name = ", ".join(short_name(labels[i][n]) for i, n in zip(lead, at, strict=True))
        found.append(Tile(name, node.id, index, values[tuple(index.T)], ramp, turn))
    return found


def _turn(held: Held, row: int) -> Turn:
    """How the matrices of a value lie, by the notation or by how words lie."""
    node, names = held.node, axis_labels(held.snapshot, held.node.id)
    axes = node.axes[row] + node.axes[-1]
    return turn_of_value(held.manner, is_parameter(held.graph, node.id), axes, (names[row], names[-1]))


def _leading(node: Node) -> list[int]:
    """The axes that tell matrices apart: those of heads, else all before the last two."""
    count = len(node.axes)
    heads = [i for i, a in enumerate(node.axes[:-1]) if a in "hgr"]
    return heads if heads and len(heads) == count - 2 else list(range(count - 2))


def _numbers(held: Held) -> Section:
    """Range, mean, spread and norm; the ends of the range are doors."""
    values = held.values
    finite = values[np.isfinite(values)]
    rows = []
    if finite.size:
        low, high = float(finite.min()), float(finite.max())
        rows += [
            TermRow(tr("largest"), Number(held.written(high), _where(held, values == high))),
            TermRow(tr("smallest"), Number(held.written(low), _where(held, values == low))),
            TermRow(tr("mean"), Number(held.written(_mean(finite)))),
            TermRow(tr("spread"), Number(held.written(float(finite.std())))),
            TermRow(
                tr("norm"),
                Number(held.written(float(np.sqrt((finite**2).sum())))),
            ),
        ]
    zero = int((values == 0.0).sum())
    if zero and values.size > 1:
        rows.append(TermRow(tr("zeros"), Number(tr("{n} of {all}", n=zero, all=values.size))))
    hidden = int(np.isneginf(values).sum())
    if hidden:
        rows.append(TermRow(tr("hidden: −∞"), Number(tr("{n} of {all}", n=hidden, all=values.size))))
    notes = (tr("Norm: the root of the sum of all squares."),) if finite.size > 1 else ()
    return Section(tr("In numbers"), terms=Terms(tuple(rows)) if rows else None, notes=notes)


def _mean(numbers: Array) -> float:
    """The mean; what is only rounding of it counts as 0."""
    mean = float(numbers.mean())
    return 0.0 if abs(mean) < DUST * float(np.abs(numbers).mean()) else mean


def _where(held: Held, true: Array) -> Cell:
    return Cell(held.node.id, tuple(int(i) for i in np.argwhere(true)[0]))


def _rows(held: Held) -> Section | None:
    """Sums of rows, the largest first; of several heads those of the first."""
    values = held.values
    if values.ndim < 2 or not np.isfinite(values).all() or not values.any():
        return None
    tile = next(iter(tiles_of(held)), None)
    if tile is None:
        return None
    sums = tile.values.sum(-1)
    sums = np.where(np.abs(sums) < DUST * np.abs(tile.values).sum(-1), 0.0, sums)
    labels = _row_names(held, tile)
    order = np.argsort(-np.abs(sums), kind="stable")
    biggest = float(np.abs(sums).max()) or 1.0
    rows = tuple(
        TermRow(
            labels[i], Number(held.written(float(sums[i])), _strongest(tile, i)), bar=float(sums[i]) / biggest
        )
        for i in order[:MOST].tolist()
    )
    rest = TermRow(tr("{n} more", n=len(sums) - MOST), Number("")) if len(sums) > MOST else None
    return Section(
        tr("Sums of columns") if tile.turn.aside else tr("Sums of rows"),
        tile.name,
        terms=Terms(rows, rest, color=_color(held.node.id)),
    )


def _row_names(held: Held, tile: Tile) -> tuple[str, ...]:
    row = next(i for i in range(held.values.ndim - 1) if i not in _leading(held.node))
    return tuple(map(short_name, axis_labels(held.snapshot, tile.node, held.manner.first)[row]))


def _strongest(tile: Tile, row: int) -> Cell:
    """The largest number of a row."""
    column = int(np.abs(tile.values[row]).argmax())
    return Cell(tile.node, (*map(int, tile.index[row]), column))


def _color(node_id: str) -> str:
    role = role_of(node_id)
    return role if role not in ("ink", "ink2") else "out"


def _spread(held: Held) -> Section | None:
    """How often which values occur (equal steps over the whole range)."""
    finite = held.values[np.isfinite(held.values)]
    if finite.size < 3 or float(np.ptp(finite)) == 0.0:
        return None
    counts, edges = np.histogram(finite, BARS)
    told = Histogram(float(edges[0]), float(edges[-1]), tuple(int(n) for n in counts))
    return Section(tr("How often which values"), histogram=told)


def _made(first: Asked) -> Section | None:
    """The formula of all its cells."""
    if first.node.op is None or not first.node.reads:
        return None
    left, right = symbols(first)
    return Section(tr("How it is made"), equation=Equation(left, right)) if right else None


def _neighbours(graph: Graph, node: Node) -> Section | None:
    """The values that it reads and those that read it, as links."""
    reads = [(tr("reads"), read.source) for read in node.reads]
    users = [(tr("feeds"), user) for user in graph.users(node.id) if not user.startswith("grad/")]
    pairs = dict.fromkeys([*reads, *users])
    rows = tuple(TermRow(how, Number(full_name(i), whole(i))) for how, i in pairs)
    return Section(tr("Before and after"), terms=Terms(rows[: 2 * MOST])) if rows else None
