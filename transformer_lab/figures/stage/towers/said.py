"""Two towers in words, made from their numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from transformer_lab.figures.numbers import percent_texts
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.said import attention_said, next_said
from transformer_lab.figures.stage.towers.layout import Towers, scenes
from transformer_lab.language import tr


def said(towers: Towers) -> tuple[str, str]:
    """A title, and a description: both texts, the moment, what is looked at, the next word."""
    encoder, decoder = towers.encoder, towers.decoder
    beat = encoder.timeline.beats[encoder.cursor.beat]
    text = tr(
        "An encoder of {count} blocks reads “{source}”; a decoder of {more} blocks has written “{text}”.",
        count=len(encoder.plan.blocks),
        source=" ".join(encoder.words),
        more=len(decoder.plan.blocks),
        text=" ".join(decoder.words),
    )
    parts = [text, tr("Now: {beat}.", beat=beat.title)]
    for scene, _, _ in scenes(towers):
        opened = zip(scene.plan.blocks, scene.look.openness, strict=True)
        parts += [attention_said(scene, block) for block, openness in opened if openness]
    parts += [_reading_said(towers, block, sub) for block, sub in _readings(towers)]
    parts.append(next_said(decoder))
    return tr("Stage"), " ".join(part for part in parts if part)


def _readings(towers: Towers) -> Iterator[tuple[Block, Sublayer]]:
    """The cross-attentions of the decoder's open blocks."""
    scene = towers.decoder
    for block, openness in zip(scene.plan.blocks, scene.look.openness, strict=False):
        if openness > 0.0 and scene.level != "far":
            yield from ((block, sub) for sub in block.sublayers if sub.kind == "cross")


def _reading_said(towers: Towers, block: Block, sub: Sublayer) -> str:
    """Which word of the source is read most by the word that asks."""
    scene = towers.decoder.reading
    if not scene.played(sub.path, "softmax"):
        return ""
    row = scene[sub.id("weights")][scene.head(sub), scene.query]
    key = int(np.nan_to_num(row, nan=-1.0).argmax())
    return tr(
        "Across, in block {block}: {query} reads mostly {key}, {share}.",
        block=block.number + 1,
        query=scene.asks[scene.query],
        key=scene.words[key],
        share=percent_texts(row)[key],
    )
