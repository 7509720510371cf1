"""What holds of a value as a whole: badges that say what they mean, and lead to a witness."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell, Graph, Node
from transformer_lab.engine.ops import Array
from transformer_lab.figures.ask.answer import EMPTY, Badge, Number
from transformer_lab.figures.ask.context import Asked, short_name, written
from transformer_lab.figures.ask.wordings import address_line
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.turning import is_parameter, turn_aside
from transformer_lab.language import tr

CLOSE, LOOSE = 1e-9, 1e-3
NOUGHT = 1e-12


class Held(NamedTuple):
    """A whole value: its node and its numbers."""

    snapshot: Snapshot
    node: Node
    values: Array
    manner: Manner = USUAL

    def written(self, value: float) -> str:
        """A number with the decimals that are wanted."""
        return written(value, self.manner.decimals)

    @property
    def aside(self) -> bool:
        """Whether what are rows of the array are columns for this person."""
        return self.values.ndim > 1 and turn_aside(self.manner, is_parameter(self.graph, self.node.id))

    @property
    def graph(self) -> Graph:
        """The graph that the node stands in."""
        assert self.snapshot.graph is not None
        return self.snapshot.graph

    @property
    def square(self) -> bool:
        """Whether the last two axes are of one length, above 1."""
        return self.values.ndim >= 2 and self.values.shape[-1] == self.values.shape[-2] > 1


def badges(held: Held) -> tuple[Badge, ...]:
    """All that can be said, what is wrong first."""
    return tuple(badge for rule in RULES for badge in rule(held))


def first_cell(held: Held, where: NDArray[np.bool_]) -> Cell:
    """The first cell of which something is true."""
    return Cell(held.node.id, tuple(int(i) for i in np.argwhere(where)[0]))


def _nan(held: Held) -> Iterator[Badge]:
    """NaN in this value, and the first value of the whole computation that has one."""
    bad = np.isnan(held.values)
    if not bad.any():
        return
    note = tr("{n} of its numbers are NaN: an operation had no answer.", n=int(bad.sum()))
    yield Badge(tr("has NaN"), note, True, nan_door(held.snapshot))


def nan_door(snapshot: Snapshot) -> Number:
    """Where NaN first appears, in words, as a door to it; nothing where there is none."""
    origin = first_nan(snapshot)
    if origin is None:
        return EMPTY
    asked = Asked(snapshot, origin)
    where = address_line(origin.node, asked.wording.kind, short_name(asked.names.get("h", "")))
    return Number(tr("The first one: {where}", where=where), origin)


def first_nan(snapshot: Snapshot) -> Cell | None:
    """The first number of the computation, in the order of computing, that is NaN."""
    if snapshot.trace is None or snapshot.graph is None:
        return None
    for node in snapshot.graph:
        bad = np.isnan(snapshot.trace[node.id])
        if bad.any():
            return Cell(node.id, tuple(int(i) for i in np.argwhere(bad)[0]))
    return None


def _infinite(held: Held) -> Iterator[Badge]:
    """Infinities that no mask explains."""
    bad = np.isposinf(held.values) | (np.isneginf(held.values) & (not held.node.axes.endswith("ts")))
    if bad.any():
        note = tr("Somewhere a number grew too large to be written.")
        yield Badge(tr("has ∞"), note, True, Number(tr("The first one"), first_cell(held, bad)))


def _zero(held: Held) -> Iterator[Badge]:
    if held.values.size and not held.values.any():
        yield Badge(tr("all zero"), tr("It adds nothing to what reads it."))


def _rows_sum(held: Held) -> Iterator[Badge]:
    """Shares: rows that sum to 1, and rows that are hidden whole."""
    values = held.values
    if values.ndim < 1 or values.shape[-1] < 2 or not (values >= 0.0).all() or not values.any():
        return
    sums = values.sum(-1)
    full = np.abs(sums - 1.0) < CLOSE
    empty = sums == 0.0
    if full.all():
        if held.aside:
            yield Badge(tr("columns sum to 1"), tr("Each column is a share: it tells how 100% are spread."))
            return
        yield Badge(tr("rows sum to 1"), tr("Each row is a share: it tells how 100% are spread."))
    elif full.any() and (full | empty).all():
        at = Cell(held.node.id, (*(int(i) for i in np.argwhere(empty)[0]), 0))
        n, door = int(empty.sum()), Number(tr("The first one"), at)
        if held.aside:
            note = tr("Columns sum to 1, but for {n} in which everything is hidden.", n=n)
            yield Badge(tr("a column is empty"), note, True, door)
            return
        note = tr("Rows sum to 1, but for {n} in which everything is hidden.", n=n)
        yield Badge(tr("a row is empty"), note, True, door)


def _standard(held: Held) -> Iterator[Badge]:
    """Mean 0 and variance 1 along the last axis: what a layer norm makes (Ba et al. 2016, eq. 4)."""
    values = held.values
    if values.ndim < 2 or values.shape[-1] < 2 or not np.isfinite(values).all():
        return
    if (np.abs(values.mean(-1)) < LOOSE).all() and (np.abs(values.var(-1) - 1.0) < 10 * LOOSE).all():
        row = tr("Each row is centred and has one size: a norm made it.")
        column = tr("Each column is centred and has one size: a norm made it.")
        yield Badge(tr("mean 0, variance 1"), column if held.aside else row)


def _causal(held: Held) -> Iterator[Badge]:
    """Nothing above the diagonal of words that ask and words that are read."""
    if not held.node.axes.endswith("ts") or not held.square:
        return
    hidden = np.triu(np.ones(held.values.shape[-2:], dtype=bool), 1)
    later = held.values[..., hidden]
    if np.isneginf(later).all() or not later.any():
        above = tr("Above the diagonal stands nothing: nobody looks at a later word.")
        below = tr("Below the diagonal stands nothing: nobody looks at a later word.")
        note = below if held.aside else above
        yield Badge(tr("causal triangle empty"), note)


def _symmetric(held: Held) -> Iterator[Badge]:
    if held.square and np.isfinite(held.values).all() and held.values.any():
        turned = np.swapaxes(held.values, -1, -2)
        if np.abs(held.values - turned).max() < CLOSE * max(1.0, float(np.abs(held.values).max())):
            yield Badge(tr("symmetric"), tr("Turned over its diagonal it is the same."))


def _identity(held: Held) -> Iterator[Badge]:
    if held.square and (np.abs(held.values - np.eye(held.values.shape[-1])) < NOUGHT).all():
        yield Badge(tr("identity"), tr("1 on the diagonal, 0 elsewhere: it hands on what it gets."))


def _alike(held: Held) -> Iterator[Badge]:
    values = held.values
    if values.ndim >= 2 and values.shape[-2] > 1 and values.any() and (values == values[..., :1, :]).all():
        if held.aside:
            yield Badge(tr("columns alike"), tr("Every column holds the same numbers."))
            return
        yield Badge(tr("rows alike"), tr("Every row holds the same numbers."))


def _rotation(held: Held) -> Iterator[Badge]:
    if not held.square or held.values.ndim != 2 or not np.isfinite(held.values).all():
        return
    product = held.values @ held.values.T
    if (np.abs(product - np.eye(len(product))) < CLOSE).all():
        yield Badge(
            tr("keeps lengths"), tr("Its rows stand at right angles and have length 1: it only turns.")
        )


RULES: tuple[Callable[[Held], Iterator[Badge]], ...] = (
    _nan,
    _infinite,
    _rows_sum,
    _standard,
    _causal,
    _identity,
    _rotation,
    _symmetric,
    _zero,
    _alike,
)
