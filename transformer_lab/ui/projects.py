"""New, open, save, close: with a question before unsaved work is lost, and every refusal as a notice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox, QWidget

from transformer_lab import session
from transformer_lab.document.files import fingerprint
from transformer_lab.document.own_presets import read_own
from transformer_lab.document.project import SUFFIX, Project
from transformer_lab.document.state import MOST_NUMBERS
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.targets import ask_for_target, file_name

Answer = Literal["save", "discard", "cancel"]
Over = Literal["replace", "elsewhere", "cancel"]
T = TypeVar("T")
KINDS = tr("Transformer Lab (*{suffix});;Figures with a project (*.png *.svg *.pdf)", suffix=SUFFIX)


def ask_about_unsaved(parent: QWidget, name: str) -> Answer:
    """The question before unsaved work is lost."""
    question = tr("“{name}” has changes that are not saved.", name=name)
    answers: tuple[Answer, Answer] = ("save", "discard")
    names = (tr("Save"), tr("Discard"))
    return _asked(parent, question, tr("Without saving they are lost."), names, answers) or "cancel"


def ask_about_another(parent: QWidget, name: str) -> Over:
    """The question before what another program wrote is replaced."""
    question = tr("“{name}” has been changed by another program since you opened it.", name=name)
    answers: tuple[Over, Over] = ("elsewhere", "replace")
    names = (tr("Save as…"), tr("Replace it"))
    return _asked(parent, question, tr("Saving here replaces what is there now."), names, answers) or "cancel"


def _asked(
    parent: QWidget, question: str, warning: str, names: tuple[str, str], answers: tuple[T, T]
) -> T | None:
    """The answer that was chosen: the safe one, which comes first, the other one, or None for neither."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle(tr("Transformer Lab"))
    box.setText(question)
    box.setInformativeText(warning)
    safe = box.addButton(names[0], QMessageBox.ButtonRole.AcceptRole)
    other = box.addButton(names[1], QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(safe)
    for label in box.findChildren(QLabel, "qt_msgbox_label"):
        label.setWordWrap(True)
    box.exec()
    clicked = box.clickedButton()
    box.deleteLater()
    return answers[0] if clicked is safe else answers[1] if clicked is other else None


def ask_for_file(parent: QWidget, folder: str) -> str:
    """Which project to open; empty for none."""
    return QFileDialog.getOpenFileName(parent, tr("Open a project"), folder, KINDS)[0]


def ask_where_to_save(parent: QWidget, suggestion: str) -> str:
    """Where to save; empty for nowhere."""
    return QFileDialog.getSaveFileName(parent, tr("Save the project"), suggestion, KINDS)[0]


class Projects(QObject):
    """The files of one window. The three questions are attributes, so that a test can answer them."""

    changed = Signal()
    """another project, or another file of it"""
    leaving = Signal()
    """the present one may be left: who holds anything back for it gives it now"""

    def __init__(self, lab: Lab, focus: Focus, window: QWidget, say: Callable[..., None]) -> None:
        super().__init__(window)
        self._lab, self._focus, self._window, self._say = lab, focus, window, say
        self.ask_unsaved = ask_about_unsaved
        self.ask_file = ask_for_file
        self.ask_target = ask_where_to_save
        self.ask_over = ask_about_another
        self.handed_over = False
        """whether a new start goes on with the work, so that nothing is lost"""
        self._told: str | None = None
        self._know()

    @property
    def name(self) -> str:
        """What people call the project: its title, or its file's name."""
        if self._lab.state.title:
            return self._lab.state.title
        return self._lab.path.stem if self._lab.path is not None else tr("Untitled")

    def may_leave(self) -> bool:
        """Whether the present project may be left: saved, or given up by its owner."""
        self.leaving.emit()
        if self.handed_over or not self._lab.modified:
            return True
        answer = self.ask_unsaved(self._window, self.name)
        return self.save() if answer == "save" else answer == "discard"

    def new(self, preset: str = "first-sentence") -> bool:
        """Start from a preset."""
        return self._adopt(lambda: session.new(preset))

    def new_from(self, path: Path) -> bool:
        """Start from an own preset: a project without a file, so that saving does not change the preset."""
        return self._adopt(lambda: Lab(read_own(path)))

    def ask_open(self) -> None:
        """Let the person choose a file, then open it."""
        path = self.ask_file(self._window, self._folder())
        if path:
            self.open(path)

    def open(self, path: str | Path) -> bool:
        """Open a project; on any trouble the present one stays untouched."""
        return self._adopt(lambda: session.open_project(path, MOST_NUMBERS))

    def save(self) -> bool:
        """Save to the project's file, asking for one the first time."""
        if self._lab.path is None:
            return self.save_as()
        if self.changed_outside:
            answer = self.ask_over(self._window, self._lab.path.name)
            if answer != "replace":
                return answer == "elsewhere" and self.save_as()
        return self._write(self._lab.path)

    @property
    def changed_outside(self) -> bool:
        """Whether the project's file holds something else than what was opened or saved here."""
        found = fingerprint(self._lab.path) if self._lab.path is not None else None
        return found is not None and found != self._known

    def look_outside(self) -> None:
        """The window is in front again: say so if another program wrote to the project's file meanwhile."""
        path = self._lab.path
        if path is None or not self.changed_outside or fingerprint(path) == self._told:
            return
        self._told = fingerprint(path)
        self._say(
            tr("“{name}” has been changed by another program since you opened it.", name=path.name),
            "info",
            ((tr("Open it again"), lambda: self.open(path)), (tr("Keep mine"), lambda: None)),
        )

    def restore(self, project: Project, path: Path | None) -> bool:
        """Go on with unsaved work that a crash left."""
        return self._adopt(lambda: session.recovered(project, path))

    def save_as(self) -> bool:
        """Save to another file."""
        suggestion = Path(self._folder()) / (file_name(self.name) + SUFFIX)
        path = ask_for_target(lambda name: self.ask_target(self._window, name), suggestion, (SUFFIX,))
        return path is not None and self._write(path)

    # --- inside ---------------------------------------------------------------------------------------
    def _know(self) -> None:
        """The file as it is now is the one that this window knows."""
        self._known = fingerprint(self._lab.path) if self._lab.path is not None else None

    def _folder(self) -> str:
        return str(self._lab.path.parent if self._lab.path is not None else Path.home())

    def _adopt(self, make: Callable[[], Lab]) -> bool:
        try:
            other = make()
            if self._lab.modified:  # asked only when there is something to go to
                if not self.may_leave():
                    return False
                other = make()  # what was saved just now may be this very file
        except LabError as error:
            self._say(str(error))
            return False
        self._lab.adopt(other)
        self._know()
        self._focus.start_over()
        self.changed.emit()
        return True

    def _write(self, path: Path) -> bool:
        self._lab.view |= {"block": self._focus.block, "head": self._focus.head, "query": self._focus.query}
        elsewhere = path != self._lab.path
        try:
            self._lab.save(path)
        except LabError as error:
            self._say(str(error))
            return False
        self._know()
        if elsewhere:  # the header goes on showing the title, so the file's name is said once
            self._say(tr("Saved as {file}.", file=path.name), "info")
        self.changed.emit()
        return True
