"""A model taken apart: towers of racks, racks of pieces, each knowing the address that it had.

Changes move, add and drop racks and pieces; `Plan` puts them together again and says for each new address
which old one it came from, so that parameters, overrides and names can be brought along.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, NamedTuple

from transformer_lab.engine.build import places
from transformer_lab.engine.model import BlockSpec, Model, Sublayer
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Tower = Literal["encoder", "decoder"]


class Names(NamedTuple):
    """Addresses of a sublayer, of its norm and of the wire behind it."""

    path: str
    norm: str
    wire: str


@dataclass(frozen=True)
class Piece:
    """A sublayer and the addresses it had; None: it is new."""

    sub: Sublayer
    origin: Names | None = None


@dataclass(frozen=True)
class Rack:
    """A block as its pieces, and the address it had; empty: it is new."""

    pieces: tuple[Piece, ...]
    origin: str = ""


class Plan(NamedTuple):
    """A model, and the old address for every new one below its blocks that is not new."""

    model: Model
    came: Mapping[str, str]

    def after(self, earlier: Plan) -> Plan:
        """This plan made on top of another, as one."""
        came = {new: earlier.came[mid] for new, mid in self.came.items() if mid in earlier.came}
        return Plan(self.model, MappingProxyType(came))


class Spot(NamedTuple):
    """Where a path leads: a tower, a block of it, and a sublayer or None."""

    tower: Tower
    block: int
    sub: int | None = None


def block_path(model: Model, tower: Tower, block: int) -> str:
    """Address of a block: ``block.0``, ``encoder.0`` or ``decoder.0``."""
    return f"{tower if model.encoder else 'block'}.{block}"


def blocks_of(model: Model, tower: Tower) -> tuple[BlockSpec, ...]:
    """The blocks of a tower; the only tower of a plain model is its decoder."""
    return model.encoder if tower == "encoder" else model.blocks


def names_of(model: Model, tower: Tower, block: int) -> Iterator[tuple[Names, Sublayer]]:
    """The sublayers of a block with their addresses."""
    at = block_path(model, tower, block)
    subs = blocks_of(model, tower)[block].sublayers
    for name, norm, wire, sub in places(subs, decoder=tower == "decoder" and bool(model.encoder)):
        yield Names(f"{at}/{name}", f"{at}/{norm}", f"{at}/{wire}"), sub


def spots(model: Model) -> Mapping[str, Spot]:
    """Every block and sublayer by address, in the order in which values pass."""
    found: dict[str, Spot] = {}
    for tower in towers(model):
        for i in range(len(blocks_of(model, tower))):
            found[block_path(model, tower, i)] = Spot(tower, i)
            found |= {n.path: Spot(tower, i, j) for j, (n, _) in enumerate(names_of(model, tower, i))}
    return found


def spot_of(model: Model, path: str) -> Spot:
    """Where `path` leads. Raises LabError naming what there is."""
    known = spots(model)
    if path not in known:
        there = ", ".join(known) or tr("no block yet")
        raise LabError(tr("There is no “{path}” in this model; there are: {all}.", path=path, all=there))
    return known[path]


def towers(model: Model) -> tuple[Tower, ...]:
    """The towers that a model has."""
    return ("encoder", "decoder") if model.encoder else ("decoder",)


def taken_apart(model: Model) -> dict[Tower, tuple[Rack, ...]]:
    """The model as racks that know where they stood."""
    return {
        tower: tuple(
            Rack(
                tuple(Piece(sub, names) for names, sub in names_of(model, tower, i)),
                block_path(model, tower, i),
            )
            for i in range(len(blocks_of(model, tower)))
        )
        for tower in ("encoder", "decoder")
    }


def together(model: Model, racks: Mapping[Tower, tuple[Rack, ...]]) -> Plan:
    """The plan of these racks; everything else is as in `model`."""
    specs = {tower: tuple(BlockSpec(tuple(p.sub for p in r.pieces)) for r in racks[tower]) for tower in racks}
    made = replace(model, encoder=specs["encoder"], blocks=specs["decoder"])
    came: dict[str, str] = {}
    for tower in towers(made):
        for i, rack in enumerate(racks[tower]):
            came |= _came(rack, block_path(made, tower, i), [n for n, _ in names_of(made, tower, i)])
    return Plan(made, MappingProxyType(came))


def in_place(old: Model, new: Model) -> Plan:
    """The plan of a model whose blocks and sublayers are those of `old`, place by place."""
    if bool(old.encoder) == bool(new.encoder):
        return Plan(new, together(new, taken_apart(new)).came)
    before = taken_apart(old)
    racks: dict[Tower, tuple[Rack, ...]] = {}
    for tower, fresh in taken_apart(new).items():
        racks[tower] = tuple(_known(rack, *before[tower][i : i + 1]) for i, rack in enumerate(fresh))
    return together(new, racks)


def _known(fresh: Rack, old: Rack | None = None) -> Rack:
    """A rack with the addresses of the one that stood in its place, kind by kind."""
    left = list(old.pieces) if old is not None else []
    pieces = []
    for piece in fresh.pieces:
        like = next((p for p in left if type(p.sub) is type(piece.sub)), None)
        left = [p for p in left if p is not like]
        pieces.append(Piece(piece.sub, like.origin if like is not None else None))
    return Rack(tuple(pieces), old.origin if old is not None else "")


def _came(rack: Rack, path: str, names: list[Names]) -> dict[str, str]:
    came: dict[str, str] = {}
    if rack.origin:
        came = {path: rack.origin, f"{path}/resid_pre": f"{rack.origin}/resid_pre"}
        if not rack.pieces:
            came[f"{path}/resid_post"] = f"{rack.origin}/resid_post"
    for piece, new in zip(rack.pieces, names, strict=True):
        if piece.origin is not None:
            came |= dict(zip(new, piece.origin, strict=True))
    return came
