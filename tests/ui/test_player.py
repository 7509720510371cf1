"""The player: time, steps and speeds, and a document that changes under it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from transformer_lab.document import edits
from transformer_lab.figures.timeline import Cursor
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.player import Player
from transformer_lab.ui.timeline.loop import Loop
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


@pytest.fixture
def player(lab: Lab, focus: Focus) -> Iterator[Player]:
    made = Player(lab, focus)
    yield made
    made.pause()


def at(player: Player) -> Cursor:
    assert player.cursor is not None
    return player.cursor


def test_time_runs_from_the_start_at_the_chosen_speed_and_ends(player: Player) -> None:
    ended: list[int] = []
    player.stopped_at_end.connect(lambda: ended.append(1))
    assert player.at_end
    player.play()
    assert (player.playing, at(player)) == (True, (0, 0.0))
    first = player.timeline.beats[0]
    player.set_speed(2.0)
    player.advance(first.move / 4.0)
    assert at(player) == (0, pytest.approx(0.5))
    player.advance(1e9)
    assert (player.playing, player.at_end, ended) == (False, True, [1])


def test_a_pause_stays_where_it_is_and_playing_goes_on_from_there(player: Player) -> None:
    player.play()
    player.advance(player.timeline.starts[3] + 1.0)
    here = at(player)
    player.pause()
    player.toggle()
    assert player.playing
    assert (at(player), here.beat) == (here, 3)


def test_a_first_look_is_quicker_and_only_the_first(player: Player) -> None:
    player.play(overview=True)
    player.advance(player.timeline.overview().starts[5])
    assert at(player).beat == 5
    player.pause()
    assert not player.overview


def test_with_reduced_motion_only_rests_are_shown(player: Player) -> None:
    player.calm = True
    player.play()
    player.advance(player.timeline.starts[2] + 1.0)
    assert at(player) == (2, 1.0)
    player.step(1)
    assert at(player) == (3, 1.0)


def test_a_step_is_seen_moving_and_stops_at_the_rest(player: Player) -> None:
    player.to_start()
    player.step(1)
    assert (at(player), player.playing) == ((0, 0.0), False)
    player.advance(player.timeline.beats[0].move / 2.0)
    assert at(player).u == pytest.approx(0.5)
    player.step(1)
    assert at(player) == (1, 0.0), "the next step finds the first one done"
    player.advance(player.timeline.beats[1].move)
    assert at(player) == (1, 1.0)
    player.step(-1)
    assert at(player) == (1, 1.0), "a step back is seen moving too"
    player.advance(player.timeline.beats[1].move / 2.0)
    assert at(player).beat == 1
    assert at(player).u == pytest.approx(0.5)
    player.step(-1)
    assert at(player) == (0, 1.0), "the next step finds this one done"
    player.advance(1e9)
    assert at(player) == (0, 0.0)
    assert not player.playing


def test_backwards_the_same_moments_come_in_the_other_order(player: Player) -> None:
    assert player.timeline is not None
    player.to_start()
    player.play()
    forwards = [at(player)]
    for _ in range(6):
        player.advance(250.0)
        forwards.append(at(player))
    player.toggle(backwards=True)
    assert player.playing, "it turns round without a stop"
    backwards = [at(player)]
    for _ in range(6):
        player.advance(250.0)
        backwards.append(at(player))
    assert [c.beat for c in backwards] == [c.beat for c in reversed(forwards)]
    assert [c.u for c in backwards] == pytest.approx([c.u for c in reversed(forwards)])
    player.advance(1e9)
    assert (at(player), player.playing) == ((0, 0.0), False)
    player.toggle(backwards=True)
    assert at(player) == player.timeline.end, "from the start it begins at the end"


def test_backwards_a_loop_comes_back_to_its_end(player: Player) -> None:
    player.scrub(0.0)
    player.set_loop(Loop(2, 3))
    player.toggle(backwards=True)
    assert at(player) == (3, 1.0)
    seen = set()
    for _ in range(40):
        player.advance(180.0)
        seen.add(at(player).beat)
    assert seen == {2, 3}
    assert player.playing


def test_scrubbing_stays_on_the_timeline_and_settles_on_the_nearer_rest(player: Player) -> None:
    player.scrub(-5.0)
    assert at(player) == (0, 0.0)
    player.scrub(1e12)
    assert player.at_end
    start, move = player.timeline.starts[4], player.timeline.beats[4].move
    for share, rest in ((0.4, 3), (0.6, 4)):
        player.scrub(start + share * move)
        player.settle()
        assert at(player) == (rest, 1.0)


def test_speeds_go_up_and_down_their_list_and_no_further(player: Player) -> None:
    found = []
    for direction in (1, 1, 1, -1, -1, -1, -1, -1):
        player.change_speed(direction)
        found.append(player.speed)
    assert found == [2.0, 4.0, 4.0, 2.0, 1.0, 0.5, 0.25, 0.25]


def test_an_edit_of_numbers_moves_nothing_and_another_model_keeps_the_beat(lab: Lab, player: Player) -> None:
    lab.watch(lambda _snapshot: player.follow_document())
    mix = player.timeline.index["block.1/attn", "mix"]
    player.scrub(player.timeline.starts[mix])
    lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 3.0)
    assert at(player).beat == mix
    lab.do(edits.switch("norm", "before"))
    assert at(player).beat == player.timeline.index["block.1/attn", "mix"] != mix
    player.to_end()
    lab.do(edits.switch("layers", 1))
    assert player.at_end
