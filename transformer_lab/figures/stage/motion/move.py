"""What a moving operation knows: the scene, the beat, how far it is, and the rows of its sublayer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.ops import Array
from transformer_lab.figures.easing import part
from transformer_lab.figures.picture import Floats, Rects, table
from transformer_lab.figures.stage.faces.row import way_of
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.ribbon import HEIGHT
from transformer_lab.figures.stage.route import Route
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene


class Move(NamedTuple):
    """One operation inside a block, at the share `u` of its move."""

    scene: Scene
    u: float
    block: Block
    sub: Sublayer
    rows: Mapping[str, Row]
    """rows of the sublayer by kind"""
    source: tuple[float, float]
    """y and height of the ribbon that the sublayer starts from"""
    route: Route | None = None
    """the way of its threads, where they come over from another tower"""

    @property
    def way(self) -> Route:
        """The way of its threads."""
        return self.route or way_of(self.scene, self.rows["attention"])

    def value(self, name: str) -> Array:
        """One of the sublayer's values."""
        return self.scene[self.sub.id(name)]

    @property
    def head(self) -> int:
        """The chosen head."""
        return self.scene.head(self.sub)


def now_frame(box: Floats, width: float = 2.0, radius: float = 0.0, opacity: float = 1.0) -> Rects:
    """An amber frame just outside each box: this is what happens now."""
    grown = np.asarray(box, dtype=float) + np.array([-1.0, -1.0, 2.0, 2.0])
    return Rects(grown, stroke="now_fill", width=width, radius=radius, opacity=opacity)


def ribbon_boxes(x: Floats, y: float, width: float, height: float = HEIGHT) -> Floats:
    """The outlines of ribbons: (N, 4)."""
    return table(x, np.full(len(x), y), width, height)


def blend(old: Floats, new: Floats, share: float | Floats) -> Floats:
    """From `old` to `new`; infinities cut at half way instead of becoming NaN."""
    share = np.asarray(share, dtype=float)
    with np.errstate(invalid="ignore"):
        mixed = old + (new - old) * share
    return np.where(np.isfinite(old) & np.isfinite(new), mixed, np.where(share < 0.5, old, new))


def staggered(u: float, count: int, overlap: float = 0.4) -> Floats:
    """The share of each of `count` things that follow one another, all done at u = 1: (count,)."""
    stretch = overlap if count > 1 else 1.0
    starts = np.linspace(0.0, 1.0 - stretch, count)
    return np.array([part(u, s, s + stretch) for s in starts])
