"""A calm pyqtgraph plot: our type, hairline grid, true minus; drag pans, wheel zooms, double click fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent

from transformer_lab.figures.numbers import short
from transformer_lab.figures.picture import Floats
from transformer_lab.render.fonts import font
from transformer_lab.ui.theming import Theming

FAINT = 255
PADDING = 0.08


class Axis(pg.AxisItem):
    """Numbers as everywhere in the app, or names at whole places."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self._names: tuple[str, ...] | None = None
        self.setStyle(tickLength=0, tickTextOffset=6, autoExpandTextSpace=True, hideOverlappingLabels=True)
        self.setTickFont(font("regular", 11))
        self.label.setFont(font("regular", 11))

    def name_places(self, names: tuple[str, ...] | None) -> None:
        """Write these names at 0, 1, 2 …; None: numbers."""
        if names != self._names:
            self._names = names
            self.picture = None
            self.update()

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        if self._names is None:
            return list(super().tickValues(low, high, size))[:1]
        room = size / max(high - low, 1e-9)
        least = 16.0 if self.orientation in ("left", "right") else 11.0 + 6.2 * self._longest()
        every = max(1, int(np.ceil(least / max(room, 1e-9))))
        first, last = max(0, int(np.ceil(low))), min(len(self._names) - 1, int(np.floor(high)))
        return [(float(every), [float(i) for i in range(first, last + 1) if i % every == 0])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self._names is None:
            return [short(value * scale) for value in values]
        return [self._names[int(value)] for value in values]

    def _longest(self) -> int:
        return max((len(name) for name in self._names or ()), default=0)


class Camera(pg.ViewBox):
    """Left drag pans, wheel zooms, double click fits; nothing else."""

    def __init__(self, **more: Any) -> None:
        super().__init__(enableMenu=False, defaultPadding=PADDING, **more)

    def mouseDragEvent(self, ev: Any, axis: int | None = None) -> None:
        if ev.button() == Qt.MouseButton.LeftButton:
            super().mouseDragEvent(ev, axis)
        else:
            ev.ignore()


class Board(pg.PlotWidget):
    """The plot. What lies over it (arrows, rings, labels) is painted by `over`, in pixels of the widget."""

    def __init__(self, theming: Theming, over: Callable[[QPainter], None]) -> None:
        self._theming, self._over = theming, over
        self.camera = Camera()
        sides = {side: Axis(side) for side in ("left", "bottom")}
        super().__init__(background=None, viewBox=self.camera, axisItems=sides)
        self.left, self.bottom = sides["left"], sides["bottom"]
        self.setFrameShape(self.Shape.NoFrame)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setMouseTracking(True)
        self.camera.sigRangeChanged.connect(lambda *_: self.viewport().update())
        self.wear()

    def wear(self) -> None:
        """The colours of the theme."""
        for axis in (self.left, self.bottom):
            axis.setPen(self.color("line2"))
            axis.setTickPen(self.color("line"))
            axis.setTextPen(self.color("ink3"))
            axis.setGrid(FAINT)
            axis.label.setDefaultTextColor(self.color("ink2"))
        self.viewport().update()

    def color(self, token: str) -> QColor:
        """The colour of a token."""
        return self._theming.color(token)

    def call_axes(self, across: str, up: str) -> None:
        """Say what is along each axis."""
        self.bottom.setLabel(across)
        self.left.setLabel(up)
        for axis in (self.left, self.bottom):
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
