"""Short texts in any script, set on an anchor."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from transformer_lab.figures.picture import Anchor, Texts
from transformer_lab.render.digits import slots
from transformer_lab.render.fallback import familiar
from transformer_lab.render.fonts import advance, font, number_font
from transformer_lab.render.painting.device import Device
from transformer_lab.render.painting.shapes import outline_path
from transformer_lab.render.plain import plain
from transformer_lab.render.shaping import has_color, needs_help, shaped

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
        draw = draw_line if familiar(text, batch.face) or not _helped(text, batch, on_page) else _draw_shaped
        if batch.angle:
            painter.save()
            painter.translate(x, y)
            painter.rotate(batch.angle)
            draw(painter, plain(text), 0.0, 0.0, batch, device)
            painter.restore()
        else:
            draw(painter, plain(text), x, y, batch, device)


def _draw_on_screen(painter: QPainter, text: str, x: float, y: float, batch: Texts, device: Device) -> None:
    width = advance(text, batch.face, batch.size) if batch.anchor != "start" or batch.underline else 0.0
    x -= SHARE[batch.anchor] * width
    painter.drawText(QPointF(x, y), text)
    if batch.underline and device.doors:
        _underline(painter, x, y + max(2, round(batch.size / 5)), width)


def _draw_on_page(painter: QPainter, text: str, x: float, y: float, batch: Texts, device: Device) -> None:
    """Numbers in a typeface of their own, so that digits align and the number can be searched as one."""
    spread = slots(text, batch.face, batch.size)
    width = spread.width if spread else advance(text, batch.face, batch.size, tabular=False)
    x -= SHARE[batch.anchor] * width
    if spread is None:
        painter.drawText(QPointF(x, y), text)
        return
    painter.setFont(number_font(batch.face, batch.size))
    painter.drawText(QPointF(x, y), text)
    painter.setFont(font(batch.face, batch.size, tabular=False))


def _helped(text: str, batch: Texts, on_page: bool) -> bool:
    """Whether a line has what no font draws, or what a page cannot hold: colours of emoji."""
    return needs_help(text, batch.face) or (on_page and has_color(text, batch.face))


def _draw_shaped(painter: QPainter, text: str, x: float, y: float, batch: Texts, device: Device) -> None:
    """Glyph by glyph, with a numbered box for what no font has."""
    made = shaped(text, batch.face, batch.size)
    left = x - SHARE[batch.anchor] * made.width
    path = outline_path(made.outline).translated(left, y)
    path.setFillRule(Qt.FillRule.WindingFill)
    painter.fillPath(path, painter.pen().color())
    for patch in made.patches:
        place = QRectF(left + patch.x, y + patch.y, patch.width, patch.height)
        painter.drawImage(place, QImage.fromData(patch.png))


def _underline(painter: QPainter, x: float, y: float, width: float) -> None:
    dots = QPen(painter.pen().color(), 1.0, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    dots.setDashPattern([1.0, 2.0])
    text_pen = painter.pen()
    painter.setPen(dots)
    y = round(y) + 0.5
    painter.drawLine(QLineF(x, y, x + width, y))
    painter.setPen(text_pen)
