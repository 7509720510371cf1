"""Run by `bench` in a process of its own: one real window with the default model, frame after frame.

Prints one line for each measurement: name, milliseconds, mark, note, separated by tabs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from statistics import median
from typing import TYPE_CHECKING

from transformer_lab.bench.measure import Result, milliseconds, percentile

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

EDIT_MARK, FRAME_MARK, SCRUB_MARK, HOVER_MARK = 16.0, 8.0, 8.0, 16.0
EDITS, SCRUBS, HOVERS = 60, 300, 120
FRAME_MS = 16.0


def painted(window: MainWindow, change: Callable[[], object]) -> float:
    """Milliseconds from a change to the repainted window."""
    from PySide6.QtWidgets import QApplication

    def job() -> None:
        change()
        QApplication.processEvents()

    return milliseconds(job)


def edits(window: MainWindow) -> Result:
    """One weight of the open block, three values in turn."""
    values = [
        painted(window, lambda v=v: window.lab.set_cell("block.1/attn/W_Q", (2, 0, 0), v))  # type: ignore[misc]
        for v in (2.5 + 0.1 * (i % 3) for i in range(EDITS))
    ]
    return Result("edit of one weight → repainted window, median", median(values[3:]), EDIT_MARK, "ms")


def playing(window: MainWindow) -> Result:
    """Every frame of a whole run at 1×, 16 ms apart."""
    timeline = window.player.timeline
    assert timeline is not None
    moments = [i * FRAME_MS for i in range(int(timeline.total / FRAME_MS))]
    values = [painted(window, lambda ms=ms: window.player.scrub(ms)) for ms in moments]  # type: ignore[misc]
    note = f"p95 {percentile(values, 0.95):.1f}, {len(values)} frames"
    return Result("playing, median frame of the whole window", median(values), FRAME_MARK, "ms", note)


def scrubbing(window: MainWindow) -> Result:
    """Random places on the timeline, after one pass has shown each beat."""
    timeline = window.player.timeline
    assert timeline is not None
    chance = random.Random(0)  # noqa: S311  the same places in every run
    moments = [chance.uniform(0.0, timeline.total) for _ in range(SCRUBS)]
    values = [painted(window, lambda ms=ms: window.player.scrub(ms)) for ms in moments]  # type: ignore[misc]
    note = f"median {median(values):.1f}, worst {max(values):.1f}"
    return Result("scrub at random, p95", percentile(values, 0.95), SCRUB_MARK, "ms", note)


def hovering(window: MainWindow) -> Result:
    """From a pointer over a number to its explanation beside it."""
    from transformer_lab.engine.graph import Cell

    window.player.to_end()
    words = len(window.lab.snapshot.words)
    cells = [Cell("block.1/attn/weights", (i % 2, i % words, i % words // 2)) for i in range(HOVERS)]
    values = [painted(window, lambda c=c: window.focus.hover(c)) for c in cells]  # type: ignore[misc]
    return Result("hover → explanation, median", median(values), HOVER_MARK, "ms")


def asking(window: MainWindow) -> Result:
    """From a click on a number to the inspector's full answer."""
    from transformer_lab.engine.graph import Cell

    words = len(window.lab.snapshot.words)
    cells = [Cell("block.1/attn/weights", (i % 2, words - 1, i % words)) for i in range(HOVERS)]
    values = [painted(window, lambda c=c: window.focus.select(c)) for c in cells]  # type: ignore[misc]
    note = f"p95 {percentile(values[2:], 0.95):.1f}"
    return Result("click on a number → inspector, median", median(values[2:]), HOVER_MARK, "ms", note)


def results(window: MainWindow) -> Iterator[Result]:
    """All measurements, in an order in which the later profit from nothing but a warm cache."""
    yield playing(window)
    yield scrubbing(window)
    yield hovering(window)
    yield asking(window)
    yield edits(window)


def main() -> None:
    """Open the window, measure, close."""
    from PySide6.QtWidgets import QApplication

    from transformer_lab import session
    from transformer_lab.ui.app import application
    from transformer_lab.ui.theming import Theming
    from transformer_lab.ui.window import MainWindow

    application()
    window = MainWindow(session.new(), Theming("paper"))
    window.resize(1440, 900)
    window.show()
    QApplication.processEvents()
    for r in results(window):
        print(r.name, f"{r.value:.3f}", f"{r.mark:g}", r.note, sep="\t", flush=True)
    window.lab.adopt(session.new())  # nothing unsaved: closing asks nothing
    window.close()


if __name__ == "__main__":
    main()
