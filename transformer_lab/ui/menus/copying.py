"""Copying a number: its value, its address, the whole array as NumPy writes it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QGuiApplication

from transformer_lab.document.gradients import ungraded
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.links import WHOLE
from transformer_lab.figures.numbers import exact
from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.menus.number_menu import Target

MOST = 200_000
"""numbers that are written out"""


def copy_value(target: Target) -> None:
    """The shortest text that reads back to the same number."""
    node, index = target.cell
    _copy(exact(values_of(target)[node][index]))


def copy_address(target: Target) -> None:
    """``block.0/attn/q[0,7,1]``, as the command line and scripts take it."""
    _copy(address_text(target.cell))


def copy_array(target: Target) -> None:
    """The whole array as NumPy text. Raises LabError if it is too long to be written."""
    node_id = node_of(target.cell)
    array = values_of(target)[node_id]
    if array.size > MOST:
        raise LabError(tr("{id} has {n} numbers, too many for a text.", id=node_id, n=array.size))
    _copy(array_text(array))


def array_text(array: np.ndarray) -> str:
    """The array so that NumPy reads the same numbers from it."""
    with np.printoptions(threshold=sys.maxsize, floatmode="unique", linewidth=110):
        return np.array_repr(array)


def address_text(cell: Cell) -> str:
    """The id, with the index in brackets."""
    node_id = node_of(cell)
    return f"{node_id}[{','.join(map(str, cell.index))}]" if cell.index and node_id == cell.node else node_id


def node_of(cell: Cell) -> str:
    """The id of the value that a number or a link belongs to."""
    return cell.node.removeprefix(WHOLE)


def has_array(target: Target) -> bool:
    """Whether the value has more than one number."""
    graph = target.window.lab.snapshot.graph
    node_id = ungraded(node_of(target.cell))
    return graph is not None and node_id in graph and bool(graph[node_id].axes)


def values_of(target: Target) -> Snapshot:
    """The values, with gradients where a gradient is meant. Raises LabError while there are none."""
    snapshot = target.window.lab.snapshot
    if ungraded(node_of(target.cell)) == node_of(target.cell):
        return snapshot
    slopes = target.window.study.slopes()
    return snapshot if slopes is None else slopes.snapshot


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
