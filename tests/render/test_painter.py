"""The screen painter paints a layer once, keeps within its memory and time, and answers what lies where."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Floats,
    Item,
    Layer,
    Picture,
    Rects,
    Ref,
    picture,
    table,
)
from transformer_lab.render.painter import PicturePainter
from transformer_lab.render.raster import to_image
from transformer_lab.render.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")
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


@pytest.fixture
def built() -> Built:
    return Built()


@pytest.fixture
def painter() -> PicturePainter:
    return PicturePainter(theme("paper"))


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


def test_layers_out_of_view_are_not_built(painter: PicturePainter, built: Built) -> None:
    view = (0, 0, 200, 100)
    paint(
        painter,
        built.layer("in", 0),
        built.layer("below", 0, dy=100),
        built.layer("hidden", 0, show=0),
        view=view,
    )
    assert built.times == {("in", 0): 1}
    paint(painter, built.layer("in", 0), built.layer("below", 0, dy=100), view=view, dy=-1)
    assert built.times == {("in", 0): 1, ("below", 0): 1}


def test_a_wide_layer_is_painted_only_as_far_as_it_is_seen(painter: PicturePainter, built: Built) -> None:
    wide = built.layer("wide", 0, box=(0, 0, 40000, 100))
    image = paint(painter, wide, view=(0, 0, 200, 100))
    first = painter.sheets.bytes
    assert first <= 4 * 1024 * 100
    assert shade(image, 199, 50) == theme("paper").color("key")
    image = paint(painter, wide, view=(0, 0, 200, 100), dx=-39900)
    assert shade(image, 99, 50) == theme("paper").color("key")
    assert shade(image, 101, 50) == ""
    assert built.times["wide", 0] == 1, "items are kept, tiles are added"
    assert painter.sheets.bytes <= 3 * first


def test_threads_run_through_tiles_as_if_there_were_none(painter: PicturePainter) -> None:
    lines = np.array(
        [[[10, 5], [10, 50], [3990, 50], [3990, 95]], [[900, 0], [900, 50], [1100, 50], [1100, 100.0]]]
    )
    threads = Curves(lines, np.array([6.0, 2.5]), np.array([1.0, 1.0]), "out")
    layer = Layer(("wide", 0), (0, 0, 4000, 100), lambda: (threads,))
    shown = paint(painter, layer, dx=-924, view=(0, 0, 200, 100))
    still = picture((4000, 100), threads)
    whole = to_image(still, theme("paper"), 1.0, "none").copy(924, 0, 200, 100)
    assert rgba(whole).max() > 0
    assert np.abs(rgba(shown) - rgba(whole)).mean() < 1


@pytest.mark.parametrize("dpr", [1.0, 1.25, 2.0])
def test_tiles_meet_without_a_seam(painter: PicturePainter, built: Built, dpr: float) -> None:
    wide = built.layer("wide", 0, box=(0, 0, 4000, 100))
    image = paint(painter, wide, dpr=dpr, dx=-round(1024 / dpr) + 100, view=(0, 0, 200, 100))
    assert {image.pixelColor(x, 50).name() for x in range(image.width())} == {
        theme("paper").color("key").lower()
    }


def test_the_least_recently_used_go_when_memory_runs_out(built: Built) -> None:
    painter = PicturePainter(theme("paper"), limit=3 * 4 * 200 * 100)
    for name in ("a", "b", "c", "a", "d"):
        paint(painter, built.layer(name, 0))
        assert painter.sheets.bytes <= painter.sheets.limit
    paint(painter, built.layer("a", 0))
    assert built.times["a", 0] == 1, "used lately, so kept"
    paint(painter, built.layer("b", 0))
    assert built.times["b", 0] == 2, "longest unused, so gone"


def test_over_budget_the_last_pixmap_is_stretched_and_more_frames_are_asked_for(built: Built) -> None:
    painter = PicturePainter(theme("paper"), budget_ms=0.0)
    small = (0, 0, 100, 100)
    old = [built.layer(name, 0, "old", box=small, color="key") for name in ("a", "b")]
    while paint(painter, *old) and painter.more:
        pass
    new = [built.layer(name, 0, "new", color="query") for name in ("a", "b")]
    image = paint(painter, *new)
    assert painter.more
    assert built.times["a", 0, "new"] == 1, "one layer a frame at least"
    assert ("b", 0, "new") not in built.times
    assert shade(image, 190, 50) == theme("paper").color("key"), "the old one, over the whole new box"
    image = paint(painter, *new)
    assert not painter.more
    assert shade(image, 190, 50) == theme("paper").color("query")


def test_the_other_theme_is_no_stand_in(built: Built) -> None:
    painter = PicturePainter(theme("paper"), budget_ms=0.0)
    layers = [built.layer("a", 0), built.layer("b", 0)]
    while paint(painter, *layers) and painter.more:
        pass
    painter.use(theme("slate"))
    image = paint(painter, *layers)
    assert shade(image, 50, 50) == theme("slate").color("key")


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


def rgba(image: QImage) -> Floats:
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888_Premultiplied)
    return np.array(plain.constBits(), np.uint8).astype(float)


def test_what_comes_next_is_built_ahead_one_layer_at_a_time(painter: PicturePainter, built: Built) -> None:
    now, following = built.layer("a", 0, "now"), built.layer("a", 0, "next", color="query")
    paint(painter, now)
    picture = Picture(SIZE, (now, following, built.layer("b", 0), built.layer("c", 0, show=0), built.layer()))
    assert painter.prepare(picture)
    assert built.times == {("a", 0, "now"): 1, ("a", 0, "next"): 1}
    assert painter.prepare(picture)
    assert not painter.prepare(picture), "all that is seen and stands still is there"
    paint(painter, following)
    assert built.times == {("a", 0, "now"): 1, ("a", 0, "next"): 1, ("b", 0): 1}


def test_without_a_budget_all_is_built_at_once(painter: PicturePainter, built: Built) -> None:
    paint(painter, *(built.layer(name, 0) for name in "abcdef"))
    assert not painter.more
    assert len(built.times) == 6


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
