"""Small labs for tests of figures: a model description, a text, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from transformer_lab.document.presets import preset
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions
from transformer_lab.session import Lab

TEXT = "the cat sat"


def snapshot_of(model: Model, text: str = TEXT) -> Snapshot:
    """The snapshot of a model with random numbers."""
    return Lab(replace(preset("tiny-gpt"), model=model, text=text, parameters={}, words=())).snapshot


def model_of(*blocks: BlockSpec, width: int = 8, positions: str = "none", output: bool = True) -> Model:
    """A model of these blocks."""
    return Model(width, blocks, Positions(positions), output=output)  # type: ignore[arg-type]


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
}
"""Models that leave parts out, or have them in an unusual order or size."""
