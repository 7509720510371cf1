"""The window, offscreen: how long until it shows, and what a frame, an edit, a scrub and a hover cost."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from statistics import median

from transformer_lab.bench.measure import Result

STARTS = 7
START_MARK = 1.5
BARE = """
import numpy, pyqtgraph
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
"""
OURS = """
from transformer_lab.ui.app import application, open_window
app = application()
window = open_window()
"""
SHOWN = """
window.resize(1440, 900)
window.show()
for _ in range(3):
    app.processEvents()
window.grab()
print((time.process_time() - start) * 1e3)
os._exit(0)
"""


def window_results() -> Iterator[Result]:
    """Start-up in fresh processes, then the frames of one window in a process of its own."""
    yield start_result()
    for part in ("frames", "views", "keeping"):
        for row in _output("-m", f"transformer_lab.bench.{part}").splitlines():
            name, value, mark, note = row.split("\t")
            yield Result(name, float(value), float(mark), "ms", note)


def zoom_results() -> Iterator[Result]:
    """The stage at the sizes it must carry, in a process of its own."""
    for row in _output("-m", "transformer_lab.bench.zoom").splitlines():
        name, value, mark, unit, note = row.split("\t")
        yield Result(name, float(value), float(mark), unit, note)


def editing_results() -> Iterator[Result]:
    """A large matrix in the grid, pasting and undoing, in a process of its own."""
    for row in _output("-m", "transformer_lab.bench.editing").splitlines():
        name, value, mark, unit, note = row.split("\t")
        yield Result(name, float(value), float(mark), unit, note)


def start_result() -> Result:
    """Our window and a bare QMainWindow that imports NumPy and pyqtgraph, started in turns.

    The first round, in which Python compiles the modules, does not count.
    """
    with tempfile.TemporaryDirectory() as compiled:
        pairs = [(_start(OURS, compiled), _start(BARE, compiled)) for _ in range(STARTS + 1)][1:]
    ours, bare = (median(column) for column in zip(*pairs, strict=True))
    note = f"{ours:.0f} ms against {bare:.0f} ms"
    return Result("window shown ÷ bare window with NumPy, pyqtgraph", ours / bare, START_MARK, "×", note)


def _start(body: str, compiled: str) -> float:
    """Milliseconds of the processor from the first line of a fresh process to a painted window."""
    code = f"import os, time\nstart = time.process_time()\n{body}\n{SHOWN}"
    return float(_output("-c", code, PYTHONPYCACHEPREFIX=compiled, PYTHONDONTWRITEBYTECODE="").split()[-1])


def _output(*arguments: str, **more: str) -> str:
    """What a fresh Python prints, offscreen and with its own settings, so that none of yours change."""
    with tempfile.TemporaryDirectory() as home:
        places = {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home}
        screen = {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "1"}
        command = [sys.executable, *arguments]
        return subprocess.run(  # noqa: S603  our own interpreter and code
            command,
            env={**os.environ, **places, **screen, **more},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
