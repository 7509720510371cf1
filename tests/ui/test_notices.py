"""Notices: they stand until they are read, and not over what they are not about."""

from __future__ import annotations

from pathlib import Path

from transformer_lab.ui.window import MainWindow


def test_a_refusal_goes_when_another_project_comes(window: MainWindow, tmp_path: Path) -> None:
    """It would hide the words of the stage, and speak of a file that is long forgotten."""
    window.projects.open(tmp_path / "none.tlab")
    assert window.notice.isVisible()
    window.projects.new("three-tokens")
    assert not window.notice.isVisible()
