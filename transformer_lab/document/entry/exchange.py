"""Arrays from and to files that other programs know: .npy, .npz, .csv and .safetensors. Data, never objects.

What a header claims is checked with Python's integers before anything is allocated.
"""

from __future__ import annotations

import io
import math
import os
import warnings
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from tokenize import TokenError
from types import MappingProxyType
from typing import Any, BinaryIO, TypeGuard, cast

import numpy as np

from transformer_lab.document.entry.blocks import WRITERS, readings
from transformer_lab.document.files import reason, write_atomically
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr

MOST_NUMBERS = 16_777_216
"""of one array that is read: 128 MB in float64"""
MOST_ARRAYS, MOST_RANK, MOST_HEADER, MOST_TEXT = 4096, 8, 1 << 16, 64 << 20
MOST_LIST = 16 << 20
"""bytes of the list of a safetensors file"""
SMALL, MOST_RATIO = 1 << 20, 200
"""an array of more bytes than this must not unpack to so many times what there is"""
KINDS = "fiub"
"""floats, integers, and true or false"""


def array_names(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Names of the arrays in a file; one empty name where a file holds just one. Raises LabError."""
    found: tuple[str, ...] = _guarded(path, lambda file, suffix: FORMS[suffix][0](file))
    return found


def read_array(path: str | os.PathLike[str], name: str = "") -> Array:
    """One array of a file as float64. Raises LabError naming the file and what is wrong, or the limit."""
    found: Array = _guarded(path, lambda file, suffix: FORMS[suffix][1](file, name))
    if not np.isfinite(found).all():
        where = ", ".join(map(str, np.argwhere(~np.isfinite(found))[0]))
        raise LabError(tr("{file}: the number at {where} is not finite.", file=Path(path).name, where=where))
    return found


def write_array(path: str | os.PathLike[str], array: Array, name: str = "array") -> None:
    """Write one array, by the ending of the name; CSV takes two axes at most. Raises LabError."""
    suffix = Path(path).suffix.lower()
    if suffix not in FORMS:
        raise LabError(_unknown(path))
    write_atomically(path, FORMS[suffix][2](np.asarray(array, dtype=float), name))


def _unknown(path: str | os.PathLike[str]) -> str:
    return tr("{file} has an ending for which there is no form; there are {all}.",
              file=Path(path).name, all=", ".join(FORMS))  # fmt: skip


def _guarded(path: str | os.PathLike[str], read: Callable[[BinaryIO, str], Any]) -> Any:
    """Read with every refusal as one sentence that names the file."""
    suffix, name = Path(path).suffix.lower(), Path(path).name
    if suffix not in FORMS:
        raise LabError(_unknown(path))
    try:
        with open(path, "rb") as file:
            return read(file, suffix)
    except LabError as error:
        raise LabError(tr("{file}: {reason}", file=name, reason=error)) from None
    except OSError as error:
        raise LabError(tr("{file} cannot be read: {reason}.", file=name, reason=reason(error))) from None
    except BROKEN:
        raise LabError(tr("{file} is damaged, or no file of this form.", file=name)) from None


def _within(shape: tuple[int, ...], said: str) -> int:
    """How many numbers a shape has. Raises LabError if that is too many."""
    if len(shape) > MOST_RANK or any(n < 0 for n in shape):
        raise LabError(tr("{what} has a shape that cannot be.", what=said))
    count = math.prod(shape)
    if count > MOST_NUMBERS:
        text = "{what} has {n} numbers; at most {most} are read."
        raise LabError(tr(text, what=said, n=count, most=MOST_NUMBERS))
    return count


# --- .npy ----------------------------------------------------------------------------------------------
def _npy(file: BinaryIO, name: str = "") -> Array:
    shape, fortran, kind = _npy_header(file)
    said = name or tr("The array")
    count = _within(shape, said)
    if kind.kind not in KINDS or kind.hasobject:
        raise LabError(tr("{what} does not hold numbers.", what=said))
    data = file.read(count * kind.itemsize)
    if len(data) != count * kind.itemsize:
        raise LabError(tr("{what} claims {n} numbers and has not as many.", what=said, n=count))
    flat = np.frombuffer(data, kind, count).astype(float)
    return flat.reshape(shape, order="F" if fortran else "C").copy()


def _npy_header(file: BinaryIO) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    with warnings.catch_warnings():  # a damaged header may look like one of Python 2
        warnings.simplefilter("ignore")
        return _header_of(file, np.lib.format.read_magic(file))


def _header_of(file: BinaryIO, version: tuple[int, int]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    if version == (1, 0):
        return np.lib.format.read_array_header_1_0(file, max_header_size=MOST_HEADER)
    if version == (2, 0):
        return np.lib.format.read_array_header_2_0(file, max_header_size=MOST_HEADER)
    raise ValueError(version)


def _to_npy(array: Array, name: str) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, np.ascontiguousarray(array))
    return out.getvalue()


# --- .npz ----------------------------------------------------------------------------------------------
def _npz_names(file: BinaryIO) -> tuple[str, ...]:
    with zipfile.ZipFile(file) as archive:
        names = [n.removesuffix(".npy") for n in archive.namelist() if n.endswith(".npy")]
    if len(names) > MOST_ARRAYS:
        raise LabError(tr("it holds {n} arrays; at most {most} are read.", n=len(names), most=MOST_ARRAYS))
    return tuple(names)


def _npz(file: BinaryIO, name: str) -> Array:
    with zipfile.ZipFile(file) as archive:
        wanted = name or _only([n.removesuffix(".npy") for n in archive.namelist()])
        if f"{wanted}.npy" not in archive.namelist():
            raise LabError(tr("there is no array “{name}” in it.", name=wanted[:80]))
        info = archive.getinfo(f"{wanted}.npy")
        if info.file_size > SMALL and info.file_size > MOST_RATIO * max(1, info.compress_size):
            raise LabError(tr("“{name}” would unpack to far more than there is.", name=wanted[:80]))
        with archive.open(info) as entry:
            return _npy(cast(BinaryIO, entry), wanted)


def _to_npz(array: Array, name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(f"{name.replace('/', '.')}.npy"), _to_npy(array, name))
    return out.getvalue()


def _only(names: list[str]) -> str:
    if len(names) != 1:
        raise LabError(
            tr("it holds {n} arrays; say which: {some} …", n=len(names), some=", ".join(names[:4]))
        )
    return names[0]


# --- .safetensors --------------------------------------------------------------------------------------
FLOATS: Mapping[str, Callable[[bytes], Array]] = MappingProxyType(
    {
        "F64": lambda data: np.frombuffer(data, "<f8").astype(float),
        "F32": lambda data: np.frombuffer(data, "<f4").astype(float),
        "F16": lambda data: np.frombuffer(data, "<f2").astype(float),
        "BF16": lambda data: (np.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4").astype(float),
    }
)
BYTES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2}


def _tensors_header(file: BinaryIO) -> tuple[dict[str, Any], int]:
    """The list of a safetensors file and where its numbers start: read as such, so that only what is asked
    for is taken from a file of gigabytes.
    """
    from transformer_lab.document.archive import parse

    length = int.from_bytes(file.read(8), "little")
    if not 2 <= length <= min(MOST_LIST, os.fstat(file.fileno()).st_size):
        raise ValueError(length)
    header = parse(file.read(length))
    if not isinstance(header, dict):
        raise ValueError(length)
    header.pop("__metadata__", None)
    return header, 8 + length


def _tensors_names(file: BinaryIO) -> tuple[str, ...]:
    return tuple(_tensors_header(file)[0])


def _tensors(file: BinaryIO, name: str) -> Array:
    header, start = _tensors_header(file)
    wanted = name or _only(list(header))
    entry = header.get(wanted)
    if not isinstance(entry, dict):
        raise LabError(tr("there is no array “{name}” in it.", name=wanted[:80]))
    kind, shape, span = entry.get("dtype"), entry.get("shape"), entry.get("data_offsets")
    if not isinstance(kind, str) or kind not in FLOATS:
        raise LabError(
            tr("“{name}” holds {kind}, not floating numbers.", name=wanted[:80], kind=str(kind)[:20])
        )
    if not (_naturals(shape) and _naturals(span) and len(span) == 2):
        raise ValueError(wanted)
    count = _within(tuple(shape), wanted[:80])
    if span[1] - span[0] != count * BYTES[kind]:
        raise ValueError(wanted)
    file.seek(start + span[0])
    data = file.read(count * BYTES[kind])
    if len(data) != count * BYTES[kind]:
        raise ValueError(wanted)
    return FLOATS[kind](data).reshape(shape)


def _naturals(value: Any) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(type(n) is int and 0 <= n < 2**62 for n in value)


def _to_tensors(array: Array, name: str) -> bytes:
    from safetensors.numpy import save

    return bytes(save({name: np.ascontiguousarray(array)}))


# --- .csv ----------------------------------------------------------------------------------------------
def _csv(file: BinaryIO, name: str) -> Array:
    size = os.fstat(file.fileno()).st_size
    data = file.read(min(size, MOST_TEXT) + 1)
    if len(data) > MOST_TEXT:
        raise LabError(tr("it is larger than {most} bytes.", most=MOST_TEXT))
    found = readings(data.decode("utf-8-sig"))
    if len(found) > 1:
        ways = tr(" or ").join(reading.said for reading in found)
        raise LabError(tr("it can be read in several ways: {ways}. Write decimals with a point.", ways=ways))
    return found[0].values


def _to_csv(array: Array, name: str) -> bytes:
    if array.ndim > 2:
        raise LabError(tr("A table has two axes; this value has {n}. Write .npy instead.", n=array.ndim))
    return (WRITERS["csv"](np.atleast_2d(array)) + "\n").encode("ascii")


def _one_name(file: BinaryIO) -> tuple[str, ...]:
    return ("",)


BROKEN = (
    *(ValueError, TypeError, EOFError, OverflowError, RuntimeError, SyntaxError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, TokenError),
)
"""What the libraries raise for damaged files: a header of NumPy is read as a literal of Python."""
Form = tuple[
    Callable[[BinaryIO], tuple[str, ...]], Callable[[BinaryIO, str], Array], Callable[[Array, str], bytes]
]
FORMS: Mapping[str, Form] = MappingProxyType(
    {
        ".npy": (_one_name, lambda file, _: _npy(file), _to_npy),
        ".npz": (_npz_names, _npz, _to_npz),
        ".safetensors": (_tensors_names, _tensors, _to_tensors),
        ".csv": (_one_name, _csv, _to_csv),
    }
)
"""Ending → how names are listed, one array is read, one is written."""
