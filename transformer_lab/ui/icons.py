"""Icons from the shipped drawings, tinted in the theme's ink."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from transformer_lab.paths import resource

FILLED = {"play", "pause", "ellipsis"}
SIZES = (16, 20, 24, 32, 48)


@lru_cache(maxsize=256)
def icon(name: str, color: str, faint: str = "") -> QIcon:
    """The icon `name` in `color` (``#rrggbb``); `faint` is the colour while disabled."""
    found = QIcon()
    for size in SIZES:
        found.addPixmap(pixmap(name, color, size), QIcon.Mode.Normal)
        if faint:
            found.addPixmap(pixmap(name, faint, size), QIcon.Mode.Disabled)
    return found


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
