"""Lines of text as the fonts of this machine shape them, glyph by glyph: outlines, images, numbered boxes."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF
from PySide6.QtGui import QColor, QGlyphRun, QImage, QPainter, QPainterPath, QRawFont, QTextLayout

from transformer_lab.figures.picture import Face
from transformer_lab.render.application import gui_application
from transformer_lab.render.fallback import Patch, Shaped
from transformer_lab.render.fonts import font
from transformer_lab.render.glyphs import steps
from transformer_lab.render.plain import plain

SHARP = 4.0
"""pixels of an image for each pixel of the figure"""
COLOURED = ("CBDT", "COLR", "sbix", "SVG ")
SILENT = ("\u200c", "\u200d", "\u200e", "\u200f", "\ufe0e", "\ufe0f")
"""Joiners, marks of direction and selectors, which no font needs to draw."""
HEX, ROOM, LINE = 0.3, 0.06, 0.04
"""Of the size: the digits in a box, its margin, the width of its line."""


@lru_cache(maxsize=64)
def _raw(face: Face) -> QRawFont:
    return QRawFont.fromFont(font(face, 16))


@lru_cache(maxsize=4096)
def is_foreign(text: str, face: Face) -> bool:
    """Whether the shipped typeface of a face lacks one of the characters."""
    gui_application()
    raw = _raw(face)
    return any(not raw.supportsCharacter(ord(c)) for c in plain(text))


@lru_cache(maxsize=4096)
def needs_help(text: str, face: Face) -> bool:
    """Whether a character of a line is in no font, so that it would be an empty box."""
    return is_foreign(text, face) and bool(_missing(_runs(plain(text), face, 16)[0]))


@lru_cache(maxsize=2048)
def has_color(text: str, face: Face) -> bool:
    """Whether a line has emoji that a font paints in its own colours."""
    return is_foreign(text, face) and any(_coloured(run.rawFont()) for run in _runs(plain(text), face, 16)[0])


@lru_cache(maxsize=2048)
def shaped(text: str, face: Face, size: int) -> Shaped:
    """The line as shapes from the start of its baseline."""
    gui_application()
    text = plain(text)
    runs, width = _runs(text, face, size)
    path = QPainterPath()
    path.setFillRule(path.fillRule().WindingFill)
    patches: list[Patch] = []
    for run in runs:
        coloured = _coloured(run.rawFont())
        patches += _images(run) if coloured else ()
        for glyph, at, where in zip(run.glyphIndexes(), run.positions(), run.stringIndexes(), strict=True):
            if not glyph and (code := _character(text, where)) not in SILENT:
                _box(path, code, at, face, size)
            elif glyph and not coloured:
                path.addPath(run.rawFont().pathForGlyph(glyph).translated(at))
    return Shaped(steps(path) if path.elementCount() else (), tuple(patches), width)


def _runs(text: str, face: Face, size: int) -> tuple[list[QGlyphRun], float]:
    """The glyphs of a line with their places about the start of the baseline, and how far it reaches."""
    layout = QTextLayout(text, font(face, size))
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(1e6)
    layout.endLayout()
    flags = (
        QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphIndexes
        | QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphPositions
        | QTextLayout.GlyphRunRetrievalFlag.RetrieveStringIndexes
    )
    found = line.glyphRuns(-1, -1, flags)
    origin = QPointF(line.naturalTextRect().left(), line.ascent())
    for run in found:
        run.setPositions([at - origin for at in run.positions()])
    return found, line.naturalTextWidth()


def _missing(runs: list[QGlyphRun]) -> bool:
    return not all(chain.from_iterable(run.glyphIndexes() for run in runs))


def _coloured(raw: QRawFont) -> bool:
    return any(not raw.fontTable(name).isEmpty() for name in COLOURED)


def _images(run: QGlyphRun) -> list[Patch]:
    """Each glyph of a run of emoji as an image of its own."""
    found = []
    for glyph, at in zip(run.glyphIndexes(), run.positions(), strict=True):
        one = QGlyphRun(run)
        one.setGlyphIndexes([glyph])
        one.setPositions([QPointF(0.0, 0.0)])
        box = run.rawFont().boundingRect(glyph).adjusted(-1.0, -1.0, 1.0, 1.0)
        if glyph and box.width() > 2.0:
            place = box.translated(at)
            found.append(Patch(place.x(), place.y(), box.width(), box.height(), _png(one, box)))
    return found


def _png(run: QGlyphRun, box: QRectF) -> bytes:
    image = QImage(
        round(box.width() * SHARP), round(box.height() * SHARP), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(QColor(0, 0, 0, 0))
    with QPainter(image) as painter:
        painter.setRenderHints(
            QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.TextAntialiasing
        )
        painter.scale(SHARP, SHARP)
        painter.drawGlyphRun(-box.topLeft(), run)
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(held.data())


def _character(text: str, where: int) -> str:
    """The character at a place counted in UTF-16."""
    units = text.encode("utf-16-le")[2 * where : 2 * where + 4]
    return units.decode("utf-16-le", "ignore")[:1] or "\ufffd"


def _box(path: QPainterPath, character: str, at: QPointF, face: Face, size: int) -> None:
    """A frame with the number of the character in two rows, where no font knows more of it."""
    digits = f"{ord(character):04X}"
    half = (len(digits) + 1) // 2
    small = max(2, round(HEX * size))
    type_ = font(face, small)
    step = small * 0.66
    width, height = half * step + 2 * ROOM * size, 0.9 * size
    line = max(0.5, LINE * size)
    left, top = at.x() + ROOM * size, at.y() - 0.78 * size
    outer, inner = QRectF(left, top, width, height), QRectF(left, top, width, height)
    path.addRect(outer)
    hole = QPainterPath()
    hole.addRect(inner.adjusted(line, line, -line, -line))
    path.addPath(hole.toReversed())
    for row, part in enumerate((digits[:half], digits[half:])):
        base = top + (0.42 + 0.40 * row) * size
        for column, digit in enumerate(part):
            path.addText(QPointF(left + ROOM * size + column * step, base), type_, digit)
