"""The names of the rows from near, each with the formula of its step."""

from __future__ import annotations

from transformer_lab.figures.picture import Item
from transformer_lab.figures.stage.near.lines import DOWN, UP, Line, Part, label, texts
from transformer_lab.figures.stage.scene import Scene

LEFT = 34.0
FORMULA_LEFT = 132.0
"""Formulas stand in a column of their own beside the names."""


def named(
    scene: Scene, name: str, y: float, begun: bool, formula: Line = (), color: str = "ink"
) -> tuple[Item, ...]:
    """The name of a row, beside it its formula."""
    title = label(name, LEFT, y, 13, "semibold", color if begun else "ink3")
    return title, *texts([formula], [FORMULA_LEFT], y, 14, middle=False)


def product(scene: Scene, matrix: str, role: str = "ink2", x: str = "x") -> Line:
    """“x W_Q”, or “W_Q x” for who writes matrices first."""
    vector = Part(x, "ink2", "math-bold")
    letter, _, index = matrix.partition("_")
    found = (Part(letter, role, "math-italic"), *((Part(index, role, "math", DOWN),) if index else ()))
    if scene.look.manner.notation == "Wx":
        return (*found, Part(" "), vector)
    return (vector, Part(" "), *found)


QK: Line = (Part("q", "query", "math-bold"), Part(" · ", "ink2"), Part("k", "key", "math-bold"))
BY_ROOT: Line = (
    Part("÷ √", "ink2", "math"),
    Part("d", "ink2", "math-italic"),
    Part("k", "ink2", "math-italic", DOWN),
)
EXP: Line = (
    Part("e", "ink2", "math-italic"),
    Part("s", "ink2", "math-italic", UP),
    Part(" ÷ ", "ink2"),
    Part("total", "ink2"),
)
WV: Line = (Part("w", "out", "math-italic"), Part(" × ", "ink2"), Part("v", "value", "math-bold"))
SUMMED: Line = (Part("∑", "ink2", "math"), Part(" w", "out", "math-italic"), Part(" v", "value", "math-bold"))
