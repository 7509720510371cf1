"""What a drawer needs to know of the place it draws on, and the pens and brushes made for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from transformer_lab.render.theme import Theme

Quality = Literal["full", "moving", "file"]
"""full: at rest; moving: while something is dragged; file: exact shapes for a vector file"""


@dataclass(frozen=True, slots=True)
class Device:
    """Colours; device pixels for each logical pixel; how much care to take; whether edges keep to pixels.

    `doors` underlines the numbers that can be asked, which has no use on paper.
    """

    theme: Theme
    dpr: float = 1.0
    quality: Quality = "full"
    snap: bool = False
    doors: bool = True

    def color(self, token: str, opacity: float = 1.0) -> QColor:
        """The colour of a token. It is shared: do not change it."""
        return self.plain(self.theme.color(token), opacity)

    @staticmethod
    def plain(color: str, opacity: float = 1.0) -> QColor:
        """The colour ``#RRGGBB``. It is shared: do not change it."""
        return _color(color, round(255 * min(1.0, max(0.0, opacity))))

    def width(self, width: float) -> float:
        """The width of a line, as thick as the theme wants it."""
        return max(width, self.theme.least_line)

    def brush(self, token: str, opacity: float = 1.0) -> QBrush | QColor | Qt.BrushStyle:
        """A brush for a fill; no token, no fill."""
        return self.color(token, opacity) if token else Qt.BrushStyle.NoBrush


@lru_cache(maxsize=8192)
def _color(name: str, alpha: int) -> QColor:
    color = QColor(name)
    color.setAlpha(alpha)
    return color


def pen(color: QColor, width: float, dash: tuple[float, ...] = ()) -> QPen:
    """A pen with butt ends; `dash` is in logical pixels. It is shared: do not change it."""
    return _pen(color.rgba(), width, dash)


@lru_cache(maxsize=4096)
def _pen(rgba: int, width: float, dash: tuple[float, ...]) -> QPen:
    color = QColor.fromRgba(rgba)
    made = QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)
    if dash and width > 0:
        made.setDashPattern([length / width for length in dash])
    return made


def antialias(painter: QPainter, on: bool = True) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on)


def page_of(painter: QPainter, device: Device) -> QRectF:
    """What a painter paints on, in its own units: an image smaller than its figure has fewer pixels."""
    page = QRectF(painter.viewport())
    page.setSize(page.size() / min(1.0, device.dpr))
    return page
