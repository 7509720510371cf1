"""What “as shown” exports while A and B are compared, and the form of the stage for slides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.figures import lawful
from transformer_lab import session
from transformer_lab.figures.legibility import smallest, texts_of
from transformer_lab.figures.picture import Group, Layer, Picture
from transformer_lab.ui.deeds import exporting
from transformer_lab.ui.dialogs.export.subject import PART
from transformer_lab.ui.window import MainWindow


def written(drawn: Picture) -> list[str]:
    return [text for batch in texts_of(drawn) for text in batch.text]


def test_the_attention_alone_is_offered_for_small_type_and_can_be_read(window: MainWindow) -> None:
    dialog = exporting.export_dialog(window)
    offered = [r.wanted.figure for r in dialog.subject._tried(dialog.wanted)]
    assert PART in offered
    dialog.figure.setCurrentIndex(dialog.figure.findData(PART))
    found = smallest(dialog.picture())
    assert found is not None
    assert found.points >= 17.5
    assert dialog.steps.isHidden()
    dialog.close()


def compared(window: MainWindow) -> None:
    """A is pinned, and since then the query of one word was made another."""
    window.comparing.pin()
    for cell in ((6, 0, 1), (2, 0, 1), (2, 0, 0)):
        window.lab.set_cell("block.1/attn/W_Q", cell, 0.0)


def percents(drawn: Picture) -> set[str]:
    return {text for text in written(drawn) if text.endswith("%") and len(text) < 5}


@pytest.mark.parametrize("size", ["16:9", "window"])
@pytest.mark.parametrize("view", ["a", "difference", "side", "stage", "wipe"])
def test_what_is_compared_is_exported_as_it_is_seen(window: MainWindow, view: str, size: str) -> None:
    compared(window)
    dialog = exporting.export_dialog(window)
    dialog.follow_view("")
    wanted = dialog.wanted._replace(size=size)
    before = dialog.subject.picture(wanted)
    dialog.follow_view(view)
    assert written(dialog.subject.picture(wanted)) != written(before)
    dialog.close()


@pytest.mark.parametrize("size", ["16:9", "window"])
def test_of_a_wipe_a_is_exported_left_of_its_line_and_b_right_of_it(window: MainWindow, size: str) -> None:
    compared(window)
    dialog = exporting.export_dialog(window)
    drawn = {}
    for view, split in (("", 0.5), ("wipe", 0.3), ("wipe", 0.6)):
        dialog.follow_view(view, split)
        drawn[view, split] = dialog.subject.picture(dialog.wanted._replace(size=size))
    for split in (0.3, 0.6):
        wiped = drawn["wipe", split]
        groups = [item for layer in wiped.layers for item in layer.build() if isinstance(item, Group)]
        line = split * wiped.size[0]
        ends = {g.id: (g.clip[0], g.clip[0] + g.clip[2]) for g in groups if g.clip is not None}
        assert ends["seen-A"] == pytest.approx((0.0, line))
        assert ends["seen-B"] == pytest.approx((line, wiped.size[0]))
        assert "67%" in percents(replace(wiped, layers=_of(wiped, "seen-A")))
        assert "67%" not in percents(replace(wiped, layers=_of(wiped, "seen-B")))
    dialog.close()


def _of(drawn: Picture, name: str) -> tuple[Layer, ...]:
    """The layers that show one state."""
    return tuple(layer for layer in drawn.layers if getattr(layer.build()[0], "id", "") == name)


@pytest.mark.parametrize("view", ["a", "side", "wipe"])
@pytest.mark.parametrize("preset", ["first-sentence", "small-red-house"])
def test_a_slide_of_both_has_its_shape_and_type_that_can_be_read(
    open_window: Callable[..., MainWindow], view: str, preset: str
) -> None:
    window = open_window()
    window.lab.adopt(session.new(preset))
    window.comparing.pin()
    node = "block.1/attn/W_Q" if preset == "first-sentence" else "decoder.0/cross/W_Q"
    window.lab.set(node, -np.asarray(window.lab[node]))
    dialog = exporting.export_dialog(window)
    dialog.follow_view(view)
    wanted = dialog.wanted._replace(size="16:9")
    for moment in (0.1, 0.5, 0.7, 1.0):
        window.player.scrub(window.player.timeline.total * moment)
        drawn = dialog.subject.picture(wanted)
        found = smallest(drawn)
        assert drawn.size == (960.0, 540.0)
        assert found is not None
        assert found.points >= 17.5
        assert view == "wipe" or moment < 1.0 or lawful.overlapping(drawn) == []
        assert lawful.outside(drawn) == []
    dialog.close()


def test_a_copy_of_the_stage_is_what_is_seen(window: MainWindow) -> None:
    compared(window)
    window.comparing.take("side")
    side = written(exporting.looked_at(window)[0])
    window.comparing.take("wipe")
    wiped = exporting.looked_at(window)[0]
    assert {"A", "B"} <= set(side)
    assert "67%" in side
    assert _of(wiped, "seen-A")
    window.comparing.let_go()
    assert "67%" not in written(exporting.looked_at(window)[0])


@pytest.mark.parametrize("size", ["16:9", "4:3"])
@pytest.mark.parametrize("view", ["", "a", "difference", "side", "stage", "wipe"])
def test_a_slide_has_the_shape_that_was_asked_for(window: MainWindow, view: str, size: str) -> None:
    compared(window)
    dialog = exporting.export_dialog(window)
    dialog.follow_view(view)
    across, down = dialog.subject.picture(dialog.wanted._replace(size=size)).size
    wide, high = (int(part) for part in size.split(":"))
    assert across / down == pytest.approx(wide / high, rel=0.005)
    dialog.close()
