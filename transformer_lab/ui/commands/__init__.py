"""Everything a person can command, as one table: menus, shortcuts, tooltips and the help page all read it."""

from __future__ import annotations

from transformer_lab.language import tr
from transformer_lab.ui.commands import compare, edit, project, stage, timeline, view, views
from transformer_lab.ui.commands.command import Command

__all__ = ["BY_NAME", "COMMANDS", "FOLDED", "MENUS", "Command", "in_menu"]

COMMANDS: tuple[Command, ...] = (
    *project.ROWS,
    *edit.ROWS,
    *compare.ROWS,
    *view.ROWS,
    *views.ROWS,
    *timeline.ROWS,
    *stage.ROWS,
)
BY_NAME = {command.name: command for command in COMMANDS}

MENUS: dict[str, tuple[str, ...]] = {
    "project": ("files", "figures", "leaving"),
    "more": ("edit", "compare", "panels", "views", "theme", "motion", "help"),
}
"""Each menu's sections, from top to bottom; within a section the commands stand in the order of the table."""
FOLDED = {"compare": tr("Compare"), "views": tr("Views"), "theme": tr("Theme")}
"""Sections that stand in a menu of their own."""


def in_menu(menu: str) -> list[list[Command]]:
    """The commands of a menu by section; sections that have none are left out."""
    found = [[c for c in COMMANDS if c.menu == section] for section in MENUS[menu]]
    return [section for section in found if section]
