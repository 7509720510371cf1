"""The first thing that moves: words drop into their lanes, one after another."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.easing import settle
from transformer_lab.figures.look import GUTTER
from transformer_lab.figures.picture import Group, Item, Layer, Picture, Texts

STAGGER_MS, FALL_MS, FALL = 40.0, 380.0, 30.0


def drop_length(words: int) -> float:
    """How long it takes until the last word has landed, in ms."""
    return STAGGER_MS * max(0, words - 1) + FALL_MS


def dropped(picture: Picture, lane: float, ms: float, gutter: float = GUTTER) -> Picture:
    """The picture with its row of words as it is `ms` after the first one started to fall."""
    layers = tuple(
        _falling(layer, lane, ms, gutter + _aside(layer)) if _holds_words(layer) else layer
        for layer in picture.layers
    )
    return Picture(picture.size, layers, picture.title, picture.description)


def _holds_words(layer: Layer) -> bool:
    """Whether this is the row of words of a tower."""
    return layer.key is not None and layer.key[0] in ("heads", "encoder heads", "decoder heads")


def _aside(layer: Layer) -> float:
    """How far a tower stands from the left: the end of the key of what was moved aside."""
    moved = layer.key is not None and layer.key[0] != "heads"
    return float(layer.key[-1]) if moved and layer.key is not None else 0.0  # type: ignore[arg-type]


def _falling(layer: Layer, lane: float, ms: float, gutter: float) -> Layer:
    def build() -> tuple[Item, ...]:
        return tuple(part for item in layer.build() for part in _parts(item, lane, ms, gutter))

    return layer._replace(key=None, build=build)


def _parts(item: Item, lane: float, ms: float, gutter: float) -> list[Item]:
    """One text after another, each as far as it has fallen; everything else stays away until then."""
    if not isinstance(item, Texts):
        return []
    lanes = np.floor((item.at[:, 0] - gutter) / lane)
    shares = [settle(min(1.0, max(0.0, (ms - STAGGER_MS * n) / FALL_MS))) for n in lanes]
    return [_one(item, i, share) for i, share in enumerate(shares)]


def _one(item: Texts, i: int, share: float) -> Item:
    color = item.color if isinstance(item.color, str) else item.color[i]
    at = item.at[i : i + 1] - np.array([0.0, FALL * (1.0 - share)])
    text = Texts((item.text[i],), at, item.size, item.face, color, item.anchor, item.angle)
    return Group("", (text,), share)
