"""What a change broke: numbers that are none are named at once, where the first of them stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def name_nan(window: MainWindow, before: Snapshot, after: Snapshot) -> None:
    """When an edit has led to NaN: a notice with the place and the way back; gone with the last NaN."""
    broken = ends_in_nan(after)
    if broken and not ends_in_nan(before):
        _tell(window, after)
    elif not broken and ends_in_nan(before):
        window.notice.dismiss()


def ends_in_nan(snapshot: Snapshot) -> bool:
    """Whether what the model computes last holds a NaN: what is none anywhere on the wire ends there."""
    if snapshot.trace is None or snapshot.graph is None:
        return False
    *_, last = snapshot.graph
    return bool(np.isnan(snapshot.trace[last.id]).any())


def _tell(window: MainWindow, snapshot: Snapshot) -> None:
    from transformer_lab.figures.ask.facts import nan_door

    door = nan_door(snapshot)
    text = tr("A number became too large to compute with: NaN. {door}.", door=door.text)
    choices = ((tr("Show it"), lambda: window.focus.select(door.cell)), (tr("Undo"), window.undo))
    window.notice.say(text, choices=choices)
