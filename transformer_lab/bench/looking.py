"""What large models let go, and what it costs to look at it: rows of `speed`."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from itertools import cycle

import numpy as np

from transformer_lab.bench.measure import Result, medians
from transformer_lab.bench.shapes import SHAPES, Shape, folded, random_leaves
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.inside import look_at, look_inside
from transformer_lab.engine.keeping import met_by_name, worth_keeping
from transformer_lab.engine.owner import own

HIDDEN, HIDDEN_MARK = "block.1/attn/weights/exp", 0.2
LONG, LONG_KNOWN, LONG_MARK = 1024, 64, 600.0


def looking_results() -> Iterator[Result]:
    """A hidden value at the small size, and the memory of a long text."""
    yield hidden_row(SHAPES["small"])
    yield memory_row(SHAPES["GPT-2"])


def hidden_row(shape: Shape) -> Result:
    """The exponentials inside a folded softmax, all of them, from what was kept."""
    graph, whole = folded(shape), build_graph(shape.model, shape.words, shape.words)
    trace = own(graph, np.float32, met_by_name(graph)).run(random_leaves(graph))
    assert trace is not None
    cells = cycle(np.ndindex(whole[HIDDEN].shape))
    all_of_it, one = medians(
        [lambda: look_inside(whole, trace)[HIDDEN], lambda: look_at(whole, trace, HIDDEN, next(cells))],
        shape.rounds,
    )
    note = f"{whole[HIDDEN].shape} numbers inside a softmax; a single one {one:.2f} ms"
    return Result(f"hidden value looked at, {shape.name}", all_of_it, HIDDEN_MARK, "ms", note)


def memory_row(shape: Shape) -> Result:
    """What two runs of a long text have in memory at most, beside the weights; as Python counts it."""
    graph = folded(shape._replace(words=LONG), LONG_KNOWN)
    leaves = random_leaves(graph)
    other = {**leaves, "tokens": np.roll(leaves["tokens"], 1, axis=0)}
    tracemalloc.start()
    owner = own(graph, np.float32, worth_keeping(graph, 4))
    owner.run(leaves)
    owner.run(other)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    note = f"both sides; one of them {owner.bytes() / 1e6:.0f} MB, everything would be "
    note += f"{own(graph, np.float32, met_by_name(graph), sides=0).bytes() / 1e6:.0f} MB"
    return Result(f"memory beside the weights, {shape.name} n {LONG}", peak, LONG_MARK, "MB", note)
