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
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from transformer_lab import session
from transformer_lab.document.tokens import MAX_WORDS
from transformer_lab.session import Lab
from transformer_lab.ui.deeds import building
from transformer_lab.ui.editors.table import KeyTable

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

CONTEXT, FREE = 5, 7
ATTENTION = "block.0/attn"


def test_a_teaching_transformer_is_built_saved_opened_and_right(
    open_window: Callable[..., MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(session.new("empty"))
    window.frame.header.sentence.setFocus()
    window.frame.header.sentence.selectAll()
    qtbot.keyClicks(window.frame.header.sentence, "a b a a b")
    assert window.lab.text == "a b a a b"
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
    building.show_builder(window, on=False)
    set_the_numbers(window, qtbot)
    path = tmp_path / "pattern.tlab"
    window.projects.ask_target = lambda *_: str(path)
    assert window.projects.save()
    assert right_everywhere(session.open_project(path)) == 1.0


def set_the_numbers(window: MainWindow, qtbot: QtBot) -> None:
    """Every number of the model, as a person brings it: pasted from a spreadsheet, or typed key by key."""
    known = window.lab.snapshot.vocabulary
    a, b = known.index("a"), known.index("b")
    places = np.zeros((min(CONTEXT, MAX_WORDS), 8))
    places[np.arange(CONTEXT), 2 + np.arange(CONTEXT)] = 1.0
    query, key = np.zeros((8, 8)), np.zeros((8, 8))
    for t in range(CONTEXT):
        query[2 + t, [t, max(0, t - 1)]] = 100.0
        key[2 + t, t] = 1.0
    words, unembed = np.zeros((2, 8)), np.zeros((8, 2))
    words[[a, b], [0, 1]] = 1.0
    unembed[FREE, b] = 20.0
    unembed[2 : 2 + CONTEXT, a] = 15.0
    unembed[2, a] = 40.0
    pasted = {"embed/W_E": words, "embed/positions": places, "W_U": unembed}
    pasted |= {f"{ATTENTION}/W_Q": query, f"{ATTENTION}/W_K": key}
    for name, block in pasted.items():
        paste(table_of(window, qtbot, name), block, qtbot)
    for name, place in ((f"{ATTENTION}/W_V", (0, 0)), (f"{ATTENTION}/W_O", (FREE, 0))):
        type_in(table_of(window, qtbot, name), place, "1", qtbot)


def table_of(window: MainWindow, qtbot: QtBot, name: str) -> KeyTable:
    """The grid with the numbers of a parameter."""
    window.focus.open_parameter(name)
    table = window.frame.editors.panel.editor.table
    qtbot.waitUntil(lambda: table.matrix.grid is not None and table.matrix.grid.node == name)
    table.setFocus()
    return table


def paste(table: KeyTable, block: np.ndarray, qtbot: QtBot) -> None:
    """A block of a spreadsheet goes into the upper left corner."""
    table.setCurrentIndex(table.matrix.index(0, 0))
    lines = ("\t".join(f"{value:g}" for value in row) for row in block)
    QApplication.clipboard().setText("\n".join(lines))
    qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def type_in(table: KeyTable, place: tuple[int, int], text: str, qtbot: QtBot) -> None:
    """All numbers become zero with Delete, then one is typed where the arrows lead."""
    table.setCurrentIndex(table.matrix.index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    table.setCurrentIndex(table.matrix.index(0, 0))
    for key, times in zip((Qt.Key.Key_Down, Qt.Key.Key_Right), place, strict=True):
        for _ in range(times):
            qtbot.keyClick(table, key)
    qtbot.keyClicks(table, text)
    field = next(f for f in table.viewport().findChildren(QLineEdit) if f.isVisible())
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: table.matrix.values[place] == float(text))
    assert np.count_nonzero(table.matrix.values) == 1


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
