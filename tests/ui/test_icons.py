"""Icons are as sharp as the screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from transformer_lab.ui.icons import icon

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_an_icon_has_a_dot_for_each_device_pixel(ratio: float) -> None:
    drawn = icon("upload", "#112233").pixmap(QSize(16, 16), ratio)
    assert drawn.width() == 16 * ratio
    assert drawn.devicePixelRatio() == ratio
