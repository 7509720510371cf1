"""A figure as several pictures: one for each step, or one for each frame; each is drawn when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, overload

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import Figure, draw_figure, find_figure, read_options
from transformer_lab.language import tr

HOLD = 1200
"""ms for which a step stays in the film of a figure that has no motion of its own"""
Kind = Literal["one", "steps", "frames"]
Span = tuple[int, int]


class Film(Sequence[Picture]):
    """`count` pictures, drawn one by one and not kept."""

    def __init__(self, count: int, draw: Callable[[int], Picture]) -> None:
        self._count, self._draw = count, draw

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Picture: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Picture]: ...
    def __getitem__(self, number: int | slice) -> Picture | Sequence[Picture]:
        if isinstance(number, slice):
            return [self._draw(i) for i in range(*number.indices(self._count))]
        if not -self._count <= number < self._count:
            raise IndexError(number)
        return self._draw(number % self._count)


def pages(
    name: str,
    snapshot: Snapshot,
    given: Mapping[str, Any],
    steps: str | Span | None = None,
    kind: Kind = "one",
    delay: int = 40,
) -> Sequence[Picture]:
    """The pictures of a figure for a format that holds `kind`.

    `steps` is ``A:B``, both counted from 0 and included; either may be left out. Films of figures that happen
    step by step show all of them unless told otherwise. Raises LabError as `draw_figure` does, and for steps
    of a figure that has none.
    """
    figure = find_figure(name)
    if snapshot.trace is None or (steps is None and (kind != "frames" or given.get("step") is not None)):
        return (draw_figure(name, snapshot, **given),)
    if figure.steps is None:
        if steps is None:
            return (draw_figure(name, snapshot, **given),)
        raise LabError(tr("The figure “{name}” does not happen in steps.", name=name))
    first, last = span(steps, figure.steps(snapshot))
    options = replace(read_options(figure, given), step=None)
    if kind == "frames":
        film = _frames(figure, snapshot, options, (first, last), delay)
    else:
        film = Film(last - first + 1, lambda i: figure.draw(snapshot, replace(options, step=first + i)))
    sizes = [figure.draw(snapshot, replace(options, step=i)).size for i in range(first, last + 1)]
    size = (max(width for width, _ in sizes), max(height for _, height in sizes))
    return Film(len(film), lambda i: replace(film[i], size=size))  # a figure may grow; a film has one size


def span(steps: str | Span | None, count: int) -> Span:
    """First and last step of ``A:B``. Raises LabError for what is no such pair or lies outside."""
    text = steps if isinstance(steps, str) else ":".join(map(str, steps)) if steps else ":"
    first, colon, last = text.partition(":")
    try:
        start, end = int(first or 0), int(last or count - 1) if colon else int(first)
    except ValueError:
        raise LabError(tr("Steps are given as first:last, such as 2:7, not “{text}”.", text=text)) from None
    if not 0 <= start <= end < count:
        sentence = "There are {count} steps, so --steps goes from 0:{last} at most, first before last."
        raise LabError(tr(sentence, count=count, last=count - 1))
    return start, end


def _frames(figure: Figure, snapshot: Snapshot, options: Options, steps: Span, delay: int) -> Film:
    if figure.frames is not None:
        return Film(*figure.frames(snapshot, options, *steps, delay))
    held = max(1, round(HOLD / delay))
    count = (steps[1] - steps[0] + 1) * held
    return Film(count, lambda i: figure.draw(snapshot, replace(options, step=steps[0] + i // held)))
