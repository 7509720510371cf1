"""What a model is, as frozen data: an input stage, blocks made of sublayers, an output stage.

Every part is optional, so the hand-worked attention of a textbook and a stack of decoder blocks are the same
kind of thing. `build.build_graph` turns a description into a graph.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

PositionKind = Literal["none", "table", "sinusoidal"]
NormPlace = Literal["none", "before", "after"]
Mask = Literal["none", "causal"]


@dataclass(frozen=True)
class Positions:
    """Where words stand: nothing, a table of rows (a parameter), or sines and cosines (Vaswani 2017, 3.5)."""

    kind: PositionKind = "none"
    base: float = 10_000.0
    first: int = 0


@dataclass(frozen=True)
class Attention:
    """Multi-head self-attention (Vaswani 2017, 3.2) with its own residual and norm choice."""

    heads: int = 2
    d_head: int = 4
    mask: Mask = "none"
    scale: bool = True
    biases: bool = False
    output: bool = True
    residual: bool = True
    norm: NormPlace = "none"


@dataclass(frozen=True)
class FeedForward:
    """Two linear maps with a ReLU between them (Vaswani 2017, 3.3)."""

    width: int = 16
    biases: bool = True
    residual: bool = True
    norm: NormPlace = "none"


Sublayer = Attention | FeedForward


@dataclass(frozen=True)
class BlockSpec:
    """One block: its sublayers in the order in which they act."""

    sublayers: tuple[Sublayer, ...]


@dataclass(frozen=True)
class Model:
    """A whole model. `output` adds W_U, logits and probabilities; `epsilon` belongs to every norm."""

    d_model: int
    blocks: tuple[BlockSpec, ...]
    positions: Positions = field(default_factory=Positions)
    final_norm: bool = False
    output: bool = True
    epsilon: float = 1e-5
