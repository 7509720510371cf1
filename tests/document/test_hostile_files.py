"""Files that are not what they claim: one sentence with the file's name, at once, nothing allocated."""

from __future__ import annotations

import io
import json
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import transformer_lab as tl
from transformer_lab.document.project import Project, from_bytes, read_project, to_bytes

W_1, W_E = "block.0/ffn/W_1", "embed/W_E"


def good() -> bytes:
    lab = tl.new(text="the cat")
    lab.set_cell(W_1, (0, 0), 2.0)
    return to_bytes(Project(lab.state))


GOOD = good()


def entries() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(GOOD)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def described(change: Callable[[dict[str, Any]], Any]) -> bytes:
    """The good file with its description changed."""
    parts = entries()
    fields = json.loads(parts["project.json"])
    change(fields)
    return zipped({**parts, "project.json": json.dumps(fields).encode()})


def raw(text: str | bytes) -> bytes:
    return zipped({**entries(), "project.json": text if isinstance(text, bytes) else text.encode()})


def weighted(change: Callable[[dict[str, Any]], Any], data: bytes | None = None) -> bytes:
    """The good file with the header of its arrays changed."""
    parts = entries()
    old = parts["weights.safetensors"]
    length = int.from_bytes(old[:8], "little")
    header = json.loads(old[8 : 8 + length])
    change(header)
    text = json.dumps(header).encode()
    body = old[8 + length :] if data is None else data
    return zipped({**parts, "weights.safetensors": struct.pack("<Q", len(text)) + text + body})


def put(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    """A change of one field deep inside."""

    def change(fields: Any) -> None:
        for step in path[:-1]:
            fields = fields[step]
        fields[path[-1]] = to

    return change


def bomb(name: str) -> bytes:
    return zipped({**entries(), name: b" " * (80 << 20)}, zipfile.ZIP_DEFLATED)


def lying_sizes() -> bytes:
    """The lists of the zip claim small entries, the compressed stream is large."""
    data = bytearray(zipped({**entries(), "project.json": b" " * (80 << 20)}, zipfile.ZIP_DEFLATED))
    size = struct.pack("<I", 80 << 20)
    while (at := data.find(size)) >= 0:
        data[at : at + 4] = struct.pack("<I", 1000)
    return bytes(data)


def nan_inside() -> bytes:
    parts = entries()
    data = bytearray(parts["weights.safetensors"])
    data[-8:] = struct.pack("<d", float("nan"))
    return zipped({**parts, "weights.safetensors": bytes(data)})


def many_entries() -> bytes:
    return zipped({f"{i}": b"" for i in range(20_000)})


def huge_blocks(fields: dict[str, Any]) -> None:
    fields["model"]["d_model"] = 1024
    fields["model"]["blocks"] *= 20


def huge_join(fields: dict[str, Any]) -> None:
    """Every number fits, but the matrix that joins the heads has ten thousand million."""
    fields["model"] = {"d_model": 1, "output": False}
    fields["model"]["blocks"] = [
        [{"kind": "attention", "heads": 32, "d_head": 1024, "output": False, "residual": False}]
    ]


def zeros() -> bytes:
    """Sixty megabytes of numbers in sixty kilobytes."""
    head = json.dumps({"x": {"dtype": "F64", "shape": [7 << 20], "data_offsets": [0, 56 << 20]}}).encode()
    arrays = struct.pack("<Q", len(head)) + head + bytes(56 << 20)
    return zipped({**entries(), "weights.safetensors": arrays}, zipfile.ZIP_DEFLATED)


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "not a Transformer Lab project"),
    "text": (lambda: b"hello", "not a Transformer Lab project"),
    "png": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(100), "holds no project|not a Transformer Lab"),
    "cut in half": (lambda: GOOD[: len(GOOD) // 2], "damaged or cut off"),
    "cut at the end": (lambda: GOOD[:-1], "damaged or cut off"),
    "bytes changed": (lambda: GOOD.replace(b'"seed"', b'"sead"'), "damaged|unknown"),
    "other zip": (lambda: zipped({"a.txt": b""}), "a.txt"),
    "path traversal": (lambda: zipped({**entries(), "../../x": b""}), "more than a project|x"),
    "no description": (lambda: zipped({"weights.safetensors": b""}), "exactly one project.json"),
    "many entries": (many_entries, "more than a project"),
    "zip bomb, description": (lambda: bomb("project.json"), "more than 16 MB"),
    "zip bomb, arrays": (lambda: bomb("weights.safetensors"), "more than 64 MB"),
    "zip bomb of zeros": (zeros, "far more than there is"),
    "zip with lying sizes": (lying_sizes, "damaged|larger|readable"),
    "not JSON": (lambda: raw("{"), "not readable"),
    "not UTF-8": (lambda: raw(b"\xff\xfe{}"), "not readable"),
    "nested deeply": (lambda: raw("[" * 100_000), "not readable"),
    "a list of lists": (lambda: raw("[" + "[]," * 2_500_000 + "0]"), "more than a project"),
    "many keys": (
        lambda: raw("{" + ",".join(f'"{i}":0' for i in range(500_000)) + "}"),
        "more than a project",
    ),
    "text that does not end": (lambda: raw('["' + 'a\\"' * 2_500_000), "not readable"),
    "nested objects": (lambda: raw('{"a":' * 100_000), "not readable"),
    "double key": (lambda: raw('{"format": 1, "format": "transformer-lab"}'), "not readable"),
    "NaN literal": (lambda: raw('{"format": NaN}'), "not readable"),
    "endless number": (lambda: raw('{"format": ' + "9" * 100_000 + "}"), "not readable"),
    "a list": (lambda: raw("[]"), "not a Transformer Lab project"),
    "other format": (lambda: described(put("format", to="other")), "not a Transformer Lab project"),
    "version text": (lambda: described(put("version", to="1.0")), "version"),
    "unknown field": (lambda: described(put("extra", to=1)), "extra"),
    "unknown model field": (lambda: described(put("model", "extra", to=1)), "extra"),
    "no text": (lambda: described(lambda f: f.pop("text")), "text"),
    "no model": (lambda: described(lambda f: f.pop("model")), "model"),
    "no width": (lambda: described(lambda f: f["model"].pop("d_model")), "d_model"),
    "huge width": (lambda: described(put("model", "d_model", to=2**40)), "d_model"),
    "negative width": (lambda: described(put("model", "d_model", to=-1)), "d_model"),
    "true width": (lambda: described(put("model", "d_model", to=True)), "d_model"),
    "huge model": (lambda: described(huge_blocks), "parameters"),
    "heads without W_O": (lambda: described(huge_join), "parameters"),
    "many blocks": (lambda: described(lambda f: f["model"].update(blocks=[[]] * 5000)), "blocks"),
    "odd sublayer": (lambda: described(put("model", "blocks", 0, 0, to={"kind": "magic"})), "kind"),
    "odd norm": (lambda: described(put("model", "blocks", 0, 0, "norm", to="inside")), "norm"),
    "infinite epsilon": (
        lambda: raw(
            json.dumps(
                {
                    "format": "transformer-lab",
                    "version": [1, 0],
                    "text": "",
                    "model": {"d_model": 1, "blocks": [], "epsilon": "x"},
                }
            ).replace('"x"', "1e999")
        ),
        "epsilon",
    ),
    "odd text": (lambda: described(put("text", to=["a"])), "text"),
    "endless text": (lambda: described(put("text", to="a" * 2_000_000)), "text"),
    "words twice": (lambda: described(put("words", to=["a", "a"])), "words"),
    "many words": (lambda: described(put("words", to=[str(i) for i in range(5_000)])), "words"),
    "odd view": (lambda: described(put("view", to=[])), "view"),
    "odd heads": (lambda: described(put("head_names", to=[])), "head_names"),
    "odd parameters": (lambda: described(put("parameters", to=[])), "parameters"),
    "odd recipe": (lambda: described(put("parameters", W_1, to={"init": "magic"})), W_1),
    "odd name": (lambda: described(put("parameters", "../x", to={"init": "zero"})), "name of a parameter"),
    "rows twice": (lambda: described(put("parameters", W_E, "rows", to=["cat"] * 8)), W_E),
    "rows missing": (lambda: described(put("parameters", W_E, "rows", to=["cat"])), W_E),
    "array for words": (lambda: described(put("parameters", W_E, to={"array": True})), W_E),
    "rows for a matrix": (lambda: described(put("parameters", W_1, to={"rows": []})), W_1),
    "array missing": (
        lambda: described(put("parameters", "block.0/attn/b_Q", to={"array": True})),
        "b_Q is missing",
    ),
    "array without owner": (lambda: described(lambda f: f["parameters"].pop(W_1)), W_1),
    "other shape": (
        lambda: described(put("model", "blocks", 0, 1, "width", to=9)),
        r"W_1 has the shape 8 × 8",
    ),
    "shape 2^32 × 2^32": (lambda: weighted(put(W_1, "shape", to=[2**32, 2**32])), W_1),
    "negative shape": (lambda: weighted(put(W_1, "shape", to=[-8, -8])), W_1),
    "65 dimensions": (lambda: weighted(put(W_1, "shape", to=[1] * 65)), W_1),
    "shape of texts": (lambda: weighted(put(W_1, "shape", to=["8", "8"])), W_1),
    "other dtype": (lambda: weighted(put(W_1, "dtype", to="F32")), W_1),
    "offsets overlap": (lambda: weighted(put(W_1, "data_offsets", to=[0, 512])), "lie"),
    "offsets past the end": (lambda: weighted(put(W_1, "data_offsets", to=[2**40, 2**40 + 512])), "lie"),
    "offsets with a gap": (
        lambda: weighted(
            put("gap", to={"dtype": "F64", "shape": [1], "data_offsets": [10**5, 10**5 + 8]}),
            bytes(10**5 + 8),
        ),
        "gap does not lie|belongs|lie where",
    ),
    "offsets backwards": (lambda: weighted(put(W_1, "data_offsets", to=[512, 0])), W_1),
    "bytes behind": (lambda: weighted(lambda h: None, bytes(80)), "lie|end"),
    "entry is a list": (lambda: weighted(put(W_1, to=[])), W_1),
    "header too long": (lambda: zipped({**entries(), "weights.safetensors": b"\xff" * 16}), "arrays"),
    "header missing": (lambda: zipped({**entries(), "weights.safetensors": b""}), "arrays"),
    "NaN": (nan_inside, "not finite"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_at_once_with_its_name_and_the_fault(name: str, tmp_path: Path) -> None:
    make, why = HOSTILE[name]
    path = tmp_path / "work.tlab"
    path.write_bytes(make())
    start = time.process_time()
    with pytest.raises(tl.LabError, match=why) as caught:
        read_project(path)
    assert time.process_time() - start < 1.0
    assert str(caught.value).startswith("work.tlab cannot be opened: ")
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "name",
    [
        "zip bomb, arrays",
        "zip bomb of zeros",
        "a list of lists",
        "many keys",
        "shape 2^32 × 2^32",
        "huge model",
        "huge width",
    ],
)
def test_nothing_large_is_allocated(name: str) -> None:
    data = HOSTILE[name][0]()
    tracemalloc.start()
    with pytest.raises(tl.LabError):
        from_bytes(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 << 20


@pytest.mark.parametrize("name", [".", "missing.tlab", "pipe", "nul\0", "x" * 300])
def test_what_is_no_file_is_refused(name: str, tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(tl.LabError, match="cannot be opened"):
        read_project(tmp_path / name)


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255), st.integers(0, len(GOOD)))
def test_a_changed_or_cut_file_opens_or_is_refused_and_nothing_else(at: int, byte: int, end: int) -> None:
    data = bytearray(GOOD)
    data[at] = byte
    for broken in (bytes(data), bytes(data[:end])):
        try:
            from_bytes(broken)
        except tl.LabError:
            continue


def test_an_open_project_is_untouched(tmp_path: Path) -> None:
    (tmp_path / "bad.tlab").write_bytes(b"bad")
    lab = tl.new()
    before = lab.snapshot
    with pytest.raises(tl.LabError):
        tl.open(tmp_path / "bad.tlab")
    assert lab.snapshot is before
    assert np.isfinite(lab["probs"]).all()
