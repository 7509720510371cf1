"""Typing: each stroke is shown at once, and the strokes of one go are one undo step.

The model follows each stroke, unless it is so large that the next letter would have to wait for it: then
letters come first, and the model follows as soon as the hand rests.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QTimer

from transformer_lab.document import edits
from transformer_lab.document.history import Edit
from transformer_lab.session import Lab
from transformer_lab.ui.header.sentence import SentenceField
from transformer_lab.ui.inspector.errand import is_small

PAUSE_MS = 1200  # whoever rests this long begins another step
REST_MS = 120  # between two letters of a hand that goes on typing there is hardly more


class Typing:
    """From the sentence field, or from letters typed on the stage, into the document."""

    def __init__(
        self,
        sentence: SentenceField,
        do: Callable[[Edit], object],
        lab: Lab,
        edit: Callable[[str, object], Edit] = edits.set_text,
    ) -> None:
        self._sentence, self._do, self._lab, self._edit = sentence, do, lab, edit
        self._go = 0
        self._waiting: str | None = None
        self._since = QElapsedTimer()
        self._rest = QTimer(sentence, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.follow)

    def end(self) -> None:
        """What is typed next is a step of its own."""
        self.follow()
        self._go += 1

    def typed(self, text: str) -> None:
        """The field says something else."""
        if self._since.isValid() and self._since.elapsed() > PAUSE_MS:
            self.end()
        self._since.start()
        self._waiting, self._sentence.ahead = text, True
        if is_small(self._lab.snapshot):
            self.follow()
        else:
            self._rest.start()

    def follow(self) -> None:
        """Let the document have what has been typed, if it lacks anything of it."""
        text, self._waiting, self._sentence.ahead = self._waiting, None, False
        self._rest.stop()
        if text is not None:
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
