"""The largest changes of an edit in one line, side by side: name, old and new, and bars from one zero."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.compare.changes import Change, largest, written
from transformer_lab.figures.compare.naming import called
from transformer_lab.figures.compare.page import Door, Page, full_name
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.measure import approximate, shorten_middle
from transformer_lab.figures.picture import Item, Layer, Picture, Rects, Ref, Texts, table
from transformer_lab.language import tr

HIGH = 46.0
EDGE, LEAST, GAP = 20.0, 132.0, 20.0


def changes_line(pair: Pair, width: float) -> Page | None:
    """As many of the five as have room in `width`; None if nothing changed."""
    found = largest(pair)
    room = width - 2.0 * EDGE + GAP
    count = min(len(found), max(1, int(room // (LEAST + GAP))))
    if not count:
        return None
    each = min(230.0, room / count) - GAP
    top = max(abs(change.by) for change in found)
    items: list[Item] = []
    doors: list[Door] = []
    names = tuple(full_name(pair, change) for change in found[:count])
    for i, change in enumerate(found[:count]):
        x = EDGE + i * (each + GAP)
        items += _entry(pair, change, x, each, top)
        doors.append((change.cell, (x - 8.0, 3.0, each + 16.0, HIGH - 6.0)))
    layer = Layer(("changes line", 0, pair, width), (0.0, 0.0, width, HIGH), lambda: tuple(items))
    said = "; ".join(called(pair.b, change.cell).what for change in found[:count])
    return Page(Picture((width, HIGH), (layer,), tr("The largest changes"), said), tuple(doors), names)


def _entry(pair: Pair, change: Change, x: float, width: float, top: float) -> list[Item]:
    name, (old, new) = called(pair.b, change.cell), written(pair, change)
    ref = Ref(change.cell.node, np.array([change.cell.index]))
    before = f"{old} → "
    wide = approximate(before, "regular", 12)
    end = x + wide + approximate(new, "semibold", 12)
    items: list[Item] = [
        Texts((shorten_middle(name.what, width, "medium", 12),), table([x], 18.0), 12, "medium", ref=ref),
        Texts((before,), table([x], 35.0), 12, color="ink2"),
        Texts((new,), table([x + wide], 35.0), 12, "semibold"),
    ]
    half = (x + width - end - 10.0) / 2.0
    if half >= 12.0:
        zero = x + width - half
        long = max(1.0, half * abs(change.by) / top)
        token = "div:0.85" if change.by > 0 else "div:0.15"
        start = zero if change.by > 0 else zero - long
        items += [
            Rects(table(zero - half, 28.0, 2.0 * half, 6.0), fill="well", radius=1.5),
            Rects(table(start, 28.0, long, 6.0), fill=token, radius=1.0),
            Rects(table(zero - 0.5, 26.0, 1.0, 10.0), fill="ink2"),
        ]
    return items
