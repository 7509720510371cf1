"""Files of arrays: written and read bit for bit, and hostile ones refused before anything is allocated."""

from __future__ import annotations

import contextlib
import io
import json
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.document.entry.exchange import FORMS, array_names, read_array, write_array
from transformer_lab.errors import LabError

ODD = np.array([[-0.0, 5e-324, 1.7976931348623157e308], [1 / 3, -1.5, 0.1]])


@pytest.mark.parametrize("suffix", FORMS)
def test_every_form_gives_back_every_bit(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    write_array(path, ODD, "block.0/attn/W_Q")
    assert len(array_names(path)) == 1
    assert read_array(path).tobytes() == ODD.tobytes()


def test_other_programs_read_what_is_written(tmp_path: Path) -> None:
    write_array(tmp_path / "a.npy", ODD)
    assert np.load(tmp_path / "a.npy").tobytes() == ODD.tobytes()
    write_array(tmp_path / "a.npz", ODD, "w")
    assert np.load(tmp_path / "a.npz")["w"].tobytes() == ODD.tobytes()
    from safetensors.numpy import load_file

    write_array(tmp_path / "a.safetensors", ODD, "w")
    assert load_file(tmp_path / "a.safetensors")["w"].tobytes() == ODD.tobytes()


@pytest.mark.parametrize("kind", ["<f4", "<f2", "<i8", "|b1", ">f8", "<u2"])
def test_other_kinds_of_numbers_are_taken(tmp_path: Path, kind: str) -> None:
    array = np.asfortranarray(np.arange(6).reshape(2, 3).astype(kind))
    np.save(tmp_path / "a.npy", array)
    assert (read_array(tmp_path / "a.npy") == array.astype(float)).all()


@pytest.mark.parametrize(
    ("kind", "data"),
    [("BF16", b"\xc0?\x00@"), ("F16", b"\x00>\x00@"), ("F32", b"\x00\x00\xc0?\x00\x00\x00@")],
)
def test_one_tensor_is_taken_from_a_file_with_many(tmp_path: Path, kind: str, data: bytes) -> None:
    size = len(data)
    header = {
        "__metadata__": {"a": "b"},
        "one": {"dtype": kind, "shape": [2], "data_offsets": [0, size]},
        "two": {"dtype": "I64", "shape": [1], "data_offsets": [size, size + 8]},
    }
    path = tensors(tmp_path, header, data + bytes(8))
    assert array_names(path) == ("one", "two")
    assert read_array(path, "one").tolist() == [1.5, 2.0]
    with pytest.raises(LabError, match="2 arrays"):
        read_array(path)
    with pytest.raises(LabError, match="I64"):
        read_array(path, "two")
    with pytest.raises(LabError, match="no array"):
        read_array(path, "three")


def tensors(folder: Path, header: object, data: bytes = b"") -> Path:
    said = json.dumps(header).encode()
    path = folder / "x.safetensors"
    path.write_bytes(len(said).to_bytes(8, "little") + said + data)
    return path


def npy(shape: str, kind: str = "<f8", data: bytes = b"") -> bytes:
    said = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(said).to_bytes(2, "little") + said + data


HOSTILE = {
    "huge.npy": npy("(4294967296, 4294967296)"),
    "negative.npy": npy("(-1, 4)"),
    "deep.npy": npy("(" + "1, " * 65 + ")"),
    "short.npy": npy("(4,)", data=b"\x00" * 8),
    "objects.npy": npy("(1,)", "|O", b"cos\nsystem\n(S'true'\ntR."),
    "code.npy": npy("__import__('os').abort()"),
    "text.npy": npy("(1,)", "<U4", b"\x00" * 16),
    "nothing.npy": b"",
    "cut.npy": b"\x93NUMPY\x01\x00",
    "nothing.npz": b"",
    "cut.npz": b"PK\x03\x04",
    "long.safetensors": (2**63).to_bytes(8, "little"),
    "nothing.safetensors": b"",
    "list.safetensors": (2).to_bytes(8, "little") + b"[]",
    "deep.safetensors": (200_000).to_bytes(8, "little") + b"[" * 200_000,
    "latin.csv": b"\xff\xfe1",
    "two.csv": b"1,5\n2,5",
    "words.csv": b"a\nb",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_with_their_name_and_little_memory(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(HOSTILE[name])
    refused_cheaply(path)


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F64", "shape": [2**32, 2**32], "data_offsets": [0, 8]},
        {"dtype": "F64", "shape": [-1], "data_offsets": [0, 8]},
        {"dtype": "F64", "shape": [1], "data_offsets": [0, 8]},
        {"dtype": "F64", "shape": [1], "data_offsets": [8, 0]},
        {"dtype": "F64", "shape": "1", "data_offsets": [0, 8]},
        {"dtype": ["F64"], "shape": [1], "data_offsets": [0, 8]},
        {"shape": [1]},
        7,
    ],
)
def test_hostile_tensors_are_refused(tmp_path: Path, entry: object) -> None:
    refused_cheaply(tensors(tmp_path, {"w": entry}))


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("w.npy", npy("(15000000,)") + bytes(120_000_000))
    (tmp_path / "bomb.npz").write_bytes(out.getvalue())
    refused_cheaply(tmp_path / "bomb.npz")


def refused_cheaply(path: Path) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(LabError, match=path.name.replace(".", r"\.")):
            read_array(path)
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()


def test_what_is_not_finite_is_named(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([[1.0, np.nan]]))
    with pytest.raises(LabError, match="0, 1"):
        read_array(tmp_path / "a.npy")


def test_wishes_that_cannot_be_met(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"\.npz"):
        read_array(tmp_path / "a.mat")
    with pytest.raises(LabError, match="cannot be read"):
        read_array(tmp_path / "none.npy")
    with pytest.raises(LabError, match="two axes"):
        write_array(tmp_path / "a.csv", np.zeros((2, 2, 2)))
    with pytest.raises(LabError, match=r"\.npz"):
        write_array(tmp_path / "a.txt", ODD)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", FORMS)
@given(cut=st.integers(0, 200), place=st.integers(0, 300), byte=st.integers(0, 255))
def test_damage_is_a_sentence_or_still_numbers(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, cut: int, place: int, byte: int
) -> None:
    path = tmp_path_factory.mktemp("x") / f"a{suffix}"
    write_array(path, ODD, "w")
    data = bytearray(path.read_bytes())[: -cut or None]
    if place < len(data):
        data[place] = byte
    path.write_bytes(data)
    with contextlib.suppress(LabError):
        assert np.isfinite(read_array(path)).all()
