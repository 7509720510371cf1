"""What a section is held by: its frame, its title, and the wires that run through it."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from transformer_lab.figures.geometry import FOLDED, OPENED
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.picture import Item, Layer, Rects, Stamps, Texts, table
from transformer_lab.figures.stage.plan import Block
from transformer_lab.figures.stage.rows import GAP, Row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

LEFT, RIGHT = 16.0, 12.0
WIRE = 1.25
WIRE_OPACITY = 0.28
Span = tuple[float, float]


def frame_items(width: float, height: float, openness: float) -> tuple[Item, ...]:
    """A panel while folded, a mere outline when open."""
    box = table([LEFT], 0.0, width - LEFT - RIGHT, height)
    radius = 8.0 + 2.0 * openness
    outline = Rects(box, stroke="line2" if openness > 0.5 else "line", radius=radius)
    return (
        (Rects(box, fill="panel", radius=radius, opacity=1.0 - openness), outline)
        if openness < 1.0
        else (outline,)
    )


def frame_layer(
    scene: Scene, name: str, number: int, top: float, height: float, openness: float, still: bool
) -> Layer:
    """The frame of a section. While it folds or opens it is drawn anew, so that it is always whole."""
    key: tuple[Hashable, ...] = (f"frame {name}", number, scene.width, height, openness)
    box = (0.0, -2.0, scene.width, height + 4.0)
    return Layer(key if still else None, box, lambda: frame_items(scene.width, height, openness), top)


def wire_items(scene: Scene, spans: tuple[Span, ...]) -> tuple[Item, ...]:
    """The residual wire of every lane over these spans of y."""
    tops = np.repeat([top for top, _ in spans], scene.n)
    heights = np.repeat([bottom - top for top, bottom in spans], scene.n)
    x = np.tile(scene.x - WIRE / 2.0, len(spans))
    return (Rects(table(x, tops, WIRE, heights), fill="residual", opacity=WIRE_OPACITY),)


def wire_layer(
    scene: Scene, name: str, number: int, spans: tuple[Span, ...], dy: float, show: float
) -> Layer:
    """Wires from the gap above a section to its foot."""
    key: tuple[Hashable, ...] = (f"wire {name}", number, scene.gutter, scene.look.lane, scene.n, spans)
    box = (0.0, -GAP, scene.width, GAP + spans[-1][1])
    return Layer(key, box, lambda: wire_items(scene, spans), dy, 1.0, show)


def wire_spans(block: Block, rows: tuple[Row, ...], height: float) -> tuple[Span, ...]:
    """Where the wire runs: not beside a sublayer that replaces it."""
    spans: list[Span] = []
    start = -GAP
    for sub in block.sublayers:
        if not sub.adds:
            own = [row for row in rows if row.sub == sub]
            first = next((row for row in own if row.kind not in ("norm",)), own[0])
            spans.append((start, first.y - 8.0))
            start = next(row.y for row in own if row.kind == "sum")
    return (*spans, (start, height))


def gap_spans(block: Block, rows: tuple[Row, ...], height: float) -> tuple[Span, ...]:
    """Where the wire runs from near: only between rows, so that it crosses no arithmetic."""
    tops = (*(row.y for row in rows), height)
    bottoms = (-GAP, *(row.bottom for row in rows))
    replaced = {sub.path for sub in block.sublayers if not sub.adds}
    inside = [row.sub is not None and row.sub.path in replaced and row.kind != "sum" for row in rows]
    beside = (*inside, False)
    spans = zip(bottoms, tops, beside, (False, *beside), strict=False)
    return tuple((a + 1.0, b - 1.0) for a, b, hides, hid in spans if not (hides and hid) and b - a > 3.0)


def title_layer(scene: Scene, block: Block, top: float, openness: float) -> Layer:
    """A block's name and its chevron, on a layer of their own that moves while the block folds."""
    begun = scene.begun(*_first_beat(scene, block))
    opened = openness > 0.5
    own = scene.snapshot.state.block_names.get(block.path, "")
    key: tuple[Hashable, ...] = ("title", block.number, begun, opened, own)
    dy = top + (0.0 if heads_of(scene, block) > 1 else 5.0 * (1.0 - openness))
    return Layer(key, (0.0, 4.0, 118.0, 26.0), lambda: _title(block, own, begun, opened), dy)


def heads_of(scene: Scene, block: Block) -> int:
    """Heads whose threads stand for the block; 0 without attention."""
    return 0 if block.attention is None else len(scene[block.attention.id("weights")])


def _first_beat(scene: Scene, block: Block) -> tuple[str, str]:
    for beat in scene.timeline.beats:
        if beat.section == block.path:
            return beat.place, beat.name
    return block.path, ""


def titled(number: int, own: str, room: float) -> str:
    """“Block 2”, or its own name behind the number, as much of it as there is room for."""
    plain = tr("Block {number}", number=number + 1)
    return shorten(f"{number + 1} · {own}", room, "semibold", 13) if own else plain


def _title(block: Block, own: str, begun: bool, opened: bool) -> tuple[Item, ...]:
    name = titled(block.number, own, 76.0)
    return (
        Stamps(OPENED if opened else FOLDED, table([30.0], 17.0), stroke="ink3", width=1.5),
        Texts((name,), table([42.0], 22.0), 13, "semibold", "ink" if begun else "ink3"),
    )
