"""The room that is reckoned for items holds all their ink, and not much more than it must."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.render.images import alpha
from tests.render.marks import MARKS
from transformer_lab.figures.picture import Group, Item, Texts, picture, table
from transformer_lab.render.bounds import bounds
from transformer_lab.render.raster import to_image
from transformer_lab.render.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")
WORDS = ("scared", "WWWWWW", "猫猫猫", "👩‍🚀👩‍🚀", "مرحبا", "ﷺ")


def ink(item: Item, size: tuple[float, float] = (400, 300)) -> tuple[int, int, int, int]:
    rows, columns = np.nonzero(alpha(to_image(picture(size, item), theme("paper"), 1, "none")))
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


def assert_holds(item: Item) -> None:
    left, top, right, bottom = ink(item)
    found = bounds((item,))
    assert found is not None
    x, y, width, height = found
    assert x <= left
    assert y <= top
    assert right <= x + width
    assert bottom <= y + height


@pytest.mark.parametrize("kind", MARKS)
def test_no_mark_leaves_its_room(kind: str) -> None:
    assert_holds(MARKS[kind].item)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize("angle", [0, 60])
def test_no_text_leaves_its_room(anchor: str, angle: float) -> None:
    for word in WORDS:
        assert_holds(Texts((word,), table(200, 150), 16, anchor=anchor, angle=angle))  # type: ignore[arg-type]


def test_a_faded_group_is_drawn_as_a_whole_and_to_its_edges() -> None:
    for kind in ("cells", "thread", "text", "formula", "group", "frame"):
        item = MARKS[kind].item
        faded, full = (
            alpha(to_image(picture((120, 80), what), theme("paper"), 2, "none"))
            for what in (Group("g", (item,), 0.5), item)
        )
        assert np.abs(faded.astype(float) - full / 2).max() <= 2, kind


def test_little_room_for_little_things() -> None:
    found = bounds((replace(MARKS["fill"].item, radius=0),))  # type: ignore[type-var]
    assert found == (19, 19, 42, 32)
    assert bounds(()) is None
    assert bounds((Group("g", ()),)) is None
