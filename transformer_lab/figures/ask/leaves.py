"""Answers about numbers that nothing made: parameters, typed words and constants."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product

import numpy as np

from transformer_lab.document.parameters import default_recipe
from transformer_lab.document.state import ByWord, Recipe
from transformer_lab.engine.graph import Cell, Node
from transformer_lab.figures.ask.address import address_of
from transformer_lab.figures.ask.answer import Number, Section, TermRow, Terms
from transformer_lab.figures.ask.context import Asked, axis_labels, short_name
from transformer_lab.figures.ask.terms import MOST, factor, written
from transformer_lab.figures.ask.wordings import wording
from transformer_lab.figures.numbers import short
from transformer_lab.language import tr

MANY = 512
"""uses that are looked at before the list ends"""

INPUTS = {
    "painted": "Painted by hand: shown, hidden or added to the score, as the attention says.",
    "real": "1 for a word, 0 for a place that only fills up: nobody looks at it.",
    "target": "1 at the word that should come next.",
}
TAGGED = {
    "value": "What a hand has set; it counts where “set by hand” is 1.",
    "where": "1 where a hand has set the number, 0 where it is computed.",
    "factor": "0 switches the head off, 1 lets it count as it is.",
}
CONSTANTS = {
    "root_d_k": "Scores are divided by the root of the number of slots, "
    "so that they stay of one size however many slots a head has.",
    "mask": "0 where a word may be looked at, −∞ where it may not: then e to the score is 0.",
    "place": "The first word has place {first}.",
    "rate": "Each pair of features turns at its own speed: the first pair fast, the last one slowly.",
    "phase": "The second feature of a pair runs a quarter turn ahead: a cosine.",
    "epsilon": "Added to the variance before its root is taken.",
    "divisor": "Scores are divided by a number of your own choice.",
    "root_d_model": "Rows of the table are multiplied by the root of the width, "
    "so that places do not drown them.",
    "distance": "How many words lie between the two, as a number below zero.",
    "slope": "Each head has its own: steep ones look near, flat ones look far.",
    "partner": "1 for the slot of the same pair, with a minus for one of the two: a turn by a right angle.",
    "temperature": "Below 1 the likeliest words gain, above 1 they lose.",
    "join": "Heads stand side by side: 1 where a slot lands, 0 elsewhere.",
}


def leaf_sections(asked: Asked) -> tuple[Section, ...]:
    """What it is, and where it goes."""
    first = Section(tr(HEADINGS[asked.node.kind]), notes=(*NOTES[asked.node.kind](asked),))
    uses = uses_of(asked)
    return (first, uses) if uses is not None else (first,)


def _parameter(asked: Asked) -> tuple[str, ...]:
    return (origin(asked), tr("To change it, open its matrix: type a number, or drag it sideways."))


def _typed(asked: Asked) -> tuple[str, ...]:
    address = address_of(asked.cell.node)
    told = TAGGED.get(address.tag) or INPUTS.get(address.name)
    if told is not None:
        return (tr(told),)
    return (
        tr("1 at the entry of the word that was typed, 0 at all others. Type another sentence to change it."),
    )


def _constant(asked: Asked) -> tuple[str, ...]:
    text = CONSTANTS.get(asked.cell.node.rsplit("/", 1)[-1], "Told by the design of the model.")
    return (tr(text).replace("{first}", str(asked.snapshot.state.model.positions.first)),)


HEADINGS = {
    "parameter": "Where it comes from",
    "input": "What it says",
    "constant": "Why it is there",
    "computed": "",
}
NOTES = {"parameter": _parameter, "input": _typed, "constant": _constant}


def origin(asked: Asked) -> str:
    """Set by hand, or made by a recipe."""
    node, state = asked.node, asked.snapshot.state
    held = state.parameters.get(node.id, default_recipe(node.id))
    if isinstance(held, ByWord):
        word = asked.names.get("v", "")
        index = asked.cell.index[node.axes.index("v")]
        word = asked.snapshot.vocabulary[index] if index < len(asked.snapshot.vocabulary) else word
        held = np.empty(0) if word in held.rows else held.rest
    if not isinstance(held, Recipe):
        return tr("Set by hand.")
    seed = state.seed if held.seed is None else held.seed
    if held.init in FIXED:
        return tr(FIXED[held.init])
    if held.init == "normal":
        return tr("A random start: spread {spread}, seed {seed}.", spread=short(held.spread), seed=seed)
    return tr("A random start ({init}), seed {seed}.", init=held.init.capitalize(), seed=seed)


FIXED = {"zero": "Starts as 0.", "one": "Starts as 1.", "identity": "Starts as the identity."}


def uses_of(asked: Asked) -> Section | None:
    """The cells that read this one, largest first, each a door."""
    graph = asked.trace.graph
    users = graph.users(asked.cell.node)
    if not users:
        return None
    node = graph[users[0]]
    rows = sorted(
        (_use(asked, node, place) for place in places_of(asked, node)), key=lambda row: -abs(row[0])
    )
    kind = tr(wording(node.id, node.axes).kind) or address_of(node.id).key
    return Section(tr("Where it goes"), kind, terms=use_list(rows))


def places_of(asked: Asked, node: Node) -> list[dict[str, int]]:
    """Where `node` reads the asked cell: an index for each letter of its signature."""
    read = next(r for r in node.reads if r.source == asked.cell.node)
    sizes = asked.trace.graph.sizes(node.id)
    free = {letter: n for letter, n in sizes.items() if letter not in read.axes}
    fixed = dict(zip(read.axes, asked.cell.index, strict=True))
    every = product(*map(range, free.values()))
    return [fixed | dict(zip(free, at, strict=True)) for at in islice(every, MANY)]


def use_list(rows: list[tuple[float, TermRow]]) -> Terms:
    """Uses that come to nothing share one line."""
    told = [row for row in rows if row[0] != 0.0] or rows
    biggest = max((abs(v) for v, _ in told if np.isfinite(v)), default=0.0) or 1.0
    shown = tuple(replace(r, bar=v / biggest if np.isfinite(v) else None) for v, r in told[:MOST])
    left = len(rows) - len(shown)
    if not left:
        return Terms(shown)
    if len(told) <= MOST:
        return Terms(shown, TermRow(tr("{n} more, each", n=left) if left > 1 else tr("1 more"), Number("0")))
    return Terms(shown, TermRow(tr("{n} more", n=left), Number("")))


def _use(asked: Asked, node: Node, place: dict[str, int]) -> tuple[float, TermRow]:
    """One use: what it does there (for products), and the number that came out."""
    target = Cell(node.id, tuple(place[a] for a in node.axes))
    labels = axis_labels(asked.snapshot, node.id)
    name = ", ".join(
        short_name(labels[i][place[a]])
        for i, a in enumerate(node.axes)
        if a in place and a not in _own(asked, node)
    )
    op = node.op
    assert op is not None
    if op.reduce != "sum" or len(node.reads) < 2:
        value = float(asked.trace[node.id][target.index])
        return value, TermRow(name or "·", Number(written(value), target))
    cells = [Cell(r.source, tuple(place[a] for a in r.axes)) for r in node.reads]
    numbers = [float(asked.trace[c.node][c.index]) for c in cells]
    made = float(np.prod(numbers))
    factors = tuple(factor(asked, c) for c in cells)
    return made, TermRow(name or "·", Number(written(made), target), factors)


def _own(asked: Asked, node: Node) -> str:
    """Letters that the asked cell itself fixes."""
    return next(r.axes for r in node.reads if r.source == asked.cell.node)
