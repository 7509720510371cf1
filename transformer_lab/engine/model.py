"""What a model is, as frozen data: an input stage, blocks made of sublayers, an output stage.

Every part is optional, so the hand-worked attention of a textbook and a stack of decoder blocks are the same
kind of thing. `build.build_graph` turns a description into a graph, after `check` has found it possible.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Literal, get_args

from transformer_lab.errors import LabError
from transformer_lab.language import tr

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


def check(model: Model) -> None:
    """Raises LabError, naming the part and the remedy, for a description that no graph can be made of.

    Whether widths fit is found while the graph is built: see `build.join_wire`.
    """
    _whole(tr("The width d_model"), model.d_model)
    _choice(tr("The kind of positions"), model.positions.kind, PositionKind)
    if not (isfinite(model.positions.base) and model.positions.base > 0.0):
        raise LabError(tr("The base of the position waves must be above 0, not {n}.", n=model.positions.base))
    if not (isfinite(model.epsilon) and model.epsilon >= 0.0):
        raise LabError(tr("Epsilon must be 0 or a small positive number, not {n}.", n=model.epsilon))
    for i, block in enumerate(model.blocks):
        for sub in block.sublayers:
            _check_sublayer(i + 1, sub)


def _check_sublayer(block: int, sub: Sublayer) -> None:
    if isinstance(sub, Attention):
        _whole(tr("Block {block}: the number of heads", block=block), sub.heads)
        _whole(tr("Block {block}: the width of a head, d_head,", block=block), sub.d_head)
        _choice(tr("Block {block}: the mask", block=block), sub.mask, Mask)
    else:
        _whole(tr("Block {block}: the number of hidden units", block=block), sub.width)
    _choice(tr("Block {block}: the place of the norm", block=block), sub.norm, NormPlace)


def _whole(what: str, n: object) -> None:
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise LabError(tr("{what} must be a whole number from 1 on, not {n}.", what=what, n=n))


def _choice(what: str, chosen: object, choices: object) -> None:
    known = get_args(choices)
    if chosen not in known:
        raise LabError(
            tr("{what} must be one of {all}, not “{n}”.", what=what, all=", ".join(known), n=chosen)
        )
