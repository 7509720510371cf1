"""A person at the window: types, plays, steps, asks, edits, undoes, saves, reopens, exports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from transformer_lab import session
from transformer_lab.engine.graph import Cell
from transformer_lab.ui import projects
from transformer_lab.ui.deeds import dialogs
from transformer_lab.ui.dialogs.export import ExportDialog
from transformer_lab.ui.window import MainWindow

WEIGHT = Cell("block.1/attn/weights", (0, 7, 1))


def place_of(window: MainWindow, cell: Cell) -> QPoint:
    """Where a number of the stage is on the screen."""
    window.stage.grab()
    while window.stage.painter.more:
        window.stage.grab()
    found = window.stage.place_of(cell)
    assert found is not None, f"{cell} is not on the stage"
    x, y, width, height = found
    return QPointF(x + width / 2, y + height / 2).toPoint()


def click(window: MainWindow, cell: Cell) -> None:
    """Click a number of the stage."""
    QTest.mouseClick(window.stage.viewport(), Qt.MouseButton.LeftButton, pos=place_of(window, cell))


def test_typing_on_the_stage_goes_to_the_sentence_and_to_every_number(window: MainWindow) -> None:
    window.stage.setFocus()
    QTest.keyClicks(window.stage, " n")  # T, F and B are keys of the stage
    QTest.keyClicks(window.frame.header.sentence, "ow")
    assert window.lab.text == "The cat that the dog chased was scarednow"
    window.frame.header.sentence.setText("")
    QTest.keyClicks(window.frame.header.sentence, "The dog was scared")
    assert window.lab.snapshot.words == ("The", "dog", "was", "scared")
    assert window.lab["block.1/attn/weights"].shape == (2, 4, 4)
    assert window.frame.header.sentence.count_text() == "4 words"


def test_clicking_the_67_percent_explains_it(window: MainWindow) -> None:
    click(window, WEIGHT)
    assert window.focus.selected == WEIGHT
    assert window.frame.inspector.isVisible()
    assert window.frame.inspector.panel.answer is not None
    assert f"{window.frame.inspector.panel.answer.value:.6f}" == "0.666295"


def test_clicking_a_word_lets_it_ask(window: MainWindow) -> None:
    window.stage.grab()
    look = window.scene.look()
    at = QPoint(round(118 + 4.5 * look.lane), 16)
    QTest.mouseClick(window.stage.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert window.focus.query == 4


def test_keys_play_step_and_choose(window: MainWindow) -> None:
    stage, player = window.stage, window.player
    QTest.keyClick(stage, Qt.Key.Key_Home)
    assert player.cursor is not None
    assert player.cursor == (0, 0.0)
    QTest.keyClick(stage, Qt.Key.Key_Right)
    assert player.cursor == (0, 0.0), "a step on is seen moving"
    QTest.keyClick(stage, Qt.Key.Key_Right)
    assert player.cursor == (1, 0.0), "the next step does not wait for the one before"
    player.advance(1e9)
    assert player.cursor == (1, 1.0)
    assert not player.playing
    QTest.keyClick(stage, Qt.Key.Key_Left)
    player.advance(1e9)
    assert player.cursor == (0, 1.0)
    QTest.keyClick(stage, Qt.Key.Key_BracketRight)
    assert player.timeline is not None
    assert player.timeline.beats[player.cursor.beat].section == "sentence"
    QTest.keyClick(stage, Qt.Key.Key_Space)
    assert player.playing
    player.advance(1e9)
    assert not player.playing
    assert player.at_end
    QTest.keyClick(stage, Qt.Key.Key_2)
    assert window.focus.head == 1
    QTest.keyClick(stage, Qt.Key.Key_Comma)
    assert player.speed == 0.5


def test_scrubbing_goes_both_ways_and_settles(window: MainWindow) -> None:
    bar, player = window.frame.timeline.bar, window.player
    assert player.timeline is not None
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(bar.width() // 2, 24))
    middle = player.cursor
    assert middle is not None
    assert 0 < middle.beat < len(player.timeline.beats) - 1
    QTest.mouseMove(bar, QPoint(bar.width() // 4, 24))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(bar.width() // 4, 24))
    assert player.cursor is not None
    assert player.cursor.u == 1.0


def test_a_weight_is_edited_undone_and_redone_by_name(window: MainWindow) -> None:
    before = window.lab["block.1/attn/weights"].copy()
    window.lab.set_cell("block.1/attn/W_Q", (2, 0, 0), 5.0)
    assert abs(window.lab["block.1/attn/weights"] - before).max() > 0.01
    assert window.lab.modified
    assert window.actions_["undo"].text().startswith("Undo: ")
    assert window.actions_["undo"].isEnabled()
    QTest.keyClick(window.stage, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (window.lab["block.1/attn/weights"] == before).all()
    assert window.actions_["redo"].isEnabled()
    window.actions_["redo"].trigger()
    assert abs(window.lab["block.1/attn/weights"] - before).max() > 0.01


def test_undo_in_the_sentence_is_the_documents(window: MainWindow) -> None:
    sentence = window.frame.header.sentence
    sentence.setFocus()
    QTest.keyClicks(sentence, "x")
    QTest.keyClick(sentence, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.lab.text == sentence.text() == "The cat that the dog chased was scared"


def test_save_reopen_and_the_title_mark(window: MainWindow, tmp_path: Path) -> None:
    target = tmp_path / "mine.tlab"
    window.projects.ask_target = lambda *_: str(target)
    window.lab.set_cell("block.1/attn/W_Q", (2, 0, 0), 5.0)
    assert "*" in window.windowTitle()
    assert window.projects.save()
    assert "*" not in window.windowTitle()
    window.projects.new("three-tokens")
    assert window.lab.path is None
    assert window.projects.open(target)
    assert window.lab["block.1/attn/W_Q"][2, 0, 0] == 5.0
    assert session.open_project(target).text == window.lab.text


def test_unsaved_work_is_not_lost_without_a_question(window: MainWindow) -> None:
    window.lab.text = "changed"
    asked: list[str] = []
    window.projects.ask_unsaved = lambda _parent, name: asked.append(name) or "cancel"  # type: ignore[func-returns-value]
    window.projects.new()
    assert asked == ["Who was scared?"]
    assert window.lab.text == "changed"
    assert not window.close()
    assert window.isVisible()


def test_a_bad_file_is_one_notice_and_the_project_stays(window: MainWindow, tmp_path: Path) -> None:
    bad = tmp_path / "bad.tlab"
    bad.write_bytes(b"PK\x03\x04 no project")
    window.lab.text = "unsaved"
    window.projects.ask_unsaved = lambda *_: pytest.fail("asked before anything could be opened")
    assert not window.projects.open(bad)
    assert "bad.tlab" in window.notice.text
    assert window.lab.text == "unsaved"
    QTest.keyClick(window.stage, Qt.Key.Key_Escape)
    assert not window.notice.isVisible()
    assert window.frame.wishes.editors, "Esc has closed the notice only"


def test_time_rests_while_a_figure_is_exported(window: MainWindow) -> None:
    window.player.to_start()
    window.player.play()
    dialogs.export_figure(window)
    assert not window.player.playing
    window.findChild(ExportDialog).close()


@pytest.mark.parametrize(
    ("figure", "suffix"),
    [("as-shown", "svg"), ("attention", "pdf"), ("head-grid", "png"), ("attention-steps", "pptx")],
)
def test_export_writes_the_figure(window: MainWindow, tmp_path: Path, figure: str, suffix: str) -> None:
    dialog = ExportDialog(window.lab, window.focus, window.scene, window.theming, window)
    dialog.figure.setCurrentIndex(dialog.figure.findData(figure))
    dialog.format.setCurrentIndex(dialog.format.findData(f".{suffix}"))
    target = tmp_path / "figure"
    dialog.ask_target = lambda *_: str(target)
    dialog.save()
    written = target.with_name(f"figure.{suffix}")
    assert written.stat().st_size > 1000
    if suffix == "svg":
        assert "scared" in written.read_text(encoding="utf-8")
    dialog.close()


def test_a_theme_is_never_offered_on_a_ground_where_it_cannot_be_read(window: MainWindow) -> None:
    dialog = ExportDialog(window.lab, window.focus, window.scene, window.theming, window)
    assert (dialog.theme.index, dialog.ground.index) == (0, 0)
    dialog.theme.choose(1)
    assert dialog.ground.index == 2
    dialog.ground.choose(0)
    assert dialog.theme.index == 0
    dialog.close()


def test_an_unwritable_place_is_said_in_the_dialog(window: MainWindow, tmp_path: Path) -> None:
    dialog = ExportDialog(window.lab, window.focus, window.scene, window.theming, window)
    dialog.ask_target = lambda *_: str(tmp_path / "nowhere" / "a.svg")
    dialog.save()
    assert dialog.trouble.text()
    dialog.close()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("cat", 1),
        (" ".join(["cat"] * 64), 64),
        (" ".join(["cat"] * 80), 64),
        ("שלום עולם", 2),
        ("猫看狗", 3),
        ("👨‍👩‍👧 🎉", 2),
    ],
)
def test_every_text_shows(window: MainWindow, text: str, words: int) -> None:
    sentence = window.frame.header.sentence
    sentence.setText("")
    sentence.insert(text)
    window.typing.typed(sentence.text())
    assert len(window.lab.snapshot.words) == words
    assert sentence.text() == text
    assert not window.grab().isNull()
    if text.count("cat") == 80:
        assert sentence.count_text() == "80 words, the first 64 are shown"
        assert sentence.toolTip()


def test_every_preset_shows(open_window: Callable[..., MainWindow]) -> None:
    from transformer_lab.document.presets import PRESETS

    window = open_window()
    for name in PRESETS:
        window.projects.new(name)
        assert not window.grab().isNull(), name
        window.player.to_start()
        assert not window.grab().isNull(), name


def test_the_word_typed_last_asks_and_is_in_sight(window: MainWindow) -> None:
    window.typing.typed(" ".join(["cat"] * 40))
    assert window.focus.query == 39
    window.scene.move(window.scene.goal, at_once=True)
    window.stage.grab()
    x = 118 + 39.5 * window.scene.lane - window.scene.camera.x
    assert 0 < x < window.stage.width()
    window.focus.choose_word(3)
    window.typing.typed(" ".join(["cat"] * 41))
    assert window.focus.query == 3, "a word that was chosen by hand stays"


def test_an_empty_sentence_offers_an_example(window: MainWindow) -> None:
    window.typing.typed("")
    assert window.example.isVisible()
    window.example.click()
    assert len(window.lab.snapshot.words) == 8
    assert not window.example.isVisible()


def test_the_question_about_unsaved_work_is_read_in_full(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtWidgets import QLabel, QMessageBox

    seen: list[bool] = []

    def look(box: QMessageBox) -> int:
        box.show()
        label = box.findChild(QLabel, "qt_msgbox_label")
        inside = label.rect().adjusted(2, 6, -8, -2)  # less the style sheet's padding
        needed = label.fontMetrics().boundingRect(inside, Qt.TextFlag.TextWordWrap, label.text())
        seen.append(inside.contains(needed))
        box.close()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", look)
    assert projects.ask_about_unsaved(window, "Who was scared in the long dark night?") == "cancel"
    assert seen == [True]


def test_opening_the_file_one_has_just_saved_does_not_bring_back_the_old(
    window: MainWindow, tmp_path: Path
) -> None:
    target = tmp_path / "mine.tlab"
    window.projects.ask_target = lambda *_: str(target)
    assert window.projects.save()
    window.lab.text = "newer"
    window.projects.ask_unsaved = lambda *_: "save"
    assert window.projects.open(target)
    assert window.lab.text == "newer"
