"""What a machine can see of a figure that is painted: its edges, and what lies under each of its texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tests.figures.lawful import START
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Group, Item, Picture, Texts
from transformer_lab.render.contrast import LEAST_CONTRAST, linear, rgb
from transformer_lab.render.raster import to_image
from transformer_lab.render.theme import Theme

Pixels = NDArray[np.uint8]
ALLOWED = 0.0
"""A thread or a rule may cross so much of the ground of a text."""


def pixels(picture: Picture, theme: Theme) -> Pixels:
    """(height, width, 3) the picture on the ground of its theme."""
    image = to_image(picture, theme)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return np.array(raw[:, : image.width(), 2::-1])


def inked_edges(picture: Picture, theme: Theme) -> list[str]:
    """The edges of the picture whose outermost pixels are not pure ground."""
    seen = pixels(picture, theme)
    ground = np.array([round(255 * part) for part in rgb(theme.color("canvas"))])
    edges = {"top": seen[0], "bottom": seen[-1], "left": seen[:, 0], "right": seen[:, -1]}
    return [name for name, edge in edges.items() if (edge != ground).any()]


def _bare(items: tuple[Item, ...]) -> tuple[Item, ...]:
    opened = (replace(i, items=_bare(i.items)) if isinstance(i, Group) else i for i in items)
    return tuple(item for item in opened if not isinstance(item, Texts))


def without_texts(picture: Picture) -> Picture:
    """The picture without its texts: what they lie on."""
    layers = tuple(
        layer._replace(key=None, build=lambda build=layer.build: _bare(build())) for layer in picture.layers
    )
    return replace(picture, layers=layers)


def _luminance(colors: NDArray[np.float64]) -> NDArray[np.float64]:
    light: NDArray[np.float64] = np.vectorize(linear)(colors) @ np.array([0.2126, 0.7152, 0.0722])
    return light


def faint_texts(picture: Picture, theme: Theme) -> list[str]:
    """Texts whose contrast against what lies under them is too small, with the colour they have."""
    under = pixels(without_texts(picture), theme) / 255.0
    return [
        f"{text} in {color}"
        for dy, batch in _batches(picture)
        for text, color, at in zip(batch.text, _colors(batch), batch.at + np.array([0.0, dy]), strict=True)
        if text.strip() and _faint(text, batch, at, under, theme.color(color))
    ]


def _batches(picture: Picture) -> list[tuple[float, Texts]]:
    seen = [layer for layer in picture.layers if layer.opacity > 0.0]
    return [(layer.dy, batch) for layer in seen for batch in _texts(layer.build(), layer.opacity)]


def _texts(items: tuple[Item, ...], opacity: float) -> Iterator[Texts]:
    """The texts, each as faint as the groups it stands in make it."""
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items, opacity * item.opacity)
        elif isinstance(item, Texts):
            yield replace(item, opacity=opacity * item.opacity)


def _colors(batch: Texts) -> tuple[str, ...]:
    return (batch.color,) * len(batch.text) if isinstance(batch.color, str) else batch.color


def _faint(text: str, batch: Texts, at: NDArray[np.float64], under: NDArray[np.float64], color: str) -> bool:
    turn, wide = np.deg2rad(batch.angle), approximate(text, batch.face, batch.size)
    along = (np.arange(0.0, wide, 1.0) - START[batch.anchor] * wide)[:, None]
    up = -np.arange(0.1, 0.6, 0.1)[None] * batch.size
    x = np.rint(at[0] + along * np.cos(turn) - up * np.sin(turn)).astype(int).clip(0, under.shape[1] - 1)
    y = np.rint(at[1] + along * np.sin(turn) + up * np.cos(turn)).astype(int).clip(0, under.shape[0] - 1)
    ground = under[y, x].reshape(-1, 3)
    ink = np.array(rgb(color))
    inks = batch.opacity * ink + (1.0 - batch.opacity) * ground
    pair = np.sort(np.stack([_luminance(ground), _luminance(inks)]), 0)
    ratio = (pair[1] + 0.05) / (pair[0] + 0.05)
    return bool((ratio < LEAST_CONTRAST - 0.05).mean() > ALLOWED)
