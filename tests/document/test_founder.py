"""The random person also builds, cuts links, splits texts, keeps sentences and fills by formula.

With what `Person` and `Maker` do these are all changes that there are; the three play 2,000 steps.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule

import transformer_lab as tl
from tests.document.test_building import changes
from tests.document.test_further_history import Maker
from tests.document.test_history_laws import FINITE, KEYS
from transformer_lab.document import edits, overriding, wording
from transformer_lab.document.entry.formulas import filled
from transformer_lab.document.entry.matrices import READY, ready_made
from transformer_lab.document.history import Edit
from transformer_lab.document.vocabulary import vocabulary
from transformer_lab.engine.graph import Node

SPELLINGS = st.one_of(
    st.tuples(st.just("splitting"), st.sampled_from(["words", "characters"])),
    st.tuples(st.sampled_from(["closed", "bos", "eos"]), st.booleans()),
    st.tuples(st.just("pad"), st.sampled_from([0, 3, 9, 64, -1])),
)
WORDS = st.sampled_from(["cat", "zebra", "é", "two words", "", "<bos>", "x"])
FORMULAS = st.sampled_from(["= i - j", "= x / 2", "= sin(i)", "= 1/i", "= ("])


class Founder(Maker):
    """Every change that Person and Maker do not make."""

    def attempt(self, edit: Edit) -> bool:
        """Do it; what is refused leaves everything as it was."""
        before = self.lab.history
        try:
            self.lab.do(edit)
        except tl.LabError:
            assert self.lab.history is before
            return False
        return True

    @rule(data=st.data())
    def build(self, data: Any) -> None:
        self.attempt(edits.build(data.draw(changes(self.lab.state.model))))

    @rule(value=FINITE, key=KEYS, data=st.data())
    def set_several_cells(self, value: float, key: object, data: Any) -> None:
        node = self.parameter(data)
        if node is not None:
            places = st.tuples(*(st.integers(0, n - 1) for n in node.shape))
            chosen = data.draw(st.lists(places, min_size=1, max_size=3, unique=True))
            if self.attempt(edits.set_cells(node.id, dict.fromkeys(chosen, value), key)):
                assert all(self.lab[node.id][at] == np.float64(value) for at in chosen)

    @rule(data=st.data())
    def freeze_a_value(self, data: Any) -> None:
        node = self.computed(data)
        if node is not None and np.isfinite(self.lab[node.id]).all():
            self.attempt(overriding.freeze(node.id, self.lab[node.id]))

    @rule(factor=st.sampled_from([0.0, 0.5, 1.0, 2.0]), data=st.data())
    def scale_a_value(self, factor: float, data: Any) -> None:
        node = self.computed(data)
        if node is not None:
            self.attempt(overriding.scale_node(node.id, factor))

    @rule(cut=st.booleans(), data=st.data())
    def cut_or_mend_a_link(self, cut: bool, data: Any) -> None:
        graph = self.lab.snapshot.graph
        found = [n for n in graph or () if n.id.endswith("/weights") and "|" not in n.id]
        if found:
            node = data.draw(st.sampled_from(found))
            t, s = (data.draw(st.integers(0, n - 1)) for n in node.shape[-2:])
            do = overriding.cut_edge if cut else overriding.restore_edge
            if self.attempt(do(node.id.removesuffix("/weights"), 0, t, s)) and cut:
                weights = self.head(node)[t]
                assert weights[s] == 0.0 or np.isnan(weights).all(), "a row of NaN has no shares"

    def head(self, node: Node) -> np.ndarray:
        """The weights of the first head."""
        return self.lab[node.id].reshape(-1, *node.shape[-2:])[0]

    @rule(data=st.data())
    def let_one_cell_go(self, data: Any) -> None:
        held = [(i, hand) for i, hand in self.lab.state.overrides.items() if hand.cells]
        if held:
            node_id, hand = data.draw(st.sampled_from(held))
            self.attempt(overriding.release_cell(node_id, data.draw(st.sampled_from(sorted(hand.cells)))))

    @rule(wish=SPELLINGS)
    def spell(self, wish: tuple[str, Any]) -> None:
        self.attempt(wording.spell(*wish))

    @rule(word=WORDS)
    def add_a_word(self, word: str) -> None:
        if self.attempt(wording.add_word(word)):
            assert word in vocabulary(self.lab.state)

    @rule(data=st.data())
    def remove_a_word(self, data: Any) -> None:
        known = vocabulary(self.lab.state)
        if known:
            word = data.draw(st.sampled_from(known))
            if self.attempt(wording.remove_word(word)):
                assert word not in vocabulary(self.lab.state)

    @rule(word=WORDS, data=st.data())
    def rename_a_word(self, word: str, data: Any) -> None:
        known = vocabulary(self.lab.state)
        if known:
            self.attempt(wording.rename_word(data.draw(st.sampled_from(known)), word))

    @rule(text=st.sampled_from(["", "a b", "the cat"]))
    def keep_a_sentence(self, text: str) -> None:
        self.attempt(wording.keep_sentence(text, text))

    @rule(place=st.integers(0, 3), remove=st.booleans())
    def go_to_a_sentence(self, place: int, remove: bool) -> None:
        self.attempt((wording.remove_sentence if remove else wording.go_to_sentence)(place))

    @rule(name=st.sampled_from(sorted(READY)), formula=st.none() | FORMULAS, data=st.data())
    def fill_a_matrix(self, name: str, formula: str | None, data: Any) -> None:
        node = self.parameter(data)
        if node is None or len(node.shape) != 2 or not np.prod(node.shape):
            return
        values = self.lab[node.id]
        try:
            new = ready_made(name, values) if formula is None else filled(formula, values)
        except tl.LabError:
            return
        if self.attempt(edits.set_parameter(node.id, new)):
            assert (self.lab[node.id] == new).all()

    @rule(data=st.data())
    def go_anywhere_in_the_history(self, data: Any) -> None:
        place = data.draw(st.integers(0, len(self.lab.history.steps) - 1))
        self.lab.go_to(place)
        assert self.lab.history.position == place


TestFounder = Founder.TestCase
TestFounder.settings = settings(max_examples=32, stateful_step_count=50, deadline=None)


def test_there_are_at_least_25_rules_and_every_kind_of_edit_is_among_them() -> None:
    played = "".join(
        (Path(__file__).parent / f"{name}.py").read_text("utf-8")
        for name in ("test_founder", "test_further_history", "test_history_laws")
    )
    assert played.count("    @rule(") >= 25
    names = {node.attr for node in ast.walk(ast.parse(played)) if isinstance(node, ast.Attribute)}
    names |= {node.id for node in ast.walk(ast.parse(played)) if isinstance(node, ast.Name)}
    made = {name for module in (edits, overriding, wording) for name in makers(module)}
    by_another = {"set_cell", "set_parameter", "set_model", "configure", "switch_off"}
    assert made - names - by_another == set(), "edits that nobody plays"


def makers(module: Any) -> set[str]:
    """Functions of a module that make edits."""
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and isinstance(node.returns, ast.Name)
        and node.returns.id == "Edit"
    }
