"""Pictures as images and PNG files."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QPainter

from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.render.application import gui_application
from transformer_lab.render.ground import Background, ground
from transformer_lab.render.painting.device import Device, antialias
from transformer_lab.render.painting.draw import draw_layer
from transformer_lab.render.theme import Theme

MOST_PIXELS = 16384  # a side; beyond, Qt paints wrongly or not at all
INCH = 96  # logical pixels
EFFORT = 50  # of Qt's 0 (smallest) to 100 (fastest): 30 % less time for 6 % more bytes


def to_image(
    picture: Picture, theme: Theme, scale: float = 1.0, background: Background = "theme", doors: bool = False
) -> QImage:
    """The picture at `scale` device pixels for each logical pixel. Raises LabError if that is too large.

    `doors` shows the underlines of numbers that can be asked, as the screen does.
    """
    gui_application()
    image = QImage(*image_size(picture, scale), QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise LabError(tr("There is not enough memory for this figure; choose a smaller scale."))
    image.setDevicePixelRatio(scale)
    color = ground(theme, background)
    image.fill(QColor(color) if color else QColor(0, 0, 0, 0))
    with QPainter(image) as painter:
        antialias(painter)
        for layer in picture.layers:
            device = Device(theme, scale, snap=layer.key is not None, doors=doors)
            draw_layer(painter, layer, layer.build(), device)
    return image


def image_size(picture: Picture, scale: float) -> tuple[int, int]:
    """Width and height in pixels. Raises LabError for a scale of nothing or a side that is too long."""
    if not scale > 0:
        raise LabError(tr("The scale of a figure is a number above 0, not {scale}.", scale=scale))
    longest = max(picture.size) * scale
    if not longest <= MOST_PIXELS:
        text = "A figure {longest:.0f} pixels long is too large; choose a scale that makes it {most} at most."
        raise LabError(tr(text, longest=longest, most=MOST_PIXELS))
    width, height = (max(1, ceil(side * scale - 1e-6)) for side in picture.size)
    return width, height


def framed(image: QImage, pixels: tuple[int, int], color: str) -> QImage:
    """An image in the middle of a larger one of exactly so many pixels."""
    whole = QImage(*pixels, QImage.Format.Format_ARGB32_Premultiplied)
    whole.fill(QColor(color) if color else QColor(0, 0, 0, 0))
    image.setDevicePixelRatio(1.0)
    with QPainter(whole) as painter:
        painter.drawImage((pixels[0] - image.width()) // 2, (pixels[1] - image.height()) // 2, image)
    return whole


def fitting(picture: Picture, pixels: tuple[int, int]) -> float:
    """The largest scale at which a picture lies within so many pixels. Raises LabError for too many."""
    if not 0 < min(pixels) <= max(pixels) <= MOST_PIXELS:
        text = "{width}x{height} pixels are out of range: each side goes from 1 to {most}."
        raise LabError(tr(text, width=pixels[0], height=pixels[1], most=MOST_PIXELS))
    return min(pixels[0] / picture.size[0], pixels[1] / picture.size[1])


def to_png(
    picture: Picture,
    theme: Theme,
    scale: float = 2.0,
    background: Background = "white",
    pixels: tuple[int, int] | None = None,
) -> bytes:
    """The picture as the bytes of a PNG file; equal pictures give equal bytes.

    `pixels` asks for exactly this width and height instead of a scale.
    """
    scale = scale if pixels is None else fitting(picture, pixels)
    image = to_image(picture, theme, scale, background)
    if pixels is not None:
        image = framed(image, pixels, ground(theme, background))
    if background != "none":
        image = image.convertToFormat(QImage.Format.Format_RGB32)  # smaller, and half the time
    image.setDevicePixelRatio(1.0)
    image.setDotsPerMeterX(round(INCH * scale / 0.0254))
    image.setDotsPerMeterY(round(INCH * scale / 0.0254))
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", EFFORT)  # type: ignore[call-overload]
    return bytes(held.data())
