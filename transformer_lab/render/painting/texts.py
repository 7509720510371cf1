"""Short texts in any script, set on an anchor."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from transformer_lab.figures.picture import Anchor, Texts
from transformer_lab.render.digits import slots
from transformer_lab.render.fonts import advance, font
from transformer_lab.render.painting.device import Device
from transformer_lab.render.plain import plain

SHARE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of its width a text reaches to the left of its anchor."""


def draw_texts(painter: QPainter, batch: Texts, device: Device) -> None:
    on_page = device.quality == "file"
    draw_line = _draw_on_page if on_page else _draw_on_screen
    painter.setFont(font(batch.face, batch.size, tabular=not on_page))
    colors = (batch.color,) * len(batch.text) if isinstance(batch.color, str) else batch.color
    for text, (x, y), color in zip(batch.text, batch.at.tolist(), colors, strict=True):
        if not text:
            continue
        painter.setPen(device.color(color, batch.opacity))
        if batch.angle:
            painter.save()
            painter.translate(x, y)
            painter.rotate(batch.angle)
            draw_line(painter, plain(text), 0.0, 0.0, batch, device)
            painter.restore()
        else:
            draw_line(painter, plain(text), x, y, batch, device)


def _draw_on_screen(painter: QPainter, text: str, x: float, y: float, batch: Texts, device: Device) -> None:
    width = advance(text, batch.face, batch.size) if batch.anchor != "start" or batch.underline else 0.0
    x -= SHARE[batch.anchor] * width
    painter.drawText(QPointF(x, y), text)
    if batch.underline and device.doors:
        _underline(painter, x, y + max(2, round(batch.size / 5)), width)


def _draw_on_page(painter: QPainter, text: str, x: float, y: float, batch: Texts, device: Device) -> None:
    """Numbers character by character, so that digits align."""
    spread = slots(text, batch.face, batch.size)
    width = spread.width if spread else advance(text, batch.face, batch.size, tabular=False)
    x -= SHARE[batch.anchor] * width
    if spread is None:
        painter.drawText(QPointF(x, y), text)
        return
    for part, offset in zip(text, spread.offsets, strict=True):
        painter.drawText(QPointF(x + offset, y), part)


def _underline(painter: QPainter, x: float, y: float, width: float) -> None:
    dots = QPen(painter.pen().color(), 1.0, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    dots.setDashPattern([1.0, 2.0])
    text_pen = painter.pen()
    painter.setPen(dots)
    y = round(y) + 0.5
    painter.drawLine(QLineF(x, y, x + width, y))
    painter.setPen(text_pen)
