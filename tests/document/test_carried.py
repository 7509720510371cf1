"""Projects that travel inside figures: what went in comes out, and nothing hostile gets through."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path
from random import Random

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import carried
from transformer_lab.document.archive import SMALL
from transformer_lab.document.carried import MARK, put_into_png, put_into_svg, taken_out
from transformer_lab.errors import LabError
from transformer_lab.render.export import export
from transformer_lab.render.svg.png import png

LAB = tl.new(text="the dog sat")
SUFFIXES = (".svg", ".png", ".pdf")


def figure(folder: Path, suffix: str, project: bytes | None) -> Path:
    return export(LAB.figure("mask").picture, folder / f"a{suffix}", project=project)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_figure_opens_as_its_project_and_is_never_overwritten(tmp_path: Path, suffix: str) -> None:
    path = figure(tmp_path, suffix, LAB.packed())
    lab = tl.open(path)
    assert lab.packed() == LAB.packed()
    assert lab.path is None
    assert not lab.modified


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_figure_without_a_project_says_so(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(LabError, match=f"a{suffix} cannot be opened: this picture holds no project"):
        tl.open(figure(tmp_path, suffix, None))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_damaged_figures_are_refused_in_one_sentence(tmp_path: Path, suffix: str) -> None:
    whole = figure(tmp_path, suffix, LAB.packed()).read_bytes()
    random, path = Random(suffix), tmp_path / f"b{suffix}"  # noqa: S311  (the same damage each time)
    for _ in range(150):
        broken = bytearray(whole)
        for _ in range(random.randrange(1, 6)):
            at = random.randrange(len(broken))
            broken[at : at + random.randrange(4)] = random.randbytes(random.randrange(4))
        path.write_bytes(broken[: random.choice((len(broken), random.randrange(len(broken))))])
        assert opened(path) in ("the dog sat", f"b{suffix}")


def opened(path: Path) -> str:
    """The text of the project, or of the refusal its first word."""
    try:
        return tl.open(path).text
    except LabError as error:
        return str(error).split(" cannot", 1)[0]


def bombs() -> dict[str, bytes]:
    many = zlib.compress(bytes(SMALL * 4), 9)
    svg = b'<svg><metadata id="' + MARK.encode() + b'">' + base64.b64encode(many) + b"</metadata></svg>"
    body = carried.KEYWORD + many
    chunk = b"zTXt" + body
    picture = carried.PNG + struct.pack(">I", len(body)) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return {"svg": svg, "png": picture}


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_what_unpacks_to_far_more_is_refused(kind: str) -> None:
    with pytest.raises(LabError, match="larger than any may be"):
        taken_out(bombs()[kind])


def test_endless_tags_are_read_quickly() -> None:
    assert taken_out(b"PK\3\4") is None
    with pytest.raises(LabError, match="no project"):
        taken_out(b"<svg>" + b"<metadata " * 200_000)
    with pytest.raises(LabError, match="no project"):
        taken_out(b"%PDF-" + b"\xfe\xff" * 200_000)


def test_a_changed_chunk_is_noticed() -> None:
    plain = png(np.zeros((1, 1, 4), np.uint8))
    whole = put_into_png(plain, b"hello")
    assert taken_out(whole) == b"hello"
    at = whole.index(b"zTXt") + 40
    with pytest.raises(LabError, match="damaged"):
        taken_out(whole[:at] + b"?" + whole[at + 1 :])
    assert taken_out(put_into_svg(b"<svg a='1'><g/></svg>", b"hello")) == b"hello"
