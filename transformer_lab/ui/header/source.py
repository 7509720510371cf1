"""What an encoder reads: a second sentence field beside the one for what the decoder writes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from transformer_lab.document import edits
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.header.bar import Header
from transformer_lab.ui.header.typing import Attempt, Typing

READS, WRITES = tr("reads"), tr("writes")


class Source(QObject):
    """Keeps the second field of a header in step with document and focus; it is seen only with an encoder."""

    def __init__(
        self,
        header: Header,
        lab: Lab,
        focus: Focus,
        attempt: Attempt,
        leave: Callable[[], object],
    ) -> None:
        super().__init__(header)
        self._header, self._lab, self._focus = header, lab, focus
        field = header.source
        field.setAccessibleName(tr("Sentence that the encoder reads"))
        field.setPlaceholderText(tr("Type what the encoder reads"))
        self.typing = Typing(field, attempt, lab, edits.set_source)
        field.textEdited.connect(self.typing.typed)
        field.word_chosen.connect(focus.ask_source)
        field.left.connect(leave)
        focus.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow document and focus."""
        model, header = self._lab.state.model, self._header
        both = bool(model.encoder)
        header.show_source(both)
        header.sentence.say_role(WRITES if both else "")
        if both:
            header.source.say_role(READS)
            header.source.spell(self._lab.state.spelling)
            header.source.show_text(self._lab.source)
            header.source.choose(self._focus.source if self._focus.in_encoder else None)
