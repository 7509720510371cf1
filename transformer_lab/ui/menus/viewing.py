"""Rows of the number menu that open a view on the value a number belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformer_lab.ui.menus.study import is_a_number

if TYPE_CHECKING:
    from transformer_lab.ui.menus.number_menu import Target


def as_matrix(target: Target) -> None:
    """The whole value as a matrix that can be zoomed, in its dock."""
    dock = target.window.docks.open("matrix")
    dock.view.take("node", target.cell.node)
    target.window.focus.select(target.cell)


def has_matrix(target: Target) -> bool:
    """Whether the number stands among rows and columns."""
    graph = target.window.lab.snapshot.graph
    return is_a_number(target) and graph is not None and len(graph[target.cell.node].axes) > 1
