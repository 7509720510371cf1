"""Numbers as people type them: both decimal marks, a true minus, 1/3, pi, sqrt(2). Never by running text.

A comma with three digits after it (1,000) may be a thousand or a one, so it is asked about and not guessed.
NaN and infinity, grouping, underscores and digits of other scripts are refused.
"""

from __future__ import annotations

import math
import re

from transformer_lab.errors import LabError
from transformer_lab.language import tr

LONGEST = 100
CONSTANTS = {"pi": math.pi, "π": math.pi, "e": math.e}
PIECE = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+\-\u2212]?[0-9]+)?(?![0-9.,_]))"
    r"|(?P<name>sqrt|pi|e)(?![A-Za-z0-9_])|(?P<sign>[-+\u2212*×/()√π]))"
)
GROUPED = re.compile(r"[1-9][0-9]{0,2},[0-9]{3}")


def parse_number(text: str) -> float:
    """The finite number that `text` tells: ``3.5``, ``3,5``, ``−2``, ``1e-3``, ``1/3``, ``2*pi``,
    ``-1/sqrt(2)``.

    Raises LabError for anything else, and for ``1,000``, which can be read in two ways.
    """
    said = text.strip()
    if not said:
        raise LabError(tr("A cell needs a number; it was left empty."))
    if GROUPED.fullmatch(said.lstrip("+-\u2212 ")):
        raise LabError(
            tr(
                "“{text}” can be read in two ways: write {small} or {large}.",
                text=said,
                small=said.replace(",", "."),
                large=said.replace(",", ""),
            )
        )
    try:
        value = _Reader(_pieces(said)).whole()
    except (ValueError, IndexError):
        raise LabError(
            tr("“{text}” is not a number, such as 0.5, −2, 1/3 or sqrt(2).", text=shortened(said))
        ) from None
    except (ZeroDivisionError, OverflowError):
        value = math.inf
    if not math.isfinite(value):
        raise LabError(tr("“{text}” has no finite value.", text=shortened(said)))
    return value


def shortened(text: str) -> str:
    """What somebody typed, for a sentence: on one line, and not longer than a look."""
    said = " ".join(text.split())
    return said if len(said) <= 30 else said[:29] + "…"


def _pieces(text: str) -> list[str]:
    if len(text) > LONGEST:
        raise ValueError(text)
    pieces, at = [], 0
    while at < len(text):
        match = PIECE.match(text, at)
        if match is None:
            raise ValueError(text)
        pieces.append(match.group().strip().replace("\u2212", "-").replace("×", "*"))
        at = match.end()
    return pieces


class _Reader:
    """Reads signed numbers, constants and roots, multiplied and divided, from left to right."""

    def __init__(self, pieces: list[str]) -> None:
        self._left = pieces[::-1]

    def whole(self) -> float:
        value = self._product()
        if self._left:
            raise ValueError(self._left)
        return value

    def _product(self) -> float:
        value = self._signed()
        while self._left and self._left[-1] in ("*", "/"):
            times = self._left.pop() == "*"
            other = self._signed()
            value = value * other if times else value / other
        return value

    def _signed(self) -> float:
        if self._left[-1] in ("+", "-"):
            return -self._signed() if self._left.pop() == "-" else self._signed()
        return self._atom()

    def _atom(self) -> float:
        piece = self._left.pop()
        if piece in CONSTANTS:
            return CONSTANTS[piece]
        if piece == "√":
            return math.sqrt(self._atom())
        if piece == "sqrt":
            if self._left[-1] != "(":
                raise ValueError(piece)
            return math.sqrt(self._atom())
        if piece == "(":
            value = self._product()
            if self._left.pop() != ")":
                raise ValueError(piece)
            return value
        return float(piece.replace(",", "."))
