"""What the commands of comparing do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def is_pinned(window: MainWindow) -> bool:
    """Whether there is a state A."""
    return window.lab.pinned is not None


def pin(window: MainWindow) -> None:
    """Keep what is now as A."""
    window.comparing.pin()


def pin_title(window: MainWindow) -> str:
    """Pinning again takes another A."""
    return tr("Pin this state as A instead") if is_pinned(window) else tr("Pin this state as A")


def let_go(window: MainWindow) -> None:
    """Compare no more."""
    window.comparing.let_go()


def swap(window: MainWindow) -> None:
    """A becomes B: a step that can be undone."""
    window.attempt(window.comparing.swap)


def look_at_a(window: MainWindow) -> None:
    """A lies over the stage until the key is let go."""
    window.comparing.hold(True)


def what_changed(window: MainWindow) -> None:
    """The list of changes in the place of the inspector."""
    window.focus.select(None)
    window.frame.show_parts(replace(window.frame.wishes, inspector=True))


def wants_strip(window: MainWindow) -> bool:
    """Whether the largest changes are told after each edit."""
    return window.comparing.told


def toggle_strip(window: MainWindow) -> None:
    """Tell them, or no more."""
    window.comparing.tell(not window.comparing.told)
    window.refresh_actions()
