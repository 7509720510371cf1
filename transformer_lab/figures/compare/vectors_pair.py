"""Vectors of two states in one plane: A's arrows in grey, B's in colour, and a line from tip to tip."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.compare.caption import NotSharedError, captioned
from transformer_lab.figures.compare.pairing import pair_of
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Picture, Sheet
from transformer_lab.figures.plates.arrows import Arrows, drawn
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.plane import Plane, project
from transformer_lab.figures.plates.slices import Slice, sliced
from transformer_lab.figures.plates.vectors import INKS, node_of, plane_of, strongest
from transformer_lab.language import tr


def vectors_pair(snapshot: Snapshot, options: Options) -> Picture:
    """Both states in the plane of B. Raises NotSharedError for vectors that A does not have."""
    assert options.other is not None
    assert snapshot.graph is not None
    pair, node, head = pair_of(options.other, snapshot), node_of(snapshot, options), options.head or 0
    found = sliced(snapshot, node, head, options.manner.first)
    before = np.asarray(sliced(pair.with_before(node), node, head).values, dtype=float)
    if np.isnan(before).any(1).all():
        raise NotSharedError(tr("A has no such vectors, so there is no difference."))
    plane = plane_of(found, options)
    old = project(plane, before)
    query = min(len(found.rows) - 1 if options.query is None else options.query, len(found.rows) - 1)
    color = INKS.get(node.rsplit("/", 1)[-1], "residual")
    on, caption = captioned(board(options), pair, ("ink3", tr("A, pinned")), (color, tr("B, now")))
    arrows = strongest(Arrows(plane, found, query, color, before=old))
    items, notice = drawn(on, arrows)
    return plate(
        on,
        tr("Vectors in the plane"),
        found.name,
        *caption,
        *told_items(snapshot.graph, items),
        description=_said(found, plane, old, query),
        sheet=_sheet(found, plane, old),
        notice=notice,
    )


def _said(found: Slice, plane: Plane, old: Floats, query: int) -> str:
    word, way = found.rows[query], plane.points[query] - old[query]
    if not np.isfinite(way).all():
        return tr("A has no {word}.", word=word)
    return tr("{word} moved by {by} in this plane.", word=word, by=fixed(float(np.hypot(*way))))


def _sheet(found: Slice, plane: Plane, old: Floats) -> Sheet:
    a, b = plane.names
    names = (f"A {a}", f"A {b}", f"B {a}", f"B {b}")
    rows = np.concatenate([old - plane.zero, plane.points - plane.zero], 1)
    cells = tuple(tuple("" if np.isnan(v) else float(v) for v in row) for row in rows)
    return Sheet(tuple(found.rows), names, cells)
