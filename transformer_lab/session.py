"""The headless lab: one door for every change. Windows, command line, lessons and scripts are its clients."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from transformer_lab.document import edits
from transformer_lab.document.history import Edit, History, begin
from transformer_lab.document.parameters import constant, materialise
from transformer_lab.document.presets import preset
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import State
from transformer_lab.document.vocabulary import text_words, vocabulary
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.explain import Explanation, explain
from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Array
from transformer_lab.engine.program import Program, Trace, bind


class Lab:
    """A project that is open: its history, its present snapshot, and who wants to know of changes."""

    def __init__(self, state: State) -> None:
        self.history: History = begin(state)
        self._listeners: list[Callable[[Snapshot], None]] = []
        self._programs: dict[object, Program] = {}
        self._leaves: dict[str, tuple[object, Array]] = {}
        self.snapshot: Snapshot = self._look(None)

    # --- reading -----------------------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """The present state."""
        return self.history.state

    @property
    def text(self) -> str:
        """The typed text."""
        return self.state.text

    @text.setter
    def text(self, text: str) -> None:
        self.do(edits.set_text(text))

    def __getitem__(self, node_id: str) -> Array:
        """The value of any node, read-only; its letters are `axes(node_id)`."""
        return self.snapshot[node_id]

    def explain(self, node_id: str, index: tuple[int, ...]) -> Explanation:
        """The terms of one cell, with the cells they came from."""
        self.snapshot[node_id]
        assert self.snapshot.trace is not None
        return explain(self.snapshot.trace, node_id, index)

    # --- changing ----------------------------------------------------------------------------------------------
    def do(self, edit: Edit) -> None:
        """Apply an edit and show the result; on an error nothing has changed."""
        self._go(self.history.do(edit))

    def undo(self) -> None:
        """One step back."""
        self._go(self.history.undo())

    def redo(self) -> None:
        """One step forward again."""
        self._go(self.history.redo())

    def watch(self, listener: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call `listener` with each new snapshot; returns how to stop that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # --- inside ------------------------------------------------------------------------------------------------
    def _go(self, history: History) -> None:
        if history is self.history:
            return
        old, self.history = self.history, history
        try:
            self.snapshot = self._look(self.snapshot.trace)
        except Exception:
            self.history = old
            raise
        for listener in tuple(self._listeners):
            listener(self.snapshot)

    def _look(self, previous: Trace | None) -> Snapshot:
        state, words, known = self.state, text_words(self.state), vocabulary(self.state)
        if not words:
            return Snapshot(state, words, known, None, None, previous)
        program = self._program(state, words, known)
        leaves = {node.id: self._leaf(state, node, words, known) for node in program.graph.leaves()}
        trace = program.run(leaves, previous)
        return Snapshot(state, words, known, program.graph, trace, previous)

    def _program(self, state: State, words: tuple[str, ...], known: tuple[str, ...]) -> Program:
        key = (state.model, len(words), len(known))
        if key not in self._programs:
            self._programs[key] = bind(build_graph(state.model, len(words), len(known)))
            while len(self._programs) > 8:
                del self._programs[next(iter(self._programs))]
        return self._programs[key]

    def _leaf(self, state: State, node: Node, words: tuple[str, ...], known: tuple[str, ...]) -> Array:
        """A leaf's array; the same object as long as what it is made from is the same, so that reuse sees it."""
        made_from: tuple[object, ...] = (node, state.seed, known if "v" in node.axes else None)
        if node.kind == "parameter":
            made_from += (id(state.parameters.get(node.id)),)
        elif node.kind == "constant":
            made_from += (state.model,)
        else:
            made_from += (words,)
        held = self._leaves.get(node.id)
        if held is None or held[0] != made_from:
            held = (made_from, self._make_leaf(state, node, words, known))
            self._leaves[node.id] = held
        return held[1]

    def _make_leaf(self, state: State, node: Node, words: tuple[str, ...], known: tuple[str, ...]) -> Array:
        if node.kind == "parameter":
            return materialise(state, node, known)
        if node.kind == "constant":
            return constant(state, node)
        place = {word: i for i, word in enumerate(known)}
        return np.eye(len(known))[[place[w] for w in words]]


def new(name: str = "first-sentence", text: str | None = None, seed: int = 0) -> Lab:
    """A lab with the preset called `name`. Raises LabError for an unknown name."""
    return Lab(preset(name, text, seed))
