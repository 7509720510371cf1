"""Run by `bench` in a process of its own: a large matrix in the grid, a large paste, and many undos.

Prints lines of name, value, mark, unit and note, as `bench.zoom` does.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from transformer_lab.bench.measure import Result, spent
from transformer_lab.document.presets import preset
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import State
from transformer_lab.engine.model import BlockSpec, FeedForward, Model
from transformer_lab.session import Lab, new

LARGE = "block.0/ffn/W_1"
WIDTH, HIDDEN = 768, 3072
STEPS, UNDOS, ROUNDS = 40, 1000, 12
BLOCK = 100
"""rows and columns that are pasted"""


def large_state() -> State:
    """One feed-forward of 768 × 3072 in single precision."""
    from dataclasses import replace
    from types import MappingProxyType

    model = Model(WIDTH, (BlockSpec((FeedForward(HIDDEN),)),), output=False, precision="single")
    empty: MappingProxyType[str, Any] = MappingProxyType({})
    return replace(preset("first-sentence"), model=model, parameters=empty, features=(), head_names=empty)


def grid_results() -> Iterator[Result]:
    """Opening, scrolling, editing and pasting in a large matrix."""
    from PySide6.QtWidgets import QApplication

    from transformer_lab.ui.editors import MatrixEditor
    from transformer_lab.ui.focus import Focus
    from transformer_lab.ui.theming import Theming

    lab = Lab(large_state())
    focus = Focus(lab)
    editor = MatrixEditor(lab, focus, Theming("paper"))
    editor.resize(900, 300)
    editor.show()
    QApplication.processEvents()

    def opened() -> None:
        focus.open_parameter(LARGE)
        editor.grab()

    yield Result("768 × 3072 matrix opened", spent(opened), 200.0, "ms")
    bar = editor.table.verticalScrollBar()

    def scrolled() -> None:
        bar.setValue(bar.value() + 57)
        editor.table.viewport().repaint()

    times = [spent(scrolled) for _ in range(STEPS)]
    yield Result("768 × 3072 scrolled a step", max(times), 16.0, "ms", f"median {median(times):.1f} ms")
    yield edited(lab, editor)
    yield pasted(lab, editor)


def edited(lab: Lab, editor: object) -> Result:
    """What the panel needs for one edit; the copy of the array and the run of the model are done before."""
    from PySide6.QtWidgets import QApplication

    from transformer_lab.ui.editors import MatrixEditor

    assert isinstance(editor, MatrixEditor)
    row, column = max(0, editor.table.rowAt(40)), max(0, editor.table.columnAt(40))
    other = Lab(lab.state)
    snapshots = []
    for i in range(ROUNDS):
        other.set_cell(LARGE, (row, column), 0.1 * (i + 1))
        snapshots.append(other.snapshot)

    def panel(snapshot: Snapshot) -> None:
        editor.follow(snapshot)
        QApplication.processEvents()

    taken = [spent(partial(panel, snapshot)) for snapshot in snapshots]
    editor.follow(lab.snapshot)
    return Result("768 × 3072 one number set, the panel's part", median(taken[2:]), 2.0, "ms")


def pasted(lab: Lab, editor: object) -> Result:
    """10,000 cells from a spreadsheet, from the text to the painted grid."""
    from PySide6.QtGui import QGuiApplication

    from transformer_lab.ui.editors import MatrixEditor, carrying

    assert isinstance(editor, MatrixEditor)
    rows = np.linspace(-1.0, 1.0, BLOCK * BLOCK).reshape(BLOCK, BLOCK)
    QGuiApplication.clipboard().setText("\n".join("\t".join(map(repr, row)) for row in rows.tolist()))
    editor.table.setCurrentIndex(editor.model.index(4, 4))

    def job() -> None:
        carrying.paste(editor.table)
        editor.grab()

    times = [spent(job) for _ in range(3)]
    return Result("10,000 cells pasted", median(times), 200.0, "ms")


def undo_results() -> Iterator[Result]:
    """A thousand edits taken back one by one, and what they leave in memory."""
    lab = new()
    for i in range(UNDOS):
        lab.set_cell("block.0/attn/W_Q", (i % 8, 0, 0), 0.001 * i + 1.0)
    tracemalloc.start()
    for _ in range(20):
        lab.undo()
    held = tracemalloc.get_traced_memory()[0]
    for _ in range(180):
        lab.undo()
    grown = (tracemalloc.get_traced_memory()[0] - held) / 2**20
    tracemalloc.stop()
    for _ in range(200):
        lab.redo()

    def job() -> None:
        for _ in range(UNDOS):
            lab.undo()

    yield Result("1,000 undos", spent(job), 1000.0, "ms")
    yield Result("memory that undos leave", grown, 1.0, "MB", "growth over 180 undos")


def main() -> None:
    """Measure all of it."""
    from transformer_lab.ui.app import application

    application()
    for result in (*grid_results(), *undo_results()):
        print(result.name, result.value, result.mark, result.unit, result.note, sep="\t", flush=True)


if __name__ == "__main__":
    main()
