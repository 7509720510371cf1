"""How the wire is drawn: a chart of lengths, two rows of cells under it, and the names of the stations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.figures.geometry import circle
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.numbers import fixed, short
from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Face,
    Floats,
    Item,
    Rects,
    Ref,
    Stamps,
    Texts,
    table,
)
from transformer_lab.figures.plates.board import Board, Box, said
from transformer_lab.figures.plates.neuron_drawn import inks
from transformer_lab.figures.plates.residual_legend import LEADING, legend, legend_lines
from transformer_lab.figures.plates.residual_values import Flow
from transformer_lab.figures.plates.wire import Wire
from transformer_lab.language import tr

NAME_LINE = 1.25
"""from one line of names to the next, in sizes of type"""


class Shown(NamedTuple):
    """What is drawn."""

    way: Wire
    flow: Flow
    query: int
    before: Flow | None = None
    """the same word in A, NaN where A has no such station: then rows show B − A"""

    @property
    def rows(self) -> tuple[tuple[str, Floats], tuple[str, Floats]]:
        """The names and values of both rows of cells."""
        now, old = self.flow, self.before
        if old is None:
            return (tr("cosine"), now.cosines), (tr("share"), now.shares)
        cosines, shares = now.cosines - old.cosines, now.shares - old.shares
        return (tr("cosine, B − A"), cosines), (tr("share, B − A"), shares)


class Chart(NamedTuple):
    """The box of the lines, the middle of each station, the largest length, the height of a row of cells."""

    box: Box
    x: Floats
    top: float
    row: float
    step: float
    lower: float
    """what a second line of names takes"""

    def y(self, lengths: Floats) -> Floats:
        """Where lengths lie."""
        return np.asarray(self.box.low - lengths / self.top * self.box.height)


def drawn(on: Board, shown: Shown) -> list[Item]:
    """Chart, cells, names, and what they are; also where names are left out."""
    chart = _chart(on, shown)
    names, notice = _names(on, chart, shown)
    items = [
        *_grid(on, chart),
        *_bars(on, chart, shown),
        *_lines(on, chart, shown),
        *_chosen(on, chart, shown),
    ]
    y = chart.box.low + 1.75 * on.small + chart.lower
    items += names
    items += _no_numbers(on, chart, shown)
    (cosine, cosines), (share, shares) = shown.rows
    items += _cells(on, chart, shown, cosine, cosines, y, True)
    items += _cells(on, chart, shown, share, shares, y + chart.row, False)
    if shown.before is not None:
        return items
    return [*items, *legend(on, notice, y + 2.0 * chart.row + 1.5 * on.small)]


def _chart(on: Board, shown: Shown) -> Chart:
    size, count = on.small, len(shown.way.stations)
    left = max(approximate(t, "medium", size) for t, _ in shown.rows) + 0.7 * size
    row = 1.75 * size
    names = [station.name for station in shown.way.stations]
    lower = (_name_lines(names, (on.room.width - left) / count, size) - 1) * NAME_LINE * size
    below = (legend_lines(on) - 1) * LEADING * size
    low = on.room.low - 3.4 * size - 2.0 * row - lower - below
    box = Box(on.room.x + left, on.room.y + 1.2 * size, on.room.width - left, low - on.room.y - 1.2 * size)
    step = box.width / count
    flows = (shown.flow,) if shown.before is None else (shown.flow, shown.before)
    every = np.concatenate([part.ravel() for flow in flows for part in (flow.lengths, flow.added)])
    known = every[np.isfinite(every)]
    return Chart(
        box,
        np.asarray(box.x + (np.arange(count) + 0.5) * step, dtype=np.float64),
        _nice(max(float(known.max(initial=0.0)), 1e-6)),
        row,
        step,
        lower,
    )


def _grid(on: Board, chart: Chart) -> list[Item]:
    """Lines at even lengths, as many as their numbers have room."""
    items: list[Item] = []
    lines = 5 if chart.box.height > 6.4 * on.small else 3 if chart.box.height > 4.0 * on.small else 2
    for tick in np.linspace(0.0, chart.top, lines):
        y = float(chart.y(np.array(tick)))
        fill = "line2" if tick == 0 else "line"
        items.append(Rects(table(chart.box.x, y - 0.5, chart.box.width, 1.0), fill=fill))
        items.append(
            said(
                short(tick), chart.box.x - 0.5 * on.small, y + 0.36 * on.small, on.small, "ink2", anchor="end"
            )
        )
    return items


def _bars(on: Board, chart: Chart, shown: Shown) -> list[Item]:
    """What each sublayer adds to the chosen word."""
    wide = min(0.34 * chart.step, 3.0 * on.small)
    if shown.before is None:
        return [_bar(chart, shown.flow.added, -wide / 2.0, wide, "out")]
    return [
        _bar(chart, shown.before.added, -wide, wide - 1.0, "ink3"),
        _bar(chart, shown.flow.added, 0.0, wide, "out"),
    ]


def _bar(chart: Chart, added: Floats, at: float, wide: float, token: str) -> Rects:
    added = np.nan_to_num(added, posinf=chart.top)
    kept = added > 0
    high = chart.box.low - chart.y(added)
    box = table(chart.x[kept] + at, chart.box.low - high[kept], wide, high[kept])
    return Rects(box, fill=token, radius=2.0, opacity=0.34)


def _lines(on: Board, chart: Chart, shown: Shown) -> list[Item]:
    """One line for each word, the chosen one last and strong."""
    words = [i for i in range(shown.flow.lengths.shape[1]) if i != shown.query]
    lines = [(word, 1.2, 0.28) for word in words if shown.before is None]
    old = shown.before.lengths[:, shown.query] if shown.before is not None else np.zeros(0)
    width = max(0.6, on.unit)
    before = [_line(chart.x, chart.y(old), 3.0 * width, 0.8, "ink3")] if len(old) else []
    now = [
        _line(chart.x, chart.y(shown.flow.lengths[:, word]), thick * width, opacity)
        for word, thick, opacity in (*lines, (shown.query, 3.0, 1.0))
    ]
    return [*before, *now]


def _line(x: Floats, y: Floats, width: float, opacity: float, token: str = "residual") -> Curves:
    start, end = np.stack([x[:-1], y[:-1]], 1), np.stack([x[1:], y[1:]], 1)
    points = np.stack([start, start + (end - start) / 3.0, end - (end - start) / 3.0, end], 1)
    points = points[np.isfinite(points).all((1, 2))]
    return Curves(points, np.full(len(points), width), np.full(len(points), opacity), token)


def _chosen(on: Board, chart: Chart, shown: Shown) -> list[Item]:
    """Dots and lengths of the chosen word; where stations are narrow only some lengths are written."""
    lengths, size = shown.flow.lengths[:, shown.query], on.small
    y = chart.y(lengths)
    texts = _roomy(lengths, chart.step - 4.0, "semibold", on)
    known = np.isfinite(lengths)
    wide = max(approximate(text, "semibold", size) for text in texts) + 4.0
    every = max(1, int(np.ceil(wide / chart.step)))
    last = len(texts) - 1
    kept = [i for i in [*(i for i in range(0, last, every) if last - i >= every), last] if known[i]]
    at = table(chart.x[kept] - wide / 2.0, y[kept] - 1.6 * size, wide, size)
    ref = _ref(shown, range(len(texts)))
    return [
        *(
            Stamps(circle(max(3.0, 5.0 * on.unit)), table(chart.x[i], y[i]), "residual", "canvas", 1.5, ref=r)
            for i, r in enumerate(ref)
            if known[i]
        ),
        Rects(at, fill="canvas", radius=3.0, opacity=0.85),
        Texts(
            tuple(texts[i] for i in kept),
            table(chart.x[kept], y[kept] - 0.75 * size),
            size,
            "semibold",
            anchor="middle",
        ),
    ]


def _roomy(values: Floats, room: float, face: Face, on: Board) -> list[str]:
    """Numbers with the decimals that are wanted, or with two where those have no room."""
    texts = [fixed(v, on.decimals) for v in values]
    fits = max(approximate(text, face, on.small) for text in texts) <= room
    return texts if fits else [fixed(v) for v in values]


def _no_numbers(on: Board, chart: Chart, shown: Shown) -> list[Item]:
    """A cross and “NaN” on the ground line wherever the chosen word has no length."""
    gone = np.flatnonzero(~np.isfinite(shown.flow.lengths[:, shown.query]))
    if not len(gone):
        return []
    size = on.small
    half = 0.32 * size
    cross = (("M", -half, -half), ("L", half, half), ("M", half, -half), ("L", -half, half))
    y = chart.box.low - 0.9 * size
    at = table(chart.x[gone], np.full(len(gone), y))
    items: list[Item] = [Stamps(cross, at, stroke="error", width=1.5)]
    if chart.step > approximate("NaN", "semibold", size) + 4.0:
        texts = table(chart.x[gone], np.full(len(gone), y - 0.9 * size))
        lengths = shown.flow.lengths[gone, shown.query]
        names = tuple(fixed(v) for v in lengths)
        items.append(Texts(names, texts, size, "semibold", "error", "middle"))
    return items


def _ref(shown: Shown, places: range) -> list[Ref]:
    """A station answers with the first number of the chosen word's vector there."""
    return [Ref(shown.way.stations[i].node, np.array([[shown.query, 0]])) for i in places]


def _cells(
    on: Board, chart: Chart, shown: Shown, name: str, values: Floats, y: float, from_second: bool
) -> list[Item]:
    """A row of cells from −1 to 1; numbers where every one has room."""
    size = on.small
    base = y + chart.row / 2.0 + CAP / 2.0 * size
    items: list[Item] = [said(name, chart.box.x - 0.6 * size, base, size, face="medium", anchor="end")]
    kept = [i for i in range(len(values)) if i or not from_second]
    gap = 3.0 if chart.step > 14.0 else 1.0
    texts = _roomy(values, chart.step - gap - 2.0, "regular", on)
    numbered = max(approximate(text, "regular", size) for text in texts) <= chart.step - gap - 2.0
    for i, ref in zip(kept, (_ref(shown, range(len(values)))[i] for i in kept), strict=True):
        left = chart.x[i] - chart.step / 2.0 + gap / 2.0
        value = np.array([[[values[i]]]])
        shape = table(chart.step - gap, chart.row - 4.0)
        adds = shown.way.stations[i].adds
        mine = Ref(adds, ref.index) if adds and not from_second else ref
        items.append(Cells(value, table(left, y + 2.0), shape, "div", 1.0, radius=3.0, ref=mine))
    if numbered:
        text = tuple(texts[i] if np.isfinite(values[i]) else "–" for i in kept)
        ink = inks(values[kept], 1.0)
        items.append(Texts(text, table(chart.x[kept], base), size, color=ink, anchor="middle"))
    return items


def _names(on: Board, chart: Chart, shown: Shown) -> tuple[list[Item], str]:
    """The stations under the chart, shorter where they are long, some left out where they are many."""
    size, names = on.small, [station.name for station in shown.way.stations]
    lines = _name_lines(names, chart.step, size)
    widest = min(_widest(names, size), 8.0 * size)
    every = max(1, int(np.ceil(widest / (lines * chart.step))))
    kept = list(range(0, len(names), every))
    room = chart.step * every * lines - 0.3 * size
    text = [shorten(names[i], room, "regular", size) for i in kept]
    half = np.array([approximate(t, "regular", size) / 2.0 for t in text])
    middle = np.minimum(np.maximum(chart.x[kept], on.room.x + half), on.room.right - half)
    for i in reversed(range(len(kept) - lines)):  # the last names were pushed back from the edge
        free = middle[i + lines] - half[i + lines] - 0.3 * size - middle[i]
        if half[i] > free:
            text[i] = shorten(text[i], max(0.0, 2.0 * free), "regular", size)
            half[i] = approximate(text[i], "regular", size) / 2.0
    lower = np.arange(len(kept)) % lines * NAME_LINE * size
    at = table(middle, chart.box.low + 1.3 * size + lower)
    notice = "" if every == 1 else tr("One station in {n} is named.", n=every)
    return [Texts(tuple(text), at, size, anchor="middle")], notice


def _widest(names: list[str], size: int) -> float:
    return max(approximate(name, "regular", size) for name in names) + 0.4 * size


def _name_lines(names: list[str], step: float, size: int) -> int:
    """Names in one line, or every second one a line lower, where each then has the room of two."""
    return 1 if _widest(names, size) <= step else 2


def _nice(value: float) -> float:
    power = 10.0 ** np.floor(np.log10(value))
    return float(
        next(step * power for step in (1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 20.0) if step * power >= value * 1.08)
    )
