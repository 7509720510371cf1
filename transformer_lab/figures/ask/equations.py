"""A formula in symbols and the same with its numbers: one line if there is room, else the equals signs
below each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from transformer_lab.figures.ask.answer import Equation, Number
from transformer_lab.figures.ask.mathbox import Box, Fill, Setting, beside, typeset
from transformer_lab.figures.ask.page import Page
from transformer_lab.figures.measure import Measure

NUMBERS = 150.0
"""Where the second equals sign stands, so that sections agree; the first follows the widest left side."""
WIDEST = 78.0
"""A left side wider than this moves its own equals sign only."""
GAP = 9.0


def equals_at(equations: Iterable[Equation], measure: Measure) -> float:
    """Where the first equals signs stand so that the stacked formulas of an answer share one x."""
    widths = (typeset(e.left, measure, subscripts(e)).width for e in equations)
    return max((w for w in widths if w <= WIDEST), default=0.0) + GAP


def subscripts(equation: Equation) -> list[Fill]:
    """The words that stand in the symbols."""
    return [(name, None, "math") for name in equation.names]


def draw_equation(page: Page, equation: Equation) -> None:
    """Draw it with its first line below y; afterwards y is the last line's lowest point."""
    words = subscripts(equation)
    left = typeset(equation.left, page.measure, words)
    symbols = typeset(equation.symbols, page.measure, words)
    numbers = arithmetic(page, equation)
    start = max(page.equals, left.width + GAP)
    sign = typeset("=", page.measure)
    end = start + sign.width + symbols.width
    above = max(left.ascent, symbols.ascent)
    one_line = not equation.symbols or (end <= NUMBERS - 4.0 and NUMBERS - 8.0 + numbers.width <= page.width)
    second = start - 8.0 if not one_line or not equation.symbols else NUMBERS - 8.0
    page.y += 14.0 + max(above, numbers.ascent if one_line else 0.0)
    page.marks(left.marks, 0.0, page.y)
    if equation.symbols:
        page.marks(sign.marks, start - 8.0, page.y)
        page.marks(symbols.marks, start + sign.width - 8.0, page.y)
    page.y += 0.0 if one_line else max(left.descent, symbols.descent) + 10.0 + numbers.ascent
    page.marks(numbers.marks, second, page.y)
    page.y += max(numbers.descent, *(b.descent for b in (left, symbols) if one_line), 4.0) + 4.0


def arithmetic(page: Page, equation: Equation) -> Box:
    """``= numbers = result``, or ``= result`` alone."""
    filled, result = equation.filled, fills((equation.result,), "semibold")
    parts = []
    if filled is not None and filled.latex != "@0":
        parts.append(typeset("= " + filled.latex, page.measure, fills(filled.numbers)))
    elif filled is not None:
        result = [(filled.numbers[0].text, filled.numbers[0].cell, "semibold")]
    if equation.result.text or filled is not None:
        parts.append(typeset("= @0", page.measure, result, Setting()))
    return beside(parts)


def fills(numbers: tuple[Number, ...], face: str = "regular") -> list[Fill]:
    """Numbers as fillings of a formula."""
    return [(n.text, n.cell, "semibold" if face == "semibold" else "regular") for n in numbers]
