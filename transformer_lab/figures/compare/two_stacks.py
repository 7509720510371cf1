"""A and B of two towers: each on its own lanes; what the decoder reads stands below the encoder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from transformer_lab.figures.compare.changes import moved
from transformer_lab.figures.compare.changes import said as size_said
from transformer_lab.figures.compare.pairing import SAME, Pair
from transformer_lab.figures.compare.stack import (
    BETWEEN,
    FOOT,
    TITLE,
    Build,
    Mode,
    column,
    foot_layer,
    key_of,
    title,
    weight_rows,
    which_of,
    wires,
)
from transformer_lab.figures.compare.strips import SHARE_PITCH
from transformer_lab.figures.direction import facing
from transformer_lab.figures.look import Look
from transformer_lab.figures.picture import Item, Layer, Picture
from transformer_lab.figures.shift import aside
from transformer_lab.figures.stage.headings import wash_layer
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.towers.layout import Towers, towers_of
from transformer_lab.figures.stage.towers.picture import pinned_heads
from transformer_lab.figures.timeline import timeline_of
from transformer_lab.language import tr


def two_stacks(pair: Pair, look: Look, mode: Mode) -> Picture:
    """The figure: the encoder at the left, the decoder at the right, each block of both."""
    timeline = timeline_of(pair.b.graph)
    towers = towers_of(pair.b, look, timeline, timeline.end)
    left, low = column(towers.encoder, pair, mode)
    for layer in _readings(towers, pair, mode, low):
        left, low = (*left, layer), layer.dy + layer.box[3] + BETWEEN
    right, y = column(towers.decoder, pair, mode)
    wide = max(towers.decoder.look.width, look.width - towers.left)
    under = replace(towers.decoder, look=towers.decoder.look._replace(width=wide))
    last = foot_layer(under, pair, mode, y)
    foot = max(low, y + last.box[3], look.height)
    beside = (wash_layer(towers.decoder, y), *right, last)
    layers = (
        *(aside(layer, 0.0, "encoder") for layer in left),
        *(aside(layer, towers.left, "decoder") for layer in beside),
        *pinned_heads(towers),
    )
    shown = facing(layers, towers.encoder.words, towers.decoder.words)
    return Picture((max(look.width, towers.width), foot), shown, tr("What changed from A to B"))


def _readings(towers: Towers, pair: Pair, mode: Mode, y: float) -> Iterator[Layer]:
    """For each cross-attention how the word that asks reads the encoder."""
    lanes = towers.encoder.look._replace(query=towers.decoder.look.query)
    scene = replace(towers.encoder, look=lanes, asks=towers.decoder.words, across=True)
    for block in towers.decoder.plan.blocks:
        for sub in (sub for sub in block.sublayers if sub.kind == "cross"):
            high = _high(pair, sub, mode)
            key = (*key_of(scene, pair, mode, sub.path), scene.asks)
            name = tr("Read by decoder {n}", n=block.number + 1)
            yield Layer(key, (0.0, 0.0, scene.width, high), _reading(scene, pair, sub, mode, name), y)
            y += high + BETWEEN


def _same(pair: Pair, sub: Sublayer) -> bool:
    return moved(pair, (sub.id("weights"),)) < SAME  # of another sentence it is no number


def _high(pair: Pair, sub: Sublayer, mode: Mode) -> float:
    return TITLE if _same(pair, sub) else TITLE + len(which_of(mode)) * SHARE_PITCH + FOOT


def _reading(scene: Scene, pair: Pair, sub: Sublayer, mode: Mode, name: str) -> Build:
    def build() -> tuple[Item, ...]:
        same = _same(pair, sub)
        top = title(scene, name, size_said(moved(pair, (sub.id("weights"),))), quiet=same)
        if same:
            return top
        rows = weight_rows(scene, pair, sub, which_of(mode), TITLE)
        return *top, *wires(scene, _high(pair, sub, mode)), *rows

    return build
