"""The gallery of presets, and what the design choices of the outline tell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from transformer_lab.document import own_presets
from transformer_lab.ui.deeds import dialogs
from transformer_lab.ui.dialogs.gallery import Gallery

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

Key = Qt.Key


def test_the_gallery_shows_all_presets_and_keeps_own_ones(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_presets, "presets_dir", lambda: tmp_path)
    dialogs.choose_preset(window)
    gallery = next(w for w in QApplication.topLevelWidgets() if isinstance(w, Gallery))
    cards = gallery.cards
    shipped = len(cards.cards)
    gallery.name.setText("Mine")
    gallery.keep.click()
    assert cards.cards[-1].title == "Mine"
    cards.current = len(cards.cards) - 1
    qtbot.waitUntil(lambda: len(cards._shown) == len(cards.cards))
    gallery.grab()
    qtbot.keyClick(cards, Key.Key_Return)
    assert window.projects.name == "Mine"
    assert window.lab.path is None
    dialogs.choose_preset(window)
    gallery = next(w for w in QApplication.topLevelWidgets() if isinstance(w, Gallery) and w.isVisible())
    gallery.cards.current = shipped
    qtbot.keyClick(gallery.cards, Key.Key_Delete)
    assert len(gallery.cards.cards) == shipped
    gallery.reject()


def test_a_preset_that_was_replaced_or_deleted_comes_back(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_presets, "presets_dir", lambda: tmp_path)
    gallery = Gallery(window.lab, window.projects, window.theming, window)
    gallery.name.setText("Mine")
    gallery.keep.click()
    assert gallery.back.isHidden()
    (file,) = tmp_path.glob("*.tlab")
    first = file.read_bytes()
    window.lab.text = "another sentence"
    for undone in (gallery.keep.click, lambda: gallery.cards.unwanted.emit(gallery.cards.cards[-1])):
        undone()
        assert not file.exists() or file.read_bytes() != first
        gallery.back.click()
        assert file.read_bytes() == first
        assert gallery.back.isHidden()
        assert gallery.cards.cards[-1].title == "Mine"
    gallery.reject()


def test_a_choice_in_the_outline_tells_what_it_did(window: MainWindow) -> None:
    parts = window.frame.outline.panel.parts
    parts.choose("positions", "none")
    assert parts.did.text().startswith("Next word: ")
    parts.show_all(True)
    parts.choose("activation", "gelu")
    assert "changed" in parts.did.text() or "Nothing" in parts.did.text()
