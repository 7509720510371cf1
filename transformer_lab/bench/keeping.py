"""How long autosave keeps a window from answering: the longest gap between ticks while a copy is made.

Printed as rows of ``name value mark note``, parted by tabs: `bench.window` runs this in a process of its own.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt, QTimer

from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model
from transformer_lab.session import Lab

if TYPE_CHECKING:
    from transformer_lab.ui.safekeeping import Safekeeping

MARK = 16.0
ROUNDS = 7
WIDE, HIDDEN = 256, 1024


def large() -> Lab:
    """A project with two million numbers set by hand: a file of 16 MB."""
    lab = session.new("tiny-gpt")
    block = BlockSpec((Attention(8, WIDE // 8), FeedForward(HIDDEN)))
    lab.do(edits.set_model(Model(WIDE, (block, block), output=True), "Wide"))
    assert lab.snapshot.graph is not None
    for node in lab.snapshot.graph.leaves():
        if node.kind == "parameter" and len(node.shape) > 1 and "v" not in node.axes:
            lab.set(node.id, np.full(node.shape, 0.25))
    return lab


def longest_gap(keeper: Safekeeping) -> float:
    """The longest time (ms) without a tick from the order to keep until the copy is written."""
    app = QCoreApplication.instance()
    assert app is not None
    ticks = [time.perf_counter()]
    done: list[bool] = []
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
    timer.start(1)
    connection = keeper.kept.connect(lambda: done.append(True))
    keeper.keep()
    while not done:
        app.processEvents()
    timer.stop()
    keeper.kept.disconnect(connection)
    return float(np.diff(ticks).max(initial=0.0)) * 1e3


def main() -> None:
    from transformer_lab.ui.safekeeping import Safekeeping

    app = QCoreApplication([])
    lab = large()
    with tempfile.TemporaryDirectory() as folder:
        keeper = Safekeeping(lab, root=Path(folder))
        gaps = [longest_gap(keeper) for _ in range(ROUNDS)]
        size = len(lab.packed()) / 1e6
        keeper.close()
    row = ("autosave keeps the window waiting", float(np.median(gaps)), MARK, f"a project of {size:.0f} MB")
    print("\t".join(map(str, row)))
    del app


if __name__ == "__main__":
    main()
