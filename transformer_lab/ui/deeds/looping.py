"""A range of the timeline that is played again and again, by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformer_lab.ui.timeline.loop import Loop, section_of

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def begin(window: MainWindow) -> None:
    """The range begins with the operation at the playhead."""
    player = window.player
    if player.timeline is not None and player.cursor is not None:
        here = player.cursor.beat
        player.set_loop((player.loop or Loop(here, len(player.timeline.beats) - 1)).begins(here))


def end(window: MainWindow) -> None:
    """The range ends with the operation at the playhead."""
    player = window.player
    if player.cursor is not None:
        player.set_loop((player.loop or Loop(0, player.cursor.beat)).ends(player.cursor.beat))


def toggle(window: MainWindow) -> None:
    """Come back at the end of the range, or play on; without a range the section at the playhead is one."""
    player = window.player
    if player.loop is not None:
        player.set_loop(player.loop._replace(on=not player.loop.on))
    elif player.timeline is not None and player.cursor is not None:
        player.set_loop(section_of(player.timeline, player.cursor))
