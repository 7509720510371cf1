"""The terms of one number, every one a line: what was read at its left, what it comes to at its right."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.engine.explain import Term
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.context import Asked, written
from transformer_lab.figures.ask.page import ref_of
from transformer_lab.figures.ask.symbols import role_of
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.names import array_name
from transformer_lab.figures.picture import Cells, Item, Rects, Texts, table
from transformer_lab.figures.stage.motion.move import now_frame
from transformer_lab.figures.stage.near.cells import ink, texts_of
from transformer_lab.figures.stage.scene import Scene

LINE = 34.0
"""Height of a term."""
HIGH, WIDE = 28.0, 96.0
"""Of a cell that is read."""
NAME = 128.0
"""Room for the name of a term."""
BETWEEN = 30.0
"""For the sign between two cells."""
VALUE, BAR = 112.0, 190.0
SIGNS = {"add": "+", "sub": "−", "mul": "×", "div": "÷", "share": "÷", "dot": "×"}


class Board(NamedTuple):
    """Where the terms stand."""

    x: float
    y: float
    operands: int

    def cell(self, operand: int) -> float:
        """The left end of an operand's cells."""
        return self.x + NAME + operand * (WIDE + BETWEEN)

    @property
    def value(self) -> float:
        """The right end of the terms' values."""
        return self.cell(self.operands - 1) + WIDE + VALUE

    @property
    def bar(self) -> float:
        """Where bars start."""
        return self.value + 16.0


class Work(NamedTuple):
    """What is worked out: the sum that a number is, and what is added to it last."""

    asked: Asked
    terms: tuple[Term, ...]
    names: tuple[str, ...]

    @property
    def operands(self) -> int:
        """How many numbers a term reads."""
        return max((len(t.cells) for t in self.terms), default=1)


def work_of(asked: Asked) -> Work:
    """The terms of a number. Where a bias is added to a product, those of the product, and the bias last."""
    terms = tuple(asked.explanation.terms)
    if len(terms) == 1 and len(terms[0].cells) == 2 and terms[0].cells[0].node.endswith("/product"):
        product, bias = terms[0].cells
        inner = asked.at(product)
        last = Term((bias,), (terms[0].factors[1],), terms[0].factors[1])
        own = tuple(inner.explanation.terms)
        return Work(inner, (*own, last), (*(inner.term_name(t) for t in own), symbol(bias.node)))
    return Work(asked, terms, tuple(asked.term_name(t) for t in terms))


def term_items(scene: Scene, work: Work, board: Board, share: float) -> tuple[Item, ...]:
    """As many terms as have been worked out, the newest in an amber frame; the others dashed."""
    terms = work.terms
    done = share * len(terms)
    ready = int(done + 1e-9)
    items: list[Item] = list(_headers(work.asked, board))
    sizes = [abs(t.value) for t in terms if np.isfinite(t.value)]
    for i, term in enumerate(terms):
        y = board.y + i * LINE
        items += _sources(scene, work, i, board, y)
        if i < ready:
            items += _result(term, board, y, max(sizes, default=0.0))
    if ready < len(terms) and 0.0 < share < 1.0:
        y = board.y + ready * LINE
        box = table([board.cell(0)], y, board.value - board.cell(0), HIGH)
        items.append(now_frame(box, 2.0, 4.0))
    return tuple(items)


def _headers(asked: Asked, board: Board) -> tuple[Item, ...]:
    """Whose numbers stand in each column."""
    items: list[Item] = []
    for operand, read in enumerate(asked.node.reads):
        kept = [a for a in read.axes if a in asked.names and a in "ts" and a not in asked.node.over]
        words = [asked.names[a] for a in kept if asked.trace.graph[read.source].kind != "parameter"]
        name = symbol(read.source)
        text = f"{name} · {words[-1]}" if words else name
        text = shorten(text, WIDE + BETWEEN - 4.0, "medium", 13)
        role = role_of(read.source)
        items.append(Texts((text,), table([board.cell(operand)], board.y - 12.0), 13, "medium", role))
    return tuple(items)


def symbol(node_id: str) -> str:
    """A node as in formulas (q, k, W_Q), or in words where it has no letter: “Mix”, “e to it”."""
    name = node_id.partition("|")[0].rsplit("/", 1)[-1]
    return name if len(name) == 1 or name[1] == "_" else array_name(node_id.partition("|")[0])


def _sources(scene: Scene, work: Work, number: int, board: Board, y: float) -> tuple[Item, ...]:
    """The name of a term and the cells that it reads, each a door."""
    asked, term = work.asked, work.terms[number]
    name = shorten(work.names[number], NAME - 12.0, "regular", 13)
    at = table([board.cell(0) - 14.0], y + 18.5)
    items: list[Item] = [Texts((name,), at, 13, "regular", "ink2", "end")]
    sign = SIGNS.get(asked.node.op.name if asked.node.op is not None else "", "·")
    for operand, (cell, factor) in enumerate(zip(term.cells, term.factors, strict=True)):
        items += number_cell(scene, cell, factor, board.cell(operand), y)
        if operand:
            at = table([board.cell(operand) - BETWEEN / 2.0], y + 19.0)
            items.append(Texts((sign,), at, 15, "regular", "ink3", "middle"))
    return tuple(items)


def is_share(node_id: str) -> bool:
    """Whether a value holds shares from 0 to 1, which have a ramp of their own."""
    return node_id.endswith("/weights") or node_id == "probs"


def number_cell(scene: Scene, cell: Cell, value: float, x: float, y: float) -> tuple[Item, ...]:
    """One number on its colour."""
    ref = ref_of(cell)
    weights = is_share(cell.node)
    ramp, limit = ("seq", 1.0) if weights else ("div", scene.limit)
    text = texts_of(np.array([value]), scene.look.manner.decimals, WIDE - 8.0, 14)
    place = scene.coloured(cell.node, np.array([value]))
    shown, size = place[None, None], table([WIDE], HIGH)
    middle, color = table([x + WIDE / 2.0], y + 19.0), ink(float(place[0]), limit, ramp)
    return (
        Cells(shown, table([x], y), size, "seq" if weights else "div", limit, ref=ref),
        Rects(table([x], y, WIDE, HIGH), stroke="line2", width=0.75),
        Texts(text, middle, 14, "regular", color, "middle", ref=ref),
    )


def _result(term: Term, board: Board, y: float, most: float) -> tuple[Item, ...]:
    """What a term comes to, and a bar as long as it is large."""
    text = Texts((f"= {written(term.value)}",), table([board.value], y + 19.0), 15, "medium", "ink", "end")
    share = min(1.0, abs(term.value) / most) if most > 0.0 and np.isfinite(term.value) else 0.0
    middle = board.bar + BAR / 2.0
    long = max(1.0, share * BAR / 2.0)
    left = middle if term.value >= 0.0 else middle - long
    color = "div:0.8" if term.value >= 0.0 else "div:0.2"
    return (
        text,
        Rects(table([board.bar], y + 9.0, BAR, 10.0), fill="well", radius=2.0),
        Rects(table([left], y + 9.0, long, 10.0), fill=color, radius=2.0),
        Rects(table([middle - 0.5], y + 6.0, 1.0, 16.0), fill="line2"),
    )
