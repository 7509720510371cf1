"""The gallery: every preset with its picture, one's own below, and the present project as a new one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from transformer_lab.document.own_presets import delete_own, own_presets, read_own, save_own
from transformer_lab.document.presets import FURTHER, PRESETS, preset
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.dialogs.preset_cards import ACROSS, GAP, WIDE, Card, Cards
from transformer_lab.ui.projects import Projects
from transformer_lab.ui.theming import Theming


class Gallery(Sheet):
    """A click or Enter opens a preset; the field below keeps the present project as one."""

    def __init__(self, lab: Lab, projects: Projects, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent, tr("Presets"))
        self._lab, self._projects = lab, projects
        self.cards = Cards(theming)
        self.name = QLineEdit(projects.name)
        self.name.setAccessibleName(tr("Name of the new preset"))
        self.keep = QPushButton(tr("Keep this project as a preset"))
        self.said = voiced("", "quiet")
        self.cards.chosen.connect(self._open)
        self.cards.unwanted.connect(self._delete)
        self.keep.clicked.connect(self._keep)
        self._lay_out()
        self.refresh()
        self.fit(ACROSS * WIDE + (ACROSS - 1) * GAP + 82, 720)
        self.cards.setFocus()

    def _lay_out(self) -> None:
        area = QScrollArea()
        area.setWidget(self.cards)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for part in (area.viewport(), self.cards):
            part.setAutoFillBackground(False)
        self.area = area
        foot = QHBoxLayout()
        self.name.setMaximumWidth(260)
        for part in (self.name, self.keep):
            foot.addWidget(part)
        foot.addWidget(self.said, 1)
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.reject)
        foot.addWidget(close)
        for button in (self.keep, close):
            button.setAutoDefault(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 20)
        column.setSpacing(14)
        column.addWidget(voiced(tr("Presets"), "title"))
        column.addWidget(area, 1)
        column.addLayout(foot)

    def refresh(self) -> None:
        """All presets, one's own last."""
        shipped = tuple(
            Card(p.title, p.about, partial(preset, p.name), p.name)
            for p in (*PRESETS.values(), *FURTHER.values())
        )
        own = tuple(
            Card(o.title, tr("Your own preset."), partial(read_own, o.path), path=o.path)
            for o in own_presets()
        )
        self.cards.show_cards(((tr("To start from"), shipped), (tr("Your own"), own)))

    def _open(self, card: Card) -> None:
        if card.path is not None:
            opened = self._projects.new_from(card.path)
        else:
            opened = self._projects.new(card.name)
        if opened:
            self.accept()

    def _keep(self) -> None:
        try:
            own = save_own(self._lab.state, self.name.text())
        except LabError as error:
            self.said.setText(str(error))
            return
        self.said.setText(tr("Kept as “{title}”.", title=own.title))
        self.refresh()
        self.area.ensureVisible(0, self.cards.height(), 0, 0)

    def _delete(self, card: Card) -> None:
        try:
            if card.path is not None:
                delete_own(card.path)
                self.said.setText(tr("“{title}” is deleted.", title=card.title))
        except LabError as error:
            self.said.setText(str(error))
        self.refresh()
