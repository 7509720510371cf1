"""Typing: each stroke is shown at once, and the strokes of one go are one undo step.

The model follows each stroke, unless it is so large that the next letter would have to wait for it: then
letters come first. As soon as the hand rests the numbers are worked out in a thread, and shown if they are
still those of what stands in the field.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QTimer

from transformer_lab.document import edits
from transformer_lab.document.foresight import Outcome
from transformer_lab.document.history import Edit
from transformer_lab.session import Lab
from transformer_lab.ui.header.foresight import Foresight
from transformer_lab.ui.header.sentence import SentenceField
from transformer_lab.ui.inspector.errand import is_small

PAUSE_MS = 1200  # whoever rests this long begins another step
REST_MS = 120  # between two letters of a hand that goes on typing there is hardly more
Attempt = Callable[[Callable[[], object]], object]
"""does something; a refusal becomes a notice"""


class Typing:
    """From the sentence field, or from letters typed on the stage, into the document."""

    def __init__(
        self,
        sentence: SentenceField,
        attempt: Attempt,
        lab: Lab,
        edit: Callable[[str, object], Edit] = edits.set_text,
    ) -> None:
        self._sentence, self._attempt, self._lab, self._edit = sentence, attempt, lab, edit
        self._go = 0
        self._waiting: str | None = None
        self._since = QElapsedTimer()
        self._rest = QTimer(sentence, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._ask)
        self._foresight = Foresight(lab, sentence)
        self._foresight.came.connect(self._came)

    def end(self) -> None:
        """What is typed next is a step of its own."""
        self.follow()
        self._go += 1

    def typed(self, text: str) -> None:
        """The field says something else."""
        if self._since.isValid() and self._since.elapsed() > PAUSE_MS:
            self.end()
        self._since.start()
        self._foresight.forget()
        self._waiting, self._sentence.ahead = text, True
        if is_small(self._lab.snapshot):
            self.follow()
        else:
            self._rest.start()

    def follow(self) -> None:
        """Let the document have at once what has been typed, if it lacks anything of it."""
        text = self._caught_up()
        if text is not None:
            self._attempt(lambda: self._lab.do(self._edit(text, self._go)))

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

    # --- in a large model -----------------------------------------------------------------------------
    def _ask(self) -> None:
        """The hand rests: have the numbers of the new text worked out."""
        if self._waiting is not None:
            self._foresight.ask(self._edit(self._waiting, self._go))

    def _came(self, found: Outcome | Exception) -> None:
        """The numbers of what stands in the field, or why there are none."""
        if isinstance(found, Outcome) and found.before is not self._lab.history:
            self._ask()  # something else was done meanwhile: the text comes after it
            return
        self._caught_up()
        self._attempt(lambda: self._show(found))

    def _show(self, found: Outcome | Exception) -> None:
        if isinstance(found, Exception):
            raise found
        self._lab.take(found)

    def _caught_up(self) -> str | None:
        """From now on the document says what the field says; returns what it lacked."""
        text, self._waiting, self._sentence.ahead = self._waiting, None, False
        self._rest.stop()
        self._foresight.forget()
        return text
