"""The few lines of PNG that a large matrix inside an SVG needs. Source: PNG specification, third edition."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

LARGEST, MOST = 1024, 16
"""Pixels of an enlarged image along its longer side, and of a cell along each of its sides."""


def png(pixels: NDArray[np.uint8]) -> bytes:
    """(rows, columns, 4) RGBA to the bytes of a PNG file."""
    rows, columns, _ = pixels.shape
    plain = pixels.reshape(rows, -1)
    up = np.concatenate([plain[:1], plain[1:] - plain[:-1]])  # filter 2: what differs from the row above
    filtered = np.concatenate([np.full((rows, 1), 2, np.uint8), up], 1)
    header = struct.pack(">IIBBBBB", columns, rows, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(filtered.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def enlarged(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each pixel as a square of several: programs that smooth images blur a border, not the cell."""
    side = max(1, min(LARGEST // max(pixels.shape[:2]), MOST))
    return pixels.repeat(side, 0).repeat(side, 1)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
