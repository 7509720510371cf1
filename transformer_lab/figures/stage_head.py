"""The line over an exported stage: where it stands in the model, and what its colours mean."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Item, Layer, Picture, Texts, table
from transformer_lab.figures.scales import bar_width, colour_bar

HEAD = 44.0
"""Height of the line over the stage."""
BAR, SMALL = 72.0, 12


class Scale(NamedTuple):
    """A ramp, its largest value, and what it colours."""

    ramp: Literal["seq", "div"]
    end: float
    name: str
    root: bool = False
    """whether its colours follow the square root"""


def under_head(drawn: Picture, texts: tuple[str, ...], scales: tuple[Scale, ...]) -> Picture:
    """A stage moved down; over it the first of `texts` that fits, and the scales of its ramps."""
    width, height = drawn.size
    key = ("stage-figure", "head", texts, scales, width)
    head = Layer(key, (0.0, 0.0, width, HEAD), lambda: _head(texts, scales, width))
    moved = (layer._replace(dy=layer.dy + HEAD) for layer in drawn.layers)
    return replace(drawn, size=(width, height + HEAD), layers=(*moved, head))


def _head(texts: tuple[str, ...], scales: tuple[Scale, ...], width: float) -> tuple[Item, ...]:
    """The place at the left; at the right what colours mean: “values −2 ▮ +2  attention 0 ▮ 1”."""
    items: list[Item] = []
    x, y = width - 16.0, 17.0
    for ramp, end, name, root in scales:
        low, reach = bar_width(ramp, end, BAR, SMALL)
        if x - reach - low - 8.0 - approximate(name, "regular", SMALL) < 8.0:
            break  # a single word makes a narrow stage
        x -= reach
        items += colour_bar(ramp, end, x, y, BAR, 9.0, SMALL, root)
        x -= low + 8.0
        items.append(Texts((name,), table(x, y + 9.0), SMALL, color="ink2", anchor="end"))
        x -= approximate(name, "regular", SMALL) + 26.0
    for line in texts:
        if line and approximate(line, "medium", 15) <= x - 16.0:
            items.append(Texts((line[:1].upper() + line[1:],), table(16.0, y + 10.0), 15, "medium"))
            break
    return tuple(items)
