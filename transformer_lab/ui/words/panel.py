"""Words: a sheet that stays open beside the window and changes the project at once, step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from transformer_lab.document import wording
from transformer_lab.document.history import Edit
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import SPLITTINGS
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.session import Lab
from transformer_lab.ui.build.fields import NumberField
from transformer_lab.ui.controls import Segmented, Switch
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.words.model import Words

SWITCHES = (
    ("closed", tr("Keep to the list"), tr("Any other word is read as <unk>.")),
    ("bos", tr("Begin with <bos>"), tr("A token before the first word.")),
    ("eos", tr("End with <eos>"), tr("A token behind the last word.")),
)
HIGH = 28
AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class WordsPanel(Sheet):
    """How texts are split, special tokens, and the list of words."""

    def __init__(self, lab: Lab, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent, tr("Words"))
        self.setWindowModality(Qt.WindowModality.NonModal)
        self._lab, self._theming = lab, theming
        self.words = Words(lab, theming, self.attempt, self)
        self.list = WordList(self.words, theming, self._remove)
        self.splitting = Segmented(theming, (tr("Words"), tr("Characters")), tr("Tokens are"))
        self.switches = {field: Switch(theming, title) for field, title, _ in SWITCHES}
        self.pad = NumberField(theming, tr("Fill up with <pad> to so many places"), whole=True)
        self.pad.setFixedWidth(64)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("A new word"))
        self.field.setAccessibleName(tr("A new word"))
        self.trouble = voiced("", "quiet")
        self._build()
        self._connect()
        self.fit(460, 660)
        stop = lab.watch(self._follow)
        self.destroyed.connect(lambda: stop())
        self._follow(lab.snapshot)

    def attempt(self, edit: Edit) -> bool:
        """Do it; a refusal is said below the list."""
        try:
            self._lab.do(edit)
        except LabError as error:
            self._say(str(error))
            return False
        self._say("")
        return True

    def _say(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def _follow(self, _snapshot: Snapshot) -> None:
        spelling = self._lab.state.spelling
        self.splitting.offer((tr("Words"), tr("Characters")), SPLITTINGS.index(spelling.splitting))
        for field, switch in self.switches.items():
            switch.setChecked(bool(getattr(spelling, field)))
        self.pad.show_value(spelling.pad)
        self.words.follow()

    def _spell(self, field: str, value: Any) -> None:
        if getattr(self._lab.state.spelling, field) != value:
            self.attempt(wording.spell(field, value))

    def _add(self) -> None:
        if self.field.text().strip() and self.attempt(wording.add_word(self.field.text())):
            self.field.clear()
            place = next(i for i, row in enumerate(self.words.rows) if row.word == self._lab.state.words[-1])
            self.list.setCurrentIndex(self.words.index(place))

    def _remove(self, word: str) -> None:
        self.attempt(wording.remove_word(word))

    # --- looks -----------------------------------------------------------------------------------------
    def _build(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(24, 20, 24, 18)
        whole.setSpacing(10)
        whole.addWidget(voiced(tr("Words"), "title"))
        whole.addSpacing(4)
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(0, 1)
        rows: list[tuple[str, str, QWidget]] = [
            (tr("Tokens are"), tr("What one lane of the stage holds."), self.splitting)
        ]
        rows += [(title, hint, self.switches[field]) for field, title, hint in SWITCHES]
        rows.append((tr("Fill up with <pad>"), tr("To so many places, at the end; 0 for none."), self.pad))
        for n, (title, hint, control) in enumerate(rows):
            grid.addWidget(QLabel(title), 3 * n, 0)
            grid.addWidget(voiced(hint, "quiet"), 3 * n + 1, 0)
            grid.setRowMinimumHeight(3 * n + 2, 7)
            grid.addWidget(control, 3 * n, 1, 2, 1, AT_RIGHT)
        whole.addLayout(grid)
        whole.addSpacing(4)
        whole.addWidget(voiced(tr("All words of this model"), "head"))
        whole.addWidget(self.list, 1)
        self.trouble.hide()
        whole.addWidget(self.trouble)
        foot = QHBoxLayout()
        foot.addWidget(self.field, 1)
        add = QPushButton(tr("Add it"))
        add.clicked.connect(self._add)
        foot.addWidget(add)
        whole.addLayout(foot)

    def _connect(self) -> None:
        self.splitting.chosen.connect(lambda place: self._spell("splitting", SPLITTINGS[place]))
        for field, switch in self.switches.items():
            switch.toggled.connect(lambda on, field=field: self._spell(field, on))
        self.pad.valued.connect(lambda value: self._spell("pad", value))
        self.field.returnPressed.connect(self._add)


class WordList(QListView):
    """Enter or F2 renames, Delete removes."""

    def __init__(self, words: Words, theming: Theming, remove: Callable[[str], None]) -> None:
        super().__init__()
        self._words, self._remove = words, remove
        self.setModel(words)
        self.setItemDelegate(WordRows(theming, self))
        self.setUniformItemSizes(True)
        self.setAccessibleName(tr("Words; Enter renames, Delete removes"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        key = event.key()
        if index.isValid() and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove(self._words.rows[index.row()].word)
        elif index.isValid() and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit(index)
        else:
            super().keyPressEvent(event)


class WordRows(QStyledItemDelegate):
    """A word at the left, where it comes from at the right."""

    def __init__(self, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent)
        self._theming = theming

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        return QSize(120, HIGH)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        model = index.model()
        assert isinstance(model, Words)
        row, box = model.rows[index.row()], QRect(option.rect)
        chosen = index == self.parent().currentIndex()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theming.color("wash"))
            painter.drawRoundedRect(box.adjusted(0, 1, -2, -1), 6, 6)
        painter.setPen(self._theming.color("ink2" if row.special else "ink"))
        painter.setFont(font("medium" if row.typed else "regular", 13))
        inner = box.adjusted(10, 0, -12, 0)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, row.word)
        painter.setPen(self._theming.color("ink3"))
        painter.setFont(font("regular", 12))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, row.told)
        painter.restore()
