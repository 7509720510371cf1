"""The screen painter keeps within its view, its memory and its time."""

from __future__ import annotations

import numpy as np
import pytest

from tests.render.images import rgba
from tests.render.painted import SIZE, Built, paint, shade
from transformer_lab.figures.picture import (
    Curves,
    Layer,
    Picture,
    picture,
)
from transformer_lab.render.painter import PicturePainter
from transformer_lab.render.raster import to_image
from transformer_lab.render.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")


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
