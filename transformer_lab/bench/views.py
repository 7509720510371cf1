"""Run by `bench` in a process of its own: how long each view takes to open, and to follow an edit.

Prints lines as `bench.frames` does. The first opening of each counts too: it is the one that is waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from transformer_lab.bench.frames import LONG, OPENED_MS, rest
from transformer_lab.bench.measure import Result, spent

if TYPE_CHECKING:
    from transformer_lab.ui.views.view import View
    from transformer_lab.ui.window import MainWindow

OPEN_MARK = 150.0
SIZES = ((None, "8 words", 16.0), (LONG, "64 words", 66.0))
"""Text, its name, and the mark for a view that follows an edit: one frame, at 64 words four."""
ROUNDS = 15


def opened(window: MainWindow, name: str) -> float:
    """Milliseconds of the processor from the command until the dock is painted."""
    from PySide6.QtWidgets import QApplication

    def job() -> None:
        dock = window.docks.open(name)
        QApplication.processEvents()
        dock.view.grab()

    taken = spent(job)
    window.docks.close(name)
    QApplication.processEvents()
    return taken


def seen(view: View) -> None:
    """Draw what an edit changed, and paint it."""
    view.show()
    view.grab()


def slowest(times: dict[str, float]) -> tuple[float, str]:
    """The largest time, and a note that names its view."""
    name = max(times, key=times.__getitem__)
    return times[name], f"{name}; half of the views within {median(times.values()):.0f} ms"


def measured(window: MainWindow, words: str, follow_mark: float) -> Iterator[Result]:
    """Opening every view once, and what each costs while a weight is dragged."""
    from PySide6.QtWidgets import QApplication

    from transformer_lab.ui.views.table import VIEWS

    value, note = slowest({name: opened(window, name) for name in VIEWS})
    yield Result(f"slowest view opened, {words}", value, OPEN_MARK, "ms", note)
    costs = {}
    for name in VIEWS:
        dock = window.docks.open(name)
        QApplication.processEvents()
        times = []
        for i in range(ROUNDS):
            dock.view.hide()
            window.lab.set_cell("block.1/attn/W_Q", (2, 0, 0), 2.5 + 0.1 * (i % 3))
            times.append(spent(partial(seen, dock.view)))
        costs[name] = median(times[2:])
        window.docks.close(name)
        QApplication.processEvents()
    value, note = slowest(costs)
    yield Result(f"slowest view after an edit, {words}", value, follow_mark, "ms", note)


def main() -> None:
    """Measure one window of few and one of many words."""
    from transformer_lab import session
    from transformer_lab.ui.app import application
    from transformer_lab.ui.theming import Theming
    from transformer_lab.ui.window import MainWindow

    application()
    for text, words, follow_mark in SIZES:
        window = MainWindow(session.new(text=text), Theming("paper"))
        window.resize(1440, 900)
        window.show()
        rest(OPENED_MS)
        for result in measured(window, words, follow_mark):
            print(result.name, result.value, result.mark, result.note, sep="\t", flush=True)
        window.lab.history = window.lab.history.mark_saved()
        window.close()


if __name__ == "__main__":
    main()
