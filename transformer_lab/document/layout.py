"""What a state looks like before anything is computed: its words, its vocabulary and its graph."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from transformer_lab.document.overrides import Demand, changed, demands
from transformer_lab.document.state import MOST_NUMBERS, MOST_SINGLE, State
from transformer_lab.document.vocabulary import source_words, text_words, vocabulary
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.graph import Graph
from transformer_lab.engine.model import Model
from transformer_lab.engine.program import DType
from transformer_lab.errors import LabError
from transformer_lab.language import grouped, tr


class Layout(NamedTuple):
    """Words (one lane each), vocabulary and graph; an empty text, and an empty source, are laid out as
    if they had one word.
    """

    words: tuple[str, ...]
    vocabulary: tuple[str, ...]
    graph: Graph
    source: tuple[str, ...] = ()
    """The words that the encoder reads."""


@lru_cache(maxsize=2)
def layout(state: State) -> Layout:
    """The layout of `state`, worked out once while many ask. Raises LabError when it cannot be built."""
    words, known, source = text_words(state), vocabulary(state), source_words(state)
    graph = graph_of(state.model, max(1, len(words)), max(1, len(known)), max(1, len(source)))
    return Layout(words, known, _by_hand(graph, demands(state.overrides)), source)


def buildable(graph: Graph, model: Model) -> Graph:
    """`graph` itself. Raises LabError, before anything is allocated, if its leaves hold too many numbers for
    the model's precision.
    """
    total = numbers(graph)
    most = MOST_SINGLE if model.precision == "single" else MOST_NUMBERS
    if total > most:
        raise LabError(
            tr("The model has {n} parameters; at most {most} fit.", n=grouped(total), most=grouped(most))
        )
    return graph


def numbers(graph: Graph) -> int:
    """How many numbers the leaves of a graph hold."""
    return sum(math.prod(node.shape) for node in graph.leaves())


def precision(model: Model) -> DType:
    """The type of the model's numbers."""
    return np.float32 if model.precision == "single" else np.float64


@lru_cache(maxsize=16)
def graph_of(model: Model, words: int, known: int, source: int = 1) -> Graph:
    """The graph of a model for so many words over so many known words, built once. Raises LabError as
    `build_graph`.
    """
    return build_graph(model, words, known, source)


@lru_cache(maxsize=16)
def _by_hand(graph: Graph, demands: tuple[Demand, ...]) -> Graph:
    """One graph, and with it one program, serves whatever numbers are set in the same values."""
    return changed(graph, demands)
