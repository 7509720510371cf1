"""A person who edits at random: undo and redo are exact, files give all back, shown is what is computed."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import transformer_lab as tl
from tests.document.test_building import changes
from transformer_lab.document import edits
from transformer_lab.document.presets import PRESETS
from transformer_lab.document.project import Project, from_bytes, to_bytes
from transformer_lab.document.state import INITS, Recipe, State
from transformer_lab.document.switches import SWITCHES
from transformer_lab.session import Lab

CHOICES = [
    (name, c.value)
    for name, s in SWITCHES.items()
    for c in s.choices
    if c.value not in (5, 6, 7, 8, 9, 10, 11, 12)
]
TEXTS = st.text(st.sampled_from("ab é我👍. \ud800\u200d"), max_size=14) | st.sampled_from(
    ["the cat sat", "", "x " * 70]
)
FINITE = st.floats(allow_nan=False, allow_infinity=False, width=32)
KEYS = st.none() | st.integers(0, 1)


def fingerprint(state: State) -> bytes:
    return to_bytes(Project(state))


class Person(RuleBasedStateMachine):
    """Every edit there is, with undo, redo and saving in between."""

    @initialize(name=st.sampled_from(sorted(PRESETS)))
    def start(self, name: str) -> None:
        self.lab = tl.new(name)

    @rule(text=TEXTS, key=KEYS)
    def type(self, text: str, key: object) -> None:
        self.lab.do(edits.set_text(text, key))

    @rule(value=FINITE | st.sampled_from([0.0, -0.0, 5e-324]), key=KEYS, data=st.data())
    def set_a_cell(self, value: float, key: object, data: Any) -> None:
        node = self.parameter(data)
        if node is not None:
            self.lab.set_cell(
                node.id, tuple(data.draw(st.integers(0, n - 1)) for n in node.shape), value, key
            )

    @rule(value=FINITE, data=st.data())
    def set_a_parameter(self, value: float, data: Any) -> None:
        node = self.parameter(data)
        if node is not None:
            self.lab.set(node.id, np.full(node.shape, value))

    @rule(init=st.sampled_from(INITS), data=st.data())
    def fill_a_parameter(self, init: Any, data: Any) -> None:
        node = self.parameter(data)
        if node is not None:
            self.lab.do(edits.set_recipe(node.id, Recipe(init)))

    @rule(choice=st.sampled_from(CHOICES))
    def change_the_design(self, choice: tuple[str, Any]) -> None:
        before = self.lab.history
        try:
            self.lab.do(edits.switch(*choice))
        except tl.LabError:
            assert self.lab.history is before

    @rule(data=st.data())
    def build(self, data: Any) -> None:
        before = self.lab.history
        try:
            self.lab.do(edits.build(data.draw(changes(self.lab.state.model))))
        except tl.LabError:
            assert self.lab.history is before

    @rule(seed=st.integers(0, 3), name=st.sampled_from(["", "x", "\ud800"]))
    def rename_and_reseed(self, seed: int, name: str) -> None:
        self.lab.do(edits.set_seed(seed))
        self.lab.do(edits.set_title(name))
        self.lab.do(edits.rename_feature(seed % self.lab.state.model.d_model, name))
        self.lab.do(edits.rename_head("block.0/attn", 0, name))

    @rule(steps=st.integers(1, 5))
    def go_back(self, steps: int) -> None:
        for _ in range(steps):
            self.lab.undo()

    @rule(steps=st.integers(1, 5))
    def go_forward(self, steps: int) -> None:
        for _ in range(steps):
            self.lab.redo()

    def parameter(self, data: Any) -> Any:
        graph = self.lab.snapshot.graph
        nodes = [n for n in graph.leaves() if n.kind == "parameter"] if graph is not None else []
        return data.draw(st.sampled_from(nodes)) if nodes else None

    @invariant()
    def undo_and_redo_are_exact(self) -> None:
        history, here = self.lab.history, fingerprint(self.lab.state)
        back = history.position
        for _ in range(back):
            history = history.undo()
        assert history.undo_label is None
        for _ in range(back):
            history = history.redo()
        assert history.state is self.lab.state
        assert fingerprint(history.state) == here

    @invariant()
    def files_give_everything_back(self) -> None:
        data = fingerprint(self.lab.state)
        again = from_bytes(data)
        assert to_bytes(again) == data
        self.same_values(Lab(again))

    def same_values(self, fresh: Lab) -> None:
        """What is shown after any number of edits is what a new lab computes from the same state."""
        assert fresh.snapshot.words == self.lab.snapshot.words
        assert fresh.snapshot.vocabulary == self.lab.snapshot.vocabulary
        for node in self.lab.snapshot.graph or ():
            np.testing.assert_array_equal(fresh[node.id], self.lab[node.id], err_msg=node.id)


TestPerson = Person.TestCase
TestPerson.settings = settings(max_examples=12, stateful_step_count=18, deadline=None)
