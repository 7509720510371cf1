"""The few lines of PNG that a large matrix inside an SVG needs. Source: PNG specification, third edition."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray


def png(pixels: NDArray[np.uint8]) -> bytes:
    """(rows, columns, 4) RGBA to the bytes of a PNG file."""
    rows, columns, _ = pixels.shape
    filtered = np.concatenate([np.zeros((rows, 1), np.uint8), pixels.reshape(rows, -1)], 1)  # filter 0: none
    header = struct.pack(">IIBBBBB", columns, rows, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(filtered.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
