"""The player and a document that changes under it."""

from __future__ import annotations

import pytest

from transformer_lab.document import edits
from transformer_lab.ui.window import MainWindow


@pytest.mark.parametrize(("name", "value"), [("norm", "none"), ("layers", 1), ("feed-forward", False)])
def test_a_step_on_its_way_survives_a_change_of_the_model(
    window: MainWindow, name: str, value: object
) -> None:
    """The step glides toward a beat of the old timeline; the new one may be shorter."""
    window.lab.do(edits.switch("norm", "after"))
    player = window.player
    assert player.timeline is not None
    player.scrub(player.timeline.total * 0.95)
    player.step(1)
    assert not player.playing
    window.lab.do(edits.switch(name, value))
    assert player.timeline is not None
    assert player.cursor is not None
    assert player.cursor.beat < len(player.timeline.beats)
    player.advance(50.0)
    player.step(-1)
    assert player.cursor.beat < len(player.timeline.beats)


def test_emptying_the_text_under_a_step_stops_it(window: MainWindow) -> None:
    window.player.to_start()
    window.player.step(1)
    window.typing.typed("")
    assert window.player.cursor is None
    window.player.advance(50.0)
    window.typing.typed("a cat")
    assert window.player.at_end
