"""Views of curves: every word along the residual wire, and positions as waves or by distance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.plates.wire import Wire, wire
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.views.plots.line import Line
from transformer_lab.ui.views.plots.plot_view import PlotView
from transformer_lab.ui.views.plots.two_states import Told, both, paint_told, shared_pair
from transformer_lab.ui.views.view import Choice, Room

QUIET, LOUD = 1.0, 2.4
MOST_LABELS = 12
POSITIONS = "embed/positions"


class LineView(PlotView):
    """Curves of which one is loud; their names stand at their right ends where there is room."""

    COMPARED = (("difference", tr("B − A")), ("beside", tr("A behind B")), ("b", tr("B alone")))

    def __init__(self, room: Room, figure: str, choices: tuple[Choice, ...] = ()) -> None:
        super().__init__(room, figure, choices)
        self._lines: tuple[Line, ...] = ()
        self._told: Told | None = None
        self._curves: list[pg.PlotCurveItem] = []

    @property
    def choices(self) -> tuple[Choice, ...]:
        return (*super().choices, *self.comparing)

    def show_both(self, made: Callable[[Pair | None], tuple[Line, ...]], of: object) -> None:
        """Draw what `made` makes of B, and while a state is pinned of both or of their difference.

        Given the pair it makes A's curves, in the places of B.
        """
        pair, how = shared_pair(self.room.lab.pinned, self.snapshot), self.compared
        if pair is None or not how:
            self._told = None
            self.show_lines(made(None), of)
            return
        lines, self._told = both(made(None), made(pair), how, pair)
        self.show_lines(lines, (of, how))

    def show_lines(self, lines: tuple[Line, ...], of: object) -> None:
        """Draw these curves; `of` says whether they are the same thing as before."""
        self._lines = lines
        while len(self._curves) > len(lines):
            self.board.remove(self._curves.pop())
        while len(self._curves) < len(lines):
            self._curves.append(pg.PlotCurveItem(antialias=True, connect="finite"))
            self.board.add(self._curves[-1])
        for curve, line in zip(self._curves, lines, strict=True):
            color = self.board.color(line.ink if line.loud else "ink3")
            color.setAlphaF(1.0 if line.loud else 0.4)
            curve.setData(line.x, line.y, pen=self._pen(line, color))
            curve.setZValue(0.5 if line.old else 1.0 if line.loud else 0.0)
        points = np.concatenate([np.stack([line.x, line.y], 1) for line in lines])
        own = [line for line in lines if not line.old]
        asked = np.concatenate([np.stack([line.x, line.y], 1) for line in own])
        self.mark_points(asked, tuple(cell for line in own for cell in line.cells))
        self._fit(of, points)

    def _pen(self, line: Line, color: QColor) -> QPen:
        """A is dashed, so that it is not told by colour alone."""
        style = Qt.PenStyle.DashLine if line.old else Qt.PenStyle.SolidLine
        return pg.mkPen(color, width=LOUD if line.loud else QUIET, style=style)

    def _fit(self, of: object, points: Floats) -> None:
        known = points[np.isfinite(points).all(1)]
        if not len(known):
            raise LabError(tr("None of these numbers is finite, so there is no curve to draw."))
        low, high = known.min(0), known.max(0)
        wide, tall = np.where(high - low > 1e-9, high - low, 1.0)
        key = (of, known.tobytes())
        told = 0.0 if self._told is None else self._told.share(self.board)
        self.fit(
            key,
            (low[0] - 0.11 * wide, high[0] + 0.2 * wide),
            (min(low[1], 0.0) - 0.04 * tall, high[1] + (0.1 + 1.4 * told) * tall),
        )

    def over(self, painter: QPainter) -> None:
        """Dots of the loud curve, and names at the ends."""
        painter.setPen(Qt.PenStyle.NoPen)
        for line in (line for line in self._lines if line.loud and not line.old and len(line.x) <= 64):
            painter.setBrush(self.board.color(line.ink))
            known = np.isfinite(line.y)
            for x, y in self.board.pixels(np.stack([line.x[known], line.y[known]], 1)).tolist():
                painter.drawEllipse(QPointF(x, y), 2.6, 2.6)
        taken: list[float] = []
        for line in sorted(self._lines, key=lambda line: not line.loud):
            self._name(painter, line, taken)
        if self._told is not None:
            paint_told(painter, self.board, self._told)
        else:
            self._no_numbers(painter)

    def _no_numbers(self, painter: QPainter) -> None:
        """Which curves break off because their numbers are NaN, and from where on."""
        gone = [line for line in self._lines if np.isnan(line.y).any()]
        if not gone:
            return
        names = ", ".join(line.name for line in gone[:4])
        more = tr(" and {n} more", n=len(gone) - 4) if len(gone) > 4 else ""
        box = self.board.inner.adjusted(8.0, 6.0, -8.0, 0.0)
        painter.setFont(font("medium", 11))
        painter.setPen(self.board.color("error"))
        said = tr("NaN, so without a curve: {names}", names=names) + more
        painter.drawText(box, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, said)

    def _name(self, painter: QPainter, line: Line, taken: list[float]) -> None:
        ends = np.array([[line.x[-1], line.y[-1]]])
        if not line.name or len(taken) >= MOST_LABELS or not np.isfinite(ends).all():
            return
        x, y = self.board.pixels(ends)[0].tolist()
        face = "semibold" if line.loud else "regular"
        if (
            any(abs(y - other) < 13.0 for other in taken)
            or x + 8 + advance(line.name, face, 11) > self.board.inner.right()
        ):
            return
        taken.append(y)
        painter.setFont(font(face, 11))
        painter.setPen(self.board.color(line.ink if line.loud else "ink2"))
        painter.drawText(QPointF(x + 7.0, y + 4.0), line.name)


class ResidualView(LineView):
    """Every word along the wire: how long its vector is, how far it turned, or how much was written."""

    def plot(self) -> None:
        options, shown = self.options(1.0, 1.0), str(self.taken("along"))
        found = wire(self.snapshot, options)
        query = min(options.query or 0, len(found.words) - 1)

        def made(pair: Pair | None) -> tuple[Line, ...]:
            read = self.snapshot.__getitem__ if pair is None else pair.before
            return _along(
                found, [np.asarray(read(s.node), dtype=float) for s in found.stations], shown, query
            )

        self.board.across.name_places(tuple(station.name for station in found.stations))
        self.board.call_axes("", TITLES[shown])
        self.show_both(made, (shown, found.tower))

    def walk(self, down: int, right: int) -> None:
        """Along the wire, and from word to word."""
        _walk(self, down, right)


def _along(found: Wire, values: list[Floats], shown: str, query: int) -> tuple[Line, ...]:
    """A curve for each word, from the vectors ``td`` of all stations."""
    rows = np.stack([_measured(shown, i, values) for i in range(len(values))], 1)
    x = np.arange(len(values), dtype=float)
    return tuple(
        Line(
            word,
            x,
            rows[w],
            tuple(_largest(s.node, w, value[w]) for s, value in zip(found.stations, values, strict=True)),
            "residual",
            w == query,
        )
        for w, word in enumerate(found.words)
    )


TITLES = {
    "length": tr("length of the vector"),
    "turn": tr("angle from the start, in degrees"),
    "step": tr("length of what was written"),
}


def _measured(shown: str, i: int, values: list[Floats]) -> Floats:
    """One number for each word at the i-th place of the wire: ``t``."""
    here, before = values[i], values[max(0, i - 1)]
    if shown == "step":
        return (
            np.asarray(np.linalg.norm(here - before, axis=-1))
            if here.shape == before.shape
            else np.zeros(len(here))
        )
    if shown == "turn":
        start = next(value for value in values if value.shape == here.shape)  # without a wire widths differ
        size = np.linalg.norm(here, axis=-1) * np.linalg.norm(start, axis=-1)
        cosine = (here * start).sum(-1) / np.where(size > 0.0, size, np.nan)
        return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
    return np.asarray(np.linalg.norm(here, axis=-1))


def _largest(node: str, row: int, vector: Floats) -> Cell:
    """The largest number of a word's vector: what a point of the curve leads to."""
    return Cell(node, (row, int(np.nan_to_num(np.abs(vector)).argmax())))


def _walk(view: LineView, down: int, right: int) -> None:
    cell = view.room.focus.selected
    places = [(i, j) for i, line in enumerate(view._lines) for j, c in enumerate(line.cells) if c == cell]
    if not places:
        view.room.focus.walk(down, right)
        return
    i, j = places[0][0] + down, places[0][1] + right
    if 0 <= i < len(view._lines) and 0 <= j < len(view._lines[i].cells):
        view.room.focus.walk_to(view._lines[i].cells[j])


class PositionsView(LineView):
    """Positions as waves, one curve for each feature, or how alike two places are by their distance."""

    def plot(self) -> None:
        if POSITIONS not in self.snapshot:
            raise LabError(tr("This model adds no positions, so there is nothing to show."))
        values = np.asarray(self.snapshot[POSITIONS], dtype=float)
        shown = str(self.taken("show"))
        chosen = self._feature(self._varying(values))

        def made(pair: Pair | None) -> tuple[Line, ...]:
            told = values if pair is None else pair.before(POSITIONS)
            return self._waves(told, chosen) if shown == "waves" else self._distances(told)

        self.board.across.name_places(None)
        self.board.call_axes(*AXES[shown])
        self.show_both(made, shown)

    def _waves(self, values: Floats, chosen: int) -> tuple[Line, ...]:
        places, width = values.shape
        x = np.arange(places, dtype=float) + float(self.snapshot.state.model.positions.first)
        names = self.room.lab.names(POSITIONS)[-1]
        return tuple(
            Line(
                names[f],
                x,
                values[:, f],
                tuple(Cell(POSITIONS, (p, f)) for p in range(places)),
                "position",
                f == chosen,
            )
            for f in range(width)
        )

    def _varying(self, values: Floats) -> Floats:
        """What is looked at for the loudest feature: the values, or what differs from a pinned state."""
        pair = shared_pair(self.room.lab.pinned, self.snapshot) if self.compared else None
        gap = np.nan_to_num(pair.difference(POSITIONS)) if pair is not None else np.zeros(0)
        return gap if gap.any() else values

    def _feature(self, values: Floats) -> int:
        """The feature that is asked, or the one that varies most."""
        cell = self.room.focus.selected
        if cell is not None and cell.node == POSITIONS:
            return cell.index[1]
        return int(np.ptp(values, axis=0).argmax())

    def _distances(self, values: Floats) -> tuple[Line, ...]:
        """The dot product of each place with all others, by how far they lie apart."""
        products, count = values @ values.T, len(values)
        query, words = min(self.room.focus.query, count - 1), self.snapshot.words
        return tuple(
            Line(
                words[p] if p < len(words) else str(p),
                np.arange(count, dtype=float) - float(p),
                products[p],
                tuple(_largest(POSITIONS, other, values[other]) for other in range(count)),
                "position",
                p == query,
            )
            for p in range(count)
        )

    def walk(self, down: int, right: int) -> None:
        """Along a wave with ← →, to the next feature with ↑ ↓."""
        self.room.focus.walk(right, down)


AXES = {
    "waves": (tr("position"), tr("value")),
    "distance": (tr("how many places further on"), tr("dot product")),
}
