"""Pictures as PDF: the page is the figure, type is embedded and can be searched, shapes stay shapes."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QColor, QPageSize, QPainter, QPdfWriter

from transformer_lab.document.carried import FILE_NAME
from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.paths import APP_NAME
from transformer_lab.render.application import gui_application
from transformer_lab.render.ground import Background, ground
from transformer_lab.render.painting.device import Device, antialias
from transformer_lab.render.painting.draw import draw_layer
from transformer_lab.render.setting import Pages, Setting
from transformer_lab.render.theme import Theme

POINT = 0.75  # points in a logical pixel of 1/96 inch
RESOLUTION = 1200
MOST_POINTS = 14400  # 200 inches: what the format allows


def to_pdf(picture: Picture, theme: Theme, background: Background = "white") -> bytes:
    """The picture as the bytes of a PDF file of one page. Raises LabError if it is too large for a page."""
    return pages_to_pdf((picture,), Setting(theme, background))


def pages_to_pdf(pages: Pages, setting: Setting) -> bytes:
    """One page for each picture, each of its own size. Raises LabError if one is too large for a page."""
    gui_application()
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = _writer(buffer, pages[0])
    if setting.project is not None:
        writer.addFileAttachment(FILE_NAME, QByteArray(setting.project), "application/zip")
    with QPainter(writer) as painter:
        for done, page in enumerate(pages):
            setting.tell(done, len(pages))
            if done:
                writer.setPageSize(_page(page))
                writer.newPage()
            painter.save()
            _paint(painter, page, setting.theme, setting.background, writer.width(), writer.height())
            painter.restore()
    buffer.close()
    return bytes(held.data())


def _page(picture: Picture) -> QPageSize:
    size = QSizeF(*(max(1.0, side * POINT) for side in picture.size))
    if max(size.width(), size.height()) > MOST_POINTS:
        raise LabError(tr("The figure is larger than a PDF page may be; choose a smaller size."))
    return QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)


def _writer(buffer: QBuffer, picture: Picture) -> QPdfWriter:
    writer = QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    writer.setPageSize(_page(picture))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(picture.title)
    writer.setCreator(APP_NAME)
    return writer


def _paint(
    painter: QPainter, picture: Picture, theme: Theme, background: Background, width: int, height: int
) -> None:
    antialias(painter)
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    color = ground(theme, background)
    if color:
        painter.fillRect(0, 0, width, height, QColor(color))
    painter.scale(width / picture.size[0], height / picture.size[1])
    for layer in picture.layers:
        draw_layer(painter, layer, layer.build(), Device(theme, quality="file"))
