"""Names of files: what is suggested, and what a name typed without its ending may not do."""

from __future__ import annotations

from pathlib import Path

import pytest

from transformer_lab.ui.dialogs.export import ExportDialog
from transformer_lab.ui.targets import file_name
from transformer_lab.ui.window import MainWindow


@pytest.mark.parametrize(
    ("title", "name"),
    [("Who was scared?", "Who was scared"), ("a/b: c", "a b c"), ("…", "…"), ("?", "Untitled"), ("猫", "猫")],
)
def test_a_title_becomes_a_name_that_every_file_system_takes(title: str, name: str) -> None:
    assert file_name(title) == name


def test_an_export_whose_name_gets_its_ending_asks_before_another_file_is_lost(
    window: MainWindow, tmp_path: Path
) -> None:
    dialog = ExportDialog(window.lab, window.focus, window.scene, window.theming, window)
    (tmp_path / "figure.svg").write_text("precious")
    offered: list[str] = []
    answers = iter([str(tmp_path / "figure"), ""])
    dialog.ask_target = lambda _parent, name: (offered.append(name), next(answers))[1]
    dialog.save()
    assert offered[1] == str(tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").read_text() == "precious"
    dialog.close()
