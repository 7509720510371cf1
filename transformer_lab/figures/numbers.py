"""How numbers are written, the same in every figure, label and panel.

A true minus (U+2212), a decimal point, no leading plus except in differences. What is not a number says so:
``NaN``, ``∞``, ``−∞``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import SupportsFloat

MINUS = "\N{MINUS SIGN}"
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SMALLEST, LARGEST = 1e-3, 1e4
LONGEST = 1e9
"""From here on no text has room for all digits: a power of ten says as much."""
DUST = 9
"""Decimals of a percent that count; what is below is rounding of the arithmetic, not of the display."""


def fixed(value: SupportsFloat, decimals: int = 2) -> str:
    """Always `decimals` decimals, so that columns align: ``0.67``, ``−1.20``. Zero has no sign.

    From 10⁹ on as `scientific`.
    """
    number = float(value)
    if not math.isfinite(number):
        return _unusual(number)
    if abs(number) >= LONGEST:
        return scientific(number)
    return _minus(_unsigned_zero(f"{number:.{decimals}f}"))


def number(value: SupportsFloat, decimals: int = 2) -> str:
    """`fixed` from 10⁻³ to 10⁴ and for zero, `scientific` outside."""
    size = abs(float(value))
    return fixed(value, decimals) if size == 0.0 or SMALLEST <= size < LARGEST else scientific(value)


def scientific(value: SupportsFloat) -> str:
    """Two significant digits times a power of ten: ``1.2 × 10⁻⁵``."""
    number = float(value)
    if number == 0.0 or not math.isfinite(number):
        return fixed(number, 0)
    mantissa, power = f"{number:.1e}".split("e")
    return f"{_minus(mantissa)} × 10{str(int(power)).translate(RAISED)}"


def short(value: SupportsFloat, decimals: int = 3) -> str:
    """As short as it is, with at most `decimals` decimals: ``2``, ``−3``, ``0.5``. So weights are written."""
    text = number(value, decimals)
    return text.rstrip("0").rstrip(".") if "." in text and "×" not in text else text


def compact(value: SupportsFloat) -> str:
    """For a small key: at most four digits and a point, as short as it is; else one digit and a power of ten.

    ``0.125``, ``12.35``, ``−1235``, ``3·10⁻⁵``. Only an exact zero reads ``0``.
    """
    number_ = float(value)
    size = abs(number_)
    if number_ == 0.0 or not math.isfinite(number_):
        return fixed(number_, 0)
    if not SMALLEST <= size < LARGEST:
        mantissa, power = f"{number_:.0e}".split("e")
        return f"{_minus(mantissa)}·10{str(int(power)).translate(RAISED)}"
    text = fixed(number_, max(0, 3 - max(0, math.floor(math.log10(size)))))
    return text.rstrip("0").rstrip(".") if "." in text else text


def exact(value: SupportsFloat) -> str:
    """The shortest text that reads back (see `read`) to the same float: ``0.1``, ``−3``, ``1e−5``."""
    number = float(value)
    if not math.isfinite(number):
        return _unusual(number)
    mantissa, _, power = repr(number).partition("e")
    mantissa = mantissa.removesuffix(".0")
    return _minus(f"{mantissa}e{int(power)}" if power else mantissa)


def read(text: str) -> float:
    """The float that a text of `fixed`, `short` or `exact` stands for. Raises ValueError if it is none."""
    return float(text.strip().replace(MINUS, "-").replace("∞", "inf"))


def signed(value: SupportsFloat, decimals: int = 3) -> str:
    """A difference or the end of a scale: ``+2``, ``−0.5``, ``0``."""
    text = short(value, decimals)
    return text if text == "0" or text.startswith((MINUS, "NaN")) else f"+{text}"


def percent(value: SupportsFloat) -> str:
    """A share that stands alone, rounded as usual; above zero it never reads ``0%`` but ``<1%``."""
    share = float(value) * 100.0
    if not math.isfinite(share):
        return _unusual(share)
    whole = math.floor(round(abs(share), DUST) + 0.5)
    if whole == 0:
        return "0%" if share == 0.0 else "<1%"
    return f"{MINUS if share < 0 else ''}{whole}%"


def percents(row: Iterable[SupportsFloat]) -> tuple[int, ...]:
    """Whole percents of a complete row, summing to 100: largest remainders, the first of equals gets more.

    A larger share never gets a smaller percent. Shares that are no finite number above zero get 0, and a
    row of nothing but those gets zeros.
    """
    shares = [share if 0.0 < share < math.inf else 0.0 for share in map(float, row)]
    total = math.fsum(shares)
    if total == 0.0:
        return (0,) * len(shares)
    exactly = [round(share / total * 100.0, DUST) for share in shares]
    whole = [math.floor(part) for part in exactly]
    for i in sorted(range(len(whole)), key=lambda i: whole[i] - exactly[i])[: 100 - sum(whole)]:
        whole[i] += 1
    return tuple(whole)


def percent_texts(row: Iterable[SupportsFloat], sign: str = "%") -> tuple[str, ...]:
    """The percents of a complete row as labels; a value that is no finite number says so."""
    values = [float(value) for value in row]
    pairs = zip(values, percents(values), strict=True)
    return tuple(f"{whole}{sign}" if math.isfinite(value) else _unusual(value) for value, whole in pairs)


def _unusual(number: float) -> str:
    if math.isnan(number):
        return "NaN"
    return "∞" if number > 0 else f"{MINUS}∞"


def _unsigned_zero(text: str) -> str:
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def _minus(text: str) -> str:
    return text.replace("-", MINUS)
