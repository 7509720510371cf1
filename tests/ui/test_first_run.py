"""The first ten seconds, and that anybody may take over at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from transformer_lab import session
from transformer_lab.ui.app import first_project
from transformer_lab.ui.commands import COMMANDS
from transformer_lab.ui.deeds import dialogs, looking
from transformer_lab.ui.dialogs.help import GROUPS, HelpDialog, shortcuts
from transformer_lab.ui.first_run import invitation, strongest
from transformer_lab.ui.settings import Settings
from transformer_lab.ui.window import MainWindow


def test_words_drop_then_time_runs_then_one_line_invites(window: MainWindow, qtbot: object) -> None:
    window.first_run.start()
    assert window.player.cursor == (0, 0.0)
    assert not window.player.playing
    qtbot.waitUntil(lambda: window.player.playing, timeout=3000)  # type: ignore[attr-defined]
    assert window.player.overview
    window.player.advance(1e9)
    assert window.player.at_end
    qtbot.waitUntil(window.first_run.hint.isVisible, timeout=3000)  # type: ignore[attr-defined]
    assert window.first_run.hint.accessibleName() == "scared looks mostly at cat. Click the number."


@pytest.mark.parametrize("wait", [0, 500])
def test_any_key_takes_over(window: MainWindow, wait: int) -> None:
    window.first_run.start()
    QTest.qWait(wait)
    QTest.keyClick(window.stage, Qt.Key.Key_Shift)
    assert window.player.at_end
    assert not window.player.playing
    assert not window.first_run.running


def test_who_has_taken_over_is_not_invited(window: MainWindow) -> None:
    window.first_run.start()
    window.first_run.stop()
    window.first_run._invite()
    assert not window.first_run.hint.isVisible()


def test_with_reduced_motion_the_finished_frame_comes_first(window: MainWindow) -> None:
    window.first_run.start(calm=True)
    assert window.player.at_end


def test_the_invitation_is_about_the_largest_weight(window: MainWindow) -> None:
    found = strongest(window.lab, window.focus)
    assert found is not None
    assert found.index == (0, 7, 1)
    assert invitation("a", "b")[0] == ("a", "query")


def test_theme_sizes_and_project_are_remembered(
    open_window: Callable[..., MainWindow], tmp_path: object
) -> None:
    window = open_window()
    looking.wear(window, "slate")
    looking.set_calm(window, True)
    window.frame.low.dragged.emit(-40)
    window.projects.ask_target = lambda *_: f"{tmp_path}/a.tlab"
    assert window.projects.save()
    window.close()
    again = Settings()
    assert again.mode == "slate"
    assert again.calm
    assert again.started_before
    assert again.wishes().editors_height == 284
    lab, trouble = first_project(None, again)
    assert str(lab.path) == f"{tmp_path}/a.tlab"
    assert not trouble


def test_a_damaged_setting_counts_as_absent(own_home: object) -> None:
    settings = Settings()
    settings._file.setValue("editors_height", "tall")
    settings._file.setValue("theme", "pink")
    assert settings.wishes().editors_height == 244
    assert settings.mode == "system"


def test_a_file_that_cannot_be_opened_becomes_a_sentence(own_home: object, tmp_path: object) -> None:
    lab, trouble = first_project(f"{tmp_path}/none.tlab", Settings())
    assert "none.tlab" in trouble
    assert lab.path is None


def test_the_first_window_fits_on_its_screen(open_window: Callable[..., MainWindow]) -> None:
    window = open_window()
    window.open_up(first=False)
    room = window.screen().availableGeometry()
    assert (window.width(), window.height()) < (1440, 900), "the offscreen screen is smaller than that"
    assert window.width() <= room.width()
    assert window.height() < room.height(), "with room for a title bar"


def test_help_fits_on_a_small_screen(window: MainWindow) -> None:
    dialogs.open_help(window)
    dialog = window.findChild(HelpDialog)
    room = window.screen().availableGeometry()
    assert (dialog.width(), dialog.height()) <= (room.width(), room.height())
    assert dialog.height() < room.height()
    area = dialog.findChild(QScrollArea)
    assert area.horizontalScrollBar().maximum() == 0, "every key can be read without scrolling sideways"
    dialog.close()


def test_help_lists_the_keys_of_every_command() -> None:
    told = {text for groups in GROUPS for text, _keys in shortcuts(groups)}
    missing = [c.name for c in COMMANDS if c.keys and c.text not in told and not c.name.startswith("head-")]
    assert missing == []


def test_two_towers_have_a_first_look_too(open_window: Callable[..., MainWindow], qtbot: object) -> None:
    window = open_window(session.new("small-red-house"))
    window.first_run.start()
    falling = [x for x in window.scene.picture().layers if x.key is None and x.build()]
    assert len(falling) >= 2, "the words of both towers drop"
    qtbot.waitUntil(lambda: window.player.playing, timeout=4000)  # type: ignore[attr-defined]
    window.player.advance(1e9)
    qtbot.waitUntil(window.first_run.hint.isVisible, timeout=3000)  # type: ignore[attr-defined]
    assert window.first_run.hint.accessibleName() == "rouge looks mostly at red. Click the number."


def test_the_invitation_names_the_words_of_the_tower_that_is_looked_at(
    open_window: Callable[..., MainWindow], qtbot: object
) -> None:
    window = open_window(session.new("small-red-house"))
    window.focus.choose_head(0, 0)
    assert window.focus.in_encoder
    window.first_run.start(calm=True)
    qtbot.waitUntil(window.first_run.hint.isVisible, timeout=3000)  # type: ignore[attr-defined]
    assert window.first_run.hint.accessibleName().startswith("house looks mostly at ")
