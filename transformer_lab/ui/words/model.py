"""The list of words: each with where it comes from; typing over one renames it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from transformer_lab.document import wording
from transformer_lab.document.history import Edit
from transformer_lab.document.tokens import BOS, EOS, PAD, UNK
from transformer_lab.document.vocabulary import source_words, text_words, vocabulary
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.theming import Theming

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
SPECIAL = frozenset((BOS, EOS, PAD, UNK))
PLAIN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class Row(NamedTuple):
    """A word, and what is known of it."""

    word: str
    typed: bool
    listed: bool

    @property
    def special(self) -> bool:
        """Whether nobody types it."""
        return self.word in SPECIAL

    @property
    def told(self) -> str:
        """Where it comes from, in words."""
        if self.special:
            return tr("special token")
        parts = (tr("in the list") if self.listed else "", tr("in the text") if self.typed else "")
        return tr(" and ").join(p for p in parts if p) or tr("set by hand")


class Words(QAbstractListModel):
    """The vocabulary of a lab, in its order."""

    def __init__(self, lab: Lab, theming: Theming, attempt: Callable[[Edit], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._lab, self._theming, self._attempt = lab, theming, attempt
        self.rows: list[Row] = []
        self.follow()

    def follow(self) -> None:
        """The project has changed."""
        state = self._lab.state
        typed = {*text_words(state), *source_words(state)}
        listed = frozenset(state.words)
        rows = [Row(word, word in typed, word in listed) for word in vocabulary(state)]
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.rows[index.row()]
        return PLAIN if row.special else PLAIN | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role in (Role.DisplayRole, Role.EditRole):
            return row.word
        if role == Role.ForegroundRole:
            return QColor(self._theming.color("ink2" if row.special else "ink"))
        if role == Role.ToolTipRole:
            return row.told
        return f"{row.word}, {row.told}" if role == Role.AccessibleTextRole else None

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:
        old = self.rows[index.row()].word
        said = str(value).strip()
        return said == old or self._attempt(wording.rename_word(old, said))
