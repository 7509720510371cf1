"""The commands as Qt actions, and the keys that act on the stage and the timeline only."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QKeySequence

from transformer_lab.ui.commands import BY_NAME, COMMANDS, Command
from transformer_lab.ui.deeds.wording import catch_up

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def keys_text(command: Command) -> str:
    """The first shortcut as people write it."""
    return (
        QKeySequence(command.keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if command.keys else ""
    )


def hint(name: str) -> str:
    """Text and shortcut of a command, for a tooltip."""
    command = BY_NAME[name]
    keys = keys_text(command)
    return f"{command.text}  ({keys})" if keys else command.text


def make_actions(window: MainWindow) -> dict[str, QAction]:
    """One QAction for each command; those of the window scope answer to their keys everywhere in it."""
    made = {}
    for command in COMMANDS:
        action = QAction(command.text, window)
        action.setObjectName(command.name)
        action.setCheckable(command.checked is not None)
        if command.scope == "window":
            action.setShortcuts([QKeySequence(keys) for keys in command.keys])
            window.addAction(action)
        action.triggered.connect(_runner(window, command))
        action.toggled.connect(partial(_mark, window, action))
        made[command.name] = action
    return made


def refresh(window: MainWindow, actions: dict[str, QAction]) -> None:
    """Let names, marks and readiness follow the present moment."""
    for command in COMMANDS:
        action = actions[command.name]
        if command.enabled is not None:
            action.setEnabled(command.enabled(window))
        if command.checked is not None:
            action.setChecked(command.checked(window))
        if command.title is not None:
            action.setText(command.title(window))


def dress(window: MainWindow, actions: dict[str, QAction]) -> None:
    """Icons in the ink of the theme."""
    for command in COMMANDS:
        action = actions[command.name]
        if command.checked is not None:
            _mark(window, action, action.isChecked())
        elif command.icon:
            action.setIcon(window.theming.icon(command.icon))


def _mark(window: MainWindow, action: QAction, on: bool) -> None:
    """What is switched on has a tick in menus."""
    action.setIcon(window.theming.icon("check") if on else QIcon())


PRESENTERS = frozenset((Qt.Key.Key_B, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown))
"""Keys of a presenter, who does not know where the focus is."""


class StageKeys(QObject):
    """The keys of the stage scope: asked by the stage and the timeline in their keyPressEvent.

    The keys of a presenter work anywhere in the window, unless what has the focus wants them itself.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)
        rows = [command for command in COMMANDS if command.scope == "stage"]
        self._table = {_combination(keys): command for command in rows for keys in command.keys}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key that nobody took arrives at the window itself."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        return event.key() in PRESENTERS and self.run(event.keyCombination())

    def run(self, combination: QKeyCombination) -> bool:
        """Do what this key combination means; False if it means nothing here."""
        command = self._table.get(combination)
        if command is None or (command.enabled is not None and not command.enabled(self._window)):
            return False
        catch_up(self._window)
        command.do(self._window)
        return True


def _runner(window: MainWindow, command: Command) -> Callable[[], object]:
    def run() -> None:
        catch_up(window)
        command.do(window)

    return run


def _combination(keys: str) -> QKeyCombination:
    """The single key press that a shortcut stands for."""
    sequence: Any = QKeySequence(keys)  # Qt's stubs do not know that it can be indexed
    return sequence[0]
