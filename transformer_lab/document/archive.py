"""The container of a project file: a zip with two entries, read with bounds that hold before anything is
allocated.

Sizes are Python integers throughout, because NumPy's would wrap round at 2^64.
"""

from __future__ import annotations

import io
import json
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, BinaryIO

from transformer_lab.document.files import reason
from transformer_lab.errors import LabError
from transformer_lab.language import tr

JSON, WEIGHTS = "project.json", "weights.safetensors"
MOST: Mapping[str, int] = {JSON: 16 << 20, WEIGHTS: 64 << 20}
SMALL, MOST_RATIO = 16 << 20, 100  # what is larger may not unpack to more than a hundred times the file
MOST_ITEMS = 200_000  # of a description: a list of empty lists takes twenty times the room of its text
ITEM = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[{,]', re.DOTALL)
MOST_FILE = sum(MOST.values()) + (1 << 20)
END = struct.Struct("<4s4H2LH")  # the record that closes a zip
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    RuntimeError,
    NotImplementedError,
    ValueError,
    OSError,
)


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file small enough to be a project. Raises LabError (a reason, without the name)."""
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise LabError(tr("it is not a file"))
            data = file.read(MOST_FILE + 1)
    except (OSError, ValueError) as error:
        raise LabError(reason(error)) from None
    if len(data) > MOST_FILE:
        raise LabError(tr("it is larger than {n} MB, the most a project may have", n=MOST_FILE >> 20))
    return data


def unpack(data: bytes) -> dict[str, bytes]:
    """The entries of a project file. Raises LabError for anything that is not exactly such a zip."""
    _check_end(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {info.filename: _entry(archive, info, len(data)) for info in _listed(archive)}
    except BROKEN:
        raise LabError(tr("it is damaged or cut off")) from None


def pack(entries: Mapping[str, Iterable[bytes | memoryview]]) -> bytes:
    """A zip of the entries, each given in pieces: the same bytes for the same entries, always."""
    out = io.BytesIO()
    pack_into(out, entries)
    return out.getvalue()


def pack_into(out: BinaryIO, entries: Mapping[str, Iterable[bytes | memoryview]]) -> None:
    """The same, piece by piece into a file: other threads of the process go on meanwhile."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(entries):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr = 3, 0o644 << 16
            with archive.open(info, "w") as entry:
                for piece in entries[name]:
                    entry.write(piece)


def parse(data: bytes) -> Any:
    """JSON as everybody reads it: no double keys, no NaN, no endless lists. Raises LabError."""
    if sum(1 for _ in islice(ITEM.finditer(data), MOST_ITEMS + 1)) > MOST_ITEMS:
        raise LabError(tr("its description ({name}) holds more than a project does", name=JSON))
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise LabError(tr("its description ({name}) is not readable", name=JSON)) from None


def _without_waiting(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _check_end(data: bytes) -> None:
    """The closing record tells how long the list of entries is; a long one is refused before it is read."""
    if not data.startswith(b"PK\x03\x04"):
        raise LabError(tr("it is not a Transformer Lab project"))
    at = data.rfind(b"PK\x05\x06")
    if at < 0 or len(data) < at + END.size:
        raise LabError(tr("it is damaged or cut off"))
    _, _, _, _, count, size, _, _ = END.unpack_from(data, at)
    if count > len(MOST) or size > 1024:
        raise LabError(tr("it holds more than a project does"))


def _listed(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    infos = archive.infolist()
    names = [info.filename for info in infos]
    strange = [name for name in names if name not in MOST]
    if strange:
        raise LabError(tr("it holds “{name}”, which no project has", name=ascii(strange[0])[1:41]))
    if len(set(names)) < len(names) or JSON not in names:
        raise LabError(tr("it does not hold exactly one {name}", name=JSON))
    return infos


def _entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, packed: int) -> bytes:
    most = MOST[info.filename]
    if info.file_size > most:
        raise LabError(tr("{name} in it claims more than {n} MB", name=info.filename, n=most >> 20))
    if info.file_size > SMALL and info.file_size > MOST_RATIO * packed:
        raise LabError(tr("{name} in it would unpack to far more than there is", name=info.filename))
    with archive.open(info) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise LabError(tr("{name} in it is larger than {n} MB", name=info.filename, n=most >> 20))
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refuse(name: str) -> Any:
    raise ValueError(name)
