"""The engine beside a plain straight-line NumPy forward that keeps the same named values, and beside its own
matrix products (`bench.speed`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from types import MappingProxyType

import numpy as np

from transformer_lab.bench.measure import Result, medians
from transformer_lab.bench.plain_forward import bench_model, plain_forward
from transformer_lab.document.state import State
from transformer_lab.session import Lab

WORDS, BLOCKS, HEADS, WIDTH = 32, 4, 4, 64
ROUNDS = 150
FORWARD_MARK = 1.5
ONE_THREAD = MappingProxyType(
    dict.fromkeys(
        ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
    )
)


def bench_lab(words: int = WORDS, blocks: int = BLOCKS) -> Lab:
    """A lab with the model of the mark and a text of `words` different words."""
    text = " ".join(f"w{i}" for i in range(words))
    return Lab(State(bench_model(blocks, HEADS, WIDTH, 4 * WIDTH), text, {}))


def engine_results() -> Iterator[Result | str]:
    """The row of the yardstick, then those of one thread in single precision."""
    yield yardstick_row()
    yield from one_thread("speed")


def peer_results() -> Iterator[Result | str]:
    """The rows beside other libraries."""
    yield from one_thread("peers")


def one_thread(part: str) -> Iterator[Result | str]:
    """What a module of the bench tells in a process of its own, row by row (see `speed.told`)."""
    command = [sys.executable, "-m", f"transformer_lab.bench.{part}"]
    with subprocess.Popen(  # noqa: S603  our own interpreter and code
        command, env={**os.environ, **ONE_THREAD}, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for row in process.stdout:
            yield understood(row.rstrip("\n"))
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def understood(row: str) -> Result | str:
    """A row that `speed.told` told, or a line for people."""
    if "\t" not in row:
        return row
    name, value, mark, unit, note, at_least = row.split("\t")
    return Result(name, float(value), float(mark), unit, note, bool(at_least))


def yardstick_row() -> Result:
    """Both compute the same leaves in turns; the ratio of their medians."""
    from transformer_lab.engine.program import bind

    trace = bench_lab().snapshot.trace
    assert trace is not None
    program = bind(trace.graph)
    leaves = {node.id: trace[node.id] for node in trace.graph.leaves()}
    plain = plain_forward(leaves, BLOCKS)
    assert np.allclose(plain["probs"], trace["probs"], rtol=1e-12, atol=1e-12), (
        "the yardstick computes something else"
    )
    ours, theirs = medians([lambda: program.run(leaves), lambda: plain_forward(leaves, BLOCKS)], ROUNDS)
    note = f"{ours:.2f} ms against {theirs:.2f} ms"
    return Result("evaluate ÷ plain NumPy forward (32 words, d 64)", ours / theirs, FORWARD_MARK, "×", note)
