"""Frames of a film as Pillow images, one at a time."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from PySide6.QtGui import QColor, QImage, QPainter

from transformer_lab.figures.captions import captioned
from transformer_lab.figures.picture import Picture
from transformer_lab.render.application import gui_application
from transformer_lab.render.ground import ground
from transformer_lab.render.painter import PicturePainter
from transformer_lab.render.raster import fitting, framed, image_size
from transformer_lab.render.setting import Pages, Setting

ALIKE = 3
"""How many frames decide the colours of all: the first, the middle and the last one."""


def pillow() -> Any:
    """Pillow, fetched only when a film is made."""
    return importlib.import_module("PIL.Image")


class Camera:
    """Shoots one frame after another; what stands still is painted once."""

    def __init__(self, setting: Setting) -> None:
        gui_application()
        self._setting = setting
        self._painter = PicturePainter(setting.theme)

    def shoot(self, page: Picture) -> QImage:
        """One frame, RGBA row after row without padding. Raises LabError if it is too large."""
        page = captioned(page) if self._setting.captions else page
        pixels = self._setting.pixels
        scale = self._setting.scale if pixels is None else fitting(page, pixels)
        made = QImage(*image_size(page, scale), QImage.Format.Format_ARGB32_Premultiplied)
        made.setDevicePixelRatio(scale)
        color = ground(self._setting.theme, self._setting.background)
        made.fill(QColor(color) if color else QColor(0, 0, 0, 0))
        with QPainter(made) as painter:
            self._painter.paint(painter, page, dpr=scale)
        if pixels is not None:
            made = framed(made, pixels, color)
        return made.convertToFormat(QImage.Format.Format_RGBA8888)

    def image(self, page: Picture, mode: str = "RGB") -> Any:
        """One frame as a Pillow image; what is transparent lies on white where the mode cannot hold it."""
        made = self.shoot(page)
        found = pillow().frombytes("RGBA", (made.width(), made.height()), bytes(made.constBits()))
        if mode == "RGBA":
            return found
        if self._setting.background != "none":
            return found.convert("RGB")
        paper = pillow().new("RGBA", found.size, "white")
        paper.alpha_composite(found)
        return paper.convert("RGB")


def images(pages: Pages, setting: Setting, mode: str = "RGB") -> Iterator[Any]:
    """Each frame when it is needed; says how far it is."""
    camera = Camera(setting)
    for done in range(len(pages)):
        setting.tell(done, len(pages))
        yield camera.image(pages[done], mode)


def chosen(count: int) -> tuple[int, ...]:
    """First, middle and last, evenly among `count` frames, without doubles."""
    return tuple(sorted({round(i * (count - 1) / (ALIKE - 1)) for i in range(ALIKE)}))
