"""The panel around the answer: the way back, the scrolling page, and an invitation while nothing is asked."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.ask import Answer, about, question
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.language import tr, translatable
from transformer_lab.render.fonts import font
from transformer_lab.session import Lab
from transformer_lab.ui.compare.changes_view import ChangesView
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.inspector.answer_view import AnswerView
from transformer_lab.ui.inspector.deeds import Deeds
from transformer_lab.ui.inspector.foot import Foot
from transformer_lab.ui.inspector.notes import NoteStrip
from transformer_lab.ui.inspector.pins import PinStrip
from transformer_lab.ui.inspector.study import Study
from transformer_lab.ui.theming import Theming

TOP = 44
INVITATION = translatable(("Click any number", "and see how it was made, term by term."))


class Inspector(QWidget):
    """Explains the number that the focus has selected, and follows every edit."""

    refused = Signal(str)
    """why something could not be done"""
    folds_changed = Signal()
    """a section was folded or opened, perhaps"""

    def __init__(self, lab: Lab, focus: Focus, theming: Theming, study: Study | None = None) -> None:
        super().__init__()
        self._lab, self._focus, self._theming = lab, focus, theming
        self.study = study or Study(lab, focus, self)
        self._deeds = Deeds(lab, self)
        self.setAccessibleName(tr("Inspector"))
        self.view = AnswerView(theming, focus)
        self.pins = PinStrip(lab, focus, self.study, theming)
        self.changes = ChangesView(theming, focus)
        self.notes = NoteStrip(lab, focus, theming)
        self.foot = Foot(lab, focus, self.study, theming)
        self.back = QToolButton()
        self._area, self._changed = QScrollArea(), QScrollArea()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.refresh)
        self._build()
        focus.changed.connect(self.refresh)
        self.study.changed.connect(self.refresh)
        self._deeds.changed.connect(self.refresh)
        self._deeds.changed.connect(self.folds_changed)
        self.view.acted.connect(self._act)
        self.foot.refused.connect(self.refused)
        theming.changed.connect(self._dress)
        self.view.walked.connect(self._scroll_to)
        stop = lab.watch(self._follow)
        self.destroyed.connect(lambda: stop())
        self._dress()
        self.refresh()

    @property
    def folded(self) -> frozenset[str]:
        """The sections of which only the heading is shown."""
        return self._deeds.folded

    @folded.setter
    def folded(self, sections: frozenset[str]) -> None:
        self._deeds.folded = sections

    @property
    def answer(self) -> Answer | None:
        """What is shown, or will be in a moment."""
        if self._soon.isActive():
            self.refresh()
        return self.view.answer

    def refresh(self) -> None:
        """Show the answer for the selected number, made from the present values; unseen it waits."""
        self._soon.stop()
        if not self.isVisible():
            return
        width = float(max(240, self.width()))
        asked = self.answer.cell if self.answer is not None else None
        answer = self._answer(self._focus.subject)
        self.view.show_answer(answer, self._lab.snapshot, width, self._deeds.folded)
        self.view.manner = self.study.manner
        self.pins.follow(width)
        self.notes.follow(width)
        self.foot.follow()
        pair = self._pair() if answer is None else None
        self.changes.show_pair(pair, width, self._focus.query)
        self._changed.setVisible(pair is not None)
        self._area.setVisible(answer is not None)
        if answer is not None and answer.cell != asked:
            self._area.verticalScrollBar().setValue(0)
        self._show_way_back()
        if (answer is None) != (asked is None):
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(360, 600)

    # --- events ----------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            if self.view.answer is None and self._pair() is None:
                card = QRectF(24, 84, self.width() - 48, 74)
                painter.setPen(QPen(self._theming.color("line2"), 1, Qt.PenStyle.DashLine))
                painter.drawRoundedRect(card, 10, 10)
                for text, face, token, y in zip(
                    INVITATION, ("medium", "regular"), ("ink", "ink2"), (32, 53), strict=True
                ):
                    painter.setFont(font(face, 13))
                    painter.setPen(self._theming.color(token))
                    line = QRectF(card.left(), card.top() + y - 16, card.width(), 22)
                    painter.drawText(line, Qt.AlignmentFlag.AlignCenter, tr(text))

    # --- inside ----------------------------------------------------------------------------------------
    def _build(self) -> None:
        self.back.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.back.setIconSize(QSize(14, 14))
        self.back.clicked.connect(self._focus.back)
        for area, page in ((self._area, self.view), (self._changed, self.changes)):
            area.setWidget(page)
            area.setWidgetResizable(True)
            area.setFrameShape(QFrame.Shape.NoFrame)
            area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            area.viewport().setAutoFillBackground(False)
            page.setAutoFillBackground(False)
        top = QHBoxLayout()
        top.setContentsMargins(17, 9, 16, 0)
        top.addWidget(self.back)
        top.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        holder = QWidget()
        holder.setFixedHeight(TOP)
        holder.setLayout(top)
        column.addWidget(holder)
        column.addWidget(self._area, 1)
        column.addWidget(self._changed, 1)
        column.addStretch(0)
        column.addWidget(self.pins)
        column.addWidget(self.notes)
        column.addWidget(self.foot)

    def _dress(self) -> None:
        self.back.setIcon(self._theming.icon("chevron-left", "ink2"))
        self.back.setStyleSheet(f"color: {self._theming.theme.color('ink2')}; font-size: 12px;")
        self.update()

    def _show_way_back(self) -> None:
        before = self._focus.previous if self._focus.can_go_back else None
        self.back.setVisible(before is not None)
        if before is not None:
            try:
                text = question(self._lab.snapshot, before, self.study.manner)
            except LabError:
                text = tr("Back")
            measure = self.back.fontMetrics()
            self.back.setText(
                measure.elidedText(text, Qt.TextElideMode.ElideRight, max(80, self.width() - 80))
            )
            self.back.setToolTip(tr("Back to: {question} (Alt+←)", question=text))
            self.back.setAccessibleName(tr("Back to: {question}", question=text))

    def _pair(self) -> Pair | None:
        """What is compared, while something is pinned and both sides have values."""
        a, b = self._lab.pinned, self._lab.snapshot
        return pair_of(a, b) if a is not None and a.trace is not None and b.trace is not None else None

    def _answer(self, cell: Cell | None) -> Answer | None:
        """None also for a number that an edit has just taken away; the focus lets go of it by itself."""
        if cell is None or self._lab.snapshot.trace is None:
            return None
        try:
            slopes = self.study.slopes()
        except LabError:
            slopes = None
        try:
            return about(self._lab.snapshot, cell, slopes, self._deeds.without(cell), self.study.manner)
        except LabError:
            return None

    def _act(self, name: str) -> None:
        try:
            self._deeds.do(name, self._focus.selected)
        except LabError as error:
            self.refused.emit(str(error))

    def _follow(self, snapshot: Snapshot) -> None:
        """After an edit the stage is painted first; the words follow, once for many edits."""
        self._soon.start()

    def _scroll_to(self, box: QRectF) -> None:
        self._area.ensureVisible(round(box.center().x()), round(box.center().y()), 0, 60)
