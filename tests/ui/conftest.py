"""What the window's tests share: a dressed application, and a window that closes unasked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from transformer_lab import session
from transformer_lab.session import Lab
from transformer_lab.ui.app import application
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


@pytest.fixture
def dressed(qapp: object) -> Iterator[Theming]:
    """The application in its clothes, on paper."""
    application()
    theming = Theming("paper")
    yield theming
    theming.deleteLater()


@pytest.fixture
def lab() -> Lab:
    """The first sentence."""
    return session.new()


@pytest.fixture
def focus(lab: Lab, dressed: Theming) -> Focus:
    """What is looked at in `lab`."""
    return Focus(lab)


@pytest.fixture
def open_window(dressed: Theming) -> Iterator[Callable[..., MainWindow]]:
    """Opens a window on a lab, by default the first sentence at 1440 × 900."""
    from transformer_lab.ui.settings import Settings
    from transformer_lab.ui.window import MainWindow

    opened: list[MainWindow] = []

    def make(lab: Lab | None = None, width: int = 1440, height: int = 900) -> MainWindow:
        window = MainWindow(lab or session.new(), dressed, Settings())
        opened.append(window)
        window.resize(width, height)
        window.show()
        return window

    yield make
    for window in opened:
        window.projects.ask_unsaved = lambda *_: "discard"
        window.close()
        window.deleteLater()


@pytest.fixture
def window(open_window: Callable[..., MainWindow]) -> MainWindow:
    """The window as a person meets it, without the first run."""
    return open_window()
