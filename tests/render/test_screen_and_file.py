"""What the screen shows and what is exported are the same picture."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from tests.render.images import blocks, grey
from transformer_lab import session
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.render.painter import PicturePainter
from transformer_lab.render.raster import to_image
from transformer_lab.render.theme import theme


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("figure", FIGURES)
def test_the_screen_shows_what_is_exported(qapp: object, figure: str, scale: float) -> None:
    picture = draw_figure(figure, session.new("first-sentence").snapshot)
    exported = to_image(picture, theme("slate"), scale, "theme", doors=True)
    shown = QImage(exported.size(), exported.format())
    shown.setDevicePixelRatio(scale)
    shown.fill(QColor(theme("slate").color("canvas")))
    with QPainter(shown) as painter:
        PicturePainter(theme("slate")).paint(painter, picture, dpr=scale)
    # Type is a little thinner on the transparent pixmap of a layer than on an opaque page.
    assert np.abs(blocks(grey(shown)) - blocks(grey(exported))).max() < 14
