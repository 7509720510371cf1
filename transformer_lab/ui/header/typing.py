"""Typing: each stroke is shown at once, and the strokes of one go are one undo step."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer

from transformer_lab.document import edits
from transformer_lab.document.history import Edit
from transformer_lab.ui.header.sentence import SentenceField

PAUSE_MS = 1200  # whoever rests this long begins another step


class Typing:
    """From the sentence field, or from letters typed on the stage, into the document."""

    def __init__(
        self,
        sentence: SentenceField,
        do: Callable[[Edit], object],
        edit: Callable[[str, object], Edit] = edits.set_text,
    ) -> None:
        self._sentence, self._do, self._edit = sentence, do, edit
        self._go = 0
        self._since = QElapsedTimer()

    def end(self) -> None:
        """What is typed next is a step of its own."""
        self._go += 1

    def typed(self, text: str) -> None:
        """The field says something else."""
        if self._since.isValid() and self._since.elapsed() > PAUSE_MS:
            self.end()
        self._since.start()
        self._do(self._edit(text, self._go))

    def type_on(self, letter: str) -> None:
        """A letter typed on the stage belongs to the sentence; no letter is a backspace."""
        field = self._sentence
        field.setFocus()
        field.end(False)
        if letter:
            field.insert(letter)
        else:
            field.backspace()
        self.typed(field.text())
