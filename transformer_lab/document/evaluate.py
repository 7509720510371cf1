"""From a state to a snapshot, handing the engine the very same leaf arrays as long as nothing in them
changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from transformer_lab.document import overrides
from transformer_lab.document.layout import buildable, layout, precision
from transformer_lab.document.painting import is_painted, neutral, painting
from transformer_lab.document.parameters import materialise
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import State
from transformer_lab.document.tokens import PAD
from transformer_lab.document.vocabulary import said_of
from transformer_lab.engine.check import warnings
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.ops import Array
from transformer_lab.engine.program import DType, Program, Trace, bind

MOST_PROGRAMS = 16


class Scene(NamedTuple):
    """What leaves are made from."""

    state: State
    words: tuple[str, ...]
    vocabulary: tuple[str, ...]
    source: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Held:
    """A leaf's array and what it was made from; `source` is held, so its identity means something."""

    key: tuple[object, ...]
    source: object
    array: Array


class Evaluator:
    """Keeps bound programs and leaf arrays from one snapshot to the next."""

    def __init__(self) -> None:
        self._programs: dict[tuple[Graph, DType], Program] = {}
        self._leaves: dict[str, Held] = {}

    def __call__(self, state: State, previous: Trace | None) -> Snapshot:
        """The snapshot of `state`. Raises LabError when it cannot be computed."""
        words, known, graph, source = layout(state)
        if not words or (state.model.encoder and not source):
            return Snapshot(state, (), known, None, None, previous, _said(state))
        buildable(graph, state.model)
        scene, dtype = Scene(state, words, known, source), precision(state.model)
        leaves = {
            node.id: self._leaf(scene, node, dtype)
            for node in graph.leaves()
            if node.id not in graph.constants
        }
        trace = self._program(graph, dtype).run(leaves, previous)
        return Snapshot(state, words, known, graph, trace, previous, _said(state))

    def copy(self) -> Evaluator:
        """Another one that knows the same, for another thread; from now on each learns for itself."""
        twin = Evaluator()
        twin._programs, twin._leaves = dict(self._programs), dict(self._leaves)
        return twin

    def _program(self, graph: Graph, dtype: DType) -> Program:
        program = self._programs.pop((graph, dtype), None) or bind(graph, dtype)
        self._programs[graph, dtype] = program  # newest last
        while len(self._programs) > MOST_PROGRAMS:
            del self._programs[next(iter(self._programs))]
        return program

    def _leaf(self, scene: Scene, node: Node, dtype: DType) -> Array:
        key, source = KEYS[node.kind](scene, node)
        key = (*key, dtype)
        held = self._leaves.get(node.id)
        if held is None or held.source is not source or held.key != key:
            array: Array = np.asarray(MAKERS[node.kind](scene, node), dtype=dtype)
            held = self._leaves[node.id] = Held(key, source, array)
        return held.array


def _said(state: State) -> str:
    """What a person should be told: words that are not shown, and what the model hardly means."""
    return "\n".join(line for line in (said_of(state), *warnings(state.model)) if line)


def _one_hot(scene: Scene, node: Node) -> Array:
    row = {word: i for i, word in enumerate(scene.vocabulary)}
    words = scene.source if node.id.startswith("encoder/") else scene.words
    return np.asarray(np.eye(len(scene.vocabulary))[[row[w] for w in words]])


def _real(scene: Scene, node: Node) -> Array:
    """1 for a word and 0 for padding: what fills places up, and what was painted so."""
    words = scene.source if node.id.startswith("encoder/") else scene.words
    return np.asarray(painting(scene.state, node) * [word != PAD for word in words])


def _next_word(scene: Scene, node: Node) -> Array:
    """Each word is to be followed by the next one; the last has no target, and padding is none."""
    rows = _one_hot(scene, node)
    rows[[word == PAD for word in scene.words]] = 0.0
    return np.concatenate([rows[1:], np.zeros((1, rows.shape[1]))])


def _parameter_key(scene: Scene, node: Node) -> tuple[tuple[object, ...], object]:
    known = scene.vocabulary if "v" in node.axes else None
    return (node, scene.state.seed, known), scene.state.parameters.get(node.id)


def _input_key(scene: Scene, node: Node) -> tuple[tuple[object, ...], object]:
    name, bar, _ = node.id.rpartition("|")
    if bar:
        return (node,), scene.state.overrides[name]
    blank = neutral(scene.state.model, node.id) if is_painted(node) else None
    return (node, scene.words, scene.source, scene.vocabulary, blank), scene.state.parameters.get(node.id)


def _input(scene: Scene, node: Node) -> Array:
    if "|" in node.id:
        return overrides.leaf(scene.state.overrides, node)
    return INPUTS[node.id.rsplit("/", 1)[-1]](scene, node)


KEYS: dict[str, Callable[[Scene, Node], tuple[tuple[object, ...], object]]] = {
    "parameter": _parameter_key,
    "input": _input_key,
}
MAKERS: dict[str, Callable[[Scene, Node], Array]] = {
    "parameter": lambda scene, node: materialise(scene.state, node, scene.vocabulary),
    "input": _input,
}
INPUTS: dict[str, Callable[[Scene, Node], Array]] = {
    "tokens": _one_hot,
    "real": lambda scene, node: _real(scene, node),
    "painted": lambda scene, node: painting(scene.state, node),
    "target": _next_word,
}
