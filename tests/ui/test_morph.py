"""After an edit the stage passes from old to new; dragging and reduced motion cut."""

from __future__ import annotations

from PySide6.QtTest import QTest

from transformer_lab.ui.stage.morph import LENGTH
from transformer_lab.ui.window import DRAGGING_MS, MainWindow

CELL = ("block.1/attn/W_Q", (6, 0, 1))


def settle(window: MainWindow) -> None:
    """Let what has been dragged come to rest."""
    QTest.qWait(DRAGGING_MS + 60)
    while window.stage.painter.quality != "full":
        QTest.qWait(10)


def test_values_pass_from_old_to_new_and_then_nothing_moves(window: MainWindow) -> None:
    window.stage.grab()
    settle(window)
    window.lab.set_cell(*CELL, 0.5)
    scene = window.scene
    assert scene.morph.moving(scene.now)
    assert scene.moving()
    assert all(layer.key is not None for layer in scene.picture().layers)  # the first frame is the old look
    QTest.qWait(40)
    assert any(layer.key is None for layer in scene.picture().layers)
    QTest.qWait(round(LENGTH) + 80)
    assert not scene.morph.moving(scene.now)
    assert all(layer.key is not None for layer in scene.picture().layers if layer.box[2] < 1e4)


def test_what_did_not_change_is_not_drawn_anew(window: MainWindow) -> None:
    window.stage.grab()
    settle(window)
    window.lab.set_cell(*CELL, 0.5)
    window.scene.picture()
    QTest.qWait(60)
    keys = [layer.key for layer in window.scene.picture().layers]
    assert any(key is not None and key[0] == "folded" for key in keys)


def test_a_drag_and_reduced_motion_cut(window: MainWindow) -> None:
    window.stage.grab()
    settle(window)
    scene = window.scene
    window.lab.set_cell(*CELL, 0.5)
    window.lab.set_cell(*CELL, 0.6)
    assert not scene.morph.moving(scene.now)
    settle(window)
    scene.calm = True
    window.lab.set_cell(*CELL, 0.7)
    assert not scene.morph.moving(scene.now)


def test_another_text_does_not_pass(window: MainWindow) -> None:
    window.stage.grab()
    settle(window)
    window.lab.text = "The dog that the cat chased was scared"
    assert not window.scene.morph.moving(window.scene.now)
