"""The button before the sentence field: which of the kept sentences this is, and a menu of all of them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QToolButton

from transformer_lab.document import wording
from transformer_lab.document.history import Edit
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.session import Lab
from transformer_lab.ui.controls import ring, smooth
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.theming import Theming

LONGEST = 48
SIZE = QSize(54, 36)


class Sentences(QToolButton):
    """Shown while more than one sentence is kept."""

    def __init__(self, lab: Lab, theming: Theming, do: Callable[[Edit], object]) -> None:
        super().__init__()
        self._lab, self._theming, self._do = lab, theming, do
        self._said = ""
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(QMenu(self))
        self.menu().aboutToShow.connect(self._fill)
        self.setFixedSize(SIZE)
        theming.changed.connect(self.update)
        self.refresh()

    def refresh(self) -> None:
        """Say where among the sentences the present one stands."""
        state = self._lab.state
        count = len(wording.kept_sentences(state))
        said = tr("{place}/{count}", place=state.sentence + 1, count=count)
        self.setVisible(count > 1)
        if said != self._said:
            self._said = said
            told = tr("Sentence {place} of {count}", place=state.sentence + 1, count=count)
            self.setAccessibleName(told)
            self.setToolTip(told)
            self.update()

    def _fill(self) -> None:
        menu, state = self.menu(), self._lab.state
        menu.clear()
        for place, (text, source) in enumerate(wording.kept_sentences(state)):
            name = f"{source} → {text}" if source and state.model.encoder else text
            action = menu.addAction(_short(name).replace("&", "&&") or tr("(empty)"))
            if place == state.sentence:
                action.setIcon(self._theming.icon("check"))
            action.triggered.connect(lambda _on=False, p=place: self._do(wording.go_to_sentence(p)))
        menu.addSeparator()
        menu.addAction(tr("Another sentence")).triggered.connect(
            lambda: self._do(wording.keep_sentence("", ""))
        )
        menu.addAction(tr("Remove this one")).triggered.connect(
            lambda: self._do(wording.remove_sentence(self._lab.state.sentence))
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.setPen(QPen(self._theming.color("line2"), 1))
            painter.setBrush(self._theming.color("well" if self.underMouse() else "raised"))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 8, 8)
            painter.setFont(font("medium", 13))
            painter.setPen(self._theming.color("ink"))
            painter.drawText(self.rect().adjusted(10, 0, -22, 0), Qt.AlignmentFlag.AlignCenter, self._said)
            ink = self._theming.theme.color("ink2")
            painter.drawPixmap(
                self.width() - 20,
                self.height() // 2 - 6,
                pixmap("chevron-down", ink, 12, self.devicePixelRatioF()),
            )
            if self.hasFocus():
                ring(painter, self._theming, self.rect().toRectF(), 8)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
