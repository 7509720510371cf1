"""Some words only: in a causal model what word t gets depends on no later word.

So after a change of word a only the rows from a on run, and a word that is appended runs alone: the keys and
values of the words before it stand in the trace. A node has one letter for the words it is about (t, or s
where keys and values are made); it is cut to the rows asked for. The other letter means *all words so far*.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.emit import emit
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.into import Calls
from transformer_lab.engine.ops import Array
from transformer_lab.engine.places import Places
from transformer_lab.engine.words import WORDS, word_count, word_letter

WHOLE = slice(None)


class Rows(NamedTuple):
    """Words from `start` up to, not with, `stop`."""

    start: int
    stop: int


def can_be_cut(graph: Graph, changed: Collection[str], affected: Collection[str]) -> bool:
    """Whether every changed leaf is an input with a row for each word, and all that depends on it too.

    Words that ask another text (cross-attention) are not cut: there s is not a word so far.
    """
    leaves, moving = [graph[i] for i in changed], {*changed, *affected}
    for node in (graph[i] for i in affected):
        asked = any("s" in read.axes for read in node.reads if read.source in moving)
        if set(WORDS) <= set(node.axes) and not asked:
            return False
    inputs = all(node.kind == "input" and word_letter(node) for node in leaves)
    lengths = {word_count(graph, i) for i in (*(n.id for n in leaves), *affected)}
    return inputs and len(lengths) == 1 and 0 not in lengths


def first_difference(node: Node, new: Array, old: Array) -> int:
    """The first word whose row differs; the number of words if none does."""
    at = node.axes.index(word_letter(node) or "t")
    others = tuple(i for i in range(new.ndim) if i != at)
    differs = np.flatnonzero((new != old).any(axis=others))
    return int(differs[0]) if differs.size else new.shape[at]


def windowed(places: Places, node: Node, arrays: Mapping[str, Array], rows: Rows) -> Calls:
    """The calls of one node for some words; those before are as they were, those after do not exist.

    What asks and is asked (scores) has two parts that changed: the words that run, asking all, and all words
    before, asking those that run. The mask hides the second part, but a person sees it.
    """
    mine = word_letter(node)
    every, some = slice(0, rows.stop), slice(*rows)
    calls = _part(places, node, arrays, {a: some if a == mine else every for a in WORDS})
    if rows.start and node.id in places.behind:
        calls += behind(places, node, arrays, rows)
    return calls


def behind(places: Places, node: Node, arrays: Mapping[str, Array], rows: Rows) -> Calls:
    """The calls for the words before, asking those that run."""
    return _part(places, node, arrays, {"t": slice(0, rows.start), "s": slice(*rows)})


def _part(places: Places, node: Node, arrays: Mapping[str, Array], cuts: Mapping[str, slice]) -> Calls:
    assert node.op is not None
    size = dict(places.sizes[node.id])
    for a, cut in cuts.items():
        if a in size:
            size[a] = cut.stop - cut.start
    xs = [_cut(arrays[r.source], r.axes, cuts) for r in node.reads]
    out = _cut(arrays[node.id], node.axes, cuts)
    return emit(node.op, [r.axes for r in node.reads], node.axes, size, xs, out)


def _cut(x: Array, axes: str, cuts: Mapping[str, slice]) -> Array:
    if "t" not in axes and "s" not in axes:
        return x
    return x[tuple([cuts.get(a, WHOLE) for a in axes])]
