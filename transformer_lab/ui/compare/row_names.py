"""The names of the rows stay at the left while lanes of a comparison scroll under them."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage.level import GUTTERS
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.theming import Theming

WIDE = GUTTERS["middle"]


def tower_at(across: float, spans: tuple[tuple[float, float], ...]) -> float | None:
    """Where the tower begins that is scrolled over the edge, while there is room for its names."""
    if not across:
        return None
    return next((a for a, b in spans if across > a and across + 2.0 * WIDE < b), None)


class RowNames:
    """Paints over the scrolled lanes; shares the pixmaps of the painter of each half."""

    def __init__(self, theming: Theming) -> None:
        self._theming = theming
        self._painters: dict[int, PicturePainter] = {}

    def paint(
        self,
        painter: QPainter,
        box: QRectF,
        picture: Picture,
        device: PicturePainter,
        at: tuple[float, float],
        dpr: float,
    ) -> None:
        """The left edge of a picture in `box`, from (x, y) on, on a ground of its own."""
        own = self._painters.setdefault(id(device), PicturePainter(device.theme))
        own.theme, own.sheets = device.theme, device.sheets
        strip = QRectF(box.x(), box.y(), WIDE, box.height())
        painter.setClipRect(strip)
        painter.fillRect(strip, self._theming.color("canvas"))
        view = (strip.x(), strip.y(), strip.width(), strip.height())
        own.paint(painter, picture, box.x() - at[0], box.y() - at[1], dpr, view)
        painter.setClipRect(box)
        painter.fillRect(QRectF(strip.right(), box.y(), 1.0, box.height()), self._theming.color("line"))
