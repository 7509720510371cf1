"""The engine beside other libraries, where they are installed: PyTorch, Transformers, TransformerLens.

All in one process, in single precision with one thread, in turns; rows as those of `speed`. Nothing is
downloaded: models have random weights of the same sizes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from transformer_lab.bench.measure import Result, interleaved, medians
from transformer_lab.bench.shapes import SHAPES, Shape, folded, random_leaves
from transformer_lab.bench.speed import GENERATED, edits, generate, kernel_class, play, told
from transformer_lab.bench.torch_forward import torch_forward
from transformer_lab.engine.graph import Graph
from transformer_lab.engine.keeping import met_by_name
from transformer_lab.engine.ops import Array
from transformer_lab.engine.owner import Owner, own
from transformer_lab.engine.storage import in_columns

Leaves = Mapping[str, Array]
Job = Callable[[], object]
EQUAL = 2e-4


class Peer(NamedTuple):
    """A library, what is asked of it, the job it does for a shape, and how many times faster we must be at
    least, by size; with `haswell` the marks where our BLAS reports the kernels of that class.
    """

    library: str
    what: str
    job: Callable[[Shape, Graph, Leaves], Job]
    marks: Mapping[str, float]
    haswell: tuple[float, ...] = ()


def by_hand(shape: Shape, graph: Graph, leaves: Leaves) -> Job:
    """The hand-written forward; raises AssertionError if its values are others than the engine's."""
    torch, causal = import_module("torch"), shape.model.blocks[0].sublayers[0].norm == "before"
    job = torch_forward(torch, leaves, len(shape.model.blocks), causal=causal)
    trace = own(graph, np.float32, met_by_name(graph)).run(leaves)
    assert trace is not None
    for name, value in job().items():
        assert np.allclose(value.numpy(), trace[name], rtol=EQUAL, atol=EQUAL), name
    return job


def transformers_model(shape: Shape, graph: Graph) -> Any:
    """A GPT-2 of Hugging Face of the same sizes, with attention as plain products."""
    library = import_module("transformers")
    attention, forward = shape.model.blocks[0].sublayers
    config = library.GPT2Config(
        vocab_size=graph["embed/W_E"].shape[0],
        n_positions=shape.words,
        n_embd=shape.model.d_model,
        n_layer=len(shape.model.blocks),
        n_head=attention.heads,  # type: ignore[union-attr]
        n_inner=forward.width,  # type: ignore[union-attr]
        attn_implementation="eager",
        bos_token_id=0,
        eos_token_id=None,
    )
    return library.GPT2LMHeadModel(config).eval()


def transformers_forward(shape: Shape, graph: Graph, leaves: Leaves) -> Job:
    """A forward pass that gives attentions and hidden states."""
    torch, model = import_module("torch"), transformers_model(shape, graph)
    ids = torch.arange(shape.words)[None]

    def job() -> object:
        with torch.inference_mode():
            return model(ids, output_attentions=True, output_hidden_states=True, use_cache=False)

    return job


def lens_forward(shape: Shape, graph: Graph, leaves: Leaves) -> Job:
    """`run_with_cache` of TransformerLens 4."""
    torch, library = import_module("torch"), import_module("transformer_lens")
    attention, forward = shape.model.blocks[0].sublayers
    config = library.TransformerBridgeConfig(
        n_layers=len(shape.model.blocks),
        d_model=shape.model.d_model,
        n_ctx=shape.words,
        n_heads=attention.heads,  # type: ignore[union-attr]
        d_head=attention.d_head,  # type: ignore[union-attr]
        d_mlp=forward.width,  # type: ignore[union-attr]
        d_vocab=graph["embed/W_E"].shape[0],
        act_fn="gelu_new",
        normalization_type="LN",
        device="cpu",
        seed=0,
    )
    model, ids = library.TransformerBridge.boot_native(config), torch.arange(shape.words)[None]

    def job() -> object:
        with torch.inference_mode():
            return model.run_with_cache(ids)

    return job


def generation_row(shape: Shape, mark: float) -> Result:
    """Words one after another from half a text on, greedily: `generate` with its cache ÷ ours, which keeps
    every value.
    """
    graph = folded(shape)
    leaves = in_columns(graph, random_leaves(graph))
    torch, model = import_module("torch"), transformers_model(shape, graph)
    owner, start = own(graph, np.float32, met_by_name(graph), sides=1), shape.words // 2
    ids = torch.arange(start)[None]

    def peer() -> object:
        told = {"max_new_tokens": GENERATED, "min_new_tokens": GENERATED, "do_sample": False}
        with torch.inference_mode():
            return model.generate(ids, attention_mask=torch.ones_like(ids), pad_token_id=0, **told)

    ours, theirs = medians([lambda: generate(owner, leaves, start, GENERATED), peer], 5)
    note = f"{1e3 * GENERATED / ours:.0f} words a second against {1e3 * GENERATED / theirs:.0f}"
    name = f"Hugging Face generate ÷ ours, {shape.name}"
    return Result(name, theirs / ours, mark, "×", note, at_least=True)


def _marks(base: str, *marks: float) -> Mapping[str, float]:
    return MappingProxyType(dict(zip(("toy", "small", base, "GPT-2"), marks, strict=True)))


PEERS = (
    Peer("torch", "PyTorch by hand", by_hand, _marks("base", 1.5, 1.6, 1.6, 1.6), (1.4, 1.2, 1.05, 1.05)),
    Peer(
        "transformers",
        "Hugging Face GPT-2 eager",
        transformers_forward,
        _marks("causal base", 8.0, 4.0, 1.8, 1.8),
    ),
    Peer(
        "transformer_lens",
        "TransformerLens run_with_cache",
        lens_forward,
        _marks("causal base", 20.0, 12.0, 2.2, 2.1),
    ),
)
HASWELL = "Haswell"


def marks_of(peer: Peer, kernels: str) -> Mapping[str, float]:
    """The marks by size; which of them count is decided by the kernels that the library reports alone."""
    if HASWELL not in kernels or not peer.haswell:
        return peer.marks
    return MappingProxyType(dict(zip(peer.marks, peer.haswell, strict=True)))


def peer_results() -> Iterator[Result | str]:
    """A row for each library and size; where a library is missing a line that says so."""
    there = {name: find_spec(name) is not None for name in ("torch", *(p.library for p in PEERS))}
    kernels = kernel_class()
    for peer in PEERS:
        if not (there["torch"] and there[peer.library]):
            yield f"{peer.what}: not installed here, so it is not compared"
            continue
        yield f"{peer.what}: {peer.library} {version(peer.library)}"
        yield from (peer_row(peer, SHAPES[n], mark) for n, mark in marks_of(peer, kernels).items())
    if there["torch"] and there["transformers"]:
        yield generation_row(SHAPES["GPT-2"], 1.5)


def peer_row(peer: Peer, shape: Shape, mark: float) -> Result:
    """How many times as long the peer takes as a run after the text changed. Each runs twice in its turn and
    the second time counts: what one leaves in the caches is no burden for the other.
    """
    graph = folded(shape)
    leaves = random_leaves(graph)
    theirs = peer.job(shape, graph, leaves)
    owner = own(graph, np.float32, met_by_name(graph), sides=1)
    mine = edits(owner, leaves, "tokens")
    mine()
    products = bare_products(graph, owner)
    times = interleaved([mine, mine, theirs, theirs, products, products], max(5, shape.rounds // 4))
    ours, other, bare = median(times[1]), median(times[3]), median(times[5])
    note = f"{ours:.3f} ms against {other:.3f} ms"
    if other / ours < mark:
        note += f"; our bare products {bare:.3f} ms, so that {other / bare:.2f} is the most there could be"
    return Result(f"{peer.what} ÷ ours, {shape.name}", other / ours, mark, "×", note, at_least=True)


def bare_products(graph: Graph, owner: Owner) -> Job:
    """Nothing but the matrix products of a run: no engine that multiplies with NumPy could be faster."""
    calls = [call for node in graph if node.op and node.op.name == "dot" for call in owner.calls(node.id)]
    return lambda: play(calls)


def main() -> None:
    """Print the rows as they come; one thread everywhere."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    if find_spec("torch") is not None:
        import_module("torch").set_num_threads(1)
    print(f"peers: one thread, float32, ours with {kernel_class()}", flush=True)
    for row in peer_results():
        print(row if isinstance(row, str) else told(row), flush=True)


if __name__ == "__main__":
    main()
