"""Autosave, the offer after a crash, files changed by others, recent projects and the history panel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.document.project import to_bytes
from transformer_lab.document.recovery import Slot, left_behind
from transformer_lab.paths import recovery_dir
from transformer_lab.ui import safekeeping
from transformer_lab.ui.deeds import dialogs
from transformer_lab.ui.history.panel import HistoryPanel
from transformer_lab.ui.recent import told_apart
from transformer_lab.ui.rescue import Rescue
from transformer_lab.ui.window import MainWindow


def copies() -> list[Path]:
    return sorted(recovery_dir().glob("*/project.tlab"))


def press(window: MainWindow, name: str) -> None:
    """A button of the notice."""
    (button,) = (b for b in window.notice.findChildren(QPushButton) if b.text() == name and b.isVisible())
    button.click()


def left_by_a_crash(text: str = "a dog barked", path: Path | None = None) -> bytes:
    lab = session.new(text=text)
    slot = Slot(recovery_dir())
    slot.keep(lab.project, "dogs", path)
    slot._lock.release()
    return to_bytes(lab.project)


def test_the_bounds_together_stay_within_ten_seconds() -> None:
    assert safekeeping.QUIET_MS <= safekeeping.LATEST_MS <= 8000


def test_a_change_of_the_model_is_kept_at_once_and_a_number_soon(window: MainWindow, qtbot: QtBot) -> None:
    assert copies() == [], "nothing is unsaved"
    with qtbot.waitSignal(window.safekeeping.kept):
        window.lab.do(edits.switch("layers", 1))
    assert copies()[0].read_bytes() == to_bytes(window.lab.project)
    window.lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 0.25)
    assert window.safekeeping._timer.remainingTime() <= safekeeping.QUIET_MS
    window.safekeeping.keep()
    window.safekeeping.wait()
    assert copies()[0].read_bytes() == to_bytes(window.lab.project)


def test_typing_on_and_on_does_not_put_the_copy_off_for_ever(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(safekeeping.time, "monotonic", lambda: now[0])
    for second in range(8):
        now[0] = 100.0 + second
        window.lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 0.1 * second, merge_key="drag")
    assert window.safekeeping._timer.remainingTime() <= 1000


def test_undoing_to_what_is_saved_and_closing_take_the_copy_away(window: MainWindow) -> None:
    window.lab.do(edits.switch("layers", 1))
    window.safekeeping.wait()
    assert len(copies()) == 1
    window.undo()
    window.safekeeping.wait()
    assert copies() == []
    window.lab.do(edits.switch("layers", 1))
    window.projects.ask_unsaved = lambda *_: "discard"
    window.close()
    assert not recovery_dir().exists() or not any(recovery_dir().iterdir())


def test_after_a_crash_the_work_is_restored_unsaved_with_its_own_file(
    window: MainWindow, tmp_path: Path
) -> None:
    data = left_by_a_crash(path=tmp_path / "dogs.tlab")
    Rescue(window.projects, window.notice.say).offer()
    assert "dogs" in window.notice.text
    press(window, "Restore")
    assert to_bytes(window.lab.project) == data
    assert window.lab.modified
    assert window.lab.path == tmp_path / "dogs.tlab"
    window.safekeeping.wait()
    assert left_behind(recovery_dir()) == ()
    assert len(copies()) == 1, "it is in this window's own keeping"


def test_declining_deletes_nothing_until_confirmed(window: MainWindow) -> None:
    left_by_a_crash()
    Rescue(window.projects, window.notice.say).offer()
    press(window, "Not now")
    assert not window.notice.isVisible()
    assert len(left_behind(recovery_dir())) == 1
    Rescue(window.projects, window.notice.say).offer()
    press(window, "Delete…")
    press(window, "Keep it")
    assert len(left_behind(recovery_dir())) == 1
    Rescue(window.projects, window.notice.say).offer()
    press(window, "Delete…")
    press(window, "Delete")
    assert left_behind(recovery_dir()) == ()


def test_a_copy_that_could_not_be_opened_is_only_mentioned_the_next_time(window: MainWindow) -> None:
    slot = Slot(recovery_dir())
    slot.keep(session.new().project, "dogs", None)
    (slot.folder / "project.tlab").write_bytes(b"damaged")
    slot._lock.release()
    Rescue(window.projects, window.notice.say).offer()
    press(window, "Restore")
    assert "cannot be opened" in window.notice.text
    Rescue(window.projects, window.notice.say).offer()
    assert str(slot.folder) in window.notice.text
    press(window, "Keep it there")
    assert len(left_behind(recovery_dir())) == 1


@pytest.mark.parametrize("answer", ["replace", "elsewhere", "cancel"])
def test_what_another_program_wrote_is_not_replaced_unasked(
    window: MainWindow, tmp_path: Path, answer: str
) -> None:
    mine, other = tmp_path / "mine.tlab", tmp_path / "other.tlab"
    window.projects.ask_target = lambda *_: str(mine)
    assert window.projects.save()
    window.lab.text = "the dog ran"
    theirs = to_bytes(session.new(text="not mine").project)
    mine.write_bytes(theirs)
    asked = []
    window.projects.ask_over = lambda _parent, name: (asked.append(name), answer)[1]
    window.projects.ask_target = lambda *_: str(other)
    assert window.projects.save() == (answer != "cancel")
    assert asked == ["mine.tlab"]
    assert (mine.read_bytes() == theirs) == (answer != "replace")
    assert other.exists() == (answer == "elsewhere")


def test_a_file_changed_by_others_is_told_once_and_can_be_opened_again(
    window: MainWindow, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.tlab"
    window.projects.ask_target = lambda *_: str(mine)
    window.projects.save()
    window.projects.look_outside()
    window.notice.dismiss()
    mine.write_bytes(to_bytes(session.new(text="theirs").project))
    window.projects.look_outside()
    assert window.notice.isVisible()
    press(window, "Keep mine")
    window.projects.look_outside()
    assert not window.notice.isVisible(), "said once"
    mine.write_bytes(to_bytes(session.new(text="theirs again").project))
    window.projects.look_outside()
    press(window, "Open it again")
    assert window.lab.text == "theirs again"


def test_recent_projects_are_listed_newest_first_while_they_exist(window: MainWindow, tmp_path: Path) -> None:
    for name in ("one", "two"):
        window.projects.ask_target = lambda *_, name=name: str(tmp_path / f"{name}.tlab")
        window.projects.save_as()
    menu = window.frame.header.recent_menu
    menu.aboutToShow.emit()
    assert [a.text() for a in menu.actions()][:2] == ["two", "one"]
    (tmp_path / "two.tlab").unlink()
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    assert window.lab.path == tmp_path / "one.tlab"
    menu.actions()[-1].trigger()
    assert window.settings.recent == []


def test_names_alike_are_told_apart_by_their_folders() -> None:
    assert told_apart([Path("/a/x.tlab"), Path("/b/x.tlab"), Path("/a/y & z.tlab")]) == [
        "x — /a",
        "x — /b",
        "y && z",
    ]


def test_the_history_panel_follows_and_leads(open_window: Callable[..., MainWindow]) -> None:
    window = open_window()
    texts = ["one", "one two", "one two three"]
    for text in texts:
        window.lab.text = text
    dialogs.open_history(window)
    panel = window.findChild(HistoryPanel)
    assert panel is not None
    assert panel.steps.rowCount() == 4
    panel.list.clicked.emit(panel.steps.index(1))
    assert window.lab.text == "one"
    assert panel.list.currentIndex().row() == 1
    window.redo()
    assert panel.list.currentIndex().row() == 2
    dialogs.open_history(window)
    assert len(window.findChildren(HistoryPanel)) == 1, "the same panel comes to the front"
    panel.close()
