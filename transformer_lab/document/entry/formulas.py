"""Formulas for cells, such as ``= sin(i / 10000^(j/8))``: read by a small grammar, never run as code.

Known are numbers, + − × ÷ ^ and brackets, the functions and constants below, and the place of a cell:
i its row and j its column, n and m how many rows and columns there are, x the number that it holds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Places = Mapping[str, Array]
Formula = Callable[[Places], Array]

LONGEST, DEEPEST = 200, 24
FUNCTIONS: Mapping[str, Callable[[Array], Array]] = MappingProxyType(
    {"sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "tan": np.tan, "exp": np.exp, "ln": np.log, "abs": np.abs}
)
CONSTANTS: Mapping[str, float] = MappingProxyType({"pi": math.pi, "π": math.pi, "e": math.e})
PLACES = ("i", "j", "n", "m", "x")
SAME = {"\u2212": "-", "×": "*", "·": "*", "÷": "/", "**": "^"}
PIECE = re.compile(
    r"\s*(?P<number>(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+\-\u2212]?[0-9]+)?)"
    r"|\s*(?P<name>[A-Za-zπ]+)|\s*(?P<sign>\*\*|[-+\u2212*×·/÷^()√])"
)


def is_formula(text: str) -> bool:
    """Whether a typed text asks to be read as a formula: it begins with =."""
    return text.lstrip().startswith("=")


def read_formula(text: str) -> Formula:
    """The formula that `text` tells, with or without its =. Raises LabError saying what is not understood."""
    said = text.strip().removeprefix("=").strip()
    if not said:
        raise LabError(tr("After = a formula is needed, such as = 1/sqrt(2)."))
    if len(said) > LONGEST:
        raise LabError(tr("A formula has at most {most} characters.", most=LONGEST))
    return _Reader(said).whole()


def filled(text: str, values: Array, first: int = 0, places: tuple[Array, Array] | None = None) -> Array:
    """What the formula gives in every cell of `values` (rows × columns); counting starts at `first`.

    `places` are the rows and the columns (from 0) where the cells stand, if they are part of a larger matrix.

    Raises LabError for a formula that is none, and naming the first cell where it has no finite value.
    """
    formula = read_formula(text)
    rows, columns = values.shape
    down, across = places or (np.arange(rows), np.arange(columns))
    i, j = np.meshgrid(down + float(first), across + float(first), indexing="ij")
    known = {"i": i, "j": j, "n": np.asarray(float(rows)), "m": np.asarray(float(columns)), "x": values}
    with np.errstate(all="ignore"):
        found = np.broadcast_to(formula(known), values.shape).astype(float)
    if not np.isfinite(found).all():
        at = tuple(np.argwhere(~np.isfinite(found))[0])
        row, column = (int(axis[at]) for axis in (i, j))
        raise LabError(
            tr("{text} has no finite value at row {row}, column {column}.", text=text, row=row, column=column)
        )
    return found


class _Reader:
    """Precedence from below: sums, products, signs, powers, atoms."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = self._pieces(text)[::-1]
        self._deep = 0

    def whole(self) -> Formula:
        found = self._sum()
        if self._left:
            raise self._trouble(self._left[-1])
        return found

    def _pieces(self, text: str) -> list[str]:
        pieces, at = [], 0
        while at < len(text):
            match = PIECE.match(text, at)
            if match is None:
                raise self._trouble(text[at:].strip()[:12])
            piece = match.group().strip()
            pieces.append(SAME.get(piece, piece))
            at = match.end()
        return pieces

    def _trouble(self, piece: str) -> LabError:
        known = ", ".join((*FUNCTIONS, "pi", "e", *PLACES))
        return LabError(
            tr(
                "“{piece}” is not understood in {text}; there are {known}.",
                piece=piece,
                text=self._text,
                known=known,
            )
        )

    def _next(self) -> str:
        return self._left[-1] if self._left else ""

    def _take(self) -> str:
        if not self._left:
            raise LabError(tr("{text} ends too early.", text=self._text))
        return self._left.pop()

    def _sum(self) -> Formula:
        found = self._product()
        while self._next() in ("+", "-"):
            found = _joined(OPERATORS[self._take()], found, self._product())
        return found

    def _product(self) -> Formula:
        found = self._signed()
        while self._next() in ("*", "/"):
            found = _joined(OPERATORS[self._take()], found, self._signed())
        return found

    def _signed(self) -> Formula:
        if self._next() not in ("+", "-"):
            return self._power()
        minus = self._take() == "-"
        inner = self._deeper(self._signed)
        return _applied(np.negative, inner) if minus else inner

    def _power(self) -> Formula:
        base = self._atom()
        if self._next() != "^":
            return base
        self._take()
        return _joined(np.power, base, self._deeper(self._signed))

    def _atom(self) -> Formula:
        piece = self._take()
        if piece == "(":
            return self._bracket()
        if piece == "√":
            return _applied(np.sqrt, self._deeper(self._atom))
        if piece in FUNCTIONS:
            if self._take() != "(":
                raise self._trouble(piece)
            return _applied(FUNCTIONS[piece], self._bracket())
        if piece in PLACES:
            return lambda places: places[piece]
        value = CONSTANTS[piece] if piece in CONSTANTS else self._number(piece)
        constant: Array = np.asarray(value, dtype=float)
        return lambda places: constant

    def _number(self, piece: str) -> float:
        try:
            return float(piece.replace(",", ".").replace("\u2212", "-"))
        except ValueError:
            raise self._trouble(piece) from None

    def _bracket(self) -> Formula:
        found = self._deeper(self._sum)
        if self._take() != ")":
            raise self._trouble("(")
        return found

    def _deeper(self, read: Callable[[], Formula]) -> Formula:
        self._deep += 1
        if self._deep > DEEPEST:
            raise LabError(tr("{text} is nested too deeply.", text=self._text))
        found = read()
        self._deep -= 1
        return found


OPERATORS: Mapping[str, Callable[[Array, Array], Array]] = MappingProxyType(
    {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide}
)


def _joined(do: Callable[[Array, Array], Array], a: Formula, b: Formula) -> Formula:
    return lambda places: do(a(places), b(places))


def _applied(do: Callable[[Array], Array], a: Formula) -> Formula:
    return lambda places: do(a(places))
