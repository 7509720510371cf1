"""The parts of the window at every size: inside it, beside each other, the stage never starved."""

from __future__ import annotations

import itertools

import pytest

from transformer_lab.ui.arrangement import Box, Wishes, arrange, collapsed
from transformer_lab.ui.lower import shared

SIZES = [(760, 480), (1024, 640), (1280, 720), (1339, 779), (1440, 900), (2560, 1440)]


@pytest.mark.parametrize("size", SIZES)
def test_parts_lie_inside_and_the_stage_keeps_its_room(size: tuple[int, int]) -> None:
    for outline, inspector, editors in itertools.product((False, True), repeat=3):
        places = arrange(*size, Wishes(outline, inspector, editors))
        boxes = [value for value in vars(places).values() if isinstance(value, Box)]
        for box in boxes:
            assert box.x >= 0
            assert box.y >= 0
            assert box.x + box.width <= size[0]
            assert box.y + box.height <= size[1]
        assert places.stage.width >= 400
        assert places.stage.height >= 240
        stacked = places.header.height + places.crumbs.height + places.stage.height
        assert stacked + places.editors.height + places.timeline.height == size[1]


def test_the_sizes_of_the_design() -> None:
    places = arrange(1440, 900, Wishes(inspector=True))
    assert places.outline == Box(0, 56, 224, 776)
    assert places.inspector.width == 360
    assert places.stage.width == 856
    assert places.editors.height == 244
    small = arrange(1280, 720, Wishes(outline=False, inspector=True, editors=False))
    assert small.rail.width == 48
    assert small.floats
    assert small.stage.width == 892
    assert (small.header.height, small.timeline.height) == (52, 56)


def test_a_tall_window_gives_the_editors_a_part_of_what_it_is_taller() -> None:
    assert arrange(1920, 1080, Wishes()).editors.height == 244 + 72
    assert arrange(1920, 1080, Wishes(editors_height=284)).editors.height == 284 + 72
    assert arrange(2560, 2000, Wishes()).editors.height == 244 + 96


def test_maps_stand_side_by_side_where_both_have_room() -> None:
    assert shared(700, 244).width == 0
    assert not shared(856, 244).both
    wide = shared(1216, 244)
    assert wide.both
    assert 1216 - wide.width >= 520
    assert all(w - shared(w, h).width >= 420 for w in range(420, 3000, 20) for h in (160, 244, 340))


def test_narrowing_folds_and_widening_brings_back() -> None:
    wishes = Wishes()
    small = collapsed(wishes, (1440, 900), (1280, 720))
    assert not small.outline
    assert not small.editors
    assert collapsed(small, (1280, 720), (1440, 900)).outline
    asked_for = Wishes(editors=True)
    assert collapsed(asked_for, (1280, 720), (1280, 700)).editors, "what was opened in a low window stays"
