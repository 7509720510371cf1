"""Small means of repairs: numbers that divide, and a sublayer of one kind turned into another."""

from __future__ import annotations

from dataclasses import fields, replace

from transformer_lab.document.building.moves import Change
from transformer_lab.document.building.names import title_of
from transformer_lab.document.building.racks import Piece, Plan, blocks_of, spot_of, taken_apart, together
from transformer_lab.engine.model import Attention, CrossAttention, Model
from transformer_lab.errors import LabError
from transformer_lab.language import tr


def divisors(n: int) -> tuple[int, ...]:
    """All whole numbers that divide `n`, from 1."""
    return tuple(d for d in range(1, n + 1) if n % d == 0)


def turned_into(path: str, kind: type[Attention]) -> Change:
    """Attention at `path` as self-attention or cross-attention, with the same heads and numbers."""

    def plan(model: Model) -> Plan:
        spot = spot_of(model, path)
        sub = blocks_of(model, spot.tower)[spot.block].sublayers[spot.sub or 0]
        if not isinstance(sub, Attention):
            raise LabError(tr("{part} is no attention.", part=title_of(model, path)))
        made = kind(**{f.name: getattr(sub, f.name) for f in fields(sub)})
        if issubclass(kind, CrossAttention):
            made = replace(made, mask="none", window=None)
        racks = taken_apart(model)
        stack = racks[spot.tower]
        pieces = list(stack[spot.block].pieces)
        pieces[spot.sub or 0] = Piece(made, pieces[spot.sub or 0].origin)
        changed = replace(stack[spot.block], pieces=tuple(pieces))
        racks[spot.tower] = (*stack[: spot.block], changed, *stack[spot.block + 1 :])
        return together(model, racks)

    return Change(lambda model: tr("Turn {part} round", part=title_of(model, path)), plan)
