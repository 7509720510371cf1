"""The numbers of a figure as a table: CSV for spreadsheets, Markdown for notes, LaTeX for papers."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from io import StringIO

from transformer_lab.errors import LabError
from transformer_lab.figures.numbers import exact, fixed
from transformer_lab.figures.picture import Picture, Sheet
from transformer_lab.language import tr
from transformer_lab.render.plain import plain
from transformer_lab.render.tikz.letters import latex

Rows = list[list[str]]


def to_sheet(picture: Picture, kind: str) -> str:
    """The table behind a picture as ``csv``, ``md`` or ``tex``. Raises LabError if it has none."""
    if picture.sheet is None:
        raise LabError(
            tr("This figure shows no table of numbers; choose a format for pictures, such as .svg.")
        )
    return sheet_text(picture.sheet, kind)


def sheet_text(sheet: Sheet, kind: str) -> str:
    """A table as ``csv``, ``md`` or ``tex``."""
    return WRITERS[kind](sheet)


def _csv(sheet: Sheet) -> str:
    """Every digit and an ASCII hyphen, so that programs read back the same numbers."""
    held = StringIO()
    writer = csv.writer(held, lineterminator="\n")
    writer.writerow(["", *map(plain, sheet.columns)])
    for name, row in zip(sheet.rows, sheet.cells, strict=True):
        writer.writerow([plain(name), *map(_plainly, row)])
    return held.getvalue()


def _plainly(cell: float | str) -> str:
    """A number as programs write it: ``-0.5``, ``-inf``; any other text as it is."""
    text = cell if isinstance(cell, str) else exact(cell + 0.0)
    is_number = not text.strip("−0123456789.e∞")
    return text.replace("−", "-").replace("∞", "inf") if is_number else text


def _markdown(sheet: Sheet) -> str:
    """A pipe table, numbers with the decimals of the sheet at the right."""
    rows = [["", *sheet.columns], *_shown(sheet)]
    cells = [[plain(cell).replace("\\", "\\\\").replace("|", "\\|") for cell in row] for row in rows]
    width = [max(3, *(len(row[i]) for row in cells)) for i in range(len(cells[0]))]
    lines = [
        "| "
        + " | ".join(c.rjust(w) if i else c.ljust(w) for i, (c, w) in enumerate(zip(row, width, strict=True)))
        + " |"
        for row in cells
    ]
    ruler = (
        "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(width)) + "|"
    )
    return "\n".join([lines[0], ruler, *lines[1:]]) + "\n"


def _latex(sheet: Sheet) -> str:
    """A tabular of its own that needs no package."""
    head = " & ".join(["", *map(latex, sheet.columns)])
    body = [
        " & ".join(
            [
                latex(row[0]),
                *(f"${cell.replace('−', '-')}$" if _is_number(cell) else latex(cell) for cell in row[1:]),
            ]
        )
        for row in _shown(sheet)
    ]
    lines = [r"\begin{tabular}{l" + "r" * len(sheet.columns) + "}", r"\hline", head + r" \\", r"\hline"]
    return "\n".join([*lines, *(row + r" \\" for row in body), r"\hline", r"\end{tabular}"]) + "\n"


def _shown(sheet: Sheet) -> Rows:
    return [
        [name, *(cell if isinstance(cell, str) else fixed(cell, sheet.decimals) for cell in row)]
        for name, row in zip(sheet.rows, sheet.cells, strict=True)
    ]


def _is_number(text: str) -> bool:
    return bool(text) and text.lstrip("−").replace(".", "", 1).isdigit()


WRITERS: Mapping[str, Callable[[Sheet], str]] = {"csv": _csv, "md": _markdown, "tex": _latex}
