"""How the neuron view is drawn: two bands of features, k and q × k, and columns for what follows."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.measure import CAP, shorten
from transformer_lab.figures.numbers import percent_texts
from transformer_lab.figures.numbers import signed as with_sign
from transformer_lab.figures.picture import Cells, Floats, Hatch, Item, Rects, Ref, Texts, table
from transformer_lab.figures.plates.board import Board, said
from transformer_lab.figures.plates.foot import Scale, foot_lines, foot_scales
from transformer_lab.figures.plates.neuron_layout import Pen, Plan, fixed, heading_size, planned
from transformer_lab.figures.plates.neuron_values import After, Neurons
from transformer_lab.language import tr


def drawn(on: Board, found: Neurons, numbers: int) -> tuple[list[Item], str]:
    """The items, and what must be said about features and words that are left out.

    `numbers`: the decimals that are wanted, 0 for colours alone.
    """
    at = planned(on, found, numbers, 1)
    if foot_lines(on, scales_of(at.limits), _notice(at, found)) > 1:
        at = planned(on, found, numbers, 2)
    notice = _notice(at, found)
    items: list[Item] = [*_heads(at), *_query(at, found), *_words(at, found), *_bands(at, found)]
    items += [item for i in range(len(at.after)) for item in _column(at, found, len(at.after) - 1 - i)]
    return [*items, *foot_scales(on, scales_of(at.limits), notice)], notice


def scales_of(limits: tuple[float, float]) -> tuple[Scale, ...]:
    """The scales of products and of q and k; one where both are the same."""
    if limits[0] == limits[1]:
        return (Scale("div", limits[0], tr("q, k, q × k, sums")),)
    return Scale("div", limits[1], tr("q × k, sums")), Scale("div", limits[0], "q, k")


def _notice(at: Plan, found: Neurons) -> str:
    return left_out(found, len(at.features), len(at.after), len(at.words))


def _heads(at: Plan) -> list[Item]:
    """What each band and column is called, between the row of q and the words."""
    size, wide = at.size, at.cell * len(at.features)
    y, small = at.first - 0.5 * size, heading_size(size, at.digit)
    items: list[Item] = [
        said("k", at.k + wide / 2.0, y, size, "key", "semibold", "middle"),
        said("q × k", at.product + wide / 2.0, y, size, "ink", "semibold", "middle"),
    ]
    for i, column in enumerate(at.after):
        color = "ink2" if column.ramp == "div" else "out"
        items.append(
            said(column.name, (at.edges[i] + at.edges[i + 1]) / 2.0, y, small, color, "medium", "middle")
        )
    return items


def _query(at: Plan, found: Neurons) -> list[Item]:
    """The row of q on top, with its name."""
    index = np.array([[found.head, found.query, f] for f in at.features])
    values = found.q[list(at.features)]
    base = at.y + at.row / 2.0 + CAP / 2.0 * at.size
    name = shorten(at.asker, at.k - 0.7 * at.size, "semibold", at.size)
    text = Texts((name,), table(at.k - 0.6 * at.size, base), at.size, "semibold", "query", "end")
    ref = Ref(found.nodes[0], index)
    frame = Rects(
        table(at.k, at.y + 2.0, at.cell * len(at.features), at.row - 4.0), stroke="query", width=1.5
    )
    return [text, *strip(at.pen, values[None], at.k, at.y, at.limits[0], ref), frame]


def _words(at: Plan, found: Neurons) -> list[Item]:
    """The names of the words that are read; hidden ones are grey."""
    items: list[Item] = []
    for place, word in enumerate(at.words):
        base = _top(at, place) + at.row / 2.0 + CAP / 2.0 * at.size
        name = shorten(found.words[word], at.k - 0.7 * at.size, "regular", at.size)
        color = "ink3" if found.gone[word] else "key"
        items.append(said(name, at.k - 0.6 * at.size, base, at.size, color, anchor="end"))
    return items


def _top(at: Plan, place: int) -> float:
    return at.first + place * at.row


def _bands(at: Plan, found: Neurons) -> list[Item]:
    """Keys, and the products; a product answers with the score it is a part of."""
    kept, words = list(at.features), list(at.words)
    lead = np.array([[found.head, word, f] for word in words for f in kept])
    parts = np.array([[found.head, found.query, word] for word in words for _ in kept])
    keys, products = found.k[np.ix_(words, kept)], found.products[np.ix_(words, kept)]
    items = strip(at.pen, keys, at.k, _top(at, 0), at.limits[0], Ref(found.nodes[1], lead))
    score = Ref(found.after[0].node, parts)
    return [*items, *strip(at.pen, products, at.product, _top(at, 0), at.limits[1], score)]


def strip(at: Pen, values: Floats, x: float, y: float, limit: float, ref: Ref) -> list[Item]:
    """Features as coloured cells, with numbers where they are asked for."""
    rows, columns = (g.ravel() for g in np.indices(values.shape))
    gap = 2.0 if at.cell > 12.0 else 0.0
    corner = table(x + columns * at.cell + gap / 2.0, y + rows * at.row + 2.0)
    size = table(np.full(len(rows), at.cell - gap), at.row - 4.0)
    flat = values.ravel()
    items: list[Item] = [
        Cells(flat.reshape(-1, 1, 1), corner, size, "div", limit, radius=2.0 if gap else 0.0, ref=ref)
    ]
    if at.decimals:
        middle = table(x + (columns + 0.5) * at.cell, y + (rows + 0.5) * at.row + CAP / 2.0 * at.size)
        text = tuple(fixed(v, at.decimals) for v in flat)
        items.append(Texts(text, middle, at.size, color=inks(flat, limit), anchor="middle"))
    return items


def inks(values: Floats, limit: float) -> tuple[str, ...]:
    """The readable ink on each signed colour."""
    parts = np.clip((np.nan_to_num(values) / limit + 1.0) / 2.0, 0.0, 1.0)
    return tuple(f"on:div:{p:.3f}" if np.isfinite(v) else "ink" for p, v in zip(parts, values, strict=True))


def _column(at: Plan, found: Neurons, number: int) -> list[Item]:
    """One column behind the products: the sum, scaled, the weight; hidden words are hatched in the last."""
    x, rows = at.edges[number], np.arange(len(at.words))
    wide = at.edges[number + 1] - x
    boxes = table(x + 2.0, _top(at, 0) + rows * at.row + 2.0, wide - 4.0, at.row - 4.0)
    return results(found, at.after[number], at.words, boxes, at.limits[1], at.pen)


def results(
    found: Neurons, column: After, kept: tuple[int, ...], boxes: Floats, most: float, pen: Pen
) -> list[Item]:
    """What becomes of the sums of some words, each in its box; hidden words are hatched among weights."""
    words = list(kept)
    gone = np.zeros(len(words), bool) if column.ramp == "div" else found.gone[words]
    values, live = column.values[words], np.flatnonzero(~gone)
    items: list[Item] = (
        [Hatch(boxes[gone]), Rects(boxes[gone], stroke="line2", radius=2.0)] if gone.any() else []
    )
    index = np.array([[found.head, found.query, words[i]] for i in live]).reshape(-1, 3)
    limit = most if column.ramp == "div" else 1.0
    shown = values[live].reshape(-1, 1, 1)
    ramp = "seq" if column.ramp == "seq" else "div"
    ref = Ref(column.node, index)
    items.append(Cells(shown, boxes[live, :2], boxes[live, 2:], ramp, limit, radius=2.0, ref=ref))  # type: ignore[arg-type]
    every = _texts(found, column, pen.decimals or 2)
    text = tuple(every[words[i]] for i in live)
    flat = values[live]
    ink = inks(flat, limit) if ramp == "div" else tuple(f"on:seq:{v:.2f}" if v == v else "ink" for v in flat)
    base = boxes[live, 1] + boxes[live, 3] / 2.0 + CAP / 2.0 * pen.size
    middle = table(boxes[live, 0] + boxes[live, 2] / 2.0, base)
    items.append(Texts(text, middle, pen.size, color=ink, anchor="middle"))
    return items


def _texts(found: Neurons, column: After, decimals: int) -> tuple[str, ...]:
    """What is written in a column: shares in percent, their differences in points, other numbers plainly."""
    if column.ramp == "points":
        return tuple(with_sign(100.0 * v, 0) for v in column.values)
    if column.ramp == "seq":
        return percent_texts(np.where(found.gone, 0.0, column.values))
    return tuple(fixed(v, decimals) for v in column.values)


def left_out(found: Neurons, features: int, after: int, words: int) -> str:
    """What is said where not everything has room; so many are shown."""
    parts = []
    if features < len(found.q):
        parts.append(tr("{a} of {n} features; the sums count all.", a=features, n=len(found.q)))
    if after < len(found.after):
        parts.append(tr("Scaled sums left out."))
    if words < len(found.words):
        parts.append(tr("The {a} strongest of {n} words.", a=words, n=len(found.words)))
    return " ".join(parts)
