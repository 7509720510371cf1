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


def engine_results() -> Iterator[Result]:
    """The row of the yardstick, then those of one thread in single precision, in a process of its own."""
    yield yardstick_row()
    command = [sys.executable, "-m", "transformer_lab.bench.speed"]
    told = subprocess.run(  # noqa: S603  our own interpreter and code
        command, env={**os.environ, **ONE_THREAD}, capture_output=True, text=True, check=True
    ).stdout
    head, *rows = told.splitlines()
    print(head)
    for row in rows:
        name, value, mark, unit, note = row.split("\t")
        yield Result(name, float(value), float(mark), unit, note)


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
