"""The arrays of a project file, in the safetensors form: bounds first, then the library.

Only float64 is written and read. NaN and infinity are refused by the name of their array, as in a cell.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from transformer_lab.document.archive import parse
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr

PIECE = 1 << 20
MOST_HEADER, MOST_TENSORS, MOST_RANK = 1 << 20, 4096, 4


def pieces(arrays: Mapping[str, Array]) -> Iterator[bytes | memoryview]:
    """The arrays in safetensors form, ordered by name, in pieces of at most a megabyte.

    The library makes one block of all and holds the interpreter meanwhile, so that a window whose project is
    copied aside would stand still. A test holds these bytes equal to the library's.
    """
    header: dict[str, Any] = {}
    end = 0
    for name in sorted(arrays):
        start, end = end, end + 8 * arrays[name].size
        header[name] = {"dtype": "F64", "shape": list(arrays[name].shape), "data_offsets": [start, end]}
    said = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    said += b" " * (-len(said) % 8)
    yield len(said).to_bytes(8, "little") + said
    for name in sorted(arrays):
        flat = np.ascontiguousarray(arrays[name], "<f8").reshape(-1).view(np.uint8).data
        for at in range(0, len(flat), PIECE):
            yield flat[at : at + PIECE]


def from_bytes(data: bytes) -> dict[str, Array]:
    """Read-only arrays by name. Raises LabError naming the array that is wrong."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    _check(data)
    try:
        arrays = load(data)
    except (SafetensorError, ValueError, OverflowError):
        raise LabError(tr("its arrays are not readable")) from None
    return {name: _finite(name, array) for name, array in arrays.items()}


def _finite(name: str, array: Array) -> Array:
    if not np.isfinite(array).all():
        where = ", ".join(map(str, np.argwhere(~np.isfinite(array))[0]))
        raise LabError(tr("{name} holds a number that is not finite, at {where}", name=name, where=where))
    array.setflags(write=False)
    return array


def _check(data: bytes) -> None:
    """The header, before the library sees it: what it claims must be what there is."""
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > MOST_HEADER or 8 + length > len(data):
        raise LabError(tr("the list of its arrays is damaged or too long"))
    header = parse(data[8 : 8 + length])
    if not isinstance(header, dict) or len(header) > MOST_TENSORS:
        raise LabError(tr("the list of its arrays is damaged or too long"))
    header.pop("__metadata__", None)
    spans = sorted((*_span(name, entry), name) for name, entry in header.items())
    ends = [(0, 0, ""), *spans, (len(data) - 8 - length, 0, "")]
    for (_, end, _), (start, _, name) in pairwise(ends):
        if start != end:
            raise LabError(
                tr("{name} does not lie where it should", name=name[:80] or tr("the end of its arrays"))
            )


def _span(name: str, entry: Any) -> tuple[int, int]:
    """Where an array begins and ends, if that is as long as its shape says."""
    shape, span = _naturals(entry, "shape"), _naturals(entry, "data_offsets")
    if shape is None or len(shape) > MOST_RANK or span is None or len(span) != 2:
        raise LabError(tr("{name} has no readable shape", name=name[:80]))
    if entry.get("dtype") != "F64":
        raise LabError(tr("{name} does not hold float64 numbers", name=name[:80]))
    if math.prod(shape) * 8 != span[1] - span[0]:
        said = " × ".join(map(str, shape))
        raise LabError(
            tr("{name} claims {shape} numbers and has not as many", name=name[:80], shape=said[:60])
        )
    return span[0], span[1]


def _naturals(entry: Any, name: str) -> list[int] | None:
    """A list of whole numbers from 0 in an object, or None."""
    values = entry.get(name) if isinstance(entry, dict) else None
    right = isinstance(values, list) and all(type(v) is int and v >= 0 for v in values)
    return values if right else None
