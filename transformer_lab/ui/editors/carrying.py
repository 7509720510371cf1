"""Carrying numbers: copying what is chosen, pasting, filling from the first row or column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QGuiApplication

from transformer_lab.document.entry.blocks import WRITERS, readings
from transformer_lab.document.entry.formulas import is_formula
from transformer_lab.document.entry.placing import fits, placed
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.ui.editors.region import sized

if TYPE_CHECKING:
    from transformer_lab.ui.editors.table import KeyTable


def copy(table: KeyTable, form: str = "spreadsheet") -> None:
    """What is chosen, as a text of this form: cells between tabs, CSV, NumPy, LaTeX."""
    region = table.region
    if region is not None:
        QGuiApplication.clipboard().setText(WRITERS[form](table.matrix.values[region.slices]))


def cut(table: KeyTable) -> None:
    """Copy, then clear."""
    copy(table)
    table.clear()


def paste(table: KeyTable) -> None:
    """What the clipboard holds, at the first chosen key; a choice opens where it can go in several ways."""
    region, text = table.region, QGuiApplication.clipboard().text()
    if region is None or not table.matrix.editable:
        return
    if is_formula(text):
        table.matrix.fill_in(region, text, tr("Paste"))
        return
    try:
        found = readings(text)
    except LabError as error:
        table.matrix.refused.emit(str(error))
        return
    values = found[0].values
    if len(found) == 1 and fits(values.shape, region, table.matrix.values.shape):
        block = placed(values, region)
        where = sized(region.top, region.left, block.shape)
        table.matrix.set_region(where, block, tr("Paste"))
        table.choose(where)
        return
    from transformer_lab.ui.editors.preview import offer_readings

    offer_readings(table, found)


def fill_down(table: KeyTable) -> None:
    """Every chosen row becomes the first one; a single key takes the number above it."""
    region = table.region
    if region is None:
        return
    if region.top == region.bottom and region.top > 0:
        region = region._replace(top=region.top - 1)
    first = table.matrix.values[region.slices][:1]
    table.matrix.set_region(region, np.repeat(first, region.shape[0], 0), tr("Fill down"))


def fill_right(table: KeyTable) -> None:
    """Every chosen column becomes the first one; a single key takes the number at its left."""
    region = table.region
    if region is None:
        return
    if region.left == region.right and region.left > 0:
        region = region._replace(left=region.left - 1)
    first = table.matrix.values[region.slices][:, :1]
    table.matrix.set_region(region, np.repeat(first, region.shape[1], 1), tr("Fill right"))
