"""What can be done with blocks and sublayers: each a named change from model to plan.

A change knows nothing of numbers; `edits.build` makes an edit of it, and the builder may hold several of them
until together they give a model that works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from transformer_lab.document.building.names import kind_title, title_of
from transformer_lab.document.building.racks import (
    Piece,
    Plan,
    Rack,
    Spot,
    Tower,
    blocks_of,
    spot_of,
    taken_apart,
    together,
)
from transformer_lab.engine.model import (
    Attention,
    BlockSpec,
    CrossAttention,
    FeedForward,
    Mask,
    Model,
    Sublayer,
)
from transformer_lab.language import tr

Racks = dict[Tower, tuple[Rack, ...]]
T = TypeVar("T")


@dataclass(frozen=True)
class Change:
    """A change of the design: its name for people, and what it makes of a model."""

    label: str | Callable[[Model], str]
    plan: Callable[[Model], Plan]
    merge_key: object = None

    def named(self, model: Model) -> str:
        """Its name, made to that model."""
        return self.label if isinstance(self.label, str) else self.label(model)


def add_block(tower: Tower, at: int) -> Change:
    """A new block at place `at` of a tower, built as its neighbour; a first one has attention and
    feed-forward.
    """

    def change(model: Model, racks: Racks) -> Racks:
        block = Rack(tuple(map(Piece, _new_block(model, tower, at).sublayers)))
        return racks | {tower: (*racks[tower][:at], block, *racks[tower][at:])}

    return _change(tr("Add block {n}", n=at + 1), change)


def add_sublayer(path: str, kind: str, at: int | None = None) -> Change:
    """A new sublayer (“attention”, “cross-attention” or “feed-forward”) in the block at `path`; at the end,
    or at a place.
    """

    def change(model: Model, racks: Racks) -> Racks:
        spot = spot_of(model, path)
        pieces = racks[spot.tower][spot.block].pieces
        place = len(pieces) if at is None else at
        new = Piece(_new_sublayer(model, spot.tower, KINDS[kind]))
        return _with_pieces(racks, spot, (*pieces[:place], new, *pieces[place:]))

    return _change(tr("Add {kind}", kind=kind_title(KINDS[kind]())), change)


def duplicate(path: str) -> Change:
    """A copy of a block or of a sublayer behind it, with the same numbers."""

    def change(model: Model, racks: Racks) -> Racks:
        spot = spot_of(model, path)
        stack = racks[spot.tower]
        if spot.sub is None:
            return racks | {spot.tower: (*stack[: spot.block + 1], *stack[spot.block :])}
        pieces = stack[spot.block].pieces
        return _with_pieces(racks, spot, (*pieces[: spot.sub + 1], *pieces[spot.sub :]))

    return _change(lambda model: tr("Duplicate {part}", part=title_of(model, path)), change)


def remove(path: str) -> Change:
    """Take a block or a sublayer out, with its numbers."""

    def change(model: Model, racks: Racks) -> Racks:
        spot = spot_of(model, path)
        stack = racks[spot.tower]
        if spot.sub is None:
            return racks | {spot.tower: (*stack[: spot.block], *stack[spot.block + 1 :])}
        pieces = stack[spot.block].pieces
        return _with_pieces(racks, spot, (*pieces[: spot.sub], *pieces[spot.sub + 1 :]))

    return _change(lambda model: tr("Delete {part}", part=title_of(model, path)), change)


def move(path: str, tower: Tower, block: int, sub: int | None = None) -> Change:
    """Put a block at place `block` of a tower, or a sublayer at place `sub` of that block.

    Places are counted without what is moved. Numbers, names and overrides move along.
    """

    def change(model: Model, racks: Racks) -> Racks:
        spot = spot_of(model, path)
        if spot.sub is None or sub is None:
            rack = racks[spot.tower][spot.block]
            racks = racks | {spot.tower: _without(racks[spot.tower], spot.block)}
            return racks | {tower: (*racks[tower][:block], rack, *racks[tower][block:])}
        pieces = racks[spot.tower][spot.block].pieces
        piece = pieces[spot.sub]
        racks = _with_pieces(racks, spot, _without(pieces, spot.sub))
        there = racks[tower][block].pieces
        return _with_pieces(racks, Spot(tower, block), (*there[:sub], piece, *there[sub:]))

    return _change(lambda model: tr("Move {part}", part=title_of(model, path)), change)


def nudge(model: Model, path: str, by: int) -> Change | None:
    """Move one place up (−1) or down (1); a sublayer at the edge of its block goes into the next one.

    None where there is nothing further.
    """
    spot = spot_of(model, path)
    stack = blocks_of(model, spot.tower)
    if spot.sub is None:
        to = spot.block + by
        return move(path, spot.tower, to) if 0 <= to < len(stack) else None
    to = spot.sub + by
    if 0 <= to < len(stack[spot.block].sublayers):
        return move(path, spot.tower, spot.block, to)
    block = spot.block + by
    if not 0 <= block < len(stack):
        return None
    return move(path, spot.tower, block, 0 if by > 0 else len(stack[block].sublayers))


KINDS: Mapping[str, type[Sublayer]] = MappingProxyType(
    {"attention": Attention, "cross-attention": CrossAttention, "feed-forward": FeedForward}
)


# --- inside ------------------------------------------------------------------------------------------------
def _change(label: str | Callable[[Model], str], change: Callable[[Model, Racks], Racks]) -> Change:
    def plan(model: Model) -> Plan:
        return together(model, change(model, taken_apart(model)))

    return Change(label, plan)


def _with_pieces(racks: Racks, spot: Spot, pieces: tuple[Piece, ...]) -> Racks:
    stack = racks[spot.tower]
    changed = replace(stack[spot.block], pieces=pieces)
    return racks | {spot.tower: (*stack[: spot.block], changed, *stack[spot.block + 1 :])}


def _without(items: tuple[T, ...], at: int) -> tuple[T, ...]:
    return (*items[:at], *items[at + 1 :])


def _new_block(model: Model, tower: Tower, at: int) -> BlockSpec:
    """As the block before, or the one behind; the first one of a tower is made as the paper has it."""
    stack = blocks_of(model, tower)
    if stack:
        return stack[max(0, min(at, len(stack)) - 1)]
    kinds: tuple[type[Sublayer], ...] = (Attention, FeedForward)
    if tower == "decoder" and model.encoder:
        kinds = (Attention, CrossAttention, FeedForward)
    return BlockSpec(tuple(_new_sublayer(model, tower, kind) for kind in kinds))


def _new_sublayer(model: Model, tower: Tower, kind: type[Sublayer]) -> Sublayer:
    """As the first one of its kind in the tower, or made to fit the width."""
    known = [sub for block in blocks_of(model, tower) for sub in block.sublayers]
    like = next((sub for sub in known if type(sub) is kind), None)
    if like is not None:
        return like
    norm = known[0].norm if known else "none"
    if issubclass(kind, FeedForward):
        return FeedForward(2 * model.d_model, norm=norm)
    mask: Mask = "causal" if tower == "decoder" and kind is Attention else "none"
    heads = 2 if model.d_model % 2 == 0 else 1
    return kind(heads, model.d_model // heads, mask, norm=norm)
