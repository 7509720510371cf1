"""The path of a word: its vector through the stack, who it listened to, what was written into it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.axes import axis_names, distinct
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell, Graph, Node
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.figures.ask.address import address_of
from transformer_lab.figures.ask.answer import Answer, Number, Section, Span, TermRow, Terms
from transformer_lab.figures.ask.context import written
from transformer_lab.figures.by_head import index_of
from transformer_lab.figures.heads import all_heads, block_title, by_heads
from transformer_lab.figures.links import word, words_of
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.numbers import percent, percent_texts
from transformer_lab.language import tr, translatable, within

NEXT = 3
MOST_HEADS = 24
WROTE = translatable({"attn/out": "attention", "ffn/out": "feed-forward"})


class Walk(NamedTuple):
    """A word of a text: which text, which place."""

    snapshot: Snapshot
    place: int
    side: str
    manner: Manner = USUAL

    def written(self, value: float) -> str:
        """A number with the decimals that are wanted."""
        return written(value, self.manner.decimals)

    @property
    def graph(self) -> Graph:
        """The graph of the snapshot."""
        assert self.snapshot.graph is not None
        return self.snapshot.graph

    def own(self, node: Node) -> bool:
        """Whether a value holds a vector for each word of this text."""
        inner = node.id.startswith("encoder")
        return node.axes == "td" and "|" not in node.id and inner == bool(self.side)

    def vector(self, node: Node) -> Array:
        """The row of this word, (d,)."""
        row: Array = self.snapshot[node.id][self.place]
        return row

    def strongest(self, node: Node) -> Cell:
        """The largest number of its vector."""
        row = np.abs(np.nan_to_num(self.vector(node)))
        return Cell(node.id, (self.place, int(row.argmax())))


def about_word(snapshot: Snapshot, place: int, side: str = "", manner: Manner = USUAL) -> Answer:
    """The path of one word (`side`: ``encoder/`` for the source). Raises LabError if there is none."""
    walk = Walk(snapshot, place, side, manner)
    if snapshot.trace is None or snapshot.graph is None:
        raise LabError(tr("There are no values yet: type a sentence first."))
    words = words_of(snapshot, side)
    if not 0 <= place < len(words):
        raise LabError(tr("There is no word {n} in this text.", n=manner.ordinal(place)))
    stops = _stops(walk)
    headline, exact = _said(walk, stops)
    sections = (_next(walk), _lengths(walk, stops), _wrote(walk), _listened(walk))
    return Answer(
        cell=word(place, side),
        title=(Span(tr("The path of ")), Span(distinct(words, manner.first)[place], "residual")),
        address=_address(walk, len(words)),
        headline=headline,
        exact=exact,
        value=float(place),
        sections=tuple(s for s in sections if s is not None),
    )


def _address(walk: Walk, count: int) -> str:
    told = {"n": walk.manner.ordinal(walk.place), "all": count, "first": walk.manner.first}
    if walk.side:
        return tr("Word {n} of {all} of the source, counted from {first}", **told)
    return tr("Word {n} of {all}, counted from {first}", **told)


def _stops(walk: Walk) -> list[tuple[str, Node]]:
    """The residual stream from the first vector to the last, with the name of what came before each."""
    found = []
    for node in walk.graph:
        last = node.id.rpartition("/")[2]
        if not walk.own(node) or not (last.startswith(("resid_mid", "resid_post")) or last == "embed"):
            continue
        found.append((_stop_name(node.id), node))
    return found


def _stop_name(node_id: str) -> str:
    address = address_of(node_id)
    if not address.block:
        return tr("at the start")
    if address.name.startswith("resid_mid"):
        return tr("block {n}, halfway", n=address.block)
    return tr("block {n}, end", n=address.block)


def _said(walk: Walk, stops: list[tuple[str, Node]]) -> tuple[str, str]:
    """The next word it calls for, or the length of its vector at the end."""
    if not walk.side and "probs" in walk.snapshot:
        row = walk.snapshot["probs"][walk.place]
        if np.isfinite(row).all():
            best = int(row.argmax())
            return walk.snapshot.vocabulary[best], tr("comes next, {share}", share=percent_texts(row)[best])
    if not stops:
        return "–", ""
    return walk.written(_norm(walk.vector(stops[-1][1]))), tr("length at the end")


def _norm(vector: Array) -> float:
    return float(np.sqrt((vector * vector).sum()))


def _next(walk: Walk) -> Section | None:
    if walk.side or "probs" not in walk.snapshot:
        return None
    row = walk.snapshot["probs"][walk.place]
    if not np.isfinite(row).all():
        return None
    texts, order = percent_texts(row), np.argsort(-row, kind="stable")[:NEXT]
    rows = tuple(
        TermRow(
            walk.snapshot.vocabulary[i],
            Number(walk.written(float(row[i])), Cell("probs", (walk.place, int(i)))),
            bar=float(row[i]),
            share=texts[i],
        )
        for i in order
    )
    return Section(tr("What it calls for next"), terms=Terms(rows))


def _lengths(walk: Walk, stops: list[tuple[str, Node]]) -> Section | None:
    if not stops:
        return None
    return Section(
        tr("Length of its vector"),
        terms=_bars(
            walk, [(name, _norm(walk.vector(n)), walk.strongest(n)) for name, n in stops], "residual"
        ),
        notes=(tr("Each number leads to the strongest feature of the vector there."),),
    )


def _bars(walk: Walk, rows: list[tuple[str, float, Cell]], color: str) -> Terms:
    finite = [value for _, value, _ in rows if np.isfinite(value)]
    biggest = max(finite, default=0.0) or 1.0
    made = (
        TermRow(name, Number(walk.written(v), cell), bar=v / biggest if np.isfinite(v) else None)
        for name, v, cell in rows
    )
    return Terms(tuple(made), color=color)


def _wrote(walk: Walk) -> Section | None:
    """The length of what each sublayer added to the vector of this word."""
    rows = []
    for node in walk.graph:
        kind = WROTE.get(address_of(node.id).key, "")
        if walk.own(node) and kind:
            kind = "cross-attention" if "/cross" in node.id else kind
            title = tr("block {n}, {part}", n=address_of(node.id).block, part=tr(kind))
            rows.append((title, _norm(walk.vector(node)), walk.strongest(node)))
    return Section(tr("What was written into it"), terms=_bars(walk, rows, "out")) if rows else None


def _listened(walk: Walk) -> Section | None:
    """The word that each head attends to most."""
    rows = []
    for heads in all_heads(walk.snapshot):
        inner = heads.path.startswith("encoder")
        if inner != bool(walk.side):
            continue
        weights = by_heads(walk.snapshot, heads.weights)
        names = distinct(axis_names(walk.snapshot, heads.weights)[-1], walk.manner.first)
        for h in range(len(weights)):
            row = np.nan_to_num(weights[h, walk.place])
            best = int(row.argmax())
            cell = Cell(heads.weights, index_of(walk.graph, heads.weights, (h, walk.place, best)))
            title = tr("{block}, head {h}", block=within(block_title(heads)), h=h + 1)
            share = percent(row[best])
            rows.append(TermRow(title, Number(f"{names[best]} {share}", cell)))
    if not rows:
        return None
    rest = TermRow(tr("{n} more", n=len(rows) - MOST_HEADS), Number("")) if len(rows) > MOST_HEADS else None
    return Section(tr("Who it listened to most"), terms=Terms(tuple(rows[:MOST_HEADS]), rest))
