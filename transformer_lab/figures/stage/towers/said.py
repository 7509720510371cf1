"""Two towers in words, made from their numbers."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.numbers import percent_texts
from transformer_lab.figures.stage.said import attention_said, next_said
from transformer_lab.figures.stage.towers.layout import Foot, Towers, scenes
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
    parts += [_reading_said(towers, foot) for foot in towers.feet]
    parts.append(next_said(decoder))
    return tr("Stage"), " ".join(part for part in parts if part)


def _reading_said(towers: Towers, foot: Foot) -> str:
    """Which word of the source is read most by the word that asks."""
    scene, sub = towers.reading(foot), foot.sub
    if not scene.played(sub.path, "softmax"):
        return ""
    row = scene[sub.id("weights")][scene.head(sub), scene.query]
    key = int(np.nan_to_num(row, nan=-1.0).argmax())
    return tr(
        "Across, in block {block}: {query} reads mostly {key}, {share}.",
        block=foot.block.number + 1,
        query=scene.asks[scene.query],
        key=scene.words[key],
        share=percent_texts(row)[key],
    )
