"""Axis letters: reading a signature, and seeing an array so that its axes stand where a call wants them.

A view is made by transposing and inserting axes; both are decided once, when a graph is bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import prod

from transformer_lab.engine.ops import Array, itself
from transformer_lab.errors import LabError
from transformer_lab.language import tr

View = Callable[[Array], Array]


def parse(signature: str) -> tuple[tuple[str, ...], str]:
    """``htk,hsk->hts`` as ``(("htk", "hsk"), "hts")``.

    Raises LabError if a letter repeats within an operand or the arrow is missing.
    """
    operands, arrow, out = signature.partition("->")
    inputs = tuple(operands.split(","))
    if arrow and all(_letters(axes) for axes in (*inputs, out)):
        return inputs, out
    wrong = tr("“{given}” is no signature; write one like “htk,hsk->hts”, each letter once.", given=signature)
    raise LabError(wrong)


def _letters(axes: str) -> bool:
    return len(set(axes)) == len(axes) and (not axes or (axes.isascii() and axes.isalpha()))


def distinct(*axes: str) -> str:
    """All letters, each once, in the order in which they first stand."""
    return "".join(dict.fromkeys("".join(axes)))


@lru_cache(maxsize=4096)
def aligned(axes: str, full: str) -> View:
    """Sees an array with letters `axes` so that it broadcasts against letters `full` (a superset)."""
    kept = [a for a in full if a in axes]
    gaps = tuple(slice(None) if a in axes else None for a in full)
    first = next((i for i, gap in enumerate(gaps) if gap is not None), len(gaps))
    return _seen(tuple(axes.index(a) for a in kept), gaps[first:])


def _seen(order: tuple[int, ...], gaps: tuple[slice | None, ...] = ()) -> View:
    """Axes in another order, then a new axis for each None in `gaps`; `itself` if there is nothing to do."""
    turned, gapped = order != tuple(range(len(order))), None in gaps
    if turned and gapped:
        return lambda x: x.transpose(order)[gaps]
    if turned:
        return lambda x: x.transpose(order)
    return (lambda x: x[gaps]) if gapped else itself


def merged(axes: str, groups: Sequence[str], size: Mapping[str, int]) -> View:
    """Sees an array with one axis for each group of letters (an empty group: an axis of one).

    Letters in one group that do not lie side by side in memory are copied together; all else is a view.
    """
    order = tuple(axes.index(a) for group in groups for a in group)
    turn = _seen(order)
    if all(len(group) == 1 for group in groups):
        return turn
    shape = tuple(prod(size[a] for a in group) for group in groups)
    return (lambda x: x.reshape(shape)) if turn is itself else (lambda x: turn(x).reshape(shape))


def unmerged(groups: Sequence[str], out: str, size: Mapping[str, int]) -> View:
    """The way back: sees one axis for each group as the letters of that group, then in the order `out`."""
    letters = "".join(groups)
    turn = _seen(tuple(letters.index(a) for a in out))
    if all(len(group) == 1 for group in groups):
        return turn
    shape = tuple(size[a] for a in letters)
    return (lambda x: x.reshape(shape)) if turn is itself else (lambda x: turn(x.reshape(shape)))
