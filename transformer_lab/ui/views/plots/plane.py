"""The vector plane: arrows of words, queries, keys, values or outputs, whose tips can be dragged."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPen

from transformer_lab.engine.graph import Cell, Graph
from transformer_lab.errors import LabError
from transformer_lab.figures.compare.caption import NotSharedError
from transformer_lab.figures.compare.naming import left_out
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.plates.arrow_labels import Label, placed
from transformer_lab.figures.plates.board import Box
from transformer_lab.figures.plates.plane import (
    Plane,
    by_features,
    by_variance,
    largest_features,
    project,
    varied,
)
from transformer_lab.language import tr
from transformer_lab.ui.views.plots import shafts
from transformer_lab.ui.views.plots.families import (
    MEET,
    TABLE,
    Family,
    axis_titles,
    drawn_shorter,
    families,
    shortened,
    sources,
)
from transformer_lab.ui.views.plots.plot_view import PlotView
from transformer_lab.ui.views.plots.pull import Pull, pulled, still_there
from transformer_lab.ui.views.plots.shafts import LOUD, THIN
from transformer_lab.ui.views.plots.two_states import Key, Told, paint_told, shared_pair
from transformer_lab.ui.views.plots.where import cell_of, flat_of
from transformer_lab.ui.views.view import Choice, Room

TYPE = (13, 11)
DRAGS = count()
STILL = 3
"""A press that moves no further than this is a click."""


class Arrow(NamedTuple):
    """One vector: its family, its row there, its tip in the plane."""

    family: Family
    row: int
    x: float
    y: float

    @property
    def loud(self) -> bool:
        """Whether it is the one that is looked at."""
        return self.row == self.family.loud


class VectorPlane(PlotView):
    """Arrows from zero. Two chosen features, or the two directions in which the vectors differ most."""

    COMPARED = (("difference", tr("From A to B")), ("beside", tr("A behind B")), ("b", tr("B alone")))

    def __init__(self, room: Room, figure: str, choices: tuple[Choice, ...] = ()) -> None:
        super().__init__(room, figure, choices)
        self.board.camera.setAspectLocked(True)
        self._arrows: tuple[Arrow, ...] = ()
        self._plane: Plane | None = None
        self._old: Floats = np.zeros((0, 2))
        self._told: Told | None = None
        self._features: tuple[int, int] | None = None
        self._pressed: tuple[Arrow, QPointF, Graph | None] | None = None
        self._pull: Pull | None = None
        self._by = 1.0

    # --- settings ---------------------------------------------------------------------------------------
    @property
    def choices(self) -> tuple[Choice, ...]:
        offered = Choice("source", tr("Vectors"), sources(self.snapshot) if self.snapshot.trace else ())
        if self._missing or not self._arrows:
            return (offered, *self.comparing)
        names = self._names(self._arrows[0].family)
        features = tuple((i, name) for i, name in enumerate(names))
        spread = ((None, tr("Directions of most variance")), *features)
        plane = Choice("across", tr("Across"), spread), Choice("up", tr("Up"), spread)
        return (offered, *plane, *self.comparing)

    def taken(self, option: str) -> object:
        return self._taken.get(option, {"source": MEET, "compared": "difference"}.get(option))

    def take(self, option: str, value: object) -> None:
        """Of two features one is never taken twice, and either none is chosen or both are."""
        if option == "compared":
            pass
        elif option == "source":
            for feature in ("across", "up"):
                self._taken.pop(feature, None)
                self._kept.pop(feature, None)
        elif value is None:
            self._taken |= {"across": None, "up": None}
        else:
            other = "up" if option == "across" else "across"
            if self.taken(other) in (None, value):
                self._taken[other] = 1 if value == 0 else 0
        super().take(option, value)

    def options(self, width: float, height: float) -> Options:
        source = str(self.taken("source"))
        node = {MEET: "k", TABLE: "embed/W_E"}.get(source, source)
        return replace(super().options(width, height), node=node, features=self._features)

    # --- drawing ----------------------------------------------------------------------------------------
    def plot(self) -> None:
        self._end_if_gone()
        known = [name for name, _ in sources(self.snapshot)]
        source = str(self.taken("source"))
        source = source if source in known else known[0]
        found = families(self.snapshot, source, super().options(1.0, 1.0))
        stacked = np.concatenate([family.vectors for family in found])
        pull = self._pull
        plane = pull.plane.again(stacked) if pull else self._chosen_plane(stacked, self._names(found[0]))
        self._by = self._by if pull else drawn_shorter(found, plane)
        plain = plane.points
        found, points = shortened(found, plane, self._by)
        self._old = self._before(found, plane, plain, np.concatenate(points))
        self._arrows = tuple(
            Arrow(family, i, *point)
            for family, part in zip(found, points, strict=True)
            for i, point in enumerate(part.tolist())
        )
        self._plane = plane = plane._replace(points=np.concatenate(points))
        self.mark_points(plane.points, tuple(self._cell(arrow) for arrow in self._arrows))
        self.board.call_axes(*axis_titles(plane))
        if pull is None:
            self._fit((source, self._features, found[0].node), plane)

    def _before(self, found: tuple[Family, ...], plane: Plane, plain: Floats, now: Floats) -> Floats:
        """Where the same arrows ended in the pinned state, shortened as they are now; and what is said."""
        pair = shared_pair(self.room.lab.pinned, self.snapshot) if self.compared else None
        self._told = None
        if pair is None:
            return np.zeros((0, 2))
        vectors = [pair.before(family.node).ravel()[family.order] for family in found]
        old = project(plane, np.concatenate(vectors))
        long, shown = (np.hypot(*(points - plane.zero).T) for points in (plain, now))
        by = np.where(long > 0.0, shown / np.where(long > 0.0, long, 1.0), 1.0)
        old = np.asarray(plane.zero + (old - plane.zero) * by[:, None])
        if np.isnan(old).any(1).all():
            raise NotSharedError(tr("A has none of these vectors, so there is no difference."))
        self._told = Told(self._keys(found[-1].ink, old, now), left_out(pair))
        return old

    def _keys(self, ink: str, old: Floats, now: Floats) -> tuple[Key, ...]:
        """What grey and colour are; where nothing moved, that."""
        if np.allclose(old, now, atol=1e-9):
            return (("ink3", tr("A and B are the same here")),)
        moved = tr("from A to B") if self.compared == "difference" else tr("B, now")
        return ("ink3", tr("A, pinned")), (ink, moved)

    def _names(self, family: Family) -> tuple[str, ...]:
        from transformer_lab.document.axes import axis_names

        return axis_names(self.snapshot, family.node)[-1]

    def _chosen_plane(self, vectors: Floats, names: tuple[str, ...]) -> Plane:
        across, up, width = self.taken("across"), self.taken("up"), vectors.shape[1]
        if isinstance(across, int) and isinstance(up, int) and max(across, up) < width:
            self._features = (across, up)
        elif width == 2 or not varied(vectors):
            self._features = largest_features(vectors)
        else:
            self._features = self._usual(vectors)
        if self._features is None:
            return by_variance(vectors)
        return by_features(vectors, names, self._features)

    def _usual(self, vectors: Floats) -> tuple[int, int] | None:
        """Queries and keys by what they ask most, weights so that they can be dragged: by two features."""
        plain = str(self.taken("source")) in (TABLE, MEET)
        return largest_features(vectors) if plain and "across" not in self._taken else None

    def _fit(self, of: object, plane: Plane) -> None:
        """All tips and zero; a person's own zoom stays while everything is inside."""
        old = self._old[np.isfinite(self._old).all(1)]
        points = np.concatenate([plane.points, plane.zero[None], old])
        (left, right), (low, high) = self.board.camera.viewRange()
        inside = ((points >= (left, low)) & (points <= (right, high))).all()
        a, b = points.min(0), points.max(0)
        margin = 0.16 * max(float((b - a).max()), 1e-6)
        key = of if inside else (of, points.tobytes())
        if self._fitted != of or not inside:
            told = 0.0 if self._told is None else self._told.share(self.board) * (b[1] - a[1] + 2.0 * margin)
            self.fit(key, (a[0] - margin, b[0] + margin), (a[1] - margin, b[1] + margin + 1.3 * told))
            self._fitted = of

    def _cell(self, arrow: Arrow) -> Cell:
        """The number that an arrow stands for: its larger one of the two that are shown, or of all."""
        row = arrow.family.vectors[arrow.row]
        shown = list(self._features or range(len(row)))
        best = shown[int(np.abs(row[shown]).argmax())]
        return cell_of(self.snapshot, arrow.family.node, int(arrow.family.order[arrow.row, best]))

    def spot(self, cell: Cell) -> QPointF | None:
        """The tip of the vector that a number belongs to."""
        flat = flat_of(self.snapshot, cell)
        for i, arrow in enumerate(self._arrows):
            if arrow.family.node == cell.node and flat in arrow.family.order[arrow.row]:
                return QPointF(*self.board.pixels(self._points[[i]])[0].tolist())
        return None

    # --- painting ---------------------------------------------------------------------------------------
    def over(self, painter: QPainter) -> None:
        plane = self._plane
        if plane is None or not self._arrows:
            return
        tips, origin = self.board.pixels(self._points), self.board.pixels(plane.zero[None])[0]
        faint = 0.3 if self.compared == "difference" and len(self._old) else 0.0
        many = len(self._arrows) > 16
        old = self.board.pixels(self._old)
        shafts.ghosts(painter, self.board, origin, old)
        for arrow, tip in sorted(zip(self._arrows, tips, strict=True), key=lambda pair: pair[0].loud):
            painter.setOpacity(faint or (1.0 if arrow.loud else 0.45 if many else 0.75))
            width = LOUD if arrow.loud and not faint else THIN
            shafts.shaft(painter, self.board, origin, tip, arrow.family.ink, width)
        painter.setOpacity(1.0)
        if faint:
            shafts.moves(painter, self.board, old, tips, [arrow.family.ink for arrow in self._arrows])
        painter.setOpacity(1.0)
        painter.setPen(QPen(self.board.color("ink2"), 1.2))
        painter.setBrush(self.board.color("panel"))
        painter.drawEllipse(QPointF(*origin.tolist()), 3.0, 3.0)
        self._label(painter, tips, origin)
        if self._told is not None:
            paint_told(painter, self.board, self._told)

    def _label(self, painter: QPainter, tips: Floats, origin: Floats) -> None:
        names = [arrow.family.names[arrow.row] for arrow in self._arrows]
        loud = max(range(len(names)), key=lambda i: (self._arrows[i].loud, i))
        inner = self.board.inner
        box = Box(inner.x(), inner.y(), inner.width(), inner.height())
        for label in placed(names, tips, origin, box, TYPE, loud)[0]:
            self._name(painter, label)

    def _name(self, painter: QPainter, label: Label) -> None:
        arrows = [self._arrows[i] for i in label.rows]
        loud = any(arrow.loud for arrow in arrows)
        shafts.name(painter, self.board, label, arrows[0].family.ink, loud)

    def ring_box(self, cell: Cell) -> QRectF | None:
        at = self.spot(cell)
        return None if at is None else QRectF(at.x() - 8.0, at.y() - 8.0, 16.0, 16.0)

    # --- dragging ---------------------------------------------------------------------------------------
    def press(self, event: QMouseEvent) -> bool:
        taken = super().press(event)
        if taken:
            cell = self.cell_at(event.position().x(), event.position().y())
            self._pressed = (self._arrows[self._cells.index(cell)], event.position(), self.snapshot.graph)
        return taken

    def _end_if_gone(self) -> None:
        """Another model or other words in the middle of a drag: it ends, for its numbers are gone."""
        if self._pressed is not None:
            arrow, _start, graph = self._pressed
            if not still_there(arrow.family.node, graph, self.snapshot.graph):
                self._pressed = self._pull = None

    def move(self, event: QMouseEvent) -> bool:
        self._end_if_gone()
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return super().move(event)
        arrow, start, _graph = self._pressed
        if self._pull is None and (event.position() - start).manhattanLength() > STILL and self._plane:
            self._pull = pulled(self.snapshot, arrow.family, arrow.row, self._plane, arrow[2:], next(DRAGS))
        if self._pull is not None:
            try:
                self.room.lab.do(self._pull.edit(self.snapshot, self.board.point(event.position())))
            except LabError:
                self._pressed = self._pull = None
        return True

    def release(self, _event: QMouseEvent) -> bool:
        dragged, self._pressed, self._pull = self._pull is not None, None, None
        if dragged:
            self.refresh()
        return dragged
