"""Undo, redo, and where the hands go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformer_lab.language import tr
from transformer_lab.ui.commands.command import Command
from transformer_lab.ui.deeds import dialogs, finding, wording

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def _undo_title(w: MainWindow) -> str:
    label = w.lab.undo_label
    return tr("Undo: {step}", step=label) if label else tr("Undo")


def _redo_title(w: MainWindow) -> str:
    label = w.lab.redo_label
    return tr("Redo: {step}", step=label) if label else tr("Redo")


ROWS: tuple[Command, ...] = (
    Command(
        "undo",
        tr("Undo"),
        lambda w: w.undo(),
        ("Ctrl+Z",),
        "undo-2",
        group="Edit",
        menu="edit",
        enabled=lambda w: w.lab.undo_label is not None,
        title=_undo_title,
    ),
    Command(
        "redo",
        tr("Redo"),
        lambda w: w.redo(),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo-2",
        group="Edit",
        menu="edit",
        enabled=lambda w: w.lab.redo_label is not None,
        title=_redo_title,
    ),
    Command("history", tr("History…"), dialogs.open_history, ("Ctrl+H",), "list", group="Edit", menu="edit"),
    Command("words", tr("Words…"), wording.open_words, ("Ctrl+W",), "list-tree", group="Edit", menu="edit"),
    Command(
        "another-sentence",
        tr("Another sentence"),
        wording.another_sentence,
        ("Ctrl+Shift+L",),
        "plus",
        group="Edit",
        menu="edit",
    ),
    Command(
        "note", tr("Note on the model…"), wording.note_on_model, icon="pencil", group="Edit", menu="edit"
    ),
    Command("find", tr("Find a value…"), finding.open_find, ("Ctrl+F",), "search", group="Edit", menu="edit"),
    Command("sentence", tr("Go to the sentence"), lambda w: w.to_sentence(), ("Ctrl+L",), group="Edit"),
    Command(
        "back",
        tr("Back to the question before"),
        lambda w: w.focus.back(),
        ("Alt+Left",),
        "arrow-left",
        group="Edit",
        enabled=lambda w: w.focus.can_go_back,
    ),
)
