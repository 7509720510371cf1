"""Every kind of mark lands at its place and in its colour, in both themes and at any density."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import ceil

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from tests.render.marks import MARKS, SIZE, THREAD, picture_of
from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Group,
    Item,
    Layer,
    Picture,
    Rects,
    Texts,
    picture,
    table,
)
from transformer_lab.render.contrast import rgb
from transformer_lab.render.painting.device import Device
from transformer_lab.render.painting.draw import draw_items
from transformer_lab.render.raster import to_image
from transformer_lab.render.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")
Pixels = NDArray[np.uint8]


def pixels(image: QImage) -> Pixels:
    """(height, width, 4) RGBA, not premultiplied."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return np.array(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4)


def drawn(what: Picture | Item, name: str = "paper", scale: float = 1.0) -> Pixels:
    whole = what if isinstance(what, Picture) else picture(SIZE, what)
    return pixels(to_image(whole, theme(name), scale, "none"))


def at(image: Pixels, x: float, y: float, scale: float) -> list[int]:
    return image[int(y * scale), int(x * scale)].tolist()


@pytest.mark.parametrize("kind", MARKS)
def test_a_mark_has_its_colour_at_its_place(kind: str) -> None:
    for name, scale in product(["paper", "slate"], [1.0, 1.25, 2.0]):
        check_mark(kind, name, scale)


def check_mark(kind: str, name: str, scale: float) -> None:
    mark, image = MARKS[kind], drawn(picture_of(kind), name, scale)
    for x, y, token in mark.inked:
        wanted = [round(255 * part) for part in rgb(theme(name).color(token))] + [255]
        assert at(image, x, y, scale) == pytest.approx(wanted, abs=2), (x, y, token)
    for x, y in mark.empty:
        assert at(image, x, y, scale)[3] == 0, (x, y)
    if mark.somewhere:
        x, y, width, height = mark.somewhere
        rows, columns = (
            slice(int(y * scale), ceil((y + height) * scale)),
            slice(int(x * scale), ceil((x + width) * scale)),
        )
        assert image[rows, columns, 3].max() > 100
        image[rows, columns, 3] = 0
        assert image[..., 3].max() == 0, "ink outside its box"


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_cells_have_crisp_edges(scale: float) -> None:
    row = Cells(np.array([[[0.0, 1.0, 0.0]]]), table([10.3], [10.7]), table([9.1], [11]), "seq", 1.0)
    image = drawn(row, scale=scale)
    inked = image[image[..., 3] > 0]
    assert len(np.unique(inked, axis=0)) == 2, "only the two colours, none between"
    columns = np.flatnonzero(image[..., 3].max(0))
    assert (columns[0], columns[-1] + 1) == (round(10.3 * scale), round(37.6 * scale))


def test_batch_opacity_is_for_each_shape_and_group_opacity_for_the_whole() -> None:
    two = Rects(table([20, 50], [20, 20], [40, 40], [40, 40]), fill="key", opacity=0.5)
    image = drawn(two)
    assert at(image, 55, 40, 1)[3] == pytest.approx(191, abs=2)
    assert at(image, 30, 40, 1)[3] == pytest.approx(128, abs=2)
    whole = drawn(Group("g", (replace(two, opacity=1.0),), opacity=0.5))
    assert at(whole, 55, 40, 1)[3] == at(whole, 30, 40, 1)[3] == pytest.approx(128, abs=2)


def test_a_layer_is_moved_faded_and_shown_only_so_far() -> None:
    items = (Rects(table([20], [10], [40], [40]), fill="key"),)
    layer = Layer(("a", 0), (0, 0, 120, 60), lambda: items, dy=20, opacity=0.5, show=30)
    image = drawn(Picture(SIZE, (layer,)))
    assert at(image, 30, 40, 1)[3] == pytest.approx(128, abs=2)
    assert at(image, 30, 25, 1)[3] == 0
    assert at(image, 30, 55, 1)[3] == 0


def test_equal_hairlines_are_equally_thick_wherever_they_lie() -> None:
    lines = Rects(table(np.arange(10.0, 110.0, 10.7), 10, 1.25, 40), fill="ink")
    row = drawn(lines, scale=2.0)[60, :, 3]
    assert set(np.unique(row)) == {0, 255}
    assert (row > 0).sum() == 2 * len(lines.box)


@pytest.mark.parametrize(
    "text", ["שלום", "مرحبا", "猫", "👩‍🚀", "a\x00b", "\ud800", "नमस्ते", "e\u0301", "<bos>", " "]
)
def test_any_script_is_drawn_without_complaint(text: str) -> None:
    image = drawn(Texts((text,), table([20], [50]), 20))
    assert (image[..., 3].max() > 0) == (text != " ")


def test_numbers_of_equal_length_are_equally_wide() -> None:
    from transformer_lab.render.fonts import advance

    assert advance("1.11", "regular", 12) == advance("0.88", "regular", 12)
    assert advance("−1", "semibold", 13) == pytest.approx(advance("+0", "semibold", 13), abs=0.1)
    assert advance("Wide", "regular", 12) < advance("Wide", "semibold", 12) < advance("Wide", "semibold", 24)


def test_a_door_is_underlined_on_screen_only() -> None:
    door = picture(SIZE, Texts(("0.5",), table([20], [40]), 20, underline=True))
    screen, paper = (pixels(to_image(door, theme("paper"), 1, "none", doors=on)) for on in (True, False))
    assert screen[44, :, 3].max() > 0
    assert paper[44, :, 3].max() == 0


def threads(count: int, width: float) -> Curves:
    shift = np.linspace(-4, 4, count)[:, None, None]
    points = THREAD * [8.0, 1.0] + shift
    return Curves(points, np.full(count, width), np.full(count, 0.5), "out")


def test_many_threads_supersampled_look_like_those_drawn_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from transformer_lab.render.painting import curves

    many = picture((960, 80), threads(12, 3.0))
    fast = drawn(many)[..., 3].astype(float)
    monkeypatch.setattr(curves, "LONG", np.inf)
    slow = drawn(many)[..., 3].astype(float)
    assert not np.array_equal(fast, slow), "the fast way was taken"
    assert np.abs(fast - slow).mean() < 2


def test_while_something_is_dragged_threads_are_coarse_but_as_wide() -> None:
    shown = {}
    for quality in ("full", "moving"):
        image = QImage(120, 80, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            thread = Curves(THREAD, np.array([5.0]), np.array([1.0]), "out")
            draw_items(painter, (thread,), Device(theme("paper"), 1.0, quality))  # type: ignore[arg-type]
        shown[quality] = pixels(image)[..., 3]
    assert set(np.unique(shown["moving"])) == {0, 255}
    assert len(np.unique(shown["full"])) > 10
    assert shown["moving"].astype(float).sum() == pytest.approx(shown["full"].astype(float).sum(), rel=0.05)


def test_a_thin_thread_is_faint_rather_than_thick() -> None:
    def ink(width: float) -> float:
        curve = Curves(THREAD, np.array([width]), np.array([1.0]), "out")
        return float(drawn(curve)[..., 3].sum())

    assert ink(0.5) == pytest.approx(ink(1.0) / 2, rel=0.1)
    assert ink(3.0) == pytest.approx(3 * ink(1.0), rel=0.2)


def test_threads_without_width_opacity_or_place_are_left_out() -> None:
    points = np.concatenate([THREAD, THREAD, THREAD * np.nan])
    assert drawn(Curves(points, np.array([0.0, 2, 2]), np.array([1.0, 0, 1]), "out"))[..., 3].max() == 0


def test_empty_batches_draw_nothing() -> None:
    nothing = np.empty((0, 2))
    items = (
        Texts((), nothing),
        Rects(np.empty((0, 4)), fill="ink"),
        Cells(np.empty((0, 1, 3)), nothing, nothing),
    )
    assert drawn(picture(SIZE, *items))[..., 3].max() == 0
