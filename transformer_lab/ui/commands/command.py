"""One row of the table of commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

Do = Callable[["MainWindow"], object]
Ask = Callable[["MainWindow"], bool]


@dataclass(frozen=True)
class Command:
    """One row. Keys of scope "stage" act while stage or timeline has the focus, the others always."""

    name: str
    text: str
    do: Do
    keys: tuple[str, ...] = ()
    icon: str = ""
    scope: Literal["window", "stage"] = "window"
    group: str = "View"
    """under which head the help page lists its keys"""
    menu: str = ""
    """the section of a menu that it stands in: one of MENUS, or none"""
    enabled: Ask | None = None
    checked: Ask | None = None
    title: Callable[[MainWindow], str] | None = None
    """text that depends on the moment, such as the name of the step to undo"""


def stage_key(name: str, text: str, do: Do, *keys: str, group: str = "Timeline", icon: str = "") -> Command:
    """A row whose keys act on the stage and the timeline only."""
    return Command(name, text, do, keys, icon, "stage", group)
