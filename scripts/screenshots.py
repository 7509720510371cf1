"""Renews docs/images: the real window, drawn on no screen, in both themes and sizes, at rest and in motion.

    python scripts/screenshots.py [--scale 2] [--to FOLDER]

Look at them before you commit them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

    from transformer_lab.ui.theming import Mode
    from transformer_lab.ui.window import MainWindow

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"": (1440, 900), "-1280": (1280, 720)}
THEMES: dict[str, Mode] = {"light": "paper", "dark": "slate"}
MIXING = ("block.1/attn", "mix")
HALFWAY = 0.42
PATIENCE_MS = 1200
ASKED = "block.1/attn/weights"


class Shot(NamedTuple):
    """One picture: its file's name, the size of the window, the theme, and whether values travel."""

    name: str
    size: tuple[int, int]
    mode: Mode
    moving: bool


def shots() -> Iterator[Shot]:
    for mark, size in SIZES.items():
        for theme, mode in THEMES.items():
            yield Shot(f"main{mark}-{theme}", size, mode, moving=True)
            yield Shot(f"rest{mark}-{theme}", size, mode, moving=False)


def take(shot: Shot) -> QPixmap:
    """The window as a person would find it: at first rest, or asked for the 67 % while values travel."""
    from transformer_lab import session
    from transformer_lab.ui.theming import Theming
    from transformer_lab.ui.window import MainWindow

    theming = Theming(shot.mode)
    window = MainWindow(session.new(), theming)
    window.resize(*shot.size)
    window.show()
    if shot.moving:
        ask_while_values_travel(window)
    let_it_settle()
    picture = window.grab()
    window.close()
    window.deleteLater()
    return picture


def let_it_settle() -> None:
    """The stage draws a little in each frame; give it the time a person would."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(PATIENCE_MS, loop.quit)
    loop.exec()


def ask_while_values_travel(window: MainWindow) -> None:
    from transformer_lab.engine.graph import Cell
    from transformer_lab.figures.timeline import Cursor

    timeline = window.player.timeline
    assert timeline is not None
    window.focus.select(Cell(ASKED, (0, 7, 1)))
    window.focus.move_cursor(Cursor(timeline.index[MIXING], HALFWAY))


def main() -> int:
    parser = argparse.ArgumentParser(description="Renew the pictures in docs/images.")
    parser.add_argument("--scale", default="1", help="pixels for each point, such as 2")
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "images", help="folder to write to")
    options = parser.parse_args()
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": options.scale, "QT_FONT_DPI": "96"}
    sys.path.insert(0, str(ROOT))
    with (
        tempfile.TemporaryDirectory() as home
    ):  # settings of the person who runs this stay out of the picture
        os.environ["XDG_CONFIG_HOME"] = home
        from transformer_lab.ui.app import application

        _app = application()
        options.to.mkdir(parents=True, exist_ok=True)
        for shot in shots():
            path = options.to / f"{shot.name}.png"
            take(shot).save(str(path))
            print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
