"""A known teaching transformer, built in the window from nothing: it continues the pattern a a b a a b.

Eight numbers a word: who it is (a, b), where it stands (five places), and one free number. One head looks at
the word itself and the one before, and writes how much of that is “a” into the free number. After two a's
comes b, else a. The first word of all has nothing before it; its place says a.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from transformer_lab import session
from transformer_lab.document.tokens import MAX_WORDS
from transformer_lab.session import Lab
from transformer_lab.ui.deeds import building

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

CONTEXT, FREE = 5, 7


def test_a_teaching_transformer_is_built_saved_opened_and_right(
    open_window: Callable[..., MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(session.new("empty"))
    window.lab.text = "a b a a b"
    building.show_builder(window, on=True)
    builder = window.frame.outline.panel.builder.panel
    builder.card.fields["positions"].valued.emit("table")
    qtbot.mouseClick(builder.add, Qt.MouseButton.LeftButton)
    builder.column.choose("block.0/ffn")
    qtbot.keyClick(builder.list, Qt.Key.Key_Delete)
    builder.column.open_row("block.0/attn", on=True)
    fields = builder.column.panel_of("block.0/attn").fields
    for name, value in (("heads", "1"), ("d-head", "8")):
        fields[name].setFocus()
        fields[name].selectAll()
        qtbot.keyClicks(fields[name], value)
    attention = window.lab.state.model.blocks[0].sublayers
    assert [(s.heads, s.d_head, s.norm) for s in attention] == [(1, 8, "none")]
    set_the_numbers(window.lab)
    path = tmp_path / "pattern.tlab"
    window.projects.ask_target = lambda *_: str(path)
    assert window.projects.save()
    assert right_everywhere(session.open_project(path)) == 1.0


def set_the_numbers(lab: Lab) -> None:
    """Every number of the model."""
    known = lab.snapshot.vocabulary
    words = np.zeros((2, 8))
    for i, word in enumerate(known):
        words[i, "ab".index(word)] = 1.0
    lab.set("embed/W_E", words)
    places = np.zeros((min(CONTEXT, MAX_WORDS), 8))
    places[np.arange(CONTEXT), 2 + np.arange(CONTEXT)] = 1.0
    lab.set("embed/positions", places)
    query, key = np.zeros((8, 1, 8)), np.zeros((8, 1, 8))
    for t in range(CONTEXT):
        query[2 + t, 0, t] = 100.0
        if t:
            query[2 + t, 0, t - 1] = 100.0
        key[2 + t, 0, t] = 1.0
    value, out = np.zeros((8, 1, 8)), np.zeros((1, 8, 8))
    value[0, 0, 0], out[0, 0, FREE] = 1.0, 1.0
    unembed = np.zeros((8, 2))
    a, b = known.index("a"), known.index("b")
    unembed[FREE, b] = 20.0
    unembed[2 : 2 + CONTEXT, a] = 15.0
    unembed[2, a] = 40.0
    for name, array in (("W_Q", query), ("W_K", key), ("W_V", value), ("W_O", out)):
        lab.set(f"block.0/attn/{name}", array)
    lab.set("W_U", unembed)


def right_everywhere(lab: Lab) -> float:
    """Which part of the next words is right, over every piece of the pattern that fits."""
    pattern, hits, asked = "aabaabaab", 0, 0
    for start in range(3):
        for length in range(1, CONTEXT + 1):
            piece = pattern[start : start + length]
            lab.text = " ".join(piece)
            for t in range(length):
                if t == 0 and start:
                    continue  # one word alone does not tell where in the pattern it stands
                best = int(lab["probs"][t].argmax())
                hits += lab.snapshot.vocabulary[best] == pattern[start + t + 1]
                asked += 1
    return hits / asked
