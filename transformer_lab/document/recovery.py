"""Unsaved work outlives a crash: each running window keeps a copy of its project in a slot of its own.

A slot is a folder with a lock that the system lets go of when its process ends, however it ends. So a slot
whose lock can be taken belongs to nobody who still runs; if it holds a project, a crash has left it.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transformer_lab.document import archive
from transformer_lab.document.files import write_atomically
from transformer_lab.document.project import Project, from_bytes, write_copy
from transformer_lab.errors import LabError
from transformer_lab.language import tr

PROJECT, ABOUT, LOCK = "project.tlab", "about.json", "lock"
MOST_ABOUT = 65_536
MOST_OFFERS = 1
"""A copy that was being opened when the app ended again is not offered a second time by itself."""


@dataclass(frozen=True)
class Left:
    """What a window left behind that ended without closing."""

    folder: Path
    title: str
    path: Path | None
    """the project's own file, if it had one"""
    when: float
    """seconds since 1970 of the last copy"""
    offers: int
    """how often it was about to be opened"""

    @property
    def project(self) -> Path:
        """The copy itself."""
        return self.folder / PROJECT


class Slot:
    """The place of one running window. Raises LabError if there is no room for one."""

    def __init__(self, root: Path) -> None:
        from filelock import FileLock, Timeout  # late: nothing is unsaved when a window opens

        self.folder = root / secrets.token_hex(8)
        try:
            self.folder.mkdir(parents=True)
            self._lock = FileLock(self.folder / LOCK, thread_local=False)
            self._lock.acquire(timeout=0)
        except (OSError, Timeout) as error:
            raise LabError(
                tr("Unsaved work cannot be kept safe: {reason}.", reason=str(error).rstrip("."))
            ) from None

    def keep(self, project: Project, title: str, path: Path | None) -> None:
        """Keep a copy of this project. Raises LabError if it cannot be written."""
        about = {
            "title": title,
            "path": None if path is None else str(path),
            "when": time.time(),
            "offers": 0,
        }
        write_atomically(self.folder / ABOUT, json.dumps(about).encode("utf-8"))
        write_copy(self.folder / PROJECT, project)

    def clear(self) -> None:
        """Nothing is unsaved any more."""
        with contextlib.suppress(OSError):
            (self.folder / PROJECT).unlink(missing_ok=True)

    def let_go(self) -> None:
        """Leave the copy to somebody else."""
        self._lock.release()

    def close(self) -> None:
        """The window closes as it should: the slot goes."""
        self._lock.release()
        shutil.rmtree(self.folder, ignore_errors=True)


def left_behind(root: Path) -> tuple[Left, ...]:
    """Copies that no running window owns, the newest first; empty slots are tidied away."""
    found = []
    for folder in sorted(root.iterdir()) if root.is_dir() else ():
        if folder.is_dir() and not folder.is_symlink() and _abandoned(folder):
            left = _read(folder)
            if left is None:
                shutil.rmtree(folder, ignore_errors=True)
            else:
                found.append(left)
    return tuple(sorted(found, key=lambda left: left.when, reverse=True))


def take(left: Left) -> Project:
    """The project of a copy; the copy stays until `discard`. Raises LabError for a damaged one.

    That it was tried is written down first, so that a copy which brings the app down is not tried again.
    """
    _note_offer(left)
    return from_bytes(archive.read_file(left.project))


def discard(left: Left) -> None:
    """Delete a copy for good."""
    shutil.rmtree(left.folder, ignore_errors=True)


def _abandoned(folder: Path) -> bool:
    """Whether nobody holds the lock."""
    from filelock import FileLock, Timeout  # late: seldom has anything been left behind

    try:
        with FileLock(folder / LOCK, timeout=0, thread_local=False):
            return True
    except (Timeout, OSError):
        return False


def _read(folder: Path) -> Left | None:
    if not (folder / PROJECT).is_file():
        return None
    about = _about(folder)
    path = about.get("path")
    when, offers = about.get("when"), about.get("offers")
    return Left(
        folder,
        str(about.get("title") or tr("Untitled"))[:200],
        Path(path) if isinstance(path, str) and path else None,
        float(when) if isinstance(when, (int, float)) else (folder / PROJECT).stat().st_mtime,
        offers if isinstance(offers, int) else 0,
    )


def _about(folder: Path) -> Mapping[str, Any]:
    """What the slot says of itself; nothing, if that is damaged."""
    try:
        with open(folder / ABOUT, "rb") as file:
            said = json.loads(file.read(MOST_ABOUT))
    except (OSError, ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _note_offer(left: Left) -> None:
    about = {**_about(left.folder), "offers": left.offers + 1}
    with contextlib.suppress(LabError):  # a full disk must not keep a person from their work
        write_atomically(left.folder / ABOUT, json.dumps(about).encode("utf-8"))
