"""Answers about numbers that nothing made: parameters, typed words and constants."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.parameters import default_recipe
from transformer_lab.document.state import ByWord, Recipe
from transformer_lab.engine.gradient import PREFIX
from transformer_lab.figures.ask.address import address_of
from transformer_lab.figures.ask.answer import Section
from transformer_lab.figures.ask.context import Asked
from transformer_lab.figures.numbers import short
from transformer_lab.language import tr, translatable

INPUTS = translatable(
    {
        "painted": "Painted by hand: shown, hidden or added to the score, as the attention says.",
        "real": "1 for a word, 0 for a place that only fills up: nobody looks at it.",
        "target": "1 at the word that should come next.",
    }
)
TAGGED = translatable(
    {
        "value": "What a hand has set; it counts where “set by hand” is 1.",
        "where": "1 where a hand has set the number, 0 where it is computed.",
        "factor": "0 switches the head off, 1 lets it count as it is.",
    }
)
CONSTANTS = translatable(
    {
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
        "partner": "1 for the slot of the same pair, with a minus for one of the two: "
        "a turn by a right angle.",
        "temperature": "Below 1 the likeliest words gain, above 1 they lose.",
        "join": "Heads stand side by side: 1 where a slot lands, 0 elsewhere.",
    }
)


def leaf_sections(asked: Asked) -> tuple[Section, ...]:
    """What it is."""
    if asked.cell.node.startswith(PREFIX):
        return (Section(tr("Where it starts"), notes=(_seed(asked),)),)
    return (Section(tr(HEADINGS[asked.node.kind]), notes=(*NOTES[asked.node.kind](asked),)),)


def _seed(asked: Asked) -> str:
    """A gradient that nothing made: that of the target itself, or one that is 0 everywhere."""
    if asked.value == 1.0:
        return tr("This is the target: it answers to itself one for one. From here gradients flow back.")
    return tr("Gradients flow back from the target; nothing of it arrives here.")


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


HEADINGS = translatable(
    {
        "parameter": "Where it comes from",
        "input": "What it says",
        "constant": "Why it is there",
        "computed": "",
    }
)
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


FIXED = translatable({"zero": "Starts as 0.", "one": "Starts as 1.", "identity": "Starts as the identity."})
