"""Figures as files: every figure as SVG and PNG, large slides, films, and whether memory stays flat."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from transformer_lab.bench.frames import LONG
from transformer_lab.bench.measure import Result, spent

if TYPE_CHECKING:
    from transformer_lab.document.snapshot import Snapshot

ONE_MARK, SLIDE_MARK, GIF_MARK, MP4_MARK = 100.0, 1000.0, 4000.0, 5000.0
FRAMES, PIXELS = 120, (1280, 720)
EXPORTS, GROWTH_MARK = 1000, 8.0
ROUNDS = 5
STATM = Path("/proc/self/statm")


def figure_results() -> Iterator[Result | str]:
    """All rows; each figure is drawn anew for each file, as a person's export is."""
    from transformer_lab import session
    from transformer_lab.render.application import gui_application

    gui_application()
    snapshot = session.new().snapshot
    for suffix in (".svg", ".png"):
        yield _slowest(snapshot, suffix)
    yield _slide(session.new(text=LONG).snapshot)
    yield _film(snapshot, ".gif", GIF_MARK)
    if find_spec("av"):
        yield _film(snapshot, ".mp4", MP4_MARK)
    else:
        yield "     film as MP4: not measured, PyAV is not installed"
    yield _memory(snapshot)


def _slowest(snapshot: Snapshot, suffix: str) -> Result:
    """The figure that takes longest; the median of some rounds each, after one that wakes the device."""
    from transformer_lab.errors import LabError
    from transformer_lab.figures.registry import FIGURES

    times: dict[str, float] = {}
    for name in FIGURES:
        try:
            rounds = [spent(lambda name=name: _written(snapshot, name, suffix)) for _ in range(ROUNDS + 1)]  # type: ignore[misc]
        except LabError:
            continue  # a figure that this model does not have
        times[name] = median(rounds[1:])
    name = max(times, key=times.__getitem__)
    note = f"{name}; half of the figures within {median(times.values()):.0f} ms"
    return Result(
        f"slowest of all figures to {suffix[1:].upper()}, 8 words", times[name], ONE_MARK, "ms", note
    )


def _slide(snapshot: Snapshot) -> Result:
    times = [spent(lambda: _written(snapshot, "attention", ".pptx")) for _ in range(3)]
    return Result("heat map of 64 × 64 to PPTX", median(times[1:]), SLIDE_MARK, "ms")


def _film(snapshot: Snapshot, suffix: str, mark: float) -> Result:
    """So many frames of the stage at 1280 × 720, drawing included."""
    from transformer_lab.figures.film import Film, pages
    from transformer_lab.render.formats import FORMATS

    film = pages("stage", snapshot, {}, ":", "frames")
    some = Film(FRAMES, lambda i: film[i * len(film) // FRAMES])
    made: list[bytes] = []
    taken = spent(lambda: made.append(FORMATS[suffix].write(some, _setting(pixels=PIXELS))))
    note = f"{len(made[0]) / 1e6:.1f} MB"
    return Result(f"{FRAMES} frames of 1280 × 720 to {suffix[1:].upper()}", taken, mark, "ms", note)


def _memory(snapshot: Snapshot) -> Result | str:
    """How much more memory the process holds after so many exports; the first tenth warms up."""
    if not STATM.exists():
        return "     memory after many exports: measured on Linux only"
    before = 0.0
    for done in range(EXPORTS):
        if done == EXPORTS // 10:
            before = _held()
        _written(snapshot, "attention", (".svg", ".png", ".pdf")[done % 3])
    return Result(f"memory after {EXPORTS} exports", _held() - before, GROWTH_MARK, "MB", "growth")


def _held() -> float:
    """The memory that the process holds, in megabytes."""
    pages = int(STATM.read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024.0**2


def _written(snapshot: Snapshot, name: str, suffix: str) -> bytes:
    from transformer_lab.figures.registry import draw_figure
    from transformer_lab.render.formats import FORMATS

    return FORMATS[suffix].write((draw_figure(name, snapshot),), _setting())


def _setting(**more: Any) -> Any:
    from transformer_lab.render.setting import Setting
    from transformer_lab.render.theme import theme

    return Setting(theme("paper"), "white", **more)
