"""The architecture of a preset as a small stack of blocks, for its card."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from transformer_lab.engine.model import BlockSpec, CrossAttention, FeedForward, Model
from transformer_lab.ui.theming import Theming


def draw_stack(painter: QPainter, theming: Theming, model: Model, box: QRectF) -> None:
    """The architecture: a frame for each block with bars for its sublayers; two towers side by side."""
    towers = [blocks for blocks in (model.encoder, model.blocks) if blocks]
    if not towers:
        painter.setPen(QPen(theming.color("residual"), 1.4))
        painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()))
        return
    wide = min(60.0, (box.width() - 10.0 * (len(towers) - 1)) / len(towers))
    left = box.left() + (box.width() - wide * len(towers) - 10.0 * (len(towers) - 1)) / 2
    for i, blocks in enumerate(towers):
        _tower(painter, theming, blocks, QRectF(left + i * (wide + 10.0), box.top(), wide, box.height()))


def _tower(painter: QPainter, theming: Theming, blocks: tuple[BlockSpec, ...], box: QRectF) -> None:
    painter.setPen(QPen(theming.color("residual"), 1.2))
    painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()))
    shown = blocks[:4]
    high = min(44.0, (box.height() - 6.0 * (len(shown) - 1)) / len(shown))
    top = box.top() + (box.height() - high * len(shown) - 6.0 * (len(shown) - 1)) / 2
    for i, block in enumerate(shown):
        frame = QRectF(box.left(), top + i * (high + 6.0), box.width(), high)
        painter.setPen(QPen(theming.color("line2"), 1))
        painter.setBrush(theming.color("panel"))
        painter.drawRoundedRect(frame, 4, 4)
        subs = block.sublayers or ()
        each = (high - 8.0) / max(1, len(subs))
        for j, sub in enumerate(subs):
            token = (
                "ffn" if isinstance(sub, FeedForward) else "key" if isinstance(sub, CrossAttention) else "out"
            )
            bar = QRectF(frame.left() + 6, frame.top() + 4 + j * each + 1, frame.width() - 12, each - 2)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theming.color(token))
            painter.drawRoundedRect(bar, 2, 2)
