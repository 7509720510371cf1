"""A calm pyqtgraph plot: our type, hairline grid, true minus; drag pans, wheel zooms, double click fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent

from transformer_lab.figures.measure import shorten
from transformer_lab.figures.numbers import short
from transformer_lab.figures.picture import Floats
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.theming import Theming

FAINT = 255
PADDING = 0.08
MOST_NAME = 96.0
"""Pixels of a name at the side; longer ones are cut."""


TWO_LINES, SURE = 40.0, 280.0
"""The height of names in two lines, and how long names in one may be together in the narrowest dock."""


class Axis(pg.AxisItem):
    """Numbers as everywhere in the app, or names at whole places."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self._names: tuple[str, ...] | None = None
        self.setStyle(tickLength=0, tickTextOffset=9, autoExpandTextSpace=True, hideOverlappingLabels=True)
        self.enableAutoSIPrefix(False)
        self.setTickFont(font("regular", 11))
        self.label.setFont(font("regular", 11))

    def name_places(self, names: tuple[str, ...] | None) -> None:
        """Write these names at 0, 1, 2 …; None: numbers."""
        if names != self._names:
            self._names = names
            if self.orientation == "bottom":
                wide = sum(advance(name, "regular", 11) + 8.0 for name in names or ())
                self.setHeight(TWO_LINES if wide > SURE else None)
            self.picture = None
            self.update()

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        if self._names is None:
            return list(super().tickValues(low, high, size))[:1]
        low, high = min(low, high), max(low, high)
        every = self._every(size / max(high - low, 1e-9))
        first, last = max(0, int(np.ceil(low))), min(len(self._names) - 1, int(np.floor(high)))
        return [(float(every), [float(i) for i in range(first, last + 1) if i % every == 0])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self._names is None:
            return [short(value * scale) for value in values]
        names = [self._names[int(value)] for value in values]
        room = MOST_NAME if self.upright else spacing * self._room() - 6.0
        longest = max((advance(name, "regular", 11) for name in names), default=0.0)
        if self.upright or longest <= room or self.orientation == "top":
            return [shorten(name, room, "regular", 11) for name in names]
        twice = 2.0 * room  # every second name one line lower: each then has the room of two
        return ["\n" * (i % 2) + shorten(name, twice, "regular", 11) for i, name in enumerate(names)]

    @property
    def upright(self) -> bool:
        """Whether it stands at a side."""
        return self.orientation in ("left", "right")

    def _every(self, room: float) -> int:
        """Of how many names one is written: all while each has room for a few letters."""
        longest = max((advance(name, "regular", 11) for name in self._names or ()), default=0.0) + 6.0
        least = 15.0 if self.upright else min(longest, 30.0)
        return max(1, int(np.ceil(least / max(room, 1e-9))))

    def _room(self) -> float:
        """Pixels from one place to the next."""
        low, high = sorted(self.range)
        length = self.height() if self.upright else self.width()
        return float(length / max(high - low, 1e-9))


class Camera(pg.ViewBox):
    """Left drag pans, wheel zooms, double click fits; nothing else."""

    def __init__(self, **more: Any) -> None:
        super().__init__(enableMenu=False, defaultPadding=PADDING, **more)

    def mouseDragEvent(self, ev: Any, axis: int | None = None) -> None:
        if ev.button() == Qt.MouseButton.LeftButton:
            super().mouseDragEvent(ev, axis)
        else:
            ev.ignore()


class Board(pg.GraphicsView):
    """The plot: a camera and two axes. What lies over it is painted by `over`, in pixels of the widget.

    It is put together here and is no PlotWidget, which would bring menus, buttons and a title of its own.
    """

    spoken_role = QAccessible.Role.Graphic

    def __init__(
        self, theming: Theming, over: Callable[[QPainter], None], *, names_above: bool = False
    ) -> None:
        super().__init__(background=None)
        self._theming, self._over, self._grid = theming, over, not names_above
        self.camera = Camera(invertY=names_above)
        self.up, self.across = Axis("left"), Axis("top" if names_above else "bottom")
        self._lay(names_above)
        self.setFrameShape(self.Shape.NoFrame)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.enableMouse(False)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.camera.sigRangeChanged.connect(lambda *_: self.viewport().update())
        self.wear()

    def _lay(self, names_above: bool) -> None:
        whole = pg.GraphicsLayout()
        whole.setContentsMargins(6, 4, 8, 6)
        whole.setSpacing(0)
        middle = int(names_above)
        whole.addItem(self.up, middle, 0)
        whole.addItem(self.camera, middle, 1)
        whole.addItem(self.across, 1 - middle, 1)
        for axis in (self.up, self.across):
            axis.linkToView(self.camera)
            axis.setZValue(-1.0)
        self.setCentralItem(whole)

    def add(self, item: pg.GraphicsObject) -> None:
        """Put a curve or an image into the plot."""
        self.camera.addItem(item)

    def remove(self, item: pg.GraphicsObject) -> None:
        """Take it out again."""
        self.camera.removeItem(item)

    def wear(self) -> None:
        """The colours of the theme."""
        for axis in (self.up, self.across):
            axis.setPen(self.color("line2"))
            axis.setTickPen(self.color("line"))
            axis.setTextPen(self.color("ink3"))
            axis.setGrid(FAINT if self._grid else False)
            axis.label.setDefaultTextColor(self.color("ink2"))
        self.viewport().update()

    def color(self, token: str) -> QColor:
        """The colour of a token."""
        return self._theming.color(token)

    def call_axes(self, across: str, up: str) -> None:
        """Say what is along each axis."""
        self.across.setLabel(across)
        self.up.setLabel(up)
        for axis in (self.up, self.across):
            axis.label.setFont(font("regular", 11))
            axis.label.setDefaultTextColor(self.color("ink2"))

    # --- places -----------------------------------------------------------------------------------------
    @property
    def inner(self) -> QRectF:
        """The plot inside its axes, in pixels of the widget."""
        return QRectF(self.mapFromScene(self.camera.sceneBoundingRect()).boundingRect())

    def pixels(self, points: Floats) -> Floats:
        """Points of the plot ``n2`` in pixels of the widget."""
        (left, right), (low, high) = self.camera.viewRange()
        box = self.inner
        wide, tall = (right - left) or 1.0, (high - low) or 1.0
        x = box.x() + (points[:, 0] - left) / wide * box.width()
        share = (points[:, 1] - low) / tall
        y = box.y() + (share if self.camera.yInverted() else 1.0 - share) * box.height()
        return np.stack([x, y], 1)

    def point(self, at: QPointF) -> tuple[float, float]:
        """The point of the plot under a pixel of the widget."""
        found = self.camera.mapSceneToView(self.mapToScene(at.toPoint()))
        return found.x(), found.y()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._over(painter)
