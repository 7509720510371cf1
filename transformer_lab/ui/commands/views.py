"""One command for each view, and the list of them."""

from __future__ import annotations

from transformer_lab.language import tr
from transformer_lab.ui.commands.command import Command
from transformer_lab.ui.deeds import views
from transformer_lab.ui.views.table import VIEWS, Row


def _view(row: Row) -> Command:
    return Command(
        f"view-{row.name}",
        row.title,
        lambda w: w.docks.toggle(row.name),
        menu="views",
        checked=lambda w: w.docks.is_open(row.name),
    )


ROWS: tuple[Command, ...] = (
    Command("views", tr("Open a view"), views.choose_view, ("Ctrl+Shift+V",), menu="panels"),
    *(_view(row) for row in VIEWS.values()),
)
