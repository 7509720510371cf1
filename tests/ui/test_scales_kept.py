"""Whose scale the keys are on, and how attention is coloured, is kept from one start to the next."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from transformer_lab import session
from transformer_lab.figures.stage import limit_of
from transformer_lab.ui import habits
from transformer_lab.ui.commands import BY_NAME
from transformer_lab.ui.editors.panel import MatrixEditor
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.window import MainWindow


def _window(qtbot: QtBot) -> MainWindow:
    window = MainWindow(session.new(), Theming("paper"))
    qtbot.addWidget(window)
    return window


def test_the_root_of_attention_is_a_command_and_kept(qtbot: QtBot, qapp: QApplication) -> None:
    window, root = _window(qtbot), BY_NAME["root"]
    assert root.checked is not None
    assert not root.checked(window)
    root.do(window)
    assert root.checked(window)
    assert window.scene.look().root
    habits.keep(window)
    later = _window(qtbot)
    habits.take_up(later)
    assert later.scene.look().root


def test_keys_end_where_the_stage_does(qtbot: QtBot, qapp: QApplication) -> None:
    lab = session.new()
    focus = Focus(lab)
    editor = MatrixEditor(lab, focus, Theming("paper"))
    qtbot.addWidget(editor)
    focus.open_parameter("block.0/attn/W_Q")
    editor.resize(600, 244)
    editor.show()
    own = editor.table.keys.limit
    told: list[bool] = []
    editor.table.shares.connect(told.append)
    editor.table.share(True)
    assert editor.table.keys.limit == limit_of(lab.snapshot) != own
    editor.table.share(False)
    assert editor.table.keys.limit == own
    assert told == [True, False]
