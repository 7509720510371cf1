"""What a state looks like before anything is computed: its words, its vocabulary and its graph."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from transformer_lab.document.state import State
from transformer_lab.document.vocabulary import text_words, vocabulary
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.graph import Graph
from transformer_lab.engine.model import Model


class Layout(NamedTuple):
    """Words (one lane each), vocabulary and graph; an empty text is laid out as if it had one word."""

    words: tuple[str, ...]
    vocabulary: tuple[str, ...]
    graph: Graph


def layout(state: State) -> Layout:
    """The layout of `state`. Raises LabError when the model cannot be built."""
    words, known = text_words(state), vocabulary(state)
    return Layout(words, known, graph_of(state.model, max(1, len(words)), max(1, len(known))))


@lru_cache(maxsize=16)
def graph_of(model: Model, words: int, known: int) -> Graph:
    """The graph of a model for so many words over so many known words, built once. Raises LabError as
    `build_graph`.
    """
    return build_graph(model, words, known)
