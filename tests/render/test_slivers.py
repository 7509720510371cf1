"""What is thinner than a pixel of a small preview still paints without a word from Qt."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QImage, QPainter

from transformer_lab.figures.picture import Group, Rects
from transformer_lab.render.painting.device import Device
from transformer_lab.render.painting.draw import draw_items
from transformer_lab.render.theme import theme


@pytest.mark.usefixtures("qapp")
def test_a_faded_sliver_at_the_edge_of_a_small_preview() -> None:
    said: list[str] = []

    def note(_kind: QtMsgType, _context: object, text: str) -> None:
        said.append(text)

    sliver = Group("faded", (Rects(np.array([[31.5, 4.0, 20.0, 10.0]]), fill="ink"),), opacity=0.5)
    before = qInstallMessageHandler(note)
    image = QImage(32, 32, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        painter.setClipRect(QRect(0, 0, 32, 32))
        draw_items(painter, (sliver,), Device(theme("paper"), dpr=0.02))
    qInstallMessageHandler(before)
    assert said == []
