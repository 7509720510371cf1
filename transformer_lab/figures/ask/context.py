"""What every step of an answer needs: the snapshot, the cell, its terms, and the names of places."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from transformer_lab.document.axes import axis_labels, head_name
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.what_if import is_cut
from transformer_lab.engine.explain import Explanation, Term, check_index, explain
from transformer_lab.engine.graph import Cell, Node
from transformer_lab.engine.program import Trace
from transformer_lab.errors import LabError
from transformer_lab.figures.ask.answer import Number
from transformer_lab.figures.ask.wordings import Wording, wording
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.numbers import number, scientific
from transformer_lab.language import tr

DECIMALS = 3


@dataclass(frozen=True, eq=False)
class Asked:
    """One question: a cell of a snapshot."""

    snapshot: Snapshot
    cell: Cell
    manner: Manner = USUAL

    @cached_property
    def trace(self) -> Trace:
        """The values. Raises LabError for an empty text."""
        if self.snapshot.trace is None:
            raise LabError(tr("There are no values yet: type a sentence first."))
        return self.snapshot.trace

    @cached_property
    def node(self) -> Node:
        """The node asked about. Raises LabError for an unknown id or an index outside it."""
        node = self.trace.graph[self.cell.node]
        check_index(node, self.cell.index)
        return node

    @cached_property
    def explanation(self) -> Explanation:
        """The terms of the cell, as the op table tells them."""
        return explain(self.trace, self.cell.node, self.cell.index)

    @property
    def value(self) -> float:
        """The number itself."""
        return float(self.trace[self.cell.node][self.cell.index])

    @cached_property
    def wording(self) -> Wording:
        """How this kind of number is called."""
        node = self.node
        graph, path = self.trace.graph, self.cell.node.partition("|")[0]
        rms = f"{path}/rms" in graph or f"{path.rpartition('/')[0]}/rms" in graph
        return wording(node.id, node.axes, node.op.name if node.op is not None else "", rms=rms)

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of the cell's place on each axis."""
        return names_at(self.snapshot, self.node, self.cell.index, self.manner.first)

    def at(self, cell: Cell) -> Asked:
        """The same question about another cell."""
        return Asked(self.snapshot, cell, self.manner)

    def number(self, cell: Cell) -> Number:
        """A cell's value as a door."""
        return Number(number(float(self.trace[cell.node][cell.index]), self.manner.decimals), cell)

    def written(self, value: float) -> str:
        """A number of the arithmetic, with the decimals that are wanted."""
        return written(value, self.manner.decimals)

    def labels(self, node_id: str) -> tuple[tuple[str, ...], ...]:
        """The names of all places of a node, repeated words told apart as this person counts them."""
        return axis_labels(self.snapshot, node_id, self.manner.first)

    @cached_property
    def computed(self) -> Asked | None:
        """The same number as it was computed, where a hand has set some of its value."""
        found = f"{self.cell.node}|computed"
        return self.at(Cell(found, self.cell.index)) if found in self.trace.graph else None

    def term_name(self, term: Term) -> str:
        """A term's place on the axes that are reduced over: “cat”, “head 1, slot 2”."""
        found: dict[str, str] = {}
        for read, cell in zip(self.node.reads, term.cells, strict=True):
            here = self.labels(read.source)
            for axis, letter in enumerate(read.axes):
                if letter in self.node.over:
                    found.setdefault(letter, here[axis][cell.index[axis]])
            if {"g", "r"} <= set(self.node.over) & set(read.axes):
                found["g"] = head_name(self.snapshot.state, self.trace.graph[read.source], cell.index)
        shown = [a for a in self.node.over if a != "r" or "g" not in self.node.over]
        return ", ".join(short_name(found[letter]) for letter in shown)


def written(value: float, decimals: int = DECIMALS) -> str:
    """A number of the arithmetic: three decimals, powers of ten where those would hide it."""
    return (
        number(value, decimals)
        if value == 0.0 or abs(value) >= 0.5 * 10.0**-decimals or not math.isfinite(value)
        else scientific(value)
    )


def names_at(snapshot: Snapshot, node: Node, index: tuple[int, ...], first: int = 0) -> dict[str, str]:
    """Letter → name of the place."""
    labels = axis_labels(snapshot, node.id, first)
    found = {a: names[i] for a, names, i in zip(node.axes, labels, index, strict=True)}
    return found | {"h": head_name(snapshot.state, node, index)} if {"g", "r"} <= found.keys() else found


def why_hidden(asked: Asked) -> str:
    """Why one word is hidden from another: it comes later, or another mask covers it."""
    *_, asks, read = asked.cell.index
    if is_cut(asked.snapshot, asked.cell):
        return tr("you removed this link")
    across = "/cross" in asked.cell.node
    return tr("hidden: later word") if read > asks and not across else tr("hidden by the mask")


def short_name(name: str) -> str:
    """A head without its own name: “head 1”."""
    return name.partition(" · ")[0]
