"""Images as arrays."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from transformer_lab.figures.picture import Floats


def grey(image: QImage) -> Floats:
    """(height, width), 0 for black and 255 for white."""
    plain = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.array(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : plain.width()].astype(float)


def alpha(image: QImage) -> Floats:
    """(height, width) opacity, 0 to 255."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return (
        np.array(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4)[..., 3].astype(float)
    )


def rgba(image: QImage) -> Floats:
    """All bytes, in one row."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888_Premultiplied)
    return np.array(plain.constBits(), np.uint8).astype(float)


def blocks(grey_image: Floats, side: int = 20) -> Floats:
    """Means of squares: programs differ in edges and the weight of type, never in where things are."""
    rows, columns = (length // side for length in grey_image.shape)
    return grey_image[: rows * side, : columns * side].reshape(rows, side, columns, side).mean((1, 3))
