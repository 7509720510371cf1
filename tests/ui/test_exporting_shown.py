"""What “as shown” exports while A and B are compared, and the form of the stage for slides."""

from __future__ import annotations

import pytest

from transformer_lab.figures.legibility import smallest, texts_of
from transformer_lab.figures.picture import Picture
from transformer_lab.ui.deeds import exporting
from transformer_lab.ui.dialogs.export.subject import AS_SHOWN, PART
from transformer_lab.ui.window import MainWindow


def written(drawn: Picture) -> list[str]:
    return [text for batch in texts_of(drawn) for text in batch.text]


def test_the_attention_alone_is_offered_for_small_type_and_can_be_read(window: MainWindow) -> None:
    dialog = exporting.export_dialog(window)
    offered = [r.wanted.figure for r in dialog.subject._tried(dialog.wanted)]
    assert PART in offered
    dialog.figure.setCurrentIndex(dialog.figure.findData(PART))
    found = smallest(dialog.picture())
    assert found is not None
    assert found.points >= 17.5
    assert dialog.steps.isHidden()
    dialog.close()


@pytest.mark.parametrize(
    ("view", "says_b"), [("a", False), ("difference", False), ("side", False), ("wipe", True)]
)
def test_what_is_compared_is_exported_or_it_says_b(window: MainWindow, view: str, says_b: bool) -> None:
    window.comparing.pin()
    for cell in ((6, 0, 1), (2, 0, 1), (2, 0, 0)):
        window.lab.set_cell("block.1/attn/W_Q", cell, 0.0)
    dialog = exporting.export_dialog(window)
    dialog.follow_view("")
    before = dialog.picture()
    dialog.follow_view(view)
    title = dialog.figure.itemText(dialog.figure.findData(AS_SHOWN))
    assert ("of B" in title) == says_b
    assert (written(dialog.picture()) == written(before)) == says_b
    dialog.close()
