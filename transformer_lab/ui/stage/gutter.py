"""Row labels stay at the left while lanes scroll sideways: the left edge of a tower, unscrolled."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage.level import GUTTERS
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.stage.camera import Camera
from transformer_lab.ui.stage.columns import Towers
from transformer_lab.ui.theming import Theming


class Gutter:
    """Paints over the scrolled lanes; shares the pixmaps of the stage's own painter."""

    def __init__(self, stage: PicturePainter, theming: Theming) -> None:
        self._stage, self._theming = stage, theming
        self._painter = PicturePainter(stage.theme, stage.budget_ms)
        self._painter.sheets = stage.sheets

    def paint(
        self,
        painter: QPainter,
        picture: Picture,
        camera: Camera,
        dpr: float,
        height: float,
        towers: Towers = ((0.0, math.inf),),
    ) -> None:
        """The labels of the tower that is scrolled over the edge, on a ground of their own, with a hairline
        to the lanes; nothing while none is.
        """
        left = pinned(camera, towers)
        if left is None:
            return
        wide = GUTTERS[camera.level]
        self._painter.theme, self._painter.quality = self._stage.theme, self._stage.quality
        painter.save()
        painter.setClipRect(QRectF(0.0, 0.0, wide, height))
        painter.fillRect(QRectF(0.0, 0.0, wide, height), self._theming.color("canvas"))
        view, frame = (0.0, 0.0, wide, height), self._stage.frame
        self._painter.paint(painter, picture, -left, -round(camera.y), dpr, view, frame)
        painter.restore()
        painter.fillRect(QRectF(wide, 0.0, 1.0, height), self._theming.color("line"))
        self._stage.more = self._stage.more or self._painter.more


def pinned(camera: Camera, towers: Towers = ((0.0, math.inf),)) -> float | None:
    """Where the tower begins that is scrolled over the edge, while there is room for its labels."""
    found = (
        a for a, b in towers if round(camera.x) > round(a) and camera.x + 2.0 * GUTTERS[camera.level] < b
    )
    return next(found, None)


def unscrolled(camera: Camera, x: float, towers: Towers = ((0.0, math.inf),)) -> float:
    """From x in the view to x in the picture: what stands in the gutter has not moved."""
    left = pinned(camera, towers)
    return x + camera.x if x >= GUTTERS[camera.level] or left is None else x + left
