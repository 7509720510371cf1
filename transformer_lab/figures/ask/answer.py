"""What an answer is made of: spans, numbers that are doors, rows and sections. Pure data, no places and no
pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from transformer_lab.engine.graph import Cell
from transformer_lab.engine.ops import Array
from transformer_lab.figures.links import is_link
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.picture import Ints
from transformer_lab.figures.turning import Turn


class Span(NamedTuple):
    """A run of words; `role` is a colour token, empty for ink."""

    text: str
    role: str = ""


class Number(NamedTuple):
    """A printed number; with a cell it is a door to that cell."""

    text: str
    cell: Cell | None = None


EMPTY = Number("")
FLAT = Turn()


class Sum(NamedTuple):
    """Arithmetic with numbers in it: `latex` holds ``@0``, ``@1`` … where the numbers stand."""

    latex: str
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class Equation:
    """A formula in symbols, the same with the numbers in it, and what comes out."""

    left: str
    symbols: str
    names: tuple[str, ...] = ()
    """Words that stand in the symbols as ``@0``, ``@1`` …"""
    filled: Sum | None = None
    result: Number = EMPTY


@dataclass(frozen=True)
class TermRow:
    """One term: what it is called, how it was made, its value, and a bar from −1 to 1."""

    name: str
    value: Number
    factors: tuple[Number, ...] = ()
    bar: float | None = None
    share: str = ""
    here: bool = False
    """the term the question was about"""
    role: str = ""


@dataclass(frozen=True)
class Terms:
    """Rows, largest first; `rest` tells what was left out, `total` what all of them make."""

    rows: tuple[TermRow, ...]
    rest: TermRow | None = None
    total: TermRow | None = None
    color: str = "out"


@dataclass(frozen=True)
class VectorRow:
    """A short vector as cells, each number a door."""

    name: str
    role: str
    values: tuple[float, ...]
    cells: tuple[Cell | None, ...]
    total: Number | None = None


class Histogram(NamedTuple):
    """How often which values occur: one count for each of the equal steps from `low` to `high`."""

    low: float
    high: float
    counts: tuple[int, ...]


class Badge(NamedTuple):
    """Something that holds of a whole value, and a sentence on what it means; `door` leads to a witness."""

    text: str
    note: str
    alarm: bool = False
    door: Number = EMPTY


@dataclass(frozen=True, eq=False)
class Tile:
    """A matrix of a value as small cells, each a door: row i shows ``node[index[i] + (column,)]``."""

    name: str
    node: str
    index: Ints
    """(rows, axes before the last)"""
    values: Array
    """(rows, columns)"""
    ramp: Literal["div", "seq"] = "div"
    turn: Turn = FLAT
    """its rows drawn as columns, its columns from right to left"""


@dataclass(frozen=True)
class Section:
    """One step: a heading and whatever of the parts it has."""

    title: str
    aside: str = ""
    equation: Equation | None = None
    terms: Terms | None = None
    vectors: tuple[VectorRow, ...] = ()
    limit: float = 2.0
    notes: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()
    tiles: tuple[Tile, ...] = ()
    histogram: Histogram | None = None
    key: str = ""
    """a section with a key can be folded"""
    manner: Manner = USUAL
    """how its vectors are written: upright where words are columns, with so many decimals"""


class Trial(NamedTuple):
    """What can be tried beside a caution: a sentence on it, lines of results, and deeds."""

    note: str = ""
    results: tuple[str, ...] = ()
    deeds: tuple[Number, ...] = ()


NOTHING = Trial()


@dataclass(frozen=True)
class Answer:
    """The answer to “what is this number?”."""

    cell: Cell
    title: tuple[Span, ...]
    address: str
    headline: str
    exact: str
    """beside the headline: six decimals"""
    value: float
    sections: tuple[Section, ...]
    caution: str = ""
    trial: Trial = NOTHING
    links: tuple[Number, ...] = ()
    """at the foot: where to go on from here"""

    @property
    def question(self) -> str:
        """The title as plain text."""
        return "".join(span.text for span in self.title)

    @property
    def doors(self) -> tuple[Cell, ...]:
        """Every other number that can be opened from here, in reading order."""
        return tuple(cell for cell in self.stops if not is_link(cell))

    @property
    def stops(self) -> tuple[Cell, ...]:
        """All that can be opened or done from here, links too, in reading order."""
        found = [*(n for s in self.sections for n in numbers(s)), *self.trial.deeds, *self.links]
        return tuple(n.cell for n in found if n.cell is not None and n.cell != self.cell)


def numbers(section: Section) -> tuple[Number, ...]:
    """The numbers printed in a section, in reading order."""
    found: list[Number] = [badge.door for badge in section.badges]
    if section.equation is not None:
        found += section.equation.filled.numbers if section.equation.filled else ()
        found.append(section.equation.result)
    if section.terms is not None:
        for row in (*section.terms.rows, section.terms.rest, section.terms.total):
            found += (*row.factors, row.value) if row is not None else ()
    for vector in section.vectors:
        found += [Number("", cell) for cell in vector.cells]
        found += [vector.total] if vector.total is not None else []
    return tuple(found)
