"""What a design choice did, in one true line."""

from __future__ import annotations

import numpy as np

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.figures.difference import changed, difference, said


def test_the_line_tells_the_next_word_before_and_after_and_counts_what_moved() -> None:
    lab = tl.new()
    before = lab.snapshot
    lab.do(edits.switch("positions", "none"))
    found = difference(before, lab.snapshot, 7)
    assert found is not None
    old, new = before["probs"][7], lab["probs"][7]
    assert found.word == before.vocabulary[int(old.argmax())]
    assert abs(found.before - 100 * old.max()) < 1.0
    assert abs(found.after - 100 * new[int(old.argmax())]) < 1.0
    assert said(found).startswith(f"Next word: {found.word} {found.before}% → {found.after}%")


def test_only_numbers_that_differ_are_counted() -> None:
    lab = tl.new("three-tokens")
    before = lab.snapshot
    assert changed(before, before) == 0
    lab.set_cell("block.0/attn/W_V", (0, 0, 0), 9.0)
    graph = lab.snapshot.graph
    assert graph is not None
    expected = sum(int(np.count_nonzero(before[n.id] != lab[n.id])) for n in graph if n.op is not None)
    assert changed(before, lab.snapshot) == expected > 0


def test_another_text_has_no_difference_to_tell() -> None:
    lab = tl.new()
    before = lab.snapshot
    lab.text = "the dog"
    assert said(difference(before, lab.snapshot, 0)) == ""
