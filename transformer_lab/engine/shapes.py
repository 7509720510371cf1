"""The well-known shapes as descriptions: each a function of its sizes, and a table of sizes.

Weights are no part of a shape: they come from recipes. Laws and playback are tried on the `small` ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from transformer_lab.engine.check import head_width
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model, Positions


@dataclass(frozen=True)
class Sizes:
    """How large a model is. `groups`: key and value heads, where they are shared."""

    layers: int
    heads: int
    d_model: int
    width: int
    groups: int = 1

    @property
    def d_head(self) -> int:
        """d_model / heads. Raises LabError if heads do not divide it."""
        return head_width(self.d_model, self.heads)


def transformer_2017(n: Sizes) -> Model:
    """Encoder and decoder with norms after each sum, waves, one table for all words (Vaswani et al. 2017)."""
    seeing = Attention(n.heads, n.d_head, norm="after")
    looking_back = Attention(n.heads, n.d_head, "causal", norm="after")
    asking = CrossAttention(n.heads, n.d_head, norm="after")
    forward = FeedForward(n.width, norm="after")
    return Model(
        n.d_model,
        (BlockSpec((looking_back, asking, forward)),) * n.layers,
        Positions("sinusoidal"),
        encoder=(BlockSpec((seeing, forward)),) * n.layers,
        embedding_scale=True,
        tied=True,
    )


def gpt2(n: Sizes) -> Model:
    """Causal blocks with norms before each sublayer, GELU with tanh, learned positions (Radford et al.
    2019).
    """
    attention = Attention(n.heads, n.d_head, "causal", biases=True, norm="before")
    forward = FeedForward(n.width, norm="before", activation="gelu_tanh")
    block = BlockSpec((attention, forward))
    return Model(n.d_model, (block,) * n.layers, Positions("table"), final_norm=True, tied=True)


def bert(n: Sizes) -> Model:
    """Every word sees every real word, norms after each sum, exact GELU (Devlin et al. 2018); without its
    extra layers on top.
    """
    attention = Attention(n.heads, n.d_head, biases=True, norm="after", padding=True)
    forward = FeedForward(n.width, norm="after", activation="gelu")
    block = BlockSpec((attention, forward))
    return Model(
        n.d_model,
        (block,) * n.layers,
        Positions("table"),
        epsilon=1e-12,
        embedding_norm=True,
        tied=True,
        output_bias=True,
    )


def llama(n: Sizes) -> Model:
    """Causal blocks with RMS norm, rotary positions, shared keys and values, SwiGLU, no biases (Touvron et
    al. 2023).
    """
    attention = Attention(n.heads, n.d_head, "causal", norm="before", kv_heads=n.groups)
    forward = FeedForward(n.width, biases=False, norm="before", activation="silu", gated=True)
    block = BlockSpec((attention, forward))
    where = Positions("rotary", pairs="halves")
    return Model(n.d_model, (block,) * n.layers, where, final_norm=True, norm_kind="rms")


@dataclass(frozen=True)
class Shape:
    """A shape by name: how it is made, the sizes of its paper, sizes for trying, words of its vocabulary."""

    name: str
    make: Callable[[Sizes], Model]
    full: Sizes
    small: Sizes
    vocabulary: int

    @property
    def model(self) -> Model:
        """The model in full size."""
        return self.make(self.full)

    @property
    def reduced(self) -> Model:
        """The same description in a size that is computed in a moment."""
        return self.make(self.small)


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        s.name: s
        for s in (
            Shape(
                "transformer-2017",
                transformer_2017,
                Sizes(6, 8, 512, 2048),
                Sizes(2, 2, 8, 16),
                37_000,
            ),
            Shape("gpt2-small", gpt2, Sizes(12, 12, 768, 3072), Sizes(2, 2, 8, 16), 50_257),
            Shape("bert-base", bert, Sizes(12, 12, 768, 3072), Sizes(2, 2, 8, 16), 30_522),
            Shape("llama-like", llama, Sizes(12, 12, 768, 2048, 4), Sizes(2, 4, 16, 24, 2), 32_000),
        )
    }
)
