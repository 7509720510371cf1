"""What blocks and sublayers are called for people."""

from __future__ import annotations

from transformer_lab.document.building.racks import blocks_of, spot_of
from transformer_lab.engine.model import CrossAttention, FeedForward, Model, Sublayer
from transformer_lab.language import tr


def kind_title(sub: Sublayer) -> str:
    """The kind of a sublayer."""
    if isinstance(sub, FeedForward):
        return tr("feed-forward")
    return tr("cross-attention") if isinstance(sub, CrossAttention) else tr("attention")


def title_of(model: Model, path: str) -> str:
    """“Block 2”, “Block 2, attention”, “Decoder block 1, cross-attention”; the empty path is the model."""
    if not path:
        return tr("The model")
    spot = spot_of(model, path)
    block = block_title(model, spot.tower, spot.block)
    if spot.sub is None:
        return block
    sub = blocks_of(model, spot.tower)[spot.block].sublayers[spot.sub]
    return f"{block}, {kind_title(sub)}"


def block_title(model: Model, tower: str, block: int) -> str:
    """A block with its number from 1; two towers are told apart."""
    if not model.encoder:
        return tr("Block {n}", n=block + 1)
    name = tr("Encoder block {n}") if tower == "encoder" else tr("Decoder block {n}")
    return name.format(n=block + 1)
