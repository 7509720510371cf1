"""The engine beside a plain straight-line NumPy forward that keeps the same named values."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from transformer_lab.bench.measure import Result, medians
from transformer_lab.bench.plain_forward import bench_model, plain_forward
from transformer_lab.document.state import State
from transformer_lab.session import Lab

WORDS, BLOCKS, HEADS, WIDTH = 32, 4, 4, 64
ROUNDS = 150
FORWARD_MARK = 1.5


def bench_lab(words: int = WORDS, blocks: int = BLOCKS) -> Lab:
    """A lab with the model of the mark and a text of `words` different words."""
    text = " ".join(f"w{i}" for i in range(words))
    return Lab(State(bench_model(blocks, HEADS, WIDTH, 4 * WIDTH), text, {}))


def engine_results() -> Iterator[Result]:
    """One row: both compute the same leaves in turns; the ratio of their medians."""
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
    yield Result("evaluate ÷ plain NumPy forward (32 words, d 64)", ours / theirs, FORWARD_MARK, "×", note)
