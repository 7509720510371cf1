"""What is refused before it reaches a state, each with the reason: computed values, NaN, wrong shapes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from transformer_lab.document.state import MOST_SEED
from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr


def editable(node: Node) -> Node:
    """`node` itself if it is a parameter. Raises LabError with the reason why it cannot be set otherwise."""
    if node.kind == "parameter":
        return node
    if node.kind == "input":
        raise LabError(tr("{id} is made from the text; change the text instead.", id=node.id))
    if node.kind == "constant":
        raise LabError(
            tr("{id} follows from the design of the model; it cannot be set by hand here.", id=node.id)
        )
    sources = tr(" and ").join(dict.fromkeys(read.source for read in node.reads))
    raise LabError(
        tr("{id} is computed from {sources}; it cannot be set by hand here.", id=node.id, sources=sources)
    )


def finite(value: Any, node_id: str) -> float:
    """`value` as a float. Raises LabError for NaN, infinity and what is no number."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise LabError(tr("{id}: “{value}” is not a number.", id=node_id, value=value)) from None
    if not math.isfinite(number):
        raise LabError(
            tr(
                "{id}: {value} cannot be computed with; a cell holds a finite number.",
                id=node_id,
                value=value,
            )
        )
    return number


def checked(node: Node, array: Any, known: int) -> Array:
    """A read-only float copy of `array` that fits `node`. Raises LabError otherwise."""
    try:
        if np.iscomplexobj(array):
            raise TypeError
        copy = np.array(array, dtype=float)
    except (TypeError, ValueError):
        raise LabError(tr("{id}: these are not all numbers.", id=node.id)) from None
    shape = tuple(known if a == "v" else n for a, n in zip(node.axes, node.shape, strict=True))
    if copy.shape != shape:
        raise LabError(
            tr("{id} has the shape {shape}, not {other}.", id=node.id, shape=shape, other=copy.shape)
        )
    if not np.isfinite(copy).all():
        where = ", ".join(str(i) for i in np.argwhere(~np.isfinite(copy))[0])
        raise LabError(tr("{id}: the number at {where} is not finite.", id=node.id, where=where))
    copy.setflags(write=False)
    return copy


def seed_of(value: Any) -> int:
    """`value` if it may decide random numbers. Raises LabError otherwise."""
    if type(value) is not int or not 0 <= value <= MOST_SEED:
        raise LabError(tr("The seed must be a whole number from 0 to {most}.", most=MOST_SEED))
    return value


def fitting(said: Any, most: int, what: str) -> str:
    """`said` as a file gives it back: two halves of a character are one. Raises LabError for what is no text,
    or one of more than `most` characters.
    """
    if not isinstance(said, str):
        raise LabError(tr("{what} must be words, not {value}.", what=what, value=type(said).__name__))
    if len(said) > most:
        raise LabError(
            tr("{what} has {n} characters; at most {most} fit.", what=what, n=len(said), most=most)
        )
    return said.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def shown(value: float) -> str:
    """A number for a label: up to six digits, with a true minus."""
    return f"{value + 0.0:.6g}".replace("-", "\u2212")
