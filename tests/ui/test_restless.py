"""A restless person: hundreds of random commands, keys, words, numbers and designs, one after another.

Any exception fails the test; between the steps everything shown must agree with the document.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from transformer_lab.document import edits
from transformer_lab.document.evaluate import Evaluator
from transformer_lab.document.presets import PRESETS
from transformer_lab.document.switches import SWITCHES
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.heads import block_count
from transformer_lab.ui.commands import COMMANDS
from transformer_lab.ui.gaze import head_count
from transformer_lab.ui.window import MainWindow

STEPS, CHECK_EVERY = 160, 20
APART = {
    "quit",
    "new",
    "open",
    "save",
    "save-as",
    "help",
    "export",
    "export-numpy",
    "export-torch",
}  # they open a dialog
TEXTS = (
    "",
    "a",
    "The cat that the dog chased was scared",
    "שלום עולם",
    "猫看狗 👨‍👩‍👧",
    "cat " * 70,
    "x" * 3000,
)
KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Space,
    Qt.Key.Key_BracketLeft,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_2,
    Qt.Key.Key_Backspace,
)
Step = Callable[[MainWindow, random.Random], object]


def command(w: MainWindow, r: random.Random) -> None:
    action = w.actions_[r.choice([c.name for c in COMMANDS if c.name not in APART])]
    if action.isEnabled():
        action.trigger()


def key(w: MainWindow, r: random.Random) -> None:
    QTest.keyClick(w.focusWidget() or w.stage, r.choice(KEYS))


def write(w: MainWindow, r: random.Random) -> None:
    field = w.frame.header.sentence
    field.setText(r.choice(TEXTS))
    w.typing.typed(field.text())


def number(w: MainWindow, r: random.Random) -> None:
    graph = w.lab.snapshot.graph
    if graph is not None:
        node = r.choice([n for n in graph if n.kind == "parameter" and all(n.shape)])
        w.lab.set_cell(node.id, tuple(r.randrange(n) for n in node.shape), r.choice([0.0, -3.0, 1e6, 0.25]))


def design(w: MainWindow, r: random.Random) -> None:
    name = r.choice(list(SWITCHES))
    w.lab.do(edits.switch(name, r.choice([choice.value for choice in SWITCHES[name].choices] or [1, 2, 3])))


def ask(w: MainWindow, r: random.Random) -> None:
    graph = w.lab.snapshot.graph
    if graph is not None:
        node = r.choice([n for n in graph if all(n.shape)])
        w.focus.select(Cell(node.id, tuple(r.randrange(n) for n in node.shape)))


def click(w: MainWindow, r: random.Random) -> None:
    stage = w.stage
    at = QPoint(r.randrange(stage.width()), r.randrange(stage.height()))
    QTest.mouseClick(stage, Qt.MouseButton.LeftButton, pos=at)


def wait(w: MainWindow, r: random.Random) -> None:
    w.player.advance(r.choice([8.0, 100.0, 1e4]))
    QTest.qWait(1)


def size(w: MainWindow, r: random.Random) -> None:
    w.resize(r.randint(760, 1500), r.randint(480, 950))


def other(w: MainWindow, r: random.Random) -> None:
    w.projects.new(r.choice(["small-red-house", *PRESETS]))


OFTEN: tuple[tuple[Step, int], ...] = (
    (command, 5),
    (key, 6),
    (write, 2),
    (number, 3),
    (design, 3),
    (ask, 3),
    (click, 3),
    (wait, 3),
    (size, 1),
    (other, 1),
)


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_goes_wrong_and_everything_agrees(window: MainWindow, seed: int) -> None:
    r = random.Random(seed)  # noqa: S311 (a game of chance, no secret)
    window.projects.ask_unsaved = lambda *_: "discard"
    steps, weights = zip(*OFTEN, strict=True)
    for i in range(STEPS):
        try:
            r.choices(steps, weights)[0](window, r)
        except LabError:
            continue  # refused with a reason: nothing has changed
        agree(window)
        if i % CHECK_EVERY == 0:
            assert not window.grab().isNull()
            agree_with_fresh_values(window)


def agree(w: MainWindow) -> None:
    """Focus, timeline, folds and sentence stand for something in the document."""
    snapshot, focus, player = w.lab.snapshot, w.focus, w.player
    assert focus.block < max(1, block_count(snapshot))
    assert focus.head < max(1, head_count(snapshot, focus.block))
    assert focus.query < max(1, len(snapshot.words))
    assert (player.timeline is None) == (snapshot.graph is None)
    if player.timeline is not None:
        assert player.cursor is not None
        assert player.cursor.beat < len(player.timeline.beats)
    model = snapshot.state.model
    assert len(w.scene.folds.goal) == len(model.encoder) + len(model.blocks) + 1
    assert w.frame.header.sentence.text() == w.lab.text


def agree_with_fresh_values(w: MainWindow) -> None:
    """Reuse of values must not show: values made anew are the same, the explained one too."""
    snapshot, fresh = w.lab.snapshot, Evaluator()(w.lab.state, None)
    if fresh.graph is not None:
        for node in fresh.graph:
            assert np.array_equal(fresh[node.id], snapshot[node.id], equal_nan=True), node.id
    cell, answer = w.focus.selected, w.frame.inspector.panel.answer
    if cell is not None and answer is not None and answer.cell == cell:
        assert answer.value == snapshot[cell.node][cell.index]
