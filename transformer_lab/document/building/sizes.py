"""How many numbers a model has."""

from __future__ import annotations

import math

from transformer_lab.document.layout import graph_of
from transformer_lab.engine.model import Model
from transformer_lab.errors import LabError


def weight_count(model: Model, vocabulary: int, words: int = 1, source: int = 1) -> int | None:
    """Parameters of a model over so many words, read by a text and a source of so many; None if it cannot be
    built.
    """
    try:
        graph = graph_of(model, max(1, words), max(1, vocabulary), max(1, source))
    except LabError:
        return None
    return sum(math.prod(node.shape) for node in graph.leaves() if node.kind == "parameter")
