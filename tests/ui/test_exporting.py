"""Figures that leave the window: what the dialog offers and remembers, copies, drags, drops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import transformer_lab as tl
from transformer_lab import session
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.legibility import smallest
from transformer_lab.figures.picture import Picture
from transformer_lab.ui.deeds import exporting
from transformer_lab.ui.dialogs.export import ExportDialog
from transformer_lab.ui.leaving import dragged, let_go, mime_of
from transformer_lab.ui.window import MainWindow

LONG = " ".join(["the cat that the dog chased was scared"] * 4)


def dialog_of(window: MainWindow, figure: str = "", suffix: str = "") -> ExportDialog:
    dialog = exporting.export_dialog(window)
    if figure:
        dialog.figure.setCurrentIndex(dialog.figure.findData(figure))
    if suffix:
        dialog.format.setCurrentIndex(dialog.format.findData(suffix))
    return dialog


@pytest.fixture
def dialog(window: MainWindow) -> Iterator[ExportDialog]:
    made = dialog_of(window)
    yield made
    made.close()


def select(dialog: ExportDialog, figure: str) -> None:
    dialog.figure.setCurrentIndex(dialog.figure.findData(figure))


def test_only_what_applies_is_offered(dialog: ExportDialog) -> None:
    select(dialog, "attention")
    assert not dialog.numbers.isHidden()
    assert dialog.words.isHidden(), "eight words have room"
    dialog.format.setCurrentIndex(dialog.format.findData(".gif"))
    assert dialog.project.isHidden()
    assert not dialog.captions.isHidden()
    assert not dialog.pixels.isHidden()


def test_a_part_is_told_and_the_whole_is_one_click_away(dialog: ExportDialog) -> None:
    assert "“Block 2 of 2 · attention" in dialog.warning.text.text()
    dialog.warning.buttons[0].click()
    assert dialog.figure.currentData() == "stage"
    assert "11 pt" in dialog.warning.text.text()


def test_small_type_is_said_and_repaired(dialog: ExportDialog) -> None:
    dialog.figure.setCurrentIndex(dialog.figure.findData("stage"))
    assert "11 pt" in dialog.warning.text.text()
    assert len(dialog.warning.buttons) == 2
    dialog.warning.buttons[0].click()
    found = smallest(dialog.picture())
    assert found is not None
    assert found.points >= 17.5
    assert "11 pt" not in dialog.warning.text.text()


def test_what_is_said_of_small_type_has_room(window: MainWindow, dialog: ExportDialog) -> None:
    dialog.figure.setCurrentIndex(dialog.figure.findData("stage"))
    dialog.show()
    QTest.qWait(50)
    text = dialog.warning.text
    assert dialog.warning.isVisible()
    assert text.width() > 300
    assert text.height() >= text.heightForWidth(text.width())


def test_long_sentences_offer_a_part(open_window: Callable[..., MainWindow]) -> None:
    dialog = dialog_of(open_window(session.new(text=LONG)), "attention")
    assert not dialog.words.isHidden()
    dialog.words.setCurrentIndex(1)
    assert dialog.subject.picture(dialog.wanted).layers[0].key != dialog_key(dialog, crop=False)
    dialog.close()


def dialog_key(dialog: ExportDialog, crop: bool) -> object:
    return dialog.subject.picture(dialog.wanted._replace(crop=crop)).layers[0].key


def test_choices_are_remembered(window: MainWindow) -> None:
    dialog = dialog_of(window, "attention", ".png")
    dialog.extent.setCurrentIndex(dialog.extent.findData("4:3"))
    dialog.pixels.setCurrentIndex(dialog.pixels.findData("1920x1080"))
    dialog.project.switch.setChecked(True)
    dialog.reject()
    again = dialog_of(window)
    assert again.wanted.size == "4:3"
    assert again.form.suffix == ".png"
    assert again.more()["pixels"] == (1920, 1080)
    assert again.more()["project"] == window.lab.packed()
    again.close()


def test_the_selected_number_is_part_of_the_figure(window: MainWindow) -> None:
    plain = dialog_of(window, "attention")
    before = len(plain.picture().layers)
    plain.close()
    window.focus.select(Cell("block.1/attn/weights", (0, 7, 1)))
    ringed = dialog_of(window, "attention")
    assert len(ringed.picture().layers) == before + 1
    ringed.close()


def test_some_steps_are_written(window: MainWindow, tmp_path: Path) -> None:
    dialog = dialog_of(window, "attention-steps", ".pdf")
    dialog.steps.setCurrentIndex(2)
    dialog.span.first.setCurrentIndex(1)
    dialog.span.last.setCurrentIndex(3)
    assert dialog.wanted.steps == "1:3"
    assert len(dialog.pages()) == 3
    dialog.close()


def test_a_written_file_can_be_opened_from_the_notice(window: MainWindow, tmp_path: Path) -> None:
    dialog = dialog_of(window, "mask", ".svg")
    dialog.project.switch.setChecked(True)
    dialog.ask_target = lambda *_: str(tmp_path / "mask.svg")
    dialog.save()
    assert "mask.svg" in window.notice.text
    assert [button.text() for button in window.notice._buttons] == ["Open", "Show in its folder"]
    assert tl.open(tmp_path / "mask.svg").packed() == window.lab.packed()


def test_all_figures_are_written_in_one_go(window: MainWindow, tmp_path: Path) -> None:
    dialog = dialog_of(window, "mask", ".pptx")
    folder = tmp_path / "pack"
    dialog.ask_folder = lambda *_: str(folder)
    dialog.save_all()
    assert [path.name for path in folder.iterdir()] == ["figures.pptx"]


def test_a_stopped_pack_leaves_nothing_behind(window: MainWindow, tmp_path: Path) -> None:
    from transformer_lab.render.pack import write_pack

    told: list[int] = []

    def stop(done: int, _total: int) -> bool:
        told.append(done)
        return done < 3

    with pytest.raises(LabError, match="stopped"):
        write_pack(window.lab.snapshot, tmp_path / "pack", "svg", {}, progress=stop)
    assert told == [0, 1, 2, 3]
    assert not (tmp_path / "pack").exists()


def picture_of(window: MainWindow) -> Picture:
    return window.lab.figure("attention").picture


def test_a_copied_figure_holds_svg_png_and_pdf(window: MainWindow) -> None:
    window.stage.setFocus()
    exporting.copy_figure(window)
    held = QGuiApplication.clipboard().mimeData()
    assert held.hasImage()
    assert b"<svg" in bytes(held.data("image/svg+xml").data())
    assert bytes(held.data("application/pdf").data()).startswith(b"%PDF")
    assert "the stage as shown" in window.notice.text
    let_go()


def test_a_dragged_figure_is_a_file_as_well(window: MainWindow, tmp_path: Path) -> None:
    made = dragged(picture_of(window), "paper", "white", tmp_path)
    (url,) = made.urls()
    assert Path(url.toLocalFile()).read_bytes() == bytes(made.data("image/svg+xml").data())


def test_a_copy_can_carry_the_project(window: MainWindow, tmp_path: Path) -> None:
    made = mime_of(picture_of(window), "paper", "white", window.lab.packed())
    path = tmp_path / "a.png"
    path.write_bytes(BytesIO(bytes(made.data("image/png").data())).getvalue())
    assert tl.open(path).text == window.lab.text


def drop(window: MainWindow, *paths: Path) -> bool:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    told = (Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    entered, event = QDragEnterEvent(QPoint(400, 300), *told), QDropEvent(QPointF(400, 300), *told)
    for each in (entered, event):
        each.ignore()
        QApplication.sendEvent(window, each)
        if not each.isAccepted():
            return False
    return True


@pytest.mark.parametrize("suffix", [".tlab", ".png", ".svg", ".pdf"])
def test_a_dropped_figure_opens_its_project(window: MainWindow, tmp_path: Path, suffix: str) -> None:
    from transformer_lab.render.export import export

    other, path = session.new(text="the dog sat"), tmp_path / f"a{suffix}"
    if suffix == ".tlab":
        other.save(path)
    else:
        export(other.figure("mask").picture, path, project=other.packed())
    assert drop(window, path)
    assert window.lab.text == "the dog sat"
    assert window.lab.path == (path if suffix == ".tlab" else None)


def test_other_files_are_not_taken(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "b.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert not drop(window, tmp_path / "a.txt")
    assert not drop(window, tmp_path / "a.txt", tmp_path / "b.png")
    assert drop(window, tmp_path / "b.png")
    assert "holds no project" in window.notice.text


def test_keys_work_again_after_a_dialog_is_left(window: MainWindow) -> None:
    window.activateWindow()
    window.stage.setFocus()
    for _ in range(2):
        QTest.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
        dialog = window.findChild(ExportDialog)
        assert dialog is not None
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        QApplication.sendPostedEvents()
        QTest.qWait(20)
        assert QApplication.activeWindow() is window
        assert window.stage.hasFocus()
        assert window.findChild(ExportDialog) is None


def test_the_model_leaves_as_a_script(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "ask_script", lambda *_: str(tmp_path / "twin"))
    exporting.export_script(window, "torch")
    assert "torch.einsum" in (tmp_path / "twin.py").read_text("utf-8")
    assert "twin.py" in window.notice.text
