"""A person's own presets: project files in a folder of the user's data, listed by title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from transformer_lab.document.archive import read_file
from transformer_lab.document.checks import fitting
from transformer_lab.document.files import write_atomically
from transformer_lab.document.project import SUFFIX, Project, read_project, write_project
from transformer_lab.document.state import MOST_TITLE, State
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.paths import presets_dir

MOST_OWN = 200
UNFIT = re.compile(r"[^\w \-]+")


class Own(NamedTuple):
    """One own preset and where it lies."""

    title: str
    path: Path


class Copy(NamedTuple):
    """What the file of an own preset held before it was replaced or deleted."""

    own: Own
    data: bytes


def own_presets() -> tuple[Own, ...]:
    """All own presets by title; a file that cannot be read is left out."""
    return tuple(sorted(_readable(), key=lambda own: (own.title.casefold(), own.path.name)))


def read_own(path: Path) -> State:
    """The state of an own preset. Raises LabError as `read_project`."""
    return read_project(path).state


def own_named(title: str) -> Own | None:
    """The own preset of this title, if there is one."""
    return next((own for own in own_presets() if own.title == title.strip()), None)


def copy_of(own: Own) -> Copy:
    """What its file holds, to be brought back. Raises LabError if it cannot be read."""
    return Copy(own, read_file(own.path))


def bring_back(copy: Copy) -> None:
    """Undo a replacement or a deletion. Raises LabError with the reason."""
    write_atomically(copy.own.path, copy.data)


def save_own(state: State, title: str) -> Own:
    """Keep a state as an own preset. One of the same title is replaced. Raises LabError with the reason."""
    said = fitting(title, MOST_TITLE, tr("The name")).strip()
    if not said:
        raise LabError(tr("A preset needs a name."))
    same = own_named(said)
    path = same.path if same is not None else _free(said)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LabError(
            tr("The folder of presets cannot be made: {reason}.", reason=error.strerror or error)
        ) from None
    write_project(path, Project(replace(state, title=said)))
    return Own(said, path)


def delete_own(path: Path) -> None:
    """Delete an own preset. Raises LabError for a file elsewhere, and with the reason if it stays."""
    if path.parent != presets_dir() or path.suffix != SUFFIX:
        raise LabError(tr("{name} is no preset of yours.", name=path.name))
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise LabError(
            tr("{name} cannot be deleted: {reason}.", name=path.name, reason=error.strerror or error)
        ) from None


def _readable() -> Iterator[Own]:
    folder = presets_dir()
    files = sorted(folder.glob(f"*{SUFFIX}"))[:MOST_OWN] if folder.is_dir() else []
    for path in files:
        try:
            yield Own(read_own(path).title or path.stem, path)
        except LabError:
            continue


def _free(title: str) -> Path:
    """A file name made from the title that is not taken."""
    stem = UNFIT.sub("", title).strip()[:60] or "preset"
    names = (stem, *(f"{stem} {n}" for n in range(2, MOST_OWN + 2)))
    return next(path for name in names if not (path := presets_dir() / f"{name}{SUFFIX}").exists())
