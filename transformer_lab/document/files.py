"""Writing files so that nobody ever finds half a one: a new file beside the old, then one rename."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from transformer_lab.errors import LabError
from transformer_lab.language import tr

UNFINISHED = ".transformer-lab-"
"""How the name of a file begins that is still being written."""
OLD = 3600.0
"""Seconds after which such a file belongs to nobody any more."""


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path` wholly or not at all; a link stays a link and its target is replaced.

    Raises LabError with the reason; the old file and its folder are then as they were.
    """
    write_with(path, lambda file: file.write(data))


def write_with(path: str | os.PathLike[str], write: Callable[[BinaryIO], object]) -> None:
    """The same for what is written piece by piece."""
    try:
        target = Path(os.path.realpath(path))
        _replace(target, write)
    except (OSError, ValueError) as error:
        raise LabError(
            tr("{name} could not be written: {reason}.", name=os.fspath(path), reason=reason(error))
        ) from None


def fingerprint(path: str | os.PathLike[str]) -> str | None:
    """Changes whenever the content of a file does; None where there is no file that can be read."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def reason(error: Exception) -> str:
    """Why the system refused, in its own words, without a number."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said[:1].lower() + said[1:].rstrip(".")


def _replace(target: Path, write: Callable[[BinaryIO], object]) -> None:
    if target.is_dir():
        raise IsADirectoryError(0, tr("it is a folder"))
    if target.exists() and not target.is_file():  # a rename would destroy the device or the pipe
        raise OSError(0, tr("it is not a file"))
    # a short name: the target's own may be as long as names get
    fresh = target.parent / f"{UNFINISHED}{secrets.token_hex(8)}.part"
    _tidy(target.parent)
    try:
        with open(fresh, "xb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        _keep_mode(target, fresh)
        os.replace(fresh, target)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    _sync_folder(target.parent)


def _tidy(folder: Path) -> None:
    """Remove what a writing that was killed left behind; one that still goes on is never so old."""
    long_ago = time.time() - OLD
    with contextlib.suppress(OSError):
        for left in folder.glob(f"{UNFINISHED}*.part"):
            if left.stat().st_mtime < long_ago:
                left.unlink()


def _keep_mode(target: Path, fresh: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.chmod(fresh, stat.S_IMODE(target.stat().st_mode))


def _sync_folder(folder: Path) -> None:
    """Make the rename itself last through a power cut, where the system lets us."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
