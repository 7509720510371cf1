"""Moving: heads close up and are multiplied out; a result is added to the wire; a norm."""

from __future__ import annotations

import numpy as np

from transformer_lab.engine.graph import Graph
from transformer_lab.figures.easing import part, settle
from transformer_lab.figures.geometry import mix
from transformer_lab.figures.picture import Floats, Item, Rects, table
from transformer_lab.figures.stage.attention_rows import has_output
from transformer_lab.figures.stage.motion.move import Move, blend, now_frame, ribbon_boxes
from transformer_lab.figures.stage.places import middle_x, right_x
from transformer_lab.figures.stage.plan import computed, norm_source
from transformer_lab.figures.stage.ribbon import HEIGHT, SLIM, faded, ribbon
from transformer_lab.figures.stage.scene import Scene, half_cell, wire_cell
from transformer_lab.figures.stage.wire_rows import norm_y, sum_y

CLOSED = 0.5
"""When the heads have closed up; then the output sweeps in."""
STEP = 0.6
"""When the values of a sum change."""


def join(move: Move) -> tuple[Item, ...]:
    """All heads' mixes close up to one vector in a capsule; out of it the output fills, slot by slot."""
    if not has_output(move.scene, move.sub):
        return ()
    return (*_output(move, settle(part(move.u, CLOSED, 1.0))), *_heads(move))


def _heads(move: Move) -> tuple[Item, ...]:
    scene, y = move.scene, move.rows["mix"].y
    mixed = move.value("mixed")
    heads, n, count = mixed.shape
    cell = scene.cell(heads * count, 6.0, 0.62)
    gap = (1.0 - settle(part(move.u, 0.0, CLOSED))) * min(10.0, scene.look.lane * 0.1)
    wide = heads * count * cell + (heads - 1) * gap
    shown = min(part(move.u, 0.0, 0.15), 1.0 - part(move.u, CLOSED + 0.15, 0.9))
    if shown <= 0.0:
        return ()
    capsule = Rects(
        table(scene.x - wide / 2.0 - 3.0, np.full(n, y - 3.0), wide + 6.0, HEIGHT + 6.0),
        fill="canvas",
        stroke="now_fill",
        width=1.5,
        radius=4.0,
    )
    items: list[Item] = [capsule]
    for h in range(heads):
        index = np.stack([np.full(n, h), np.arange(n)], -1)
        x = scene.x - wide / 2.0 + h * (count * cell + gap)
        items += ribbon(scene, move.sub.id("mixed"), mixed[h], x, y, cell, index)[:2]
    return faded(tuple(items), shown)


def _output(move: Move, share: float) -> tuple[Item, ...]:
    if share <= 0.0:
        return ()
    scene, values = move.scene, move.scene[move.sub.out]
    count = values.shape[1]
    seen = np.where(np.arange(count)[None, :] < share * count, values, np.nan)
    return ribbon(
        scene,
        move.sub.out,
        seen,
        right_x(scene, count),
        move.rows["mix"].y,
        half_cell(scene, count),
        role="out",
    )[:3]


def add(move: Move) -> tuple[Item, ...]:
    """The wire comes down to the plus, a copy of the result slides onto it; the values step at 60 %."""
    scene, sub, row = move.scene, move.sub, move.rows["sum"]
    start, end = _operands(move)
    slide, step = settle(part(move.u, 0.0, STEP)), part(move.u, STEP, 0.85)
    count = end.shape[1]
    cell = wire_cell(scene, count)
    x, y = middle_x(scene, count, cell), sum_y(row)
    wire = ribbon(scene, sub.wire, blend(start, end, step), x, mix(y - 7.0, y, slide), cell)
    frame = now_frame(
        ribbon_boxes(x, y, count * cell), 1.5, opacity=min(step * 3.0, 1.0 - part(move.u, 0.85, 1.0))
    )
    return (*faded(wire, min(1.0, slide * 2.0)), *_sliding(move, slide, x, y, cell, 1.0 - step), frame)


def _operands(move: Move) -> tuple[Floats, Floats]:
    """What the wire carries before and after the sum."""
    graph = move.scene.snapshot.graph
    assert graph is not None
    return move.scene[computed(graph, move.sub.wire).reads[0].source], move.scene[move.sub.wire]


def _sliding(move: Move, slide: float, x: Floats, y: float, cell: float, opacity: float) -> tuple[Item, ...]:
    """The copy on its way: from beside the wire (attention) or from its own place (feed-forward)."""
    scene, sub = move.scene, move.sub
    values = scene[sub.out]
    count = values.shape[1]
    if sub.kind != "attention":
        return faded(ribbon(scene, sub.out, values, x, y, cell, role="ffn"), opacity * (1.0 - slide))
    narrow = half_cell(scene, count)
    from_x, from_y = right_x(scene, count), move.rows["mix"].y
    place = from_x + (x - from_x) * slide
    width = mix(narrow, cell, slide)
    return faded(ribbon(scene, sub.out, values, place, mix(from_y, y, slide), width, role="out"), opacity)


def norm_values(scene: Scene, graph: Graph, node: str, u: float) -> Floats:
    """What a norm has made of its vectors at the share `u` of its move: (t, d)."""
    inner = [i for i in (f"{node}/centred", f"{node}/normed") if i in graph]
    steps = [norm_source(graph, node), *inner, node]
    ends = (0.38, 0.77, 1.0) if len(inner) > 1 else (0.6, 1.0)
    now, begin = scene[steps[0]], 0.0
    for i, end in enumerate(ends):
        if u >= begin:
            now = blend(scene[steps[i]], scene[steps[i + 1]], settle(part(u, begin, end)))
        begin = end
    return now


def norm(move: Move) -> tuple[Item, ...]:
    """Centre on the mean, scale the spread, then gain and shift: the slim ribbon takes the values in turn.

    An RMS norm has no mean to centre on: scale, then gain.
    """
    scene, row = move.scene, move.rows["norm"]
    node = move.sub.norm_before or move.sub.norm_after
    assert node is not None
    graph = scene.snapshot.graph
    assert graph is not None
    now = norm_values(scene, graph, node, move.u)
    count = now.shape[1]
    cell = wire_cell(scene, count)
    x = middle_x(scene, count, cell)
    shown = ribbon(scene, node, now, x, norm_y(row), cell, height=SLIM)
    box = ribbon_boxes(x, norm_y(row), count * cell, SLIM)
    frame = now_frame(box, 1.5, opacity=1.0 - part(move.u, 0.85, 1.0))
    return (*faded(shown, part(move.u, 0.0, 0.2)), frame)
