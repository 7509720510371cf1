"""An answer as text: what a reader who does not see hears, and the doors in the order in which they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.answer import Answer, Number, Section, TermRow, numbers
from transformer_lab.figures.ask.drawing import FOLD, description
from transformer_lab.figures.links import deed
from transformer_lab.language import tr

HOLE = re.compile(r"@(\d+)")
WORDS = (
    (re.compile(r"\\frac\{(.*)\}\{(.*)\}"), r"\1 / \2"),
    (re.compile(r"\\sqrt\{(.*?)\}"), r"√(\1)"),
    (re.compile(r"\\times|\\cdot"), "×"),
    (re.compile(r"\\[A-Za-z]+"), ""),
    (re.compile(r"[{}]"), ""),
)


def read_aloud(answer: Answer, folded: frozenset[str] = frozenset()) -> str:
    """The whole page as sentences; of folded sections the headings."""
    parts = [description(answer)]
    for section in answer.sections:
        told = "" if section.key in folded and section.key else ", ".join(_told(section))
        parts.append(f"{section.title}: {told}." if told else f"{section.title}.")
        parts += () if section.key in folded and section.key else section.notes
    parts += (answer.caution, answer.trial.note, *answer.trial.results)
    return " ".join(part for part in parts if part)


def _told(section: Section) -> Iterator[str]:
    for badge in section.badges:
        yield f"{badge.text} ({badge.note})"
    if section.equation is not None and section.equation.filled is not None:
        filled = section.equation.filled
        yield f"{plain(filled.latex, filled.numbers)} = {section.equation.result.text}"
    if section.terms is not None:
        rows = (*section.terms.rows, section.terms.rest, section.terms.total)
        yield from (_row(row) for row in rows if row is not None)
    for vector in section.vectors:
        yield f"{vector.name} {' '.join(f'{value:.2f}' for value in vector.values)}"


def _row(row: TermRow) -> str:
    made = " × ".join(factor.text for factor in row.factors)
    value = f"{made} = {row.value.text}" if made else row.value.text
    return " ".join(part for part in (row.name, value, row.share) if part)


def plain(latex: str, told: tuple[Number, ...]) -> str:
    """Arithmetic without its typesetting: “6.227 / 9.346”."""
    text = latex
    for pattern, words in WORDS:
        text = pattern.sub(words, text)
    return HOLE.sub(lambda hole: told[int(hole[1])].text, text)


def stops(answer: Answer, folded: frozenset[str]) -> Iterator[Cell]:
    """Everything that can be opened or done, in reading order; headings that fold are stops too."""
    found: list[Cell | None] = []
    steps = (section for section in answer.sections if not section.key)
    found += [number.cell for section in steps for number in numbers(section)]
    found += [number.cell for number in answer.trial.deeds]
    for section in (section for section in answer.sections if section.key):
        found.append(deed(FOLD + section.key))
        found += [number.cell for number in numbers(section)] if section.key not in folded else []
    found += [number.cell for number in answer.links]
    return (cell for cell in found if cell is not None and cell != answer.cell)


def link_text(answer: Answer, link: Cell) -> str:
    """What a link says."""
    folds = {
        deed(FOLD + s.key): tr("{title}, fold or unfold", title=s.title) for s in answer.sections if s.key
    }
    if link in folds:
        return folds[link]
    told = [*(n for s in answer.sections for n in numbers(s)), *answer.trial.deeds, *answer.links]
    return next((number.text for number in told if number.cell == link), "")
