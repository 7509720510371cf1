"""What a graph has to show: for each block its sublayers, with the ids of the values that the stage draws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.figures.timeline import sublayers_of

SublayerKind = Literal["attention", "cross", "forward", "other"]


@dataclass(frozen=True)
class Sublayer:
    """One sublayer: its path, how it stands on the wire, and the ids of what it brings."""

    path: str
    kind: SublayerKind
    inside: str
    """the vectors that go in: the wire, or the norm before"""
    out: str
    wire: str
    """the wire after it"""
    adds: bool
    """whether its result is added to the wire (a residual) or replaces it"""
    norm_before: str | None = None
    norm_after: str | None = None
    asks: str = "q"
    """the queries that meet the keys: turned by their places, where positions are rotary"""
    keys: str = "k"
    hidden: str = "act"
    """the hidden values that are narrowed: after a gate, where there is one"""

    def id(self, name: str) -> str:
        """The id of one of its values, such as ``weights``."""
        return f"{self.path}/{name}"


@dataclass(frozen=True)
class Block:
    """One block: what comes in, and its sublayers in order."""

    number: int
    """counted within its tower"""
    path: str
    source: str
    sublayers: tuple[Sublayer, ...]

    @property
    def attention(self) -> Sublayer | None:
        """The attention that stands for the block while it is folded: its first."""
        return next((sub for sub in self.sublayers if sub.kind == "attention"), None)


@dataclass(frozen=True)
class Plan:
    """All that the stage shows of a graph."""

    blocks: tuple[Block, ...]
    positions: str | None
    output: bool
    found: str = "embed/tokens"
    """the rows that were looked up, scaled where the model does so"""
    summed: str = "embed"
    """words and positions together, before a norm"""
    embedding_norm: bool = False
    embedded: str = "embed"
    """what enters the first block"""
    band: str = "sentence"
    """the section in which the words are looked up"""
    cards: bool = False
    """whether the next words stand in cards"""
    last_norm: bool = False
    """whether a norm stands between the last block and the next words"""
    memory: str | None = None
    """what an encoder hands to the decoder"""
    reads: str | None = None
    """the memory that a decoder's cross-attentions read"""
    towers: tuple[Plan, ...] = ()
    """an encoder and a decoder, each with its own plan; `blocks` are then those of both"""


@lru_cache(maxsize=8)
def plan_of(graph: Graph) -> Plan:
    """The plan of a graph. Parts that the graph does not have are absent."""
    if "encoder/tokens" not in graph:
        return _tower(graph, "block", "embed")
    encoder, decoder = _tower(graph, "encoder", "encoder/embed"), _tower(graph, "decoder", "embed")
    memory = "encoder/final_norm" if "encoder/final_norm" in graph else leaves(encoder)
    encoder = replace(encoder, output=False, last_norm=False, band="source", memory=memory)
    decoder = replace(decoder, cards=True, reads=memory)
    return replace(decoder, blocks=(*encoder.blocks, *decoder.blocks), towers=(encoder, decoder))


def leaves(plan: Plan) -> str:
    """What comes out of the last block."""
    if not plan.blocks:
        return plan.embedded
    last = plan.blocks[-1]
    return (last.sublayers[-1].norm_after or last.sublayers[-1].wire) if last.sublayers else last.source


def _tower(graph: Graph, name: str, embedded: str) -> Plan:
    """The blocks called `name`, and how their words come in."""
    paths = sublayers_of(graph)
    first = (i.split("/", 1)[0] for i in graph.nodes)
    sections = [path for path in dict.fromkeys(first) if path.startswith(f"{name}.")]

    def known(part: str) -> str | None:
        return f"{embedded}/{part}" if f"{embedded}/{part}" in graph else None

    return Plan(
        tuple(_block(graph, n, path, paths.get(path, ())) for n, path in enumerate(sections)),
        known("positions"),
        "probs" in graph,
        known("scaled") or f"{embedded}/tokens",
        known("sum") or embedded,
        known("norm") is not None,
        embedded,
        last_norm="final_norm" in graph,
    )


def _block(graph: Graph, number: int, path: str, sublayers: tuple[str, ...]) -> Block:
    source = x = f"{path}/resid_pre"
    wires = [i for i in graph.nodes if i.startswith(f"{path}/resid_") and i != source and "|" not in i]
    found = []
    for j, (sub, wire) in enumerate(zip(sublayers, wires, strict=False)):
        norm = f"{path}/norm_{j + 1}"
        found.append(_sublayer(graph, sub, x, wire, norm if norm in graph else None))
        x = found[-1].norm_after or wire
    return Block(number, path, source, tuple(found))


def _sublayer(graph: Graph, path: str, x: str, wire: str, norm: str | None) -> Sublayer:
    op = computed(graph, wire).op
    after = norm is not None and norm_source(graph, norm) == wire
    return Sublayer(
        path,
        _kind(graph, path),
        x if norm is None or after else norm,
        f"{path}/out",
        wire,
        op is not None and op.name == "add",
        None if after else norm,
        norm if after else None,
        "q_turned" if f"{path}/q_turned" in graph else "q",
        "k_turned" if f"{path}/k_turned" in graph else "k",
        "gated" if f"{path}/gated" in graph else "act",
    )


def computed(graph: Graph, node_id: str) -> Node:
    """The node as it is computed, also where a hand has set some of it."""
    return graph.nodes.get(f"{node_id}|computed") or graph[node_id]


def norm_source(graph: Graph, norm: str) -> str:
    """What a norm starts from: the mean of it, or of its squares, is the first that is taken."""
    first = "mean" if f"{norm}/mean" in graph else "squared"
    return computed(graph, f"{norm}/{first}").reads[0].source


def _kind(graph: Graph, path: str) -> SublayerKind:
    if f"{path}/weights" in graph and f"{path}/scores" in graph:
        return "cross" if path.rpartition("/")[2].startswith("cross") else "attention"
    return "forward" if f"{path}/act" in graph else "other"
