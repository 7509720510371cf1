"""Run by `bench` in a process of its own: real windows, frame after frame, with every panel open.

Prints one line for each measurement: name, milliseconds, mark, note, separated by tabs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from statistics import median
from typing import TYPE_CHECKING

from transformer_lab.bench.measure import Result, percentile, spent

if TYPE_CHECKING:
    from transformer_lab.session import Lab
    from transformer_lab.ui.window import MainWindow

EDIT_MARK, FRAME_MARK, SCRUB_MARK, VISIT_MARK, HOVER_MARK, LARGE_MARK = 16.0, 8.0, 8.0, 10.0, 16.0, 33.0
TIMES, SCRUBS, WARM = 60, 300, 3
FRAME_MS = 16.0
OPENED_MS, REST_MS = 900, 250
Painted = Callable[["MainWindow", Callable[[], object]], float]
LONG = " ".join(["The cat that the dog chased was scared"] * 8)


def painted(window: MainWindow, change: Callable[[], object]) -> float:
    """Milliseconds of the processor from a change until the window shows all of it."""
    from PySide6.QtWidgets import QApplication

    def job() -> None:
        change()
        QApplication.processEvents()
        while window.stage.painter.more:
            window.stage.wake()
            QApplication.processEvents()

    return spent(job)


def stage_painted(window: MainWindow, change: Callable[[], object]) -> float:
    """Milliseconds of the processor from a change until the stage alone shows all of it."""
    from PySide6.QtWidgets import QApplication

    def job() -> None:
        change()
        window.stage.viewport().repaint()
        while window.stage.painter.more:
            window.stage.viewport().repaint()

    taken = spent(job)
    QApplication.processEvents()  # the panels follow, outside the time taken
    return taken


def rest(ms: int) -> None:
    """Let the window do what it does while nobody touches it."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def edits(
    window: MainWindow, name: str, node: str, index: tuple[int, ...], mark: float, until: Painted = painted
) -> Result:
    """One weight, three values in turn, faster than a hand: as a drag."""
    changes = (partial(window.lab.set_cell, node, index, value) for value in cycle((2.5, 2.6, 2.7)))
    return _row(name, [until(window, change) for change in islice(changes, TIMES)][WARM:], mark)


def playing(window: MainWindow, name: str, mark: float) -> Result:
    """Every frame of a whole run at 1×, 16 ms apart."""
    timeline = window.player.timeline
    assert timeline is not None
    moments = (i * FRAME_MS for i in range(int(timeline.total / FRAME_MS)))
    return _row(name, [painted(window, partial(window.player.scrub, ms)) for ms in moments], mark)


def visiting(window: MainWindow) -> Result:
    """Each beat for the first time, one after the other, with a short rest after each."""
    from transformer_lab.figures.timeline import Cursor

    assert window.player.timeline is not None
    values = []
    for beat in range(len(window.player.timeline.beats)):
        values.append(painted(window, partial(window.focus.move_cursor, Cursor(beat, 1.0))))
        rest(REST_MS)
    return _row("each beat for the first time, p95", values, VISIT_MARK, 0.95)


def scrubbing(window: MainWindow) -> Result:
    """Random places on the timeline, after one pass has shown each beat."""
    assert window.player.timeline is not None
    chance = random.Random(0)  # noqa: S311  the same places in every run
    moments = [chance.uniform(0.0, window.player.timeline.total) for _ in range(SCRUBS)]
    values = [painted(window, partial(window.player.scrub, ms)) for ms in moments]
    return _row("scrub at random, p95", values, SCRUB_MARK, 0.95)


def hovering(window: MainWindow) -> Result:
    """From a pointer over a number to its explanation beside it."""
    from transformer_lab.engine.graph import Cell

    window.player.to_end()
    words = len(window.lab.snapshot.words)
    cells = (Cell("block.1/attn/weights", (i % 2, i % words, i % words // 2)) for i in range(2 * TIMES))
    values = [painted(window, partial(window.focus.hover, cell)) for cell in cells]
    return _row("hover → explanation, median", values, HOVER_MARK)


def asking(window: MainWindow) -> Result:
    """From a click on a number to the inspector's full answer."""
    from transformer_lab.engine.graph import Cell

    words = len(window.lab.snapshot.words)
    cells = (Cell("block.1/attn/weights", (i % 2, words - 1, i % words)) for i in range(2 * TIMES))
    values = [painted(window, partial(window.focus.select, cell)) for cell in cells][WARM:]
    return _row("click on a number → inspector, median", values, HOVER_MARK)


def typing(window: MainWindow) -> Result:
    """One letter more or less in the last word."""
    from transformer_lab.document import edits as edit

    text = window.lab.text
    texts = islice(cycle((text[:-1], text)), TIMES)
    values = [painted(window, partial(window.lab.do, edit.set_text(t, None))) for t in texts][WARM:]
    return _row("one letter typed → repainted window, median", values, LARGE_MARK)


def results() -> Iterator[Result]:
    """All measurements; the first ones leave warm what the later ones need."""
    from transformer_lab import session
    from transformer_lab.bench.engine import bench_lab

    window = opened(session.new())
    weight = ("block.1/attn/W_Q", (2, 0, 0))
    yield visiting(window)
    yield playing(window, "playing, median frame of the whole window", FRAME_MARK)
    yield scrubbing(window)
    yield hovering(window)
    yield asking(window)
    yield edits(window, "edit of one weight → repainted stage, median", *weight, EDIT_MARK, stage_painted)
    yield edits(window, "edit of one weight → whole window, median", *weight, LARGE_MARK)
    yield typing(window)
    closed(window)
    window = opened(session.new(text=LONG))
    yield playing(window, "playing 64 words, median frame", LARGE_MARK)
    closed(window)
    window = opened(bench_lab(words=8, blocks=6))
    yield edits(window, "edit, 6 blocks × 4 heads, median", "block.5/attn/W_Q", (0, 0, 0), LARGE_MARK)
    closed(window)


def opened(lab: Lab) -> MainWindow:
    """A window with all its panels, as it is once it has come to rest."""
    from transformer_lab.ui.arrangement import Wishes
    from transformer_lab.ui.theming import Theming
    from transformer_lab.ui.window import MainWindow

    window = MainWindow(lab, Theming("paper"))
    window.resize(1440, 900)
    window.frame.show_parts(Wishes(inspector=True))
    window.show()
    window.player.to_end()
    rest(OPENED_MS)
    return window


def closed(window: MainWindow) -> None:
    """Close it; nothing is unsaved, so that it asks nothing."""
    from transformer_lab import session

    window.lab.adopt(session.new())
    window.close()
    window.deleteLater()
    rest(0)


def _row(name: str, values: Sequence[float], mark: float, share: float = 0.5) -> Result:
    value = median(values) if share == 0.5 else percentile(values, share)
    note = f"median {median(values):.1f}, p95 {percentile(values, 0.95):.1f}, worst {max(values):.1f}"
    return Result(name, value, mark, "ms", note)


def main() -> None:
    """Measure and print."""
    from transformer_lab.ui.app import application

    application()
    for r in results():
        print(r.name, f"{r.value:.3f}", f"{r.mark:g}", r.note, sep="\t", flush=True)


if __name__ == "__main__":
    main()
