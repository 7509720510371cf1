"""`ask`: the answer for any cell of any node, derived from the op table and the table of wordings."""

from __future__ import annotations

import math

from transformer_lab.document.gradients import ungraded
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.gradient import PREFIX
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.answer import NOTHING, Answer, Badge, Number, Section, TermRow, Terms
from transformer_lab.figures.ask.context import Asked, short_name, why_hidden
from transformer_lab.figures.ask.edge import RESTORE, is_link_weight, lengths_section, trial_of
from transformer_lab.figures.ask.facts import nan_door
from transformer_lab.figures.ask.feeds import feeds_section
from transformer_lab.figures.ask.leaves import leaf_sections
from transformer_lab.figures.ask.node import about_node
from transformer_lab.figures.ask.path import about_word
from transformer_lab.figures.ask.slopes import Slopes, gradient_steps, slope_section
from transformer_lab.figures.ask.softmax import combined, row_of, score_section, share_section
from transformer_lab.figures.ask.steps import behind, section
from transformer_lab.figures.ask.wordings import address_line, spans
from transformer_lab.figures.links import WHOLE, WORD, deed, is_page, whole, word, words_of
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.numbers import fixed, number, percent, percent_texts, short
from transformer_lab.language import tr, translatable


def ask(
    snapshot: Snapshot,
    cell: Cell,
    slopes: Slopes | None = None,
    without: Snapshot | None = None,
    manner: Manner = USUAL,
) -> Answer:
    """What this number is, how it came about and what it feeds.

    `slopes` adds its gradient; gradients themselves can be asked only with them. `without` are the values
    that would be without the link of an attention weight. Raises LabError for a cell that does not exist.
    """
    graded = slopes is not None and cell.node.startswith(PREFIX)
    asked = Asked(slopes.snapshot if graded and slopes is not None else snapshot, cell, manner)
    node = asked.node
    steps = leaf_sections(asked) if node.op is None else computed_sections(asked)
    more = (*_further(asked, slopes), feeds_section(asked))
    sections = (*origin_sections(asked), *steps, *(s for s in more if s is not None))
    headline, exact = headline_of(asked)
    linked = is_link_weight(cell.node)
    return Answer(
        cell=cell,
        title=spans(asked.wording.title, asked.names),
        address=address_line(cell.node, asked.wording.kind, short_name(asked.names.get("h", ""))),
        headline=headline,
        exact=exact,
        value=asked.value,
        sections=sections,
        caution=tr("A large weight is not yet a cause.") if linked else "",
        trial=trial_of(asked, without) if linked else NOTHING,
        links=links_of(asked),
    )


def about(
    snapshot: Snapshot,
    subject: Cell,
    slopes: Slopes | None = None,
    without: Snapshot | None = None,
    manner: Manner = USUAL,
) -> Answer:
    """`ask` for a number, the page of a whole value, or the path of a word. Raises LabError as they do."""
    if subject.node.startswith(WHOLE):
        return about_node(snapshot, subject.node.removeprefix(WHOLE), manner)
    if subject.node.startswith(WORD):
        return about_word(snapshot, subject.index[0], subject.node.removeprefix(WORD), manner)
    return ask(snapshot, subject, slopes, without, manner)


def _further(asked: Asked, slopes: Slopes | None) -> tuple[Section | None, ...]:
    """What is neither a step outward nor what it feeds: lengths behind a weight, the gradient."""
    lengths = lengths_section(asked) if is_link_weight(asked.cell.node) else None
    graded = slopes is not None and not asked.cell.node.startswith(PREFIX)
    return lengths, slope_section(slopes, asked.cell, asked.manner) if graded and slopes is not None else None


def origin_sections(asked: Asked) -> tuple[Section, ...]:
    """For NaN: that an operation had no answer, and where the first NaN of the computation stands."""
    if not math.isnan(asked.value):
        return ()
    door = nan_door(asked.snapshot)
    if door.cell == asked.cell:
        badge = Badge(tr("NaN begins here"), tr("The operation has no answer for these numbers."), True)
    else:
        badge = Badge(tr("not a number"), tr("It comes from a number that is NaN already."), True, door)
    return (Section(tr("Why there is no number"), badges=(badge,)),)


def links_of(asked: Asked) -> tuple[Number, ...]:
    """Ways on: the whole value, the path of its word; from a gradient the number that it belongs to."""
    cell, node = asked.cell, asked.node
    if cell.node.startswith(PREFIX):
        return (Number(tr("The number itself"), Cell(ungraded(cell.node), cell.index)),)
    found = [Number(tr("Compute it again"), deed(RESTORE))] if set_by_hand(asked) else []
    found += [Number(tr("Whole value"), whole(cell.node))] if node.axes else []
    if "t" in node.axes:
        side = "encoder/" if node.id.startswith("encoder") else ""
        place = cell.index[node.axes.index("t")]
        if place < len(words_of(asked.snapshot, side)):
            found.append(Number(tr("Path of {word}", word=asked.names["t"]), word(place, side)))
    return tuple(found)


def question(snapshot: Snapshot, cell: Cell, manner: Manner = USUAL) -> str:
    """The title of the answer as plain text. Raises LabError for a cell that does not exist."""
    if is_page(cell):
        return about(snapshot, cell, manner=manner).question
    asked = Asked(snapshot, cell, manner)
    return "".join(span.text for span in spans(asked.wording.title, asked.names))


def computed_sections(asked: Asked) -> tuple[Section, ...]:
    """How it was made, and one step outward: never more than two."""
    row = row_of(asked)
    ways = gradient_steps(asked) if asked.cell.node.startswith(PREFIX) else None
    if ways is not None:
        return (ways,)
    if asked.computed is not None:
        found = set_sections(asked, asked.computed)
    elif row is not None:
        found = (share_section(asked, row), score_section(asked, row))
    elif asked.node.op is not None and asked.node.op.name == "div":
        found = (combined(asked, heading(asked)), None if product_behind(asked) else behind(asked))
    else:
        found = (section(asked, heading(asked)), behind(asked))
    return tuple(s for s in found if s is not None)


def set_sections(asked: Asked, computed: Asked) -> tuple[Section | None, Section | None]:
    """What a hand has set, with what was computed; a number that nobody set is told as it was computed."""
    op, factors = asked.node.op, asked.explanation.terms[0].factors
    if op is not None and op.name == "set":
        by_hand, last = factors[2] == 1.0, tr("You set this number to {x}.", x=short(asked.value))
    else:
        by_hand, last = factors[1] != 1.0, tr("You let {x} of this head count.", x=short(factors[1]))
    first = next(iter(computed_sections(computed)), None)
    if not by_hand:
        return first, behind(computed)
    door = Terms((TermRow(tr("computed"), Number(asked.written(computed.value), computed.cell)),))
    return Section(tr("Set by you"), terms=door, notes=(last,)), first


def set_by_hand(asked: Asked) -> bool:
    """Whether this very number was set by a hand."""
    op = asked.node.op
    return op is not None and op.name == "set" and asked.explanation.set_by_you


def product_behind(asked: Asked) -> bool:
    """Whether a quotient's upper number is a product, which then stands in the same section."""
    above = asked.trace.graph[asked.explanation.terms[0].cells[0].node]
    return above.op is not None and above.op.name == "dot"


HEADINGS = translatable(
    {
        "dot": "Term by term",
        "add": "A sum of two",
        "same": "Handed on unchanged",
        "sum": "All of them together",
        "mean": "The mean of all",
        "max": "The largest of all",
    }
)


def heading(asked: Asked) -> str:
    """The heading of the first section."""
    assert asked.node.op is not None
    return tr(HEADINGS.get(asked.node.op.name, "How it is made"))


def headline_of(asked: Asked) -> tuple[str, str]:
    """The one big number, and the exact one beside it: percent for shares, short for what was set."""
    value, node = asked.value, asked.node
    if not math.isfinite(value):
        hidden = node.axes.endswith("ts") and value < 0
        return fixed(value), why_hidden(asked) if hidden else ""
    if node.op is None:
        text, fine = short(value), short(value, 6)
        return text, "" if text == fine else fine
    if node.op.name == "share":
        return share_text(asked), fixed(value, 6)
    return number(value, asked.manner.decimals), number(value, 6)


def share_text(asked: Asked) -> str:
    """The share as its row says it, so that headline, panel and stage agree; never 0% for more than zero."""
    row = row_of(asked)
    text = percent_texts(row.weights)[row.place] if row is not None else percent(asked.value)
    return percent(asked.value) if text == "0%" else text
