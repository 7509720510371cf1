"""How a person wants figures, panels and worksheets to write things. One value, read by all of them."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Notation = Literal["xW", "Wx"]
Side = Literal["rows", "columns"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)
SIDES: tuple[Side, ...] = get_args(Side)
FIRSTS = (0, 1)
DECIMALS = (3, 2, 4)
"""What each field may be, the usual one first."""


class Manner(NamedTuple):
    """Preferences of writing; hashable, so that it can be part of a layer's key."""

    first: int = 0
    """the index of the first word: 0 as in code, or 1 as in many textbooks"""
    notation: Notation = "xW"
    """rows times matrices (as computed), or matrices times columns"""
    words: Side = "rows"
    """whether words are the rows or the columns of matrices and heat maps; on the stage they are columns"""
    decimals: int = 3
    """decimals of worked numbers"""

    @property
    def aside(self) -> bool:
        """Whether words stand beside each other in matrices and tables."""
        return self.words == "columns"

    def ordinal(self, place: int) -> str:
        """The number of a word as it is written."""
        return str(place + self.first)


USUAL = Manner()
