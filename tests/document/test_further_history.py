"""The random person also types a source, paints masks, sets computed values and makes further choices."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

import transformer_lab as tl
from tests.document.test_history_laws import FINITE, KEYS, TEXTS, Person
from transformer_lab.document import edits
from transformer_lab.document.further_switches import FURTHER_SWITCHES
from transformer_lab.document.overriding import override_cell, release, scale_head
from transformer_lab.document.painting import PAINTED, paint
from transformer_lab.document.presets import FURTHER, PRESETS

CHOICES = [(name, c.value) for name, s in FURTHER_SWITCHES.items() for c in s.choices]


class Maker(Person):
    """Every further edit there is."""

    @initialize(name=st.sampled_from([*sorted(FURTHER), *sorted(PRESETS)]))
    def start(self, name: str) -> None:
        self.lab = tl.new(name)

    @rule(seed=st.integers(0, 3), name=st.sampled_from(["", "x", "\ud800"]))
    def rename_and_reseed(self, seed: int, name: str) -> None:
        self.lab.do(edits.set_seed(seed))
        self.lab.do(edits.set_title(name))
        self.lab.do(edits.rename_feature(seed % self.lab.state.model.d_model, name))

    @rule(text=TEXTS, key=KEYS)
    def type_a_source(self, text: str, key: object) -> None:
        self.lab.do(edits.set_source(text, key))

    @rule(choice=st.sampled_from(CHOICES))
    def choose_further(self, choice: tuple[str, Any]) -> None:
        before = self.lab.history
        try:
            self.lab.do(edits.switch(*choice))
        except tl.LabError:
            assert self.lab.history is before

    @rule(value=FINITE, key=KEYS, data=st.data())
    def set_a_computed_cell(self, value: float, key: object, data: Any) -> None:
        node = self.computed(data)
        if node is not None:
            index = tuple(data.draw(st.integers(0, n - 1)) for n in node.shape)
            self.lab.do(override_cell(node.id, index, value, key))
            assert self.lab[node.id][index] == value

    @rule(factor=st.sampled_from([0.0, 0.5, 1.0]), data=st.data())
    def scale_a_head(self, factor: float, data: Any) -> None:
        node = self.computed(data)
        if node is not None and set(node.axes) & set("hr"):
            self.lab.do(scale_head(node.id, 0, factor))

    @rule(everything=st.booleans(), data=st.data())
    def let_go(self, everything: bool, data: Any) -> None:
        held = list(self.lab.state.overrides)
        self.lab.do(release(None if everything or not held else data.draw(st.sampled_from(held))))

    @rule(value=st.sampled_from([0.0, 1.0]), key=KEYS, data=st.data())
    def paint_a_mask(self, value: float, key: object, data: Any) -> None:
        graph = self.lab.snapshot.graph
        masks = [n for n in graph or () if n.kind == "input" and n.id.rsplit("/", 1)[-1] in PAINTED]
        if masks:
            node = data.draw(st.sampled_from(masks))
            index = tuple(data.draw(st.integers(0, n - 1)) for n in node.shape)
            self.lab.do(paint(node.id, index, value, key))
            assert self.lab[node.id][index] == value

    def computed(self, data: Any) -> Any:
        graph = self.lab.snapshot.graph
        nodes = [n for n in graph or () if n.op is not None and "|" not in n.id]
        return data.draw(st.sampled_from(nodes)) if nodes else None


TestMaker = Maker.TestCase
TestMaker.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
