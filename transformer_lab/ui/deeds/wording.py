"""What is done with words and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformer_lab.document import wording
from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def open_words(window: MainWindow) -> None:
    """The list of words, beside the window."""
    from transformer_lab.ui.words.panel import WordsPanel

    panel = window.findChild(WordsPanel) or WordsPanel(window.lab, window.theming, window)
    panel.show()
    panel.raise_()
    panel.activateWindow()


def another_sentence(window: MainWindow) -> None:
    """Keep this sentence, and write another one."""
    window.typing.end()
    if window.do(wording.keep_sentence("", "")):
        window.to_sentence()


def catch_up(window: MainWindow) -> None:
    """Let the document have what has been typed, before anything else is done with it."""
    window.typing.follow()
    window.source.typing.follow()


def note_on_model(window: MainWindow) -> None:
    """What is to be said about the whole model; the inspector shows it under every answer."""
    from transformer_lab.ui.outline.writing import NoteSheet

    NoteSheet(window, window.lab, "", tr("the model")).open()
