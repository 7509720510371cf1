"""Arrays of files that other programs know, into the grid and out of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QFileDialog, QWidget

from transformer_lab.document.entry.exchange import array_names, read_array, write_array
from transformer_lab.document.entry.placing import flat
from transformer_lab.errors import LabError
from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.editors.table import KeyTable

KINDS = tr("Arrays (*.npy *.npz *.csv *.safetensors)")
WRITTEN = tr("NumPy (*.npy);;NumPy, by name (*.npz);;Table (*.csv);;safetensors (*.safetensors)")


def ask_file(parent: QWidget) -> str:
    """Which file to read; empty for none."""
    return QFileDialog.getOpenFileName(parent, tr("Import numbers"), "", KINDS)[0]


def ask_target(parent: QWidget, suggestion: str) -> str:
    """Where to write; empty for nowhere."""
    return QFileDialog.getSaveFileName(parent, tr("Export numbers"), suggestion, WRITTEN)[0]


def bring_in(table: KeyTable, ask: Callable[[QWidget], str] = ask_file) -> None:
    """Import: an array of exactly the value's own shape goes in at once, anything else is shown first."""
    path = ask(table)
    if not path:
        return
    try:
        names = array_names(path)
        only = _read(table, path, names[0]) if len(names) == 1 else None
    except LabError as error:
        table.matrix.refused.emit(str(error))
        return
    matrix = table.matrix
    if only is not None and only.shape == matrix.values.shape:
        matrix.set_region(matrix.whole, only, tr("Import"))
        return
    from transformer_lab.ui.editors.preview import offer_arrays

    offer_arrays(table, tuple((name or Path(path).name, partial(_read, table, path, name)) for name in names))


def _read(table: KeyTable, path: str, name: str) -> np.ndarray:
    """An array as rows × columns: as the grid lays it out, if it has the shape of the value that is shown."""
    array, grid = read_array(path, name), table.matrix.grid
    return table.matrix.laid_out(array) if grid is not None and array.shape == grid.shape else flat(array)


def take_out(table: KeyTable, ask: Callable[[QWidget, str], str] = ask_target) -> None:
    """Export the whole value: in its own axes, as a table where the form is one."""
    grid = table.matrix.grid
    if grid is None:
        return
    name = grid.node.replace("/", "-")
    path = ask(table, f"{name}.npy")
    if not path:
        return
    path = path if Path(path).suffix else f"{path}.npy"
    array = table.matrix.array
    try:
        write_array(path, table.matrix.values if path.lower().endswith(".csv") else array, grid.node)
    except LabError as error:
        table.matrix.refused.emit(str(error))
