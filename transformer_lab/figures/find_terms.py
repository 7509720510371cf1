"""The words that name a value: made once for each node, best before somebody types the first letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from transformer_lab.document.axes import NAMERS
from transformer_lab.document.layout import layout
from transformer_lab.document.state import State
from transformer_lab.engine.graph import Node
from transformer_lab.figures.ask.address import address_of
from transformer_lab.figures.ask.wordings import wording
from transformer_lab.figures.names import array_name, full_name

SPLIT = re.compile(r"[^\s,;:→]+")
SYNONYMS = {
    "query": "q", "queries": "q", "key": "k", "keys": "k", "value": "v", "values": "v",
    "attention": "weights", "weight": "weights", "score": "scores",
    "ffn": "feed", "mlp": "feed", "feedforward": "feed", "residual": "resid", "probability": "probs",
    "logit": "logits", "embedding": "embed", "output": "out", "looks": "weights", "next": "probs",
}  # fmt: skip
AT_ONCE = 48
"""Nodes of one turn of `warming`: a few thousandths of a second."""


class PlaceNames:
    """The places on the axes of one state by name, each kind of axis read once."""

    def __init__(self, state: State) -> None:
        self._state, self._layout = state, layout(state)
        self._held: dict[tuple[str, bool, bool, int], dict[str, int]] = {}

    def of(self, node: Node, axis: int) -> dict[str, int]:
        """Name → place on an axis of words, features or the vocabulary; the last of equal names counts."""
        letter, count = node.axes[axis], node.shape[axis]
        key = (letter, node.id.startswith("encoder"), "/cross" in node.id, count)
        if key not in self._held:
            names = NAMERS[letter](self._state, self._layout, node, count)
            self._held[key] = {name.casefold(): i for i, name in enumerate(names)}
        return self._held[key]


def warming(nodes: Iterable[Node]) -> Iterator[None]:
    """Makes the words of all nodes, some in each turn; a search before the end makes the rest itself."""
    left = iter(tuple(nodes))
    while part := tuple(islice(left, AT_ONCE)):
        for node in part:
            terms_of(node)
        yield


@lru_cache(maxsize=16384)
def terms_of(node: Node) -> tuple[frozenset[str], frozenset[str]]:
    """Words that name a node: those of its own name, and those of where it stands."""
    address = address_of(node.id)
    op = node.op.name if node.op is not None else ""
    kind = wording(node.id, node.axes, op).kind
    own = f"{array_name(node.id)} {address.name} {kind}".casefold()
    around = f"{full_name(node.id)} {address.side} {node.id.replace('/', ' ').replace('_', ' ')} {node.kind}"
    if address.key.startswith("ffn"):
        around += " feed-forward feed forward"
    return frozenset(SPLIT.findall(own)), frozenset(SPLIT.findall(around.casefold()))


def named(asked: str, own: frozenset[str], around: frozenset[str], node_id: str) -> float:
    """How well a word names a node: its id, its last part, a word of its name, the start of one."""
    if asked == node_id.casefold():
        return 50.0
    if "/" in asked and asked in node_id.casefold():
        return 8.0
    meant = {asked, SYNONYMS.get(asked, asked)}
    last = node_id.rpartition("/")[2].casefold()
    if last in meant:
        return 6.0
    if own & meant:
        return 4.0
    if around & meant:
        return 2.0
    if len(asked) >= 2 and any(name.startswith(asked) for name in own):
        return 1.5
    return 1.0 if len(asked) >= 2 and any(name.startswith(asked) for name in around) else 0.0
