"""Small labs for tests of figures: a model description, a text, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from transformer_lab.document.presets import preset
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.model import (
    Attention,
    BlockSpec,
    CrossAttention,
    FeedForward,
    Model,
    Positions,
)
from transformer_lab.engine.shapes import SHAPES
from transformer_lab.session import Lab

TEXT = "the cat sat"


def snapshot_of(model: Model, text: str = TEXT) -> Snapshot:
    """The snapshot of a model with random numbers; an encoder reads two words."""
    state = replace(preset("tiny-gpt"), model=model, text=text, parameters={}, words=())
    return Lab(replace(state, source="ein Satz") if model.encoder else state).snapshot


def model_of(
    *blocks: BlockSpec, width: int = 8, positions: str = "none", output: bool = True, **more: Any
) -> Model:
    """A model of these blocks."""
    return Model(width, blocks, Positions(positions), output=output, **more)  # type: ignore[arg-type]


ATTENTION, FORWARD = Attention(2, 4, "causal"), FeedForward(8)
UNUSUAL = {
    "no blocks": model_of(),
    "no blocks, no output": model_of(output=False),
    "empty block": model_of(BlockSpec(())),
    "norm before": model_of(
        BlockSpec((replace(ATTENTION, norm="before"), replace(FORWARD, norm="before"))),
        positions="sinusoidal",
    ),
    "norm after": model_of(
        BlockSpec((replace(ATTENTION, norm="after"), replace(FORWARD, norm="after"))), positions="table"
    ),
    "no residual": model_of(
        BlockSpec((replace(ATTENTION, residual=False), replace(FORWARD, residual=False)))
    ),
    "no residual, norm before": model_of(
        BlockSpec((replace(ATTENTION, residual=False, norm="before"), replace(FORWARD, residual=False)))
    ),
    "no W_O": model_of(BlockSpec((replace(ATTENTION, output=False, residual=False),))),
    "one head, no W_O": model_of(BlockSpec((Attention(1, 8, output=False),))),
    "no scale, no mask": model_of(BlockSpec((Attention(3, 2, "none", scale=False),))),
    "feed-forward first": model_of(BlockSpec((FORWARD, ATTENTION))),
    "feed-forward alone": model_of(BlockSpec((FORWARD,)), BlockSpec((FORWARD,))),
    "two attentions": model_of(BlockSpec((ATTENTION, replace(ATTENTION, norm="before"), FORWARD))),
    "narrow": model_of(BlockSpec((Attention(1, 1), FeedForward(1))), width=2),
    "wide": model_of(BlockSpec((Attention(8, 16), FeedForward(128))), width=64),
    "biases": model_of(BlockSpec((Attention(2, 4, biases=True), FeedForward(4, biases=False)))),
    "rms norm": model_of(
        BlockSpec((replace(ATTENTION, norm="before"), replace(FORWARD, norm="after", norm_kind="rms"))),
        norm_kind="rms",
    ),
    "shared keys": model_of(BlockSpec((Attention(4, 2, "causal", kv_heads=2, biases=True), FORWARD))),
    "one key for all, no W_O": model_of(BlockSpec((Attention(2, 4, kv_heads=1, output=False),))),
    "rotary": model_of(BlockSpec((ATTENTION, FORWARD)), positions="rotary"),
    "rotary, shared keys": model_of(
        BlockSpec((Attention(4, 2, "causal", kv_heads=2),)), positions="rotary", final_norm=True
    ),
    "slanted": model_of(BlockSpec((ATTENTION, FORWARD)), positions="alibi"),
    "slanted, shared keys": model_of(
        BlockSpec((Attention(4, 2, kv_heads=2, scale=False),)), positions="alibi"
    ),
    "window": model_of(BlockSpec((replace(ATTENTION, window=2), replace(ATTENTION, mask="none", window=1)))),
    "padding": model_of(
        BlockSpec((replace(ATTENTION, padding=True), FORWARD, replace(ATTENTION, padding=True)))
    ),
    "painted to keep": model_of(BlockSpec((replace(ATTENTION, painted="keep", padding=True),))),
    "painted to drop": model_of(BlockSpec((Attention(2, 4, painted="drop"),))),
    "painted to add": model_of(BlockSpec((Attention(2, 4, painted="add"),))),
    "own divisor": model_of(BlockSpec((replace(ATTENTION, divisor=3.0),))),
    "gated": model_of(BlockSpec((ATTENTION, FeedForward(8, gated=True, activation="silu")))),
    "gated, GELU, alone": model_of(
        BlockSpec((FeedForward(8, gated=True, activation="gelu", biases=False, residual=False),))
    ),
    "GELU with tanh": model_of(BlockSpec((replace(FORWARD, activation="gelu_tanh"),))),
    "tied, tempered": model_of(
        BlockSpec((ATTENTION,)), positions="table", tied=True, output_bias=True, temperature=0.5
    ),
    "scaled embedding": model_of(BlockSpec((ATTENTION,)), positions="sinusoidal", embedding_scale=True),
    "norm of the embedding": model_of(BlockSpec((ATTENTION,)), positions="table", embedding_norm=True),
    "norm of the embedding alone": model_of(
        BlockSpec((ATTENTION,)), embedding_norm=True, norm_kind="rms", embedding_scale=True
    ),
    **{name: shape.reduced for name, shape in SHAPES.items() if not shape.reduced.encoder},
}
"""Models that leave parts out, or have them in an unusual order or size."""

TOWERS = {
    "two towers": SHAPES["transformer-2017"].reduced,
    "two towers, shared keys": Model(
        8,
        (BlockSpec((ATTENTION, CrossAttention(4, 2, kv_heads=2), FORWARD)),),
        Positions("rotary"),
        encoder=(BlockSpec((Attention(4, 2, kv_heads=2, padding=True),)),),
        encoder_norm=True,
        embedding_norm=True,
    ),
}
"""Models with an encoder and a decoder: everything but the stage shows them."""
