"""The table of the embedding while words are looked up: the row of each word is lit and lifts out of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.easing import part
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.picture import Cells, Floats, Ints, Item, Layer, Rects, Ref, Texts, table
from transformer_lab.figures.stage.motion.move import staggered
from transformer_lab.figures.stage.plan import computed
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.sentence import band_height
from transformer_lab.language import tr

BELOW, PAD, HEAD, NAMES = 10.0, 12.0, 24.0, 64.0
"""From the band to the card; inside it: air, room for its title, for the words of its rows."""
ROW, MOST_ROWS, WIDE, MOST_SIDE = 13.0, 14, 10.0, 240.0
OVERLAP = 0.55
"""How much of the move each word takes."""


class Place(NamedTuple):
    """Where the rows of the table stand."""

    node: str
    x: float
    top: float
    cell: tuple[float, float]
    rows: Ints
    """which rows are shown: all, or those that the text needs"""
    wanted: Ints
    """the row of each word (n,)"""

    def y(self, lane: int) -> float:
        """Top of the row of a word."""
        at = np.flatnonzero(self.rows == self.wanted[lane])
        return self.top + float(at[0] if len(at) else len(self.rows) - 1) * self.cell[1]


def place_of(scene: Scene) -> Place | None:
    """The table, in coordinates of the band; None where words are not looked up in one."""
    graph, node = scene.snapshot.graph, f"{scene.plan.embedded}/tokens"
    if graph is None or node not in graph or not scene.beside:
        return None
    reads = computed(graph, node).reads
    if len(reads) < 2 or graph[reads[1].source].axes != "vd":
        return None
    wanted = np.nan_to_num(scene[reads[0].source]).argmax(1)
    count, width = scene[reads[1].source].shape
    rows = np.arange(count) if count <= MOST_ROWS else np.unique(wanted)[:MOST_ROWS]
    cell = (min(WIDE, MOST_SIDE / width), ROW)
    x, top = scene.gutter + 10.0 + PAD + NAMES, band_height(scene) + BELOW + HEAD
    return Place(reads[1].source, x, top, cell, rows, wanted)


def table_layer(scene: Scene, top: float) -> Iterator[Layer]:
    """The card below the band."""
    place, u = place_of(scene), scene.cursor.u
    if place is None or scene.look.sentence < 1.0:
        return
    width = PAD * 2.0 + NAMES + place.cell[0] * scene[place.node].shape[1]
    high = HEAD + place.cell[1] * len(place.rows) + PAD
    y = band_height(scene) + BELOW
    box = (0.0, y - 4.0, max(scene.width, place.x + width), high + 8.0)
    shade = min(part(u, 0.0, 0.05), 1.0 - part(u, 0.93, 1.0))
    yield Layer(None, box, lambda: tuple(_items(scene, place, (width, high), y)), top, shade)


def _items(scene: Scene, place: Place, size: tuple[float, float], y: float) -> Iterator[Item]:
    left, values = place.x - PAD - NAMES, scene[place.node][place.rows]
    count, width = values.shape
    wide, high = place.cell
    yield Rects(table([left], y, *size), fill="raised", stroke="line2", width=1.0, radius=8.0)
    yield Texts((tr("Table of the words"),), table([left + PAD], y + 16.0), 11, "medium", "ink2")
    limit = max(1e-9, float(np.nanmax(np.abs(values), initial=0.0)))
    r, c = (axis.ravel() for axis in np.indices(values.shape))
    at: Floats = table(place.x + c * wide + 0.5, place.top + r * high + 1.0)
    keys = table(np.full(len(r), wide - 1.0), high - 2.0)
    ref = Ref(place.node, np.stack([place.rows[r], c], -1))
    yield Cells(values.reshape(-1, 1, 1), at, keys, limit=limit, radius=2.0, ref=ref)
    known = scene.snapshot.vocabulary
    shares = staggered(scene.cursor.u, scene.n, OVERLAP)
    lit = {int(place.wanted[i]) for i in np.flatnonzero((shares > 0.0) & (shares < 1.0))}
    names = tuple(shorten(known[i] if i < len(known) else "", NAMES - 10.0, "medium", 11) for i in place.rows)
    base = place.top + np.arange(count) * high + high / 2.0 + 4.0
    colors = tuple("now" if int(i) in lit else "ink2" for i in place.rows)
    yield Texts(names, table(np.full(count, place.x - 8.0), base), 11, "regular", colors, "end")
    rows = np.flatnonzero(np.isin(place.rows, list(lit)))
    if len(rows):
        box = table(np.full(len(rows), place.x - 1.0), place.top + rows * high, width * wide + 2.0, high)
        yield Rects(box, stroke="now_fill", width=1.5, radius=3.0)
