"""What a model is, as frozen data: an input stage, blocks made of sublayers, an output stage.

Every part is optional, so the hand-worked attention of a textbook, a stack of decoder blocks and the
encoder–decoder of 2017 are the same kind of thing. `build.build_graph` turns a description into a graph,
after `check.check` has found it possible. Fields with None take what the model says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

PositionKind = Literal["none", "table", "sinusoidal", "rotary", "alibi"]
Pairs = Literal["interleaved", "halves"]
NormPlace = Literal["none", "before", "after"]
NormKind = Literal["layer", "rms"]
Mask = Literal["none", "causal"]
Paint = Literal["none", "keep", "drop", "add"]
Activation = Literal["relu", "gelu", "gelu_tanh", "silu"]
Precision = Literal["double", "single"]


@dataclass(frozen=True)
class Positions:
    """How words know where they stand.

    “none”; “table”: rows that are parameters; “sinusoidal”: sines and cosines (Vaswani 2017, 3.5); “rotary”:
    queries and keys of every self-attention are turned (Su et al. 2021); “alibi”: scores fall with distance
    (Press et al. 2022). `pairs` says which numbers belong together: 2i with 2i+1, or i with i + half.
    """

    kind: PositionKind = "none"
    base: float = 10_000.0
    first: int = 0
    pairs: Pairs = "interleaved"


@dataclass(frozen=True)
class Attention:
    """Multi-head self-attention (Vaswani 2017, 3.2) with its own residual and norm choice.

    `divisor` replaces √d_head where `scale` is on. With `kv_heads` several heads share keys and values
    (Ainslie et al. 2023). A causal `window` of n lets a word see itself and the n − 1 before it; without the
    causal mask also the n − 1 after it. `padding` hides words that are no words. `painted` is a matrix by
    hand: “keep” (1 is seen), “drop” (1 is hidden) or “add” (numbers on top of the scores).
    """

    heads: int = 2
    d_head: int = 4
    mask: Mask = "none"
    scale: bool = True
    biases: bool = False
    output: bool = True
    residual: bool = True
    norm: NormPlace = "none"
    kv_heads: int | None = None
    divisor: float | None = None
    window: int | None = None
    padding: bool = False
    painted: Paint = "none"
    norm_kind: NormKind | None = None
    epsilon: float | None = None


SelfAttention = Attention


@dataclass(frozen=True)
class CrossAttention(Attention):
    """Attention whose keys and values come from the encoder (Vaswani 2017, 3.2.3)."""


@dataclass(frozen=True)
class FeedForward:
    """Two linear maps with an activation between them (Vaswani 2017, 3.3).

    `gated`: the activation is multiplied by a third linear map (Shazeer 2020: with SiLU it is SwiGLU, with
    GELU GEGLU).
    """

    width: int = 16
    biases: bool = True
    residual: bool = True
    norm: NormPlace = "none"
    activation: Activation = "relu"
    gated: bool = False
    norm_kind: NormKind | None = None
    epsilon: float | None = None


Sublayer = Attention | FeedForward


@dataclass(frozen=True)
class BlockSpec:
    """One block: its sublayers in the order in which they act."""

    sublayers: tuple[Sublayer, ...]


@dataclass(frozen=True)
class Model:
    """A whole model.

    With `encoder` blocks it is an encoder–decoder and `blocks` are the decoder. `output` adds logits and
    probabilities: W_U, or with `tied` the table of embeddings once more; `loss` adds the cross-entropy
    against a target. `epsilon` and `norm_kind` belong to every norm that has none of its own. `precision`
    tells how its numbers are computed: “single” is for models of real size.
    """

    d_model: int
    blocks: tuple[BlockSpec, ...]
    positions: Positions = field(default_factory=Positions)
    final_norm: bool = False
    output: bool = True
    epsilon: float = 1e-5
    encoder: tuple[BlockSpec, ...] = ()
    encoder_norm: bool = False
    norm_kind: NormKind = "layer"
    embedding_scale: bool = False
    embedding_norm: bool = False
    tied: bool = False
    output_bias: bool = False
    temperature: float = 1.0
    loss: bool = False
    precision: Precision = "double"
