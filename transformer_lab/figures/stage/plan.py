"""What a graph has to show: for each block its sublayers, with the ids of the values that the stage draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from transformer_lab.engine.graph import Graph
from transformer_lab.figures.timeline import sublayers_of

SublayerKind = Literal["attention", "forward", "other"]


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

    def id(self, name: str) -> str:
        """The id of one of its values, such as ``weights``."""
        return f"{self.path}/{name}"


@dataclass(frozen=True)
class Block:
    """One block: what comes in, and its sublayers in order."""

    number: int
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


@lru_cache(maxsize=8)
def plan_of(graph: Graph) -> Plan:
    """The plan of a graph. Parts that the graph does not have are absent."""
    paths = sublayers_of(graph)
    sections = [p for p in dict.fromkeys(i.split("/", 1)[0] for i in graph.nodes) if "." in p]
    blocks = tuple(_block(graph, n, path, paths.get(path, ())) for n, path in enumerate(sections))
    positions = "embed/positions" if "embed/positions" in graph else None
    return Plan(blocks, positions, "probs" in graph)


def _block(graph: Graph, number: int, path: str, sublayers: tuple[str, ...]) -> Block:
    source = x = f"{path}/resid_pre"
    wires = [i for i in graph.nodes if i.startswith(f"{path}/resid_") and i != source]
    found = []
    for j, (sub, wire) in enumerate(zip(sublayers, wires, strict=False)):
        norm = f"{path}/norm_{j + 1}"
        found.append(_sublayer(graph, sub, x, wire, norm if norm in graph else None))
        x = found[-1].norm_after or wire
    return Block(number, path, source, tuple(found))


def _sublayer(graph: Graph, path: str, x: str, wire: str, norm: str | None) -> Sublayer:
    op = graph[wire].op
    after = norm is not None and _reads(graph, norm, wire)
    return Sublayer(
        path,
        _kind(graph, path),
        x if norm is None or after else norm,
        f"{path}/out",
        wire,
        op is not None and op.name == "add",
        None if after else norm,
        norm if after else None,
    )


def _reads(graph: Graph, norm: str, wire: str) -> bool:
    """Whether the norm starts from this wire."""
    return any(read.source == wire for read in graph[f"{norm}/mean"].reads)


def _kind(graph: Graph, path: str) -> SublayerKind:
    if f"{path}/weights" in graph and f"{path}/scores" in graph:
        return "attention"
    return "forward" if f"{path}/act" in graph else "other"
