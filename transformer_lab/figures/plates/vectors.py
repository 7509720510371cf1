"""Vectors as arrows in a plane: words, positions, queries, keys, values, the wire, or outputs."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.heads import all_heads, chosen_head
from transformer_lab.figures.numbers import fixed, percent
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture, Sheet
from transformer_lab.figures.plates.arrows import Arrows, drawn
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.plane import Plane, by_features, by_variance, largest_features, varied
from transformer_lab.figures.plates.slices import Slice, sliced
from transformer_lab.language import tr

SHORT = {"q": "q", "k": "k", "v": "v", "mixed": "mixed", "out": "out", "output": "out"}
"""Short names of values of the chosen attention."""
ADDRESSES = {"positions": "embed/positions", "embedding": "embed"}
MOST_ARROWS = 128
INKS = {"q": "query", "q_turned": "query", "k": "key", "k_turned": "key", "v": "value"}
INKS |= {"mixed": "out", "out": "out", "positions": "position"}


def vectors_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The rows of `options.node` as arrows: two `features`, or the two directions of most variance.

    Raises LabError for an unknown node, one without two features, and features that it does not have.
    """
    node = node_of(snapshot, options)
    found = sliced(snapshot, node, options.head or 0, options.manner.first)
    plane = plane_of(found, options)
    on = board(options)
    query = min(len(found.rows) - 1 if options.query is None else options.query, len(found.rows) - 1)
    color = INKS.get(node.rsplit("/", 1)[-1], "residual")
    items, notice = drawn(on, strongest(Arrows(plane, found, query, color)))
    assert snapshot.graph is not None
    place = _place(node, found)
    name = place[:1].upper() + place[1:]
    return plate(
        on,
        tr("Vectors in the plane"),
        place if not found.head else f"{place} · {found.head}",
        *told_items(snapshot.graph, items),
        description=_said(found, plane, query, on.decimals),
        notes=f"{name}. {_axes(plane)}",
        sheet=_sheet(found, plane).lying(options.manner.aside),
        notice=notice,
    )


def strongest(arrows: Arrows) -> Arrows:
    """All vectors, or as many of the longest as can be told apart, the chosen one among them."""
    count = len(arrows.found.rows)
    if count <= MOST_ARROWS:
        return arrows
    length = ((arrows.plane.points - arrows.plane.zero) ** 2).sum(1)
    length[arrows.query] = np.inf
    kept = np.sort(np.argsort(-length, kind="stable")[:MOST_ARROWS])
    found = arrows.found._replace(
        values=arrows.found.values[kept], rows=tuple(arrows.found.rows[i] for i in kept)
    )
    plane = arrows.plane._replace(points=arrows.plane.points[kept])
    query = int(np.flatnonzero(kept == arrows.query)[0])
    before = None if arrows.before is None else arrows.before[kept]
    return Arrows(plane, found, query, arrows.color, tuple(kept.tolist()), count, before)


def node_of(snapshot: Snapshot, options: Options) -> str:
    """The address behind `options.node`, which may be short: q, k, v, mixed, out, positions, residual."""
    asked = options.node or "embed"
    if asked == "residual":
        return _residual(snapshot, options)
    if asked in SHORT:
        return f"{chosen_head(snapshot, options.block, options.head)[0].path}/{SHORT[asked]}"
    return ADDRESSES.get(asked, asked)


def _place(node: str, found: Slice) -> str:
    """What the rows are, for people."""
    if node in ("embed", "encoder/embed"):
        return tr("words as they enter")
    if node == "embed/positions":
        return tr("positions")
    block, _, last = node.partition("/")
    if last == "resid_post":
        return tr("the residual stream after block {n}", n=int(block.rsplit(".", 1)[-1]) + 1)
    return found.name


def _residual(snapshot: Snapshot, options: Options) -> str:
    """The wire behind the chosen block."""
    found = all_heads(snapshot)
    if found:
        return f"{chosen_head(snapshot, options.block, None)[0].path.split('/')[0]}/resid_post"
    count = len(snapshot.state.model.blocks)
    return f"block.{count - 1 if options.block is None else options.block}/resid_post" if count else "embed"


def plane_of(found: Slice, options: Options) -> Plane:
    """The chosen plane of these rows. Raises LabError where there is none."""
    width = found.values.shape[1]
    if width < 2 or not len(found.rows) or "" in found.rows:
        raise LabError(tr("{name} has no rows of two numbers or more to draw as arrows.", name=found.name))
    if not np.isfinite(found.values).all():
        raise LabError(tr("{name} holds numbers that are not finite, so it has no plane.", name=found.name))
    if options.features is None and width > 2 and varied(found.values):
        return by_variance(found.values)
    if options.features is None:
        return by_features(found.values, found.columns, largest_features(found.values))
    if max(options.features) >= width:
        text = "{name} has {count} features, so --features goes from 0 to {last}."
        raise LabError(tr(text, name=found.name, count=width, last=width - 1))
    return by_features(found.values, found.columns, options.features)


def _axes(plane: Plane) -> str:
    """What the axes are, and what they explain."""
    if plane.explained is None:
        return tr("Across: {a}. Up: {b}.", a=plane.names[0], b=plane.names[1])
    a, b = plane.explained
    return tr(
        "The two directions of most variance: {a} and {b} of it, together {both}.",
        a=percent(a),
        b=percent(b),
        both=percent(a + b),
    )


def _said(found: Slice, plane: Plane, query: int, decimals: int) -> str:
    x, y = plane.points[query] - plane.zero
    where = tr(
        "{word} points to ({x}, {y}).", word=found.rows[query], x=fixed(x, decimals), y=fixed(y, decimals)
    )
    return f"{where} {_axes(plane)}"


def _sheet(found: Slice, plane: Plane) -> Sheet:
    cells = tuple(tuple(map(float, point)) for point in plane.points - plane.zero)
    return Sheet(tuple(found.rows), plane.names, cells)
