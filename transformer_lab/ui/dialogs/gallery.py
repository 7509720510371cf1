"""The gallery: every preset with its picture, one's own below, and the present project as a new one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from transformer_lab.document.own_presets import (
    Copy,
    Own,
    bring_back,
    copy_of,
    delete_own,
    own_named,
    own_presets,
    read_own,
    save_own,
)
from transformer_lab.document.presets import FURTHER, PRESETS, preset
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.dialogs.preset_cards import ACROSS, GAP, WIDE, Card, Cards
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.projects import Projects
from transformer_lab.ui.theming import Theming


class Gallery(Sheet):
    """A click or Enter opens a preset; the field below keeps the present project as one."""

    def __init__(
        self,
        lab: Lab,
        projects: Projects,
        theming: Theming,
        parent: QWidget,
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__(parent, tr("Presets"))
        self._lab, self._projects = lab, projects
        self.cards = Cards(theming, preferences)
        self.name = QLineEdit(projects.name)
        self.name.setAccessibleName(tr("Name of the new preset"))
        self.keep = QPushButton(tr("Keep"))
        self.back = QPushButton(tr("Bring it back"))
        self.back.hide()
        self.said = voiced("", "quiet")
        self._copy: Copy | None = None
        self.cards.chosen.connect(self._open)
        self.cards.unwanted.connect(self._delete)
        self.keep.clicked.connect(self._keep)
        self.back.clicked.connect(self._bring_back)
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
        told = QHBoxLayout()
        told.addWidget(self.said, 1)
        told.addWidget(self.back)
        self.said.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 20)
        column.setSpacing(14)
        column.addWidget(voiced(tr("Presets"), "title"))
        column.addWidget(area, 1)
        column.addLayout(told)
        column.addLayout(self._foot())

    def _foot(self) -> QHBoxLayout:
        """How this project becomes a preset, and the way out."""
        foot = QHBoxLayout()
        called = QLabel(tr("Keep this project as a preset called"))
        called.setBuddy(self.name)
        self.name.setMaximumWidth(220)
        for part in (called, self.name, self.keep):
            foot.addWidget(part)
        foot.addStretch(1)
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.reject)
        foot.addWidget(close)
        for button in (self.keep, self.back, close):
            button.setAutoDefault(False)
        return foot

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
        self._attempt(self._save)

    def _save(self) -> str:
        same = own_named(self.name.text())
        before = None if same is None else copy_of(same)
        own = save_own(self._lab.state, self.name.text())
        self._offer_back(before)
        if before is not None:
            return tr("“{title}” holds this project now.", title=own.title)
        return tr("Kept as “{title}”.", title=own.title)

    def _delete(self, card: Card) -> None:
        path = card.path
        if path is not None:
            self._attempt(lambda: self._remove(Own(card.title, path)))

    def _remove(self, own: Own) -> str:
        before = copy_of(own)
        delete_own(own.path)
        self._offer_back(before)
        return tr("“{title}” is deleted.", title=own.title)

    def _bring_back(self) -> None:
        copy = self._copy
        if copy is not None:
            self._attempt(lambda: self._restore(copy))

    def _restore(self, copy: Copy) -> str:
        bring_back(copy)
        self._offer_back(None)
        return tr("“{title}” is back.", title=copy.own.title)

    def _offer_back(self, copy: Copy | None) -> None:
        """Nothing is lost by one key: the last preset that was replaced or deleted can come back."""
        self._copy = copy
        self.back.setVisible(copy is not None)

    def _attempt(self, do: Callable[[], str]) -> None:
        """Do it, say what was done or why not, and show what there is now."""
        self.said.show()
        try:
            self.said.setText(do())
        except LabError as error:
            self.said.setText(str(error))
            return
        self.refresh()
        self.area.ensureVisible(0, self.cards.height(), 0, 0)
