"""The export dialog and figures that happen step by step."""

from __future__ import annotations

from pathlib import Path

from transformer_lab.figures.options import PROPORTIONS
from transformer_lab.ui.dialogs.export import ExportDialog
from transformer_lab.ui.dialogs.preview import size_text
from transformer_lab.ui.window import MainWindow


def test_every_step_is_exported(window: MainWindow, tmp_path: Path) -> None:
    from PIL import Image

    dialog = ExportDialog(window.lab, window.focus, window.scene, window.theming, window)
    dialog.figure.setCurrentIndex(dialog.figure.findData("attention-steps"))
    dialog.format.setCurrentIndex(dialog.format.findData(".gif"))
    dialog.extent.setCurrentIndex(dialog.extent.findData("84mm"))
    assert dialog.steps.currentData() == "all"
    dialog.ask_target = lambda *_: str(tmp_path / "steps.gif")
    dialog.save()
    with Image.open(tmp_path / "steps.gif") as film:
        assert film.n_frames == 6
    dialog.close()


def test_the_size_is_told_as_its_medium_counts() -> None:
    assert size_text(960.0, 540.0) == "960 × 540 pt · 13.33 × 7.5 in"
    assert size_text(*PROPORTIONS["84mm"]) == "84 × 63 mm in print"
    assert size_text(*PROPORTIONS["174mm"]) == "174 × 98 mm in print"
