"""Blocks of numbers as people paste them: spreadsheets, CSV, Markdown, NumPy, MATLAB, LaTeX.

One decimal mark holds for a whole block. Grouping is never guessed: a block that can be read in two ways has
two readings, and the person chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from transformer_lab.document.numbers import parse_number, shortened
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr

MOST_TEXT, MOST_CELLS = 4_000_000, 250_000
Rows = list[list[str]]
TWO_MARKS = "“{one}” and “{other}” use two decimal marks; write all numbers with one."
UNEVEN = "Row {n} has {found} cells, the first row has {wanted}."
AT = "Row {row}, column {column}: {reason}"


class Reading(NamedTuple):
    """One way to read a block: in words, and its numbers (rows × columns)."""

    said: str
    values: Array


PLAIN = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
GROUPED = re.compile(r"[-+\u2212]?[1-9][0-9]{0,2},[0-9]{3}")
POINTED = re.compile(r"[-+\u2212]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+")
WHOLE = re.compile(r"[-+\u2212]?[0-9]+")
LATEX = re.compile(r"\\begin\{[a-z]*(?:matrix|array|tabular)\}(?:\{[^}]*\})?|\\end\{[a-z]*\}|\\hline")
PROGRAM = re.compile(r"^\s*(?:[A-Za-z_][\w.]*\s*=\s*)?(?:[A-Za-z_][\w.]*\s*)?\(?\s*\[")


def readings(text: str) -> tuple[Reading, ...]:
    """The ways to read `text`: one, or several between which somebody must choose.

    Raises LabError naming the first cell that is no number, or the row that is of another length.
    """
    if len(text) > MOST_TEXT:
        raise LabError(tr("What was pasted has more than {most} characters.", most=MOST_TEXT))
    if not text.strip():
        raise LabError(tr("There are no numbers in what was pasted."))
    for applies, rows in FORMS:
        if applies(text):
            return (Reading(tr("decimal point"), _numbers(rows(text), ".")),)
    return _delimited(text.strip("\r\n"))


def _delimited(text: str) -> tuple[Reading, ...]:
    lines = [line for line in text.splitlines() if line.strip()]
    separator = next((s for s in ("\t", ";") if any(s in line for line in lines)), None)
    if separator is None and any("," in line for line in lines):
        return _with_commas(lines)
    rows = [[c.strip() for c in line.split(separator)] for line in lines]
    return _marked(_without_names(rows))


def _with_commas(lines: list[str]) -> tuple[Reading, ...]:
    """Commas alone: between cells, as decimal marks, or (1,000) between thousands; all that can be."""
    apart = [[c.strip() for c in line.split(",")] for line in lines]
    spaced = [line.split() for line in lines]
    once = all(line.count(",") == 1 and " " not in line.strip() for line in lines)
    if any(len(row) > 1 for row in spaced) and not any(re.search(r",\s", line) for line in lines):
        return _marked(_without_names(spaced))
    cells = Reading(tr("commas between cells"), _numbers(_without_names(apart), "."))
    if once and all(GROUPED.fullmatch(line.strip()) for line in lines):
        return (*_marked(spaced), cells)
    if once and all(POINTED.fullmatch(line.strip()) for line in lines):
        bare = [[line.strip().replace(".", "")] for line in lines]
        return (Reading(tr("points between thousands"), _numbers(bare, ",")), cells)
    if once and all(WHOLE.fullmatch(c) for row in apart for c in row):
        marks = Reading(tr("commas as decimal marks"), _numbers(spaced, ","))
        return (marks, cells)
    return (cells,)


def _marked(rows: Rows) -> tuple[Reading, ...]:
    """One decimal mark for all cells; two readings where commas may group thousands."""
    cells = [cell for row in rows for cell in row]
    commas, points = [c for c in cells if "," in c], [c for c in cells if "." in c]
    if not commas:
        return (Reading(tr("decimal point"), _numbers(rows, ".")),)
    if points:
        raise LabError(tr(TWO_MARKS, one=shortened(commas[0]), other=shortened(points[0])))
    if all(GROUPED.fullmatch(c) for c in commas):
        small = Reading(tr("commas as decimal marks"), _numbers(rows, ","))
        large = Reading(
            tr("commas between thousands"), _numbers([[c.replace(",", "") for c in r] for r in rows], ".")
        )
        return (small, large)
    return (Reading(tr("decimal comma"), _numbers(rows, ",")),)


def _without_names(rows: Rows) -> Rows:
    """Names of columns and rows are left out, if a whole first row or column is nothing but names."""
    if len(rows) > 1 and not any(_is_number(c) for c in rows[0]):
        rows = rows[1:]
    if len(rows) > 1 and all(len(row) > 1 and row[0] and not _is_number(row[0]) for row in rows):
        rows = [row[1:] for row in rows]
    return rows


def _is_number(cell: str) -> bool:
    try:
        parse_number(cell.replace(",", "."))
    except LabError:
        return False
    return True


def _numbers(rows: Rows, mark: str) -> Array:
    """Rows of texts as an array. Raises LabError naming what does not fit."""
    if not rows or sum(map(len, rows)) > MOST_CELLS:
        raise LabError(tr("What was pasted must have between 1 and {most} cells.", most=MOST_CELLS))
    for n, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise LabError(tr(UNEVEN, n=n, found=len(row), wanted=len(rows[0])))
    read = [[_number(c, mark, i, j) for j, c in enumerate(row, 1)] for i, row in enumerate(rows, 1)]
    return np.array(read)


def _number(cell: str, mark: str, row: int, column: int) -> float:
    said = cell.replace(",", ".") if mark == "," else cell
    if PLAIN.fullmatch(said):
        return _finite(float(said), cell, row, column)
    try:
        return parse_number(said)
    except LabError as error:
        raise LabError(
            tr("Row {row}, column {column}: {reason}", row=row, column=column, reason=error)
        ) from None


def _finite(value: float, cell: str, row: int, column: int) -> float:
    if abs(value) <= 1.7976931348623157e308:
        return value
    raise LabError(
        tr("Row {row}, column {column}: {cell} has no finite value.", row=row, column=column, cell=cell)
    )


# --- forms that say what they are ----------------------------------------------------------------------
def _is_latex(text: str) -> bool:
    return "\\begin{" in text or ("&" in text and "\\\\" in text)


def _latex(text: str) -> Rows:
    lines = LATEX.sub(" ", text).replace("$", " ").split("\\\\")
    return [[cell.strip() for cell in line.split("&")] for line in lines if line.strip()]


def _is_markdown(text: str) -> bool:
    return all(line.strip().startswith("|") for line in text.splitlines() if line.strip())


def _markdown(text: str) -> Rows:
    lines = [line.strip().strip("|") for line in text.splitlines() if line.strip()]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    return _without_names([row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)])


def _is_program(text: str) -> bool:
    return PROGRAM.match(text) is not None


def _program(text: str) -> Rows:
    """``[[1, 2], [3, 4]]`` as NumPy, PyTorch and JSON print it, or ``[1 2; 3 4]``."""
    inner = text[text.index("[") : text.rindex("]") + 1] if "]" in text else ""
    if not inner:
        raise LabError(tr("The brackets of what was pasted do not close."))
    body = re.sub(r"\s+", " ", inner)[1:-1].strip()
    rows = re.split(r"\]\s*,?\s*\[|;", body.strip("[] "))
    bare = [row.strip("[] ,") for row in rows if row.strip()]
    return [[cell for cell in re.split(r"[\s,]+", row) if cell] for row in bare]


FORMS: tuple[tuple[Callable[[str], bool], Callable[[str], Rows]], ...] = (
    (_is_latex, _latex),
    (_is_markdown, _markdown),
    (_is_program, _program),
)


# --- and out -------------------------------------------------------------------------------------------
def _spreadsheet(values: Array, between: str) -> str:
    return "\n".join(between.join(_exactly(v) for v in row) for row in values)


def _exactly(value: float) -> str:
    """The shortest text that reads back to the same float, always with a point and the ASCII hyphen."""
    return repr(float(value)).removesuffix(".0")


def _numpy(values: Array) -> str:
    rows = ",\n ".join("[" + ", ".join(map(_exactly, row)) + "]" for row in values)
    return f"[{rows}]"


def _to_latex(values: Array) -> str:
    rows = " \\\\\n".join("  " + " & ".join(map(_exactly, row)) for row in values)
    return "\\begin{bmatrix}\n" + rows + "\n\\end{bmatrix}"


WRITERS: Mapping[str, Callable[[Array], str]] = MappingProxyType(
    {
        "spreadsheet": lambda values: _spreadsheet(values, "\t"),
        "csv": lambda values: _spreadsheet(values, ","),
        "numpy": _numpy,
        "latex": _to_latex,
    }
)
"""Texts for the clipboard; each reads back to the same numbers."""
