"""After a crash: offers what it left behind, one copy at a time. Nothing is deleted without being asked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, QTime

from transformer_lab.document.recovery import MOST_OFFERS, Left, discard, left_behind, take
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.paths import recovery_dir
from transformer_lab.ui.projects import Projects

Say = Callable[..., None]


class Rescue:
    """The questions after a crash, asked by notices of a window."""

    def __init__(self, projects: Projects, say: Say, root: Path | None = None) -> None:
        self._projects, self._say = projects, say
        found = left_behind(root or recovery_dir())
        self._queue = [left for left in found if left.offers < MOST_OFFERS]
        self._set_aside = [left for left in found if left.offers >= MOST_OFFERS]

    def offer(self) -> None:
        """Ask about the newest copy; the next one follows when this one is answered."""
        if self._queue:
            left = self._queue.pop(0)
            self._say(
                tr(
                    "The app ended unexpectedly. Work in “{title}”, last kept {when}, can be restored.",
                    title=left.title,
                    when=moment(left.when),
                ),
                "info",
                (
                    (tr("Restore"), lambda: self._restore(left)),
                    (tr("Not now"), self.offer),
                    (tr("Delete…"), lambda: self._confirm(left)),
                ),
            )
        elif self._set_aside:
            left = self._set_aside.pop(0)
            self._say(
                tr(
                    "Unsaved work in “{title}” did not open the last time. Its copy is kept in {folder}.",
                    title=left.title,
                    folder=left.folder,
                ),
                "info",
                (
                    (tr("Try once more"), lambda: self._restore(left)),
                    (tr("Keep it there"), self.offer),
                    (tr("Delete…"), lambda: self._confirm(left)),
                ),
            )

    def resume(self, folder: Path) -> None:
        """Go on with what a window handed over before it started anew."""
        for left in self._queue:
            if left.folder == folder:
                self._restore(left)

    def _restore(self, left: Left) -> None:
        try:
            project = take(left)
        except LabError as error:
            self._say(
                tr(
                    "The copy cannot be opened: {reason}. It is kept in {folder}.",
                    reason=str(error).rstrip("."),
                    folder=left.folder,
                )
            )
            return
        if self._projects.restore(project, left.path):
            discard(left)  # it is in this window's own keeping by now

    def _confirm(self, left: Left) -> None:
        self._say(
            tr("Delete the unsaved work in “{title}” for good?", title=left.title),
            "error",
            (
                (tr("Keep it"), self.offer),
                (tr("Delete"), lambda: self._delete(left)),
            ),
        )

    def _delete(self, left: Left) -> None:
        discard(left)
        self.offer()


def moment(when: float) -> str:
    """A moment as people say it: the time, with the date if it was not today."""
    then = datetime.fromtimestamp(when)
    clock = QLocale().toString(QTime(then.hour, then.minute), QLocale.FormatType.ShortFormat)
    if then.date() == datetime.now().date():
        return tr("today at {clock}", clock=clock)
    day = QLocale().toString(QDate(then.year, then.month, then.day), QLocale.FormatType.ShortFormat)
    return tr("on {day} at {clock}", day=day, clock=clock)
