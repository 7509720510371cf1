"""The stage at the sizes it must carry, near and from far: frames, edits, scrubbing, memory that stays flat.

Run by `bench` in a process of its own; prints one line for each measurement, as `bench.frames` does.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from functools import partial
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING, NamedTuple

from transformer_lab.bench.frames import FRAME_MS, closed, opened, painted, rest
from transformer_lab.bench.measure import Result, percentile

if TYPE_CHECKING:
    from transformer_lab.session import Lab
    from transformer_lab.ui.window import MainWindow

MIDDLE_MARK, LARGE_MARK, SCRUB_MARK = 16.0, 33.0, 16.0
COLD_MARK, EDIT_MARK, GROWTH_MARK = 12.0, 6.0, 2.0
SEEN, SCRUBS = 200, 200
WARM_FRAMES, FRAMES = 2000, 20_000
REST_MS, MOST_FRAMES = 800, 60
LETTERS, BETWEEN_MS, TYPED_MARK = 40, 90, 16.0


class Size(NamedTuple):
    """Words × blocks × heads, with vectors just wide enough for the heads."""

    words: int
    blocks: int
    heads: int
    width: int

    def lab(self) -> Lab:
        """A lab with random numbers of this size."""
        from transformer_lab.document.state import State
        from transformer_lab.engine.shapes import Sizes, gpt2
        from transformer_lab.session import Lab

        text = " ".join(f"w{i}" for i in range(self.words))
        return Lab(State(gpt2(Sizes(self.blocks, self.heads, self.width, 2 * self.width)), text, {}))

    def __str__(self) -> str:
        return f"{self.words}×{self.blocks}×{self.heads}"


MEDIUM, LARGE = Size(32, 6, 8, 32), Size(64, 12, 12, 24)


def results() -> Iterator[Result]:
    """All measurements."""
    window = opened(MEDIUM.lab())
    rest(REST_MS)
    yield playing(window, f"playing {MEDIUM}, median frame", MIDDLE_MARK)
    yield from editing(window)
    closed(window)
    window = opened(LARGE.lab())
    yield cold(window)
    rest(REST_MS)
    yield playing(window, f"playing {LARGE} from far, median frame", LARGE_MARK)
    yield scrubbing(window, f"scrubbing {LARGE} from far, median")
    yield typing(window)
    closed(window)
    yield memory()


def playing(window: MainWindow, name: str, mark: float) -> Result:
    """Frames 16 ms apart, from the middle of the run on."""
    timeline = window.player.timeline
    assert timeline is not None
    moments = (0.4 * timeline.total + i * FRAME_MS for i in range(SEEN))
    return _row(name, [painted(window, partial(window.player.scrub, ms)) for ms in moments], mark)


def scrubbing(window: MainWindow, name: str) -> Result:
    """Random places across the whole timeline."""
    timeline, chance = window.player.timeline, random.Random(0)  # noqa: S311  the same places in every run
    assert timeline is not None
    moments = [chance.uniform(0.0, timeline.total) for _ in range(SCRUBS)]
    return _row(name, [painted(window, partial(window.player.scrub, ms)) for ms in moments], SCRUB_MARK)


def typing(window: MainWindow) -> Result:
    """Letter after letter as a hand types them: until the field shows each, whatever the model still owes.

    What the window's own thread takes: beside it another one may work out the letters before.
    """
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    field = window.frame.header.sentence
    field.setFocus()
    field.end(False)

    def stroke() -> float:
        start = thread_time()
        QTest.keyClick(field, Qt.Key.Key_A)
        field.repaint()
        return (thread_time() - start) * 1e3

    values = []
    for _ in range(LETTERS):
        values.append(stroke())
        rest(BETWEEN_MS)
    rest(REST_MS)
    note = f"median {median(values):.1f}, worst {max(values):.1f}"
    return Result(f"letter typed at {LARGE}, p95", percentile(values, 0.95), TYPED_MARK, "ms", note)


def cold(window: MainWindow) -> Result:
    """From far for the first time: how many frames until every block is there."""
    window.scene.fit()
    frames = frames_until_whole(window)
    return Result(f"first view of {LARGE} from far", frames, COLD_MARK, "frames", "until all is drawn")


def editing(window: MainWindow) -> Iterator[Result]:
    """A weight of the first block: every block changes. The open block comes first, the others follow."""
    window.player.to_end()
    rest(REST_MS)
    window.lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 2.5)
    window.stage.viewport().repaint()
    yield Result(
        f"edit at {MEDIUM}: open rows missing", missing(window), 0.0, "rows", "after the first frame"
    )
    frames = 1 + (frames_until_whole(window) if window.stage.painter.more else 0)
    yield Result(f"edit at {MEDIUM}: until all is drawn", frames, EDIT_MARK, "frames")


def missing(window: MainWindow) -> int:
    """Layers of the open block in view that still show old numbers."""
    painter, camera = window.stage.painter, window.scene.camera
    view = (0.0, camera.y, float(window.stage.width()), float(window.stage.height()))
    picture = window.scene.picture()
    urgent = [layer for layer in picture.layers if layer.key is not None and painter.urgent(layer)]
    seen = [a for a in urgent if view[1] < a.box[1] + a.dy + a.box[3] and a.box[1] + a.dy < view[1] + view[3]]
    return sum(not painter.has(layer, window.stage.devicePixelRatioF()) for layer in seen)


def frames_until_whole(window: MainWindow) -> int:
    """Paint until nothing is lacking; how many frames that took."""
    for frame in range(1, MOST_FRAMES):
        window.stage.viewport().repaint()
        if not window.stage.painter.more:
            return frame
    return MOST_FRAMES


def memory() -> Result:
    """What the process has grown by after many frames at random cursors."""
    from transformer_lab import session

    window = opened(session.new())
    growth = grown(window, WARM_FRAMES, FRAMES)
    closed(window)
    return Result(f"memory after {FRAMES:,} frames", growth, GROWTH_MARK, "%", "at random cursors")


def grown(window: MainWindow, warm: int, frames: int) -> float:
    """Percent of memory that `frames` random frames add after `warm` of them."""
    timeline, chance = window.player.timeline, random.Random(0)  # noqa: S311  the same in every run
    assert timeline is not None
    start = 0.0
    for number in range(frames):
        if number == warm:
            start = resident()
        window.player.scrub(chance.uniform(0.0, timeline.total))
        window.stage.viewport().repaint()
    return max(0.0, 100.0 * (resident() / start - 1.0))


def resident() -> float:
    """Bytes of this process in memory; where that cannot be read, the most there have been."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return float(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        if sys.platform == "win32":
            return 1.0
        import resource

        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def _row(name: str, values: list[float], mark: float) -> Result:
    note = f"p95 {percentile(values, 0.95):.1f}, worst {max(values):.1f}"
    return Result(name, median(values), mark, "ms", note)


def main() -> None:
    """Measure and print."""
    from transformer_lab.ui.app import application

    application()
    for r in results():
        print(r.name, f"{r.value:.3f}", f"{r.mark:g}", r.unit, r.note, sep="\t", flush=True)


if __name__ == "__main__":
    main()
