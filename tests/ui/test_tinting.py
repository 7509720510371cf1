"""Gradients as colours: off by default, on their own printed scale, on the stage and in the matrix editor."""

from __future__ import annotations

import numpy as np

from transformer_lab.engine.gradient import PREFIX
from transformer_lab.figures.picture import Cells
from transformer_lab.ui.window import MainWindow


def ribbons(window: MainWindow, node: str) -> list[Cells]:
    return [
        item
        for layer in window.scene.picture().layers
        for item in layer.build()
        if isinstance(item, Cells) and item.ref is not None and item.ref.node == node
    ]


def test_ribbons_and_keys_wear_gradients_while_the_switch_is_on(window: MainWindow) -> None:
    node = "block.1/resid_pre"
    plain = ribbons(window, node)[0].values.copy()
    assert window.scene.look().tint is None
    window.tinting.toggle()
    assert window.scene.look().tint is None, "nothing to show while gradients are off"
    window.study.show_gradients(True)
    window.tinting.toggle() if not window.tinting.on else None
    slopes = window.study.slopes()
    assert slopes is not None
    shown = ribbons(window, node)[0]
    assert np.allclose(shown.values[:, 0], slopes.snapshot[PREFIX + node])
    tint = window.scene.look().tint
    assert tint is not None
    assert shown.limit == tint.limit == window.frame.crumbs._tint
    model = window.frame.editors.panel.editor.model
    assert model.tint is not None
    assert np.allclose(model.tint.slopes, model.laid_out(slopes.snapshot[PREFIX + model.grid.node]))
    window.study.show_gradients(False)
    assert window.scene.look().tint is None
    assert model.tint is None
    assert np.array_equal(ribbons(window, node)[0].values, plain)


def test_an_edit_brings_the_gradients_of_the_new_numbers(window: MainWindow) -> None:
    window.study.show_gradients(True)
    window.tinting.toggle()
    before = window.scene.look().tint
    window.lab.set_cell("block.0/attn/W_V", (0, 0, 0), 2.5)
    after = window.scene.look().tint
    assert after is not None
    assert after is not before
    assert after.snapshot["block.0/attn/W_V"][0, 0, 0] == 2.5


def test_the_command_waits_for_gradients(window: MainWindow) -> None:
    action = window.actions_["tint"]
    window.refresh_actions()
    assert not action.isEnabled()
    window.study.show_gradients(True)
    window.refresh_actions()
    assert action.isEnabled()
