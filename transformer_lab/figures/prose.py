"""A few lines of running text in a figure: words of several weights, broken where room or run ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from transformer_lab.figures.direction import set_size
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Face, Texts, table


class Run(NamedTuple):
    """Some words in one face and colour."""

    text: str
    face: Face = "regular"
    color: str = "ink"


class Word(NamedTuple):
    """One word of a line, placed from the start of the line."""

    x: float
    run: Run


Line = tuple[Word, ...]


def broken(runs: Iterable[Run], room: float, size: int) -> tuple[Line, ...]:
    """Lines no wider than `room`; a word that is wider by itself is cut with an ellipsis."""
    lines: list[list[Word]] = [[]]
    x = 0.0
    space = approximate(" ", "regular", size)
    for run, glued, ends in _words(runs):
        large = set_size(run.text, size)
        run = run._replace(text=shorten(run.text, room, run.face, large))
        width = approximate(run.text, run.face, large)
        gap = 0.0 if glued or not lines[-1] else space
        if x + gap + width > room and lines[-1] and not glued:
            lines.append([])
            x, gap = 0.0, 0.0
        lines[-1].append(Word(x + gap, run))
        x += gap + width
        if ends:
            lines.append([])
            x = 0.0
    return tuple(_joined(line) for line in lines if line)


def set_lines(lines: Sequence[Line], x: float, y: float, size: int, leading: float) -> tuple[Texts, ...]:
    """Texts for `lines`, the first baseline at y, the next ones `leading` further down."""
    return tuple(
        Texts((word.run.text,), table(x + word.x, y + i * leading), size, word.run.face, word.run.color)
        for i, line in enumerate(lines)
        for word in line
    )


def _words(runs: Iterable[Run]) -> Iterable[tuple[Run, bool, bool]]:
    """Single words; whether one follows without a space, as a stop does; whether a line ends after it."""
    ended_in_space = True
    for run in runs:
        words = run.text.split()
        for i, word in enumerate(words):
            glued = i == 0 and not ended_in_space and not run.text[0].isspace()
            yield run._replace(text=word), glued, i == len(words) - 1 and run.text.endswith("\n")
        ended_in_space = run.text[-1:].isspace()


def _joined(line: Sequence[Word]) -> Line:
    """Neighbouring words of one face as one text, so that files hold lines and not crumbs."""
    joined: list[Word] = []
    for word in line:
        last = joined[-1] if joined else None
        if last is not None and last.run[1:] == word.run[1:]:
            joined[-1] = last._replace(run=last.run._replace(text=f"{last.run.text} {word.run.text}"))
        else:
            joined.append(word)
    return tuple(joined)
