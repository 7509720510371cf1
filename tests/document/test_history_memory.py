"""Edits of large matrices do not fill the memory: the oldest steps go, the newest stay."""

from __future__ import annotations

import numpy as np

from transformer_lab import session
from transformer_lab.document import edits, history
from transformer_lab.document.history import Edit, begin
from transformer_lab.document.parameters import with_parameters
from transformer_lab.document.state import State

ROW = 1 << 20  # numbers: 8 MB


def large(value: float) -> Edit:
    def apply(state: State) -> State:
        array = np.broadcast_to(np.float64(value), (ROW,)).copy()
        return with_parameters(state, {"block.0/ffn/b_1": array})

    return Edit(f"to {value:g}", apply)


def test_the_oldest_steps_go_when_all_hold_too_much() -> None:
    past = begin(session.new("tiny-gpt").state)
    for n in range(60):
        past = past.do(large(n))
    held = sum(s.state.parameters["block.0/ffn/b_1"].nbytes for s in past.steps if s.label)
    assert held <= history.MOST_HELD + 2 * 8 * ROW
    assert history.LEAST_STEPS <= len(past.steps) < 60
    assert past.undo_label == "to 59"
    back = past
    while back.undo_label:
        back = back.undo()
    assert back.position == 0
    for _ in past.steps:
        back = back.redo()
    assert back.state is past.state


def test_however_large_some_steps_stay() -> None:
    past = begin(session.new("tiny-gpt").state)
    for n in range(40):
        past = past.do(Edit("x", lambda s, n=n: large(n).apply(s)))
    assert len(past.steps) >= history.LEAST_STEPS


def test_small_edits_are_all_kept_and_dragging_holds_one_copy() -> None:
    lab = session.new("tiny-gpt")
    for n in range(500):
        lab.do(edits.set_cell("block.0/attn/W_Q", (0, 0, 0), float(n)))
    assert len(lab.history.steps) == 501
    lab.undo()
    for n in range(100):
        lab.do(edits.set_cell("block.0/attn/W_Q", (0, 0, 1), float(n), "drag"))
    assert len(lab.history.steps) == 501
    assert lab.history.steps[-1].held - lab.history.steps[-2].held == lab["block.0/attn/W_Q"].nbytes


def test_what_is_saved_stays_saved_when_old_steps_go() -> None:
    past = begin(session.new("tiny-gpt").state)
    for n in range(50):
        past = past.do(large(n))
    past = past.mark_saved()
    for n in range(3):
        past = past.do(large(100 + n))
    for _ in range(3):
        past = past.undo()
    assert not past.modified
