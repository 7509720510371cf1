"""The two ways in which a working lies: words as columns over its steps, or as rows beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from transformer_lab.figures.manner import Manner
from transformer_lab.figures.picture import Item
from transformer_lab.figures.plates.lay import laid_out
from transformer_lab.figures.plates.rows import draw_mix, draw_row, heading
from transformer_lab.figures.plates.steps_aside import draw_column, draw_mix_aside, heading_aside, laid_aside
from transformer_lab.figures.plates.working import Working


class Way(NamedTuple):
    """How a working is laid out, and how its words, its steps and its mix are drawn."""

    lay: Callable[..., tuple[Working, Any]]
    heading: Callable[..., tuple[Item, ...]]
    step: Callable[..., list[Item]]
    mix: Callable[..., list[Item]]


FLAT = Way(laid_out, heading, draw_row, draw_mix)
ASIDE = Way(laid_aside, heading_aside, draw_column, draw_mix_aside)


def way_of(manner: Manner) -> Way:
    """The word that asks is a row of its matrix, or a column."""
    return ASIDE if manner.aside else FLAT
