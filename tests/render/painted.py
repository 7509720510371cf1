"""Layers that count how often they are built, and a canvas to paint them on."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from PySide6.QtGui import QImage, QPainter

from transformer_lab.figures.picture import (
    Item,
    Layer,
    Picture,
    Rects,
    table,
)
from transformer_lab.render.painter import PicturePainter

SIZE = (200.0, 100.0)


class Built:
    """Counts how often each layer is built, and makes layers."""

    def __init__(self) -> None:
        self.times: dict[Hashable, int] = {}

    def layer(
        self, *key: Hashable, color: str = "key", box: tuple[float, ...] = (0, 0, 200, 100), **more: float
    ) -> Layer:
        def build() -> tuple[Item, ...]:
            self.times[key] = self.times.get(key, 0) + 1
            return (Rects(table(*([part] for part in box)), fill=color),)

        return Layer(key or None, box, build, **more)  # type: ignore[arg-type]


@contextmanager
def canvas(dpr: float = 1.0) -> Iterator[tuple[QImage, QPainter]]:
    image = QImage(int(200 * dpr), int(100 * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(0)
    with QPainter(image) as qpainter:
        yield image, qpainter


def paint(painter: PicturePainter, *layers: Layer, dpr: float = 1.0, **more: object) -> QImage:
    with canvas(dpr) as (image, qpainter):
        painter.paint(qpainter, Picture(SIZE, layers), dpr=dpr, **more)  # type: ignore[arg-type]
    return image


def shade(image: QImage, x: int, y: int) -> str:
    color = image.pixelColor(x, y)
    return color.name().upper() if color.alpha() else ""
