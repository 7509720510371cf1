"""Adding a node of a gradient under the letters of the value it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_letters

from transformer_lab.engine.graph import Builder
from transformer_lab.engine.letters import distinct
from transformer_lab.engine.ops import Op


@dataclass(frozen=True)
class Wire:
    """Where a contribution goes: its name, the letters under which the value was read, those of the value
    itself, and the length of each letter where it was read.
    """

    g: Builder
    name: str
    read: str
    own: str
    size: Mapping[str, int]


def connect(wire: Wire, op: str | Op, *operands: tuple[str, str]) -> str:
    """Add `op` of operands (id, letters where the value was read); its axes are those of the value.

    The letters under which a value was read may be others than its own (keys are computed by t and read by
    s), so all letters of the signature are renamed together. Letters that no operand has are spread along.
    """
    used = distinct(wire.read, *(axes for _, axes in operands))
    new = _renaming(wire.read, wire.own, used)
    inputs = [_renamed(axes, new) for _, axes in operands]
    spread = {new[a]: wire.size[a] for a in wire.read if not any(a in axes for _, axes in operands)}
    signature = f"{','.join(inputs)}->{_renamed(wire.read, new)}"
    return wire.g.add(wire.name, op, signature, *(i for i, _ in operands), spread=spread)


def _renaming(read: str, own: str, used: str) -> dict[str, str]:
    """Letters read become the value's own; another letter that would clash with them gets a free one."""
    new = dict(zip(read, own, strict=True))
    free = (a for a in ascii_letters if a not in used and a not in own)
    for a in used:
        if a not in new:
            new[a] = next(free) if a in own else a
    return new


def _renamed(axes: str, new: Mapping[str, str]) -> str:
    return "".join(new[a] for a in axes)
