"""The letter under which a node is about words, and how many."""

from __future__ import annotations

from transformer_lab.engine.graph import Graph, Node

WORDS = "ts"


def word_letter(node: Node) -> str | None:
    """The letter of the words that the node is about; None if it has none, or if words are summed up."""
    found = next((a for a in WORDS if a in node.axes), None)
    return None if found is None or found in node.over or "t" in node.over else found


def word_count(graph: Graph, node_id: str) -> int:
    """How many words a node is about."""
    node = graph[node_id]
    letter = word_letter(node)
    return node.shape[node.axes.index(letter)] if letter else 0
