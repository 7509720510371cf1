"""The preferences: one table of questions, each answered by a choice that takes effect at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from transformer_lab import start
from transformer_lab.language import CATALOGUE, tr
from transformer_lab.languages import LANGUAGES, SYSTEM
from transformer_lab.ui.controls import Segmented
from transformer_lab.ui.deeds import looking
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.restarting import restart
from transformer_lab.ui.settings import TEXT_SIZES

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


class Question(NamedTuple):
    """One preference: what it is called, what it changes, its answers, how it is read and set."""

    title: str
    hint: str
    answers: tuple[tuple[Any, str], ...]
    read: Callable[[MainWindow], Any]
    write: Callable[[MainWindow, Any], None]


def _manner(title: str, hint: str, field: str, *answers: tuple[Any, str]) -> Question:
    """A question about one field of the manner of writing."""

    def write(window: MainWindow, value: Any) -> None:
        window.preferences.use(window.preferences.manner._replace(**{field: value}))

    return Question(title, hint, answers, lambda w: getattr(w.preferences.manner, field), write)


def _set_text_size(window: MainWindow, value: int) -> None:
    window.settings.text_size = value


def _set_language(window: MainWindow, value: str) -> None:
    window.settings.language = value


SECTIONS: tuple[tuple[str, tuple[Question, ...]], ...] = (
    (
        tr("Looks"),
        (
            Question(
                tr("Theme"),
                tr("Paper is light, Slate is dark."),
                (
                    ("system", tr("As the system")),
                    ("paper", tr("Paper")),
                    ("slate", tr("Slate")),
                    ("contrast", tr("High contrast")),
                ),
                lambda w: w.theming.mode,
                looking.wear,
            ),
            Question(
                tr("Motion"),
                tr("Reduced motion cuts from step to step; nothing travels."),
                ((False, tr("Full")), (True, tr("Reduced"))),
                lambda w: w.scene.calm,
                looking.set_calm,
            ),
            Question(
                tr("Text size"),
                tr("Scales everything, from the next start on."),
                tuple((size, f"{size}%") for size in TEXT_SIZES),
                lambda w: w.settings.text_size,
                _set_text_size,
            ),
            Question(
                tr("Language"),
                tr("Of the window and its figures, from the next start on."),
                ((SYSTEM, tr("As the system")), *LANGUAGES.items()),
                lambda w: w.settings.language,
                _set_language,
            ),
        ),
    ),
    (
        tr("Notation"),
        (
            _manner(
                tr("The first word is number"),
                tr("Code counts from 0, many textbooks from 1."),
                "first",
                (0, "0"),
                (1, "1"),
            ),
            _manner(
                tr("Products"),
                tr("Vectors as rows before their matrix, or as columns after it."),
                "notation",
                ("xW", "x W"),
                ("Wx", "W x"),
            ),
            _manner(
                tr("Words in matrices and maps"),
                tr("On the stage words are always columns."),
                "words",
                ("rows", tr("Rows")),
                ("columns", tr("Columns")),
            ),
            _manner(
                tr("Decimals"),
                tr("Of worked numbers; a copied number is always exact."),
                "decimals",
                (2, "0.67"),
                (3, "0.666"),
                (4, "0.6663"),
            ),
        ),
    ),
)


class PreferencesDialog(Sheet):
    """All questions below each other; there is nothing to confirm."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, tr("Preferences"))
        self._window = window
        self._size = window.settings.text_size
        whole = QVBoxLayout(self)
        whole.setContentsMargins(28, 24, 28, 24)
        whole.setSpacing(14)
        whole.addWidget(voiced(tr("Preferences"), "title"))
        for name, questions in SECTIONS:
            whole.addSpacing(6)
            whole.addWidget(voiced(name, "head"))
            whole.addWidget(self._rows(questions))
        whole.addStretch()
        whole.addLayout(self._foot())
        self._show_waiting()
        self.fit(760, 600)

    def _foot(self) -> QHBoxLayout:
        """What waits for the next start, with a way to have it now; and the end."""
        self._waits = voiced(tr("Shown from the next start on. Starting again keeps the project."), "quiet")
        self._again = QPushButton(tr("Restart now"))
        self._again.clicked.connect(self._restart)
        close = QPushButton(tr("Done"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addWidget(self._waits, 1)
        foot.addStretch()
        foot.addWidget(self._again)
        foot.addWidget(close)
        return foot

    def _show_waiting(self) -> None:
        settings = self._window.settings
        waits = start.meant(settings.language) != CATALOGUE.code or settings.text_size != self._size
        self._waits.setVisible(waits)
        self._again.setVisible(waits)

    def _restart(self) -> None:
        self.accept()
        restart(self._window)

    def _rows(self, questions: tuple[Question, ...]) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        for question in questions:
            row = grid.rowCount()
            grid.addWidget(QLabel(question.title), row, 0)
            grid.addWidget(voiced(question.hint, "quiet"), row + 1, 0)
            grid.addWidget(self._answers(question), row, 1, 2, 1, Qt.AlignmentFlag.AlignRight)
            grid.setRowMinimumHeight(row + 2, 8)
        return page

    def _answers(self, question: Question) -> Segmented:
        values = [value for value, _ in question.answers]
        choice = Segmented(self._window.theming, (), question.title)
        held = question.read(self._window)
        choice.offer([name for _, name in question.answers], values.index(held) if held in values else 0)
        choice.chosen.connect(lambda place: self._write(question, values[place]))
        return choice

    def _write(self, question: Question, value: Any) -> None:
        question.write(self._window, value)
        self._show_waiting()
