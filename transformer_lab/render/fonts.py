"""Qt's fonts for the faces of a Picture: shipped ones, whole pixel sizes, tabular figures, no hinting."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QLoggingCategory
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from transformer_lab.figures.picture import Face
from transformer_lab.paths import resource
from transformer_lab.render.faces import FALLBACKS, STYLES
from transformer_lab.render.plain import plain

TABULAR, CONTEXTUAL = QFont.Tag("tnum"), QFont.Tag("calt")
QUIET = "qt.text.font.db=false"  # else each typeface without Devanagari says so on the terminal


@lru_cache(maxsize=1)
def load_fonts() -> tuple[str, ...]:
    """Make the shipped typefaces known to Qt, once; returns their families. Needs a QGuiApplication."""
    QLoggingCategory.setFilterRules(QUIET)
    files = sorted(resource("fonts").glob("*.otf"))
    numbers = [QFontDatabase.addApplicationFont(str(path)) for path in files]
    families = {family for number in numbers for family in QFontDatabase.applicationFontFamilies(number)}
    return tuple(sorted(families))


@lru_cache(maxsize=512)
def font(face: Face, size: int, tabular: bool = True) -> QFont:
    """The font of a face at a whole number of pixels. Do not change the one you get: it is shared.

    Files go without tabular figures and contextual shapes: in a PDF those can be neither searched nor copied.
    """
    load_fonts()
    style = STYLES[face]
    made = QFont([style.family, *FALLBACKS])
    made.setPixelSize(max(1, int(size)))
    made.setWeight(QFont.Weight(style.weight))
    made.setItalic(style.italic)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    made.setFeature(TABULAR if tabular else CONTEXTUAL, int(tabular))
    return made


@lru_cache(maxsize=64)
def number_font(face: Face, size: int) -> QFont:
    """For numbers in a PDF: digits that are tabular by nature, so that a number is one run of text."""
    made = QFont(font(face, size, tabular=False))
    made.setFamilies(["Inter Numbers", *made.families()])
    return made


@lru_cache(maxsize=16384)
def advance(text: str, face: Face, size: int, tabular: bool = True) -> float:
    """The width of a line of text in pixels."""
    return QFontMetricsF(font(face, size, tabular)).horizontalAdvance(plain(text))
