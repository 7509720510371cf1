"""Every loader meets damaged files: what it says is one sentence, quickly, and nothing else happens.

On each run a few; a long one by command: ``pytest -m endurance tests/document/test_fuzz.py``.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document.carried import put_into_png, put_into_svg
from transformer_lab.document.entry.blocks import WRITERS, readings
from transformer_lab.document.entry.exchange import array_names, read_array, write_array
from transformer_lab.document.recovery import Slot, left_behind, take
from transformer_lab.errors import LabError
from transformer_lab.render.svg.png import png

LAB = tl.new("tiny-gpt", text="the cat sat")
LAB.set_cell("block.0/attn/W_Q", (0, 0, 0), 1 / 3)
ODD = np.array([[-0.0, 5e-324, 1e308], [1 / 3, -1.5, 0.1]])
FEW, MANY = 40, 20_000
SLOW = 2.0  # seconds of the processor for one file
TOKENS = (
    *(b"9" * 30, b"[" * 2000, b'{"a":' * 2000, b"\x00" * 64, b"\xff" * 8),
    *(b"-1", b"1e999", b"NaN", b'"\\ud800"'),
)
Read = Callable[[Path], object]


def array_file(suffix: str) -> Callable[[Path], bytes]:
    def make(folder: Path) -> bytes:
        write_array(folder / f"good{suffix}", ODD, "w")
        return (folder / f"good{suffix}").read_bytes()

    return make


def read_arrays(path: Path) -> object:
    return [read_array(path, name) for name in array_names(path)]


def about(folder: Path) -> bytes:
    slot = Slot(folder / "slots")
    slot.keep(LAB.project, "cats", folder / "cats.tlab")
    data = (slot.folder / "about.json").read_bytes()
    slot.close()
    return data


def read_about(path: Path) -> object:
    slot = Slot(path.parent / "recovery")
    slot.keep(LAB.project, "", None)
    (slot.folder / "about.json").write_bytes(path.read_bytes())
    slot._lock.release()
    (left,) = left_behind(path.parent / "recovery")
    found = take(left)
    slot.close()
    return found


def pasted(path: Path) -> object:
    return readings(path.read_bytes().decode("utf-8", "replace"))


PICTURE = png(np.zeros((2, 2, 4), np.uint8))
LOADERS: dict[str, tuple[Callable[[Path], bytes], Read]] = {
    ".tlab": (lambda _: LAB.packed(), tl.open),
    ".svg": (lambda _: put_into_svg(b"<svg></svg>", LAB.packed()), tl.open),
    ".png": (lambda _: put_into_png(PICTURE, LAB.packed()), tl.open),
    ".npy": (array_file(".npy"), read_arrays),
    ".npz": (array_file(".npz"), read_arrays),
    ".safetensors": (array_file(".safetensors"), read_arrays),
    ".csv": (array_file(".csv"), read_arrays),
    ".json": (about, read_about),
    ".txt": (lambda _: WRITERS["latex"](ODD).encode(), pasted),
}


def damaged(good: bytes, dice: random.Random) -> bytes:
    """Bytes changed, cut out, doubled, swapped for something nasty; now and then cut off, or noise."""
    data = bytearray(good)
    for _ in range(dice.randint(1, 6)):
        at, length = dice.randrange(len(data) + 1), dice.choice((1, 1, 2, 8, 64))
        twice = bytes(data[at : at + length]) * 2
        new = dice.choice((b"", dice.randbytes(length), twice, dice.choice(TOKENS)))
        data[at : at + dice.choice((0, len(new), length))] = new
    kind = dice.random()
    if kind < 0.1:
        return bytes(data[: dice.randrange(len(data) + 1)])
    return dice.randbytes(dice.randrange(200)) if kind < 0.13 else bytes(data)


def play(suffix: str, folder: Path, times: int, seed: int) -> None:
    make, read = LOADERS[suffix]
    good, dice, path = make(folder), random.Random(seed), folder / f"work{suffix}"  # noqa: S311
    path.write_bytes(good)
    read(path)
    for n in range(times):
        data = damaged(good, dice)
        path.write_bytes(data)
        start = time.process_time()
        said = refusal_of(read, path, f"file {n} of seed {seed}: {data[:300]!r}")
        assert "\n" not in said, said
        assert len(said) < 500, said
        assert time.process_time() - start < SLOW, f"file {n} of seed {seed} took too long"


def refusal_of(read: Read, path: Path, which: str) -> str:
    """What the loader said, nothing if it read the file. Any other trouble is a mistake of ours."""
    try:
        read(path)
    except LabError as refusal:
        return str(refusal)
    except Exception as error:
        raise AssertionError(which) from error
    return ""


@pytest.mark.parametrize("suffix", LOADERS)
def test_damaged_files_are_read_or_refused(suffix: str, tmp_path: Path) -> None:
    play(suffix, tmp_path, FEW, 1)


@pytest.mark.endurance
@pytest.mark.parametrize("suffix", LOADERS)
def test_many_damaged_files_are_read_or_refused(suffix: str, tmp_path: Path) -> None:
    play(suffix, tmp_path, MANY, int(time.time()))
