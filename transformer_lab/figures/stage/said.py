"""The stage in words, made from its numbers: for whoever cannot see it, and for exported files."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.numbers import percent_texts
from transformer_lab.figures.stage.output import best_words
from transformer_lab.figures.stage.plan import Block
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr


def said(scene: Scene) -> tuple[str, str]:
    """A title, and a description: the sentence, the moment, what is looked at, the next word."""
    beat = scene.timeline.beats[scene.cursor.beat]
    parts = [
        tr(
            "“{text}” in a model of {count} blocks.",
            text=" ".join(scene.words),
            count=len(scene.plan.blocks),
        ),
        tr("Now: {beat}.", beat=beat.title),
        *(
            attention_said(scene, block)
            for block, o in zip(scene.plan.blocks, scene.look.openness, strict=False)
            if o
        ),
        next_said(scene),
    ]
    return tr("Stage"), " ".join(part for part in parts if part)


def attention_said(scene: Scene, block: Block) -> str:
    """What the chosen word looks at most in an open block, once its weights are played."""
    sub = block.attention
    if sub is None or not scene.played(sub.path, "softmax"):
        return ""
    head = scene.head(sub)
    row = np.nan_to_num(scene[sub.id("weights")][head, scene.query], nan=-1.0)
    key = int(row.argmax())
    return tr(
        "Block {block}, head {head}: {query} looks mostly at {key}, {share}.",
        block=block.number + 1,
        head=head + 1,
        query=scene.asks[scene.query],
        key=scene.words[key],
        share=percent_texts(scene[sub.id("weights")][head, scene.query])[key],
    )


def next_said(scene: Scene) -> str:
    """The likeliest next word after the chosen one, once it is played."""
    if not scene.plan.output or not scene.played("output", "probabilities"):
        return ""
    best = int(best_words(scene)[scene.query])
    word, share = scene.snapshot.vocabulary[best], percent_texts(scene["probs"][scene.query])[best]
    return tr("After {word}: {next}, {share}.", word=scene.words[scene.query], next=word, share=share)
