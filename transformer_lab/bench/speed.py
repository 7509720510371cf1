"""The engine in single precision with one thread of BLAS: against its own matrix products, and after edits.

Printed as rows parted by tabs (see `told`): `bench.engine` runs this in a process of its own, for BLAS counts
its threads when it is loaded.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import cycle
from types import MappingProxyType

import numpy as np

from transformer_lab.bench.looking import looking_results
from transformer_lab.bench.measure import Result, medians
from transformer_lab.bench.shapes import SHAPES, Shape, folded, random_leaves
from transformer_lab.engine.gradient import PREFIX, differentiate
from transformer_lab.engine.into import Bound
from transformer_lab.engine.keeping import met_by_name
from transformer_lab.engine.ops import Array
from transformer_lab.engine.owner import Owner, own
from transformer_lab.engine.storage import in_columns

FORWARD: Mapping[str, float] = MappingProxyType({"toy": 6.0, "small": 3.0, "base": 1.12, "GPT-2": 1.12})
BACKWARD: Mapping[str, float] = MappingProxyType({"small": 3.0, "base": 3.0})
MEMORY: Mapping[str, float] = MappingProxyType({"base": 256.0, "GPT-2": 256.0})
EDITED, LAST_WORD, APPENDED, FLOOR, GENERATED = "base", 0.3, 1.43, 0.7, 24
MATRIX = 100_000
VERSIONS = 3
"""Numbers an edited leaf takes in turn: with two, each side of the storage would meet its own again."""


def speed_results() -> Iterator[Result]:
    """Every row; the sizes one after another, so that only one lies in memory."""
    for name, mark in FORWARD.items():
        yield forward_row(SHAPES[name], mark)
    for name, mark in BACKWARD.items():
        yield backward_row(SHAPES[name], mark)
    yield from edit_rows(SHAPES[EDITED])
    yield last_word_row(SHAPES["causal base"], LAST_WORD)
    yield from appended_rows(SHAPES["GPT-2"])
    yield from looking_results()
    for name, mark in MEMORY.items():
        size = own(folded(SHAPES[name]), np.float32, met_by_name(folded(SHAPES[name]))).bytes() / 1e6
        yield Result(f"values of one run, {name} n {SHAPES[name].words}", size, mark, "MB")


def forward_row(shape: Shape, mark: float) -> Result:
    """A whole run after the text changed ÷ nothing but the matrix products that it makes."""
    graph = folded(shape)
    owner, leaves = own(graph, np.float32, met_by_name(graph)), random_leaves(graph)
    owner.run(leaves)
    products = [call for node in graph if node.op and node.op.name == "dot" for call in owner.calls(node.id)]
    ours, bare = medians([edits(owner, leaves, "tokens"), lambda: play(products)], shape.rounds)
    note = f"{ours:.3f} ms against {bare:.3f} ms for {len(products)} products"
    return Result(f"forward ÷ its own matrix products, {shape.name}", ours / bare, mark, "×", note)


def backward_row(shape: Shape, mark: float) -> Result:
    """Gradients of every parameter and of all values on the way ÷ the forward pass before them."""
    graph = folded(shape)
    out = [node.id for node in graph if node.op and node.axes in ("td", "tv") and node.id != "probs"][-1]
    whole = differentiate(graph, out, [node.id for node in graph if node.kind == "parameter"])
    gradients = {node.id for node in whole if node.id.startswith(PREFIX) and "|" not in node.id}
    owner = own(whole, np.float32, met_by_name(graph) | gradients)
    owner.run(random_leaves(graph))
    there = [call for node in graph for call in owner.calls(node.id)]
    back = [call for node in whole if node.id not in graph for call in owner.calls(node.id)]
    ours, forward = medians([lambda: play(back), lambda: play(there)], shape.rounds)
    note = f"{ours:.3f} ms against {forward:.3f} ms"
    return Result(f"backward ÷ forward, {shape.name}", ours / forward, mark, "×", note)


def edit_rows(shape: Shape) -> Iterator[Result]:
    """A weight of block k ÷ everything; what lies before block k is not touched."""
    graph, blocks = folded(shape), len(shape.model.blocks)
    leaves = random_leaves(graph)
    for k in (0, blocks // 2, blocks - 1):
        one, all_of_it = (own(graph, np.float32, met_by_name(graph)) for _ in range(2))
        jobs = [edits(one, leaves, f"block.{k}/attn/W_Q"), edits(all_of_it, leaves, "tokens")]
        ours, whole = medians(jobs, shape.rounds)
        mark = 1.05 * (blocks - k) / blocks + 0.02
        name = f"edit of W_Q in block {k} ÷ forward, {shape.name}"
        yield Result(name, ours / whole, mark, "×", f"{ours:.2f} ms against {whole:.2f} ms")


def last_word_row(shape: Shape, mark: float) -> Result:
    """Another last word in a causal model ÷ another first word, with which everything runs."""
    graph = folded(shape)
    leaves = random_leaves(graph)
    jobs = []
    for row in (-1, 0):
        texts = [leaves["tokens"].copy() for _ in range(VERSIONS)]
        for i, text in enumerate(texts):
            text[row] = np.roll(text[row], i)
        owner = own(graph, np.float32, met_by_name(graph))
        jobs.append(runs(owner, [{**leaves, "tokens": text} for text in texts], shape.words))
    ours, whole = medians(jobs, shape.rounds)
    note = f"{ours:.2f} ms against {whole:.2f} ms"
    return Result(f"last word of {shape.name} ÷ forward", ours / whole, mark, "×", note)


def appended_rows(shape: Shape) -> Iterator[Result]:
    """One word more, everything kept ÷ reading every weight once, which must come from memory; and a text
    that goes on by itself, each time with the most probable word.
    """
    graph = folded(shape)
    leaves = in_columns(graph, random_leaves(graph))
    owner, half = own(graph, np.float32, met_by_name(graph), sides=1), shape.words // 2
    owner.run(leaves, words=half)
    words = cycle(range(half, shape.words))
    weights = [array.ravel("K") for array in leaves.values() if array.size > MATRIX]
    stream: list[Bound] = [(np.vecdot, (array, array)) for array in weights]
    jobs = [lambda: owner.run(leaves, words=next(words) + 1), lambda: play(stream)]
    ours, bare = medians(jobs, half - 2)
    note = f"{1e3 / ours:.0f} words a second; {ours:.2f} ms against {bare:.2f} ms"
    yield Result(f"word appended ÷ reading the weights, {shape.name}", ours / bare, APPENDED, "×", note)
    text, bare = medians([lambda: generate(owner, leaves, half, GENERATED), lambda: play(stream)], 5)
    first, _ = medians([lambda: generate(owner, leaves, half, 1), lambda: play(stream)], 5)
    each = (text - first) / (GENERATED - 1)
    note = f"{1e3 / each:.0f} words a second, everything kept"
    name = f"reading the weights ÷ word generated, {shape.name}"
    yield Result(name, bare / each, FLOOR, "×", note, at_least=True)


def generate(owner: Owner, leaves: Mapping[str, Array], start: int, count: int) -> list[int]:
    """The most probable word each time, `count` times, after the first `start` words."""
    found: list[int] = []
    text = leaves["tokens"].copy()
    text[0] = np.roll(text[0], 1)  # another text than the one before, so that the first words run too
    for n in range(start, start + count):
        trace = owner.run({**leaves, "tokens": text}, words=n)
        assert trace is not None
        found.append(int(trace["logits"][n - 1].argmax()))
        text = text.copy()
        text[n] = 0.0
        text[n, found[-1]] = 1.0
    return found


def edits(owner: Owner, leaves: Mapping[str, Array], name: str) -> Callable[[], object]:
    """Runs with another array for one leaf each time."""
    return runs(owner, [{**leaves, name: leaves[name] * (1 + 0.01 * i)} for i in range(VERSIONS)])


def runs(
    owner: Owner, versions: Sequence[Mapping[str, Array]], words: int | None = None
) -> Callable[[], object]:
    """Runs with the versions in turn."""
    turns = cycle(versions)
    return lambda: owner.run(next(turns), words=words)


def play(calls: list[Bound]) -> None:
    """Calls, one after another."""
    with np.errstate(all="ignore"):
        for apply, args in calls:
            apply(*args)


def kernel_class() -> str:
    """Which kernels BLAS chose for this processor, as it calls them itself."""
    library = ctypes.CDLL(import_module("numpy._core._multiarray_umath").__file__)
    for name in ("scipy_openblas_get_config64_", "openblas_get_config64_", "openblas_get_config"):
        told = getattr(library, name, None)
        if told is not None:
            told.restype = ctypes.c_char_p
            words = told().decode().split()
            return " ".join((*words[:2], "kernels", next((w for w in words if w in KERNELS), words[-2])))
    return "an unknown BLAS"


KERNELS = ("SkylakeX", "Haswell", "Zen", "Cooperlake", "SapphireRapids", "Sandybridge", "ARMV8", "NEOVERSEN1")


def main() -> None:
    """Print the rows as they come, the first of them telling the kernels."""
    print(f"one thread, float32, {kernel_class()}", flush=True)
    for row in speed_results():
        print(told(row), flush=True)


def told(r: Result) -> str:
    """A row as one line; `engine.understood` reads it."""
    return "\t".join((r.name, repr(r.value), repr(r.mark), r.unit, r.note, "at least" * r.at_least))


if __name__ == "__main__":
    main()
