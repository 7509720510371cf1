"""Icons from the shipped drawings, tinted in the theme's ink and drawn when they are first seen."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from transformer_lab.paths import resource

FILLED = {"play", "pause", "ellipsis"}


class InkIcon(QIconEngine):
    """One drawing in one ink, at whatever size and density is asked for; fainter while disabled."""

    def __init__(self, name: str, color: str, faint: str) -> None:
        super().__init__()
        self._name, self._color, self._faint = name, color, faint

    def clone(self) -> QIconEngine:
        return InkIcon(self._name, self._color, self._faint)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.drawPixmap(rect, self._drawn(rect.size(), mode, painter.device().devicePixelRatio()))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self._drawn(size, mode, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        return self._drawn(size, mode, scale)  # since Qt 6.8 the size is in logical pixels

    def _drawn(self, size: QSize, mode: QIcon.Mode, dpr: float) -> QPixmap:
        color = self._faint if mode == QIcon.Mode.Disabled and self._faint else self._color
        return pixmap(self._name, color, min(size.width(), size.height()), dpr)


@lru_cache(maxsize=256)
def icon(name: str, color: str, faint: str = "") -> QIcon:
    """The icon `name` in `color` (``#rrggbb``); `faint` is the colour while disabled."""
    return QIcon(InkIcon(name, color, faint))


@lru_cache(maxsize=512)
def pixmap(name: str, color: str, size: int, dpr: float = 1.0) -> QPixmap:
    """One drawing at one size, in logical pixels."""
    drawing = QSvgRenderer(QByteArray(_svg(name, color).encode()))
    canvas = QPixmap(QSize(round(size * dpr), round(size * dpr)))
    canvas.setDevicePixelRatio(dpr)
    canvas.fill(Qt.GlobalColor.transparent)
    with QPainter(canvas) as painter:
        drawing.render(painter, QRectF(0, 0, size, size))
    return canvas


def _svg(name: str, color: str) -> str:
    text = resource(f"icons/{name}.svg").read_text(encoding="utf-8").replace("currentColor", color)
    if name in FILLED:
        text = text.replace('fill="none"', f'fill="{color}"', 1)
    return text
