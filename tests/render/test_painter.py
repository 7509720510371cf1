"""The screen painter paints a layer once and right, and answers what lies where."""

from __future__ import annotations

import numpy as np
import pytest

from tests.render.images import rgba
from tests.render.painted import SIZE, Built, canvas, paint, shade
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Item,
    Layer,
    Picture,
    Rects,
    Ref,
    table,
)
from transformer_lab.render.painter import PicturePainter
from transformer_lab.render.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_layer_is_built_once_and_motion_in_every_frame(painter: PicturePainter, built: Built) -> None:
    for _ in range(3):
        image = paint(painter, built.layer("ground", 0, 1), built.layer(color="ink", box=(0, 0, 50, 100)))
    assert built.times == {("ground", 0, 1): 1, (): 3}
    assert shade(image, 20, 50) == theme("paper").color("ink")
    assert shade(image, 90, 50) == theme("paper").color("key")


def test_the_theme_calls_for_new_pixmaps(painter: PicturePainter, built: Built) -> None:
    paint(painter, built.layer("ground", 0))
    painter.use(theme("slate"))
    image = paint(painter, built.layer("ground", 0))
    assert built.times["ground", 0] == 2
    assert shade(image, 90, 50) == theme("slate").color("key")


@pytest.mark.parametrize("threads", [True, False])
def test_only_threads_are_painted_again_when_the_hand_rests(painter: PicturePainter, threads: bool) -> None:
    built, filled = [], []
    thread = Curves(np.array([[[10, 5], [10, 50], [180, 50], [180, 95.0]]]), np.array([6.0]), np.ones(1))
    box = Rects(table(10, 10, 20, 20), fill="key")

    def build() -> tuple[Item, ...]:
        built.append(1)
        return (thread,) if threads else (box,)

    layer = Layer(("ground", 0), (0, 0, 200, 100), build)
    for quality in ("moving", "moving", "full", "moving", "full"):
        painter.quality = quality  # type: ignore[assignment]
        paint(painter, layer)
        (sheet,) = (painter.sheets.get(painter._key(layer, 1.0)),)
        assert sheet is not None
        filled.append(sheet.tiles[0, 0].cacheKey())
    assert len(built) == 1, "the items are the same in any quality"
    assert len(set(filled)) == (2 if threads else 1), "what is fine is kept while something moves"


def test_another_version_or_density_calls_for_a_new_pixmap(painter: PicturePainter, built: Built) -> None:
    paint(painter, built.layer("ground", 0, 1))
    paint(painter, built.layer("ground", 0, 2))
    paint(painter, built.layer("ground", 0, 2), dpr=2.0)
    assert built.times == {("ground", 0, 1): 1, ("ground", 0, 2): 2}


def test_moving_fading_and_cutting_a_layer_builds_nothing(painter: PicturePainter, built: Built) -> None:
    box = (0, 0, 200, 40)
    paint(painter, built.layer("a", 0, box=box))
    image = paint(painter, built.layer("a", 0, box=box, dy=50, opacity=0.5, show=20))
    assert built.times["a", 0] == 1
    assert shade(image, 9, 45) == shade(image, 9, 75) == ""
    assert image.pixelColor(9, 60).alpha() == pytest.approx(128, abs=2)


@pytest.mark.parametrize("dpr", [1.0, 1.5, 2.0])
def test_what_stands_still_is_laid_down_as_one_and_looks_the_same(
    painter: PicturePainter, built: Built, dpr: float
) -> None:
    still = [
        built.layer("a", 0, opacity=0.4),
        built.layer("b", 0, color="query", box=(20, 10, 90, 70), dy=5, show=60, opacity=0.7),
        built.layer("c", 0, color="ink", box=(0, 50, 200, 9)),
    ]
    motion = built.layer(color="out", box=(30, 30, 20, 20))
    view = (0, 0, 200, 100)
    first, *later = (paint(painter, *still, motion, dpr=dpr, view=view) for _ in range(4))
    for image in later:
        assert np.abs(rgba(image) - rgba(first)).max() <= 1
    assert [layer.key for layer, _ in painter.live] == [("a", 0), ("b", 0), ("c", 0), None]
    assert built.times["a", 0] == 1
    moved = paint(painter, still[0], still[1]._replace(dy=20), still[2], motion, dpr=dpr, view=view)
    fresh = paint(
        PicturePainter(theme("paper")), still[0], still[1]._replace(dy=20), still[2], motion, dpr=dpr
    )
    assert np.abs(rgba(moved) - rgba(fresh)).max() <= 1
    changed = built.layer("b", 1, color="key", box=(20, 10, 90, 70))
    after = paint(painter, still[0], changed, still[2], motion, dpr=dpr, view=view)
    assert shade(after, int(100 * dpr), int(40 * dpr)) == theme("paper").color("key")


def test_what_stands_still_follows_theme_and_scrolling(painter: PicturePainter, built: Built) -> None:
    layers = [built.layer("a", 0, box=(0, 0, 200, 50)), built.layer("b", 0, box=(0, 0, 20, 50))]
    view = (0, 0, 200, 100)
    for _ in range(3):
        paint(painter, *layers, view=view)
    assert shade(paint(painter, *layers, view=view, dy=30), 100, 70) == theme("paper").color("key")
    painter.use(theme("slate"))
    for _ in range(3):
        image = paint(painter, *layers, view=view, dy=30)
    assert shade(image, 100, 70) == theme("slate").color("key")


def test_pixmaps_lie_on_whole_device_pixels(painter: PicturePainter, built: Built) -> None:
    half = built.layer("a", 0, box=(0, 0, 100, 50))
    for dpr in (1.0, 1.5, 2.0):
        image = paint(painter, half, dx=10.3, dy=10.4, dpr=dpr)
        alphas = {image.pixelColor(x, y).alpha() for x in range(image.width()) for y in (30, 40)}
        assert alphas == {0, 255}


def cells(node: str) -> tuple[Item, ...]:
    ref = Ref(node, np.array([[2]]), "rc")
    return (Cells(np.ones((1, 2, 3)), table([10], [10]), table([20], [20]), ref=ref),)


def test_a_hit_answers_with_the_topmost_number_where_it_is_now(painter: PicturePainter) -> None:
    low = Layer(("low", 0), (0, 0, 200, 100), lambda: cells("low"))
    high = Layer(None, (0, 0, 200, 60), lambda: cells("high"), dy=20, show=35)
    assert painter.hit(35, 35) is None, "nothing painted yet"
    paint(painter, low, high)
    assert painter.hit(35, 15) == Cell("low", (2, 0, 1))
    assert painter.hit(35, 45) == Cell("high", (2, 0, 1))
    assert painter.hit(35, 57) is None, "cut off by `show`, and the one below ends above"
    assert painter.hit(150, 90) is None


def test_the_painter_leaves_the_qpainter_as_it_was(painter: PicturePainter, built: Built) -> None:
    with canvas() as (_, qpainter):
        before = qpainter.opacity(), qpainter.worldTransform(), qpainter.renderHints()
        painter.paint(qpainter, Picture(SIZE, (built.layer("a", 0, opacity=0.2), built.layer(opacity=0.3))))
        assert (qpainter.opacity(), qpainter.worldTransform(), qpainter.renderHints()) == before


def test_a_drag_keeps_one_pixmap_for_each_layer(painter: PicturePainter, built: Built) -> None:
    paint(painter, built.layer("ground", 0, "at rest"))
    painter.quality = "moving"
    for version in range(9):
        color = "key" if version % 2 else "query"
        image = paint(painter, built.layer("ground", 0, version, color=color))
    assert len(painter.sheets) == 2, "what was there before the drag, and what it has come to"
    assert painter.sheets.bytes == 2 * 4 * 200 * 100
    assert shade(image, 90, 50) == theme("paper").color("query"), "nothing shines through of the one before"


def test_what_belongs_to_a_frame_begun_by_another_painter_has_what_that_one_left(
    painter: PicturePainter, built: Built
) -> None:
    painter.budget_ms = 0.0
    paint(painter, built.layer("ground", 0))
    second = PicturePainter(theme("paper"), 0.0)
    paint(second, built.layer("gutter", 0), frame=painter.frame)
    assert ("gutter", 0) not in built.times
    assert second.more
    paint(second, built.layer("gutter", 0))
    assert built.times["gutter", 0] == 1
