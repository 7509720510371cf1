"""Which values stay readable after a run, and what the others share.

Small models keep every value that a person meets by name. Above a limit of bytes only the wire and the
queries, keys and values stay; all other values use the same few rooms one after another, and whoever looks at
one has it recomputed (`inside.look_inside`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import prod
from typing import NamedTuple

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.words import WORDS, word_letter

STAGES = frozenset({"product", "scaled", "masked", "normed", "tempered"})
"""Last parts of names that are steps on the way to a value with a name of its own."""
WIRE = frozenset({"embed", "resid_pre", "resid_post", "final_norm", "logits", "probs", "loss"})
ASKED = frozenset({"q", "k", "v", "q_turned", "k_turned"})
MOST_BYTES = 256_000_000


def met_by_name(graph: Graph) -> frozenset[str]:
    """Values a person meets by name: residuals, norms, q, k, v, scores, weights, hidden units, outputs."""
    return frozenset(
        n.id
        for n in graph
        if "|" not in n.id and "/masked/" not in n.id and n.id.rpartition("/")[2] not in STAGES
    )


def worth_keeping(graph: Graph, itemsize: int, most: int = MOST_BYTES) -> frozenset[str]:
    """All that is met by name if it fits into `most` bytes; else the wire, queries, keys, values and what
    is given.
    """
    named = met_by_name(graph)
    size = sum(prod(graph[i].shape) for i in named if graph[i].op is not None) * itemsize
    return named if size <= most else frozenset(i for i in named if _stays(graph[i]))


def _stays(node: Node) -> bool:
    last = node.id.rpartition("/")[2]
    return node.op is None or last in WIRE or last in ASKED or last.startswith("resid_mid")


def asked_later(graph: Graph) -> frozenset[str]:
    """Values that words to come will read: keys and values."""
    return frozenset(
        read.source
        for node in graph
        for read in node.reads
        if any(a in read.axes for a in WORDS) and (word_letter(node) or "t") not in read.axes
    )


class Life(NamedTuple):
    """A room for `cells` numbers that is needed from one node to another, both counted in order."""

    root: str
    cells: int
    first: int
    last: int


def shared_rooms(graph: Graph, roots: Mapping[str, str], kept: Collection[str]) -> dict[str, int]:
    """For each root of values that are not kept the number of a room; `roots` tells where each value lies.

    Two values share a room only if one is not read any more when the other is made.
    """
    lives: dict[str, Life] = {}
    held = {roots[i] for i in kept}
    for at, node in enumerate(graph):
        for value in (node.id, *(read.source for read in node.reads)):
            root = roots[value]
            if graph[root].op is not None and root not in held:
                life = lives.get(root) or Life(root, prod(graph[root].shape), at, at)
                lives[root] = life._replace(last=at)
    rooms: dict[str, int] = {}
    sizes: list[int] = []
    busy: list[int] = []
    for life in lives.values():  # in the order in which they are made
        free = [i for i, until in enumerate(busy) if until < life.first]
        room = min(free, key=lambda i: (abs(sizes[i] - life.cells), i), default=len(sizes))
        if room == len(sizes):
            sizes.append(0)
            busy.append(0)
        sizes[room], busy[room] = max(sizes[room], life.cells), life.last
        rooms[life.root] = room
    return rooms
