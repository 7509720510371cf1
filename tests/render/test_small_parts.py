"""Fonts, digits, outlines and formulas: what the devices stand on."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QFontInfo, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from tests.render.images import grey
from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Curves, Face, Formula, Group, Rects, picture, table
from transformer_lab.render.application import gui_application
from transformer_lab.render.digits import DIGITS, SIGNS, SLOT, slots
from transformer_lab.render.faces import STYLES
from transformer_lab.render.fonts import advance, font, load_fonts
from transformer_lab.render.formula import typeset
from transformer_lab.render.outlines import SAMPLES, hatch_lines, outlines
from transformer_lab.render.raster import to_image
from transformer_lab.render.theme import theme

BOXES = st.tuples(*[st.floats(-500, 500)] * 2, *[st.floats(0, 300)] * 2)


@pytest.mark.usefixtures("qapp")
class TestFonts:
    def test_every_face_is_a_shipped_one(self) -> None:
        assert {"Inter", "Inter Display", "STIX"} <= set(load_fonts())
        for face in get_args(Face):
            info, style = QFontInfo(font(face, 20)), STYLES[face]
            assert (info.family(), info.weight(), info.italic()) == (
                style.family,
                style.weight,
                style.italic,
            ), face
            assert info.pixelSize() == 20

    @pytest.mark.parametrize("face", list(SLOT))
    def test_the_table_of_digits_is_that_of_the_font(self, face: Face) -> None:
        measure = QFontMetricsF(font(face, 1000, tabular=False)).horizontalAdvance
        assert [measure(digit) for digit in "0123456789"] == pytest.approx(DIGITS[face], abs=0.5)
        for sign, wide in SIGNS[face].items():
            assert measure(sign) == pytest.approx(wide, abs=0.5), sign
        assert advance("3", face, 1000) == pytest.approx(SLOT[face], abs=0.5)

    def test_there_is_one_application(self) -> None:
        assert gui_application() is gui_application()


def test_only_numbers_get_slots() -> None:
    assert slots("0.67", "regular", 12) is not None
    for text in ("cat", "7", "−", "1e5", "Block 2", ""):
        assert slots(text, "regular", 12) is None
    assert slots("0.67", "math", 12) is None


def test_slots_of_equal_length_are_equally_wide_and_their_spacing_fits() -> None:
    one, two = slots("1.11", "regular", 10), slots("8.40", "regular", 10)
    assert one is not None
    assert two is not None
    assert one.width == two.width
    natural = [4.645, 2.756, 4.645, 4.645]
    last = one.offsets[0] + sum(natural[:-1]) + 3 * one.spacing
    assert last == pytest.approx(one.offsets[-1], abs=0.01)


@given(BOXES)
def test_hatch_lines_stay_in_their_box_and_rise_at_45_degrees(box: tuple[float, ...]) -> None:
    x, y, width, height = box
    lines = hatch_lines(np.array([box]))
    assert (lines[:, 0::2] >= x - 1e-6).all()
    assert (lines[:, 0::2] <= x + width + 1e-6).all()
    assert (lines[:, 1::2] >= y - 1e-6).all()
    assert (lines[:, 1::2] <= y + height + 1e-6).all()
    assert np.allclose(lines[:, 2] - lines[:, 0], lines[:, 1] - lines[:, 3])
    if min(width, height) > 15:
        assert len(lines) >= int((width + height) / 7) - 1


def test_neighbouring_boxes_are_hatched_as_one() -> None:
    apart = hatch_lines(np.array([[0, 0, 20, 10], [20, 0, 20, 10]]))
    assert {round(float(line[0] + line[1]), 6) % 7 for line in apart} == {0}


def test_outlines_have_butt_ends_and_the_width_asked_for() -> None:
    points = np.array([[[0, 0], [0, 50], [100, 50], [100, 100.0]]])
    (outline,) = outlines(points, np.array([10.0]))
    assert outline.shape == (2 * SAMPLES, 2)
    start, end = outline[[0, -1]], outline[[SAMPLES - 1, SAMPLES]]
    assert np.allclose(start[:, 1], 0)
    assert np.allclose(end[:, 1], 100)
    assert np.allclose(np.hypot(*(outline[:SAMPLES] - outline[SAMPLES:][::-1]).T), 10)
    straight = outlines(np.zeros((1, 4, 2)), np.array([3.0]))
    assert np.isfinite(straight).all(), "a thread of no length has no direction, but a place"


def test_a_formula_is_set_once_in_the_letters_a_picture_knows() -> None:
    made = typeset(r"\mathrm{softmax}(QK^\top/\sqrt{d_k})V", 18, "#1E2329")
    assert made is typeset(r"\mathrm{softmax}(QK^\top/\sqrt{d_k})V", 18, "#1E2329")
    assert {step[0] for shape in made.shapes for step in shape.outline} <= {"M", "L", "C", "Z"}
    assert {shape.fill for shape in made.shapes} == {"#1E2329"}
    left, top, width, height = made.box
    assert top < 0 < top + height
    points = np.array([step[-2:] for shape in made.shapes for step in shape.outline if len(step) > 1], float)
    assert points.min(0) == pytest.approx([left + 1, top + 1], abs=2)
    assert points.max(0) == pytest.approx([left + width - 1, top + height - 1], abs=3)


def test_our_outlines_of_a_formula_are_those_of_ziamath(qapp: object) -> None:
    ziamath = pytest.importorskip("ziamath")
    latex, (x, y, width, height) = r"Q_S", typeset(r"Q_S", 96, "#000000").box
    theirs = QImage(int(width), int(height), QImage.Format.Format_Grayscale8)
    theirs.fill(255)
    with QPainter(theirs) as painter:
        svg = ziamath.Latex(latex, size=96, color=theme("paper").color("ink")).svg()
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, width, height))
    ours = to_image(
        picture((theirs.width(), theirs.height()), Formula(latex, (-x, -y), 96)), theme("paper"), 1, "white"
    )
    assert np.abs(grey(ours) - grey(theirs)).mean() < 0.5


def test_a_formula_that_cannot_be_read_is_named() -> None:
    with pytest.raises(LabError, match=r"\\frac\{1"):
        typeset(r"\frac{1", 18, "#000000")


def test_what_is_pale_is_drawn_to_the_edge_of_a_small_image(qapp: object) -> None:
    box = Rects(table([80.0], 80.0, 16.0, 16.0), fill="ink")
    drawn = picture((100.0, 100.0), Group("pale", (box,), 0.5))
    image = to_image(drawn, theme("paper"), 0.5)
    assert image.pixelColor(44, 44) != image.pixelColor(2, 2)
    thread = np.array([[[70.0, 90.0], [80.0, 90.0], [85.0, 90.0], [96.0, 90.0]]])
    drawn = picture((100.0, 100.0), Curves(thread, np.array([8.0]), np.array([0.9])))
    image = to_image(drawn, theme("paper"), 0.5)
    assert image.pixelColor(42, 45) != image.pixelColor(2, 2)
