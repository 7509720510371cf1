"""A project inside a figure: in a text chunk of a PNG, in the metadata of an SVG, as a file in a PDF.

Whoever gets the picture can open it again. Nothing here is parsed but its own marks, and sizes are bounded
before anything is unpacked; the project itself is then read as any other file is.
Sources: PNG specification (third edition) 11.3.3.3 zTXt; SVG 2, 5.9 metadata; ISO 32000-1, 7.11.4.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Callable

from transformer_lab.document.archive import MOST_FILE, MOST_RATIO, SMALL
from transformer_lab.errors import LabError
from transformer_lab.language import tr

MARK = "transformer-lab-project"
FILE_NAME = f"{MARK}.tlab"
PNG = b"\x89PNG\r\n\x1a\n"
KEYWORD = MARK.encode() + b"\0\0"  # its end, and the one way of packing there is
SVG_TAG = re.compile(rb'<metadata\b[^<>]{0,200}\bid="' + MARK.encode() + rb'"[^<>]{0,200}>([^<]*)</metadata>')
SVG_ROOT = re.compile(rb"<svg\b[^<>]{0,2000}>")
PDF_NAME = re.compile(
    re.escape(b"\xfe\xff" + FILE_NAME.encode("utf-16-be")) + rb"\)\s{0,9}/EF\s{0,9}<<\s{0,9}/F (\d{1,9}) 0 R"
)
STREAM = re.compile(rb"[^>]{0,200}>>\s{0,9}stream\r?\n")


def put_into_png(picture: bytes, project: bytes) -> bytes:
    """The picture with the project before its last chunk."""
    end = picture.rindex(b"IEND") - 4
    body = KEYWORD + zlib.compress(base64.b64encode(project), 6)
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body
    return picture[:end] + chunk + struct.pack(">I", zlib.crc32(chunk[4:])) + picture[end:]


def put_into_svg(picture: bytes, project: bytes) -> bytes:
    """The picture with the project as its first child."""
    root = SVG_ROOT.search(picture)
    assert root is not None
    text = base64.encodebytes(zlib.compress(project, 6))
    tag = b'\n<metadata id="' + MARK.encode() + b'">\n' + text + b"</metadata>"
    return picture[: root.end()] + tag + picture[root.end() :]


def taken_out(data: bytes) -> bytes | None:
    """The bytes of the project in a picture; None if `data` is no picture at all.

    Raises LabError with a reason for a picture that holds no project, or a broken one.
    """
    for is_one, find in READERS:
        if is_one(data):
            found = find(data)
            if found is None:
                raise LabError(tr("this picture holds no project"))
            return found
    return None


def _png(data: bytes) -> bytes | None:
    at = len(PNG)
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = memoryview(data)[at + 8 : at + 8 + length]
        if kind == b"zTXt" and bytes(body[: len(KEYWORD)]) == KEYWORD:
            check = data[at + 8 + length : at + 12 + length]
            if check != struct.pack(">I", zlib.crc32(body, zlib.crc32(kind))):
                raise _damaged()
            return _decoded(_inflated(bytes(body[len(KEYWORD) :])))
        at += 12 + length
    return None


def _svg(data: bytes) -> bytes | None:
    found = SVG_TAG.search(data)
    return None if found is None else _inflated(_decoded(found[1]))


def _pdf(data: bytes) -> bytes | None:
    name = PDF_NAME.search(data)
    if name is None:
        return None
    head = b"\n" + name[1] + b" 0 obj"
    start = data.find(head)
    stream = STREAM.match(data, start + len(head)) if start >= 0 else None
    if stream is None:
        raise _damaged()
    end = data.find(b"endstream", stream.end())
    packed = data[stream.end() : end if end >= 0 else len(data)]
    return _inflated(packed) if b"FlateDecode" in stream[0] else packed.rstrip(b"\r\n")


def _inflated(packed: bytes) -> bytes:
    """What was packed, never more than a project may have. Raises LabError."""
    most = min(2 * MOST_FILE, max(SMALL, MOST_RATIO * len(packed)))
    worker = zlib.decompressobj()
    try:
        found = worker.decompress(packed, most)
    except zlib.error:
        raise _damaged() from None
    if not worker.eof:
        raise _damaged() if len(found) < most else LabError(tr("the project in it is larger than any may be"))
    return found


def _decoded(text: bytes) -> bytes:
    try:
        return base64.b64decode(b"".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise _damaged() from None


def _damaged() -> LabError:
    return LabError(tr("the project in it is damaged or cut off"))


def _looks_like_svg(data: bytes) -> bool:
    start = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith((b"<?xml", b"<svg", b"<!DOCTYPE svg")) and b"<svg" in data[:4096]


READERS: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], bytes | None]], ...] = (
    (lambda data: data.startswith(PNG), _png),
    (lambda data: data.startswith(b"%PDF-"), _pdf),
    (_looks_like_svg, _svg),
)
