"""What was looked at in one way is looked at so at the next start; what is written wrongly is passed over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from transformer_lab import session
from transformer_lab.figures.manner import Manner
from transformer_lab.ui.habits import HABITS
from transformer_lab.ui.settings import Settings
from transformer_lab.ui.stage.camera import Camera
from transformer_lab.ui.views.table import VIEWS
from transformer_lab.ui.window import MainWindow

Opener = Callable[..., MainWindow]


def left(window: MainWindow) -> None:
    """Close it as a person does, without a question."""
    window.projects.ask_unsaved = lambda *_: "discard"
    window.close()


def again(open_window: Opener, preset: str = "first-sentence") -> MainWindow:
    """The next start."""
    window = open_window(session.new(preset))
    window.open_up(first=False)
    return window


def test_the_stage_is_looked_at_as_it_was(open_window: Opener) -> None:
    window = open_window()
    window.scene.faces = window.scene.faces.turned("matrix", 0.0, at_once=True)
    window.scene.move(Camera(lane=88.0, level="far"), at_once=True)
    window.scene.set_follow(False)
    window.player.set_speed(2.0)
    window.preferences.use(Manner(1, "Wx", "columns", 4))
    left(window)
    second = again(open_window)
    look = second.scene.look()
    assert (look.face, look.level, second.scene.goal.lane) == ("matrix", "far", 88.0)
    assert (second.player.speed, second.scene.follow) == (2.0, False)
    assert look.manner == Manner(1, "Wx", "columns", 4)


def test_a_first_start_is_as_it_always_was(open_window: Opener) -> None:
    window = again(open_window)
    goal = window.scene.goal
    assert (window.scene.look().face, goal.lane, goal.level) == ("threads", 0.0, "middle")
    assert (window.player.speed, window.scene.follow, window.frame.wishes.build) == (1.0, True, False)


@pytest.mark.parametrize("name", [*VIEWS])
def test_every_choice_of_every_view_is_taken_again(open_window: Opener, name: str) -> None:
    window = open_window()
    view = window.docks.open(name).view
    view.renew()
    chosen = {}
    if name != "mask":  # its choices are parts of the model
        for option in [choice.option for choice in view.choices]:
            values = [v for c in view.choices if c.option == option for v, _ in c.values]
            view.take(option, values[-1])
    chosen = {choice.option: view.taken(choice.option) for choice in view.choices}
    left(window)
    second = again(open_window)
    assert second.docks.is_open(name)
    after = second.docks[name].view
    after.renew()
    after.grab()
    assert {choice.option: after.taken(choice.option) for choice in after.choices} == chosen


def test_choices_that_another_model_does_not_offer_are_passed_over(open_window: Opener) -> None:
    window = open_window()
    view = window.docks.open("vectors").view
    view.renew()
    view.take("source", view.choices[0].values[-1][0])
    view.take("across", 7)
    left(window)
    second = again(open_window, "worked-example")
    second.docks["vectors"].view.grab()


def test_folded_sections_stay_folded(open_window: Opener) -> None:
    window = open_window()
    from transformer_lab.engine.graph import Cell
    from transformer_lab.figures.ask.drawing import FOLD
    from transformer_lab.ui.inspector.panel import Inspector

    def inspector(of: MainWindow) -> Inspector:
        of.focus.select(Cell("block.1/attn/weights", (0, 7, 1)))
        found = of.findChild(Inspector)
        assert found is not None
        return found

    first = inspector(window)
    before = first.folded
    first._deeds.do(FOLD + "feeds", None)
    assert first.folded == before ^ {"feeds"}
    left(window)
    assert inspector(again(open_window)).folded == before ^ {"feeds"}


def test_nonsense_is_passed_over(open_window: Opener) -> None:
    kept = Settings()
    for name in HABITS:
        kept.keep_way(name, "nonsense \x00 9e99")
    for name in VIEWS:
        kept._file.setValue(f"view/{name}", "{not json")
    kept._file.setValue("view/attention", '["a"]')
    kept.sync()
    window = again(open_window)
    goal = window.scene.goal
    assert (window.scene.look().face, goal.lane, goal.level) == ("threads", 0.0, "middle")
    assert window.player.speed == 1.0
    for name in VIEWS:
        assert kept.choices_of(name) == {}
