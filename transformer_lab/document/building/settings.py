"""Reading and making the choices of the table by path: of the model, of a block, of a sublayer.

A setting reads and writes one part (`Model` or a sublayer); `configured` finds the part by its path. The
fields of the document's checks (`schema`) stay the last word on what a file may hold.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from transformer_lab.document.building.moves import Change
from transformer_lab.document.building.names import title_of
from transformer_lab.document.building.racks import (
    Piece,
    Plan,
    Spot,
    blocks_of,
    in_place,
    spot_of,
    taken_apart,
    together,
)
from transformer_lab.document.building.setting import Part, Scope, Setting
from transformer_lab.document.building.table import SETTINGS
from transformer_lab.engine.model import CrossAttention, FeedForward, Model, Sublayer
from transformer_lab.errors import LabError
from transformer_lab.language import tr


def kind_of(part: Part) -> Scope:
    """Which settings a part has."""
    if isinstance(part, Model):
        return "model"
    if isinstance(part, FeedForward):
        return "feed-forward"
    return "cross-attention" if isinstance(part, CrossAttention) else "attention"


def settings_of(part: Part) -> tuple[Setting, ...]:
    """The settings of a model or a sublayer, in the order of the table."""
    kind = kind_of(part)
    return tuple(s for s in SETTINGS.values() if kind in s.scopes)


def part_at(model: Model, path: str) -> Part:
    """The model for the empty path, or the sublayer there. Raises LabError for anything else."""
    if not path:
        return model
    spot = spot_of(model, path)
    subs = blocks_of(model, spot.tower)[spot.block].sublayers
    if spot.sub is None:
        if not subs:
            raise LabError(tr("{part} has no sublayers to set.", part=title_of(model, path)))
        return subs[0]
    return subs[spot.sub]


def value_of(model: Model, path: str, name: str) -> Any:
    """The present value of a setting; at a block that of its first sublayer that has it."""
    setting = _named(name)
    if path and spot_of(model, path).sub is None:
        spot = spot_of(model, path)
        subs = blocks_of(model, spot.tower)[spot.block].sublayers
        fitting = [s for s in subs if kind_of(s) in setting.scopes]
        return setting.read(fitting[0]) if fitting else None
    return setting.read(_fitting(model, path, setting))


def configured(path: str, name: str, value: Any, merge_key: object = None) -> Change:
    """Set a choice: of the model ("" as path), of every sublayer of a block that has it, or of one sublayer.

    A choice of sublayers set at "" is set in all of them. Whether the model then works is asked of `faults`.
    """
    setting = _named(name)
    value = setting.kept(value)

    def plan(model: Model) -> Plan:
        if not path and "model" in setting.scopes:
            return in_place(model, setting.write(model, value))
        spots = [spot_of(model, path)] if path else _all_blocks(model)
        racks, touched = taken_apart(model), False
        for spot in spots:
            pieces = racks[spot.tower][spot.block].pieces
            made = tuple(
                Piece(setting.write(p.sub, value), p.origin) if _meant(setting, spot, j, p.sub) else p
                for j, p in enumerate(pieces)
            )
            touched = touched or any(_meant(setting, spot, j, p.sub) for j, p in enumerate(pieces))
            stack = racks[spot.tower]
            changed = replace(stack[spot.block], pieces=made)
            racks[spot.tower] = (*stack[: spot.block], changed, *stack[spot.block + 1 :])
        if not touched:
            raise LabError(tr("{part} has no “{name}”.", part=title_of(model, path), name=setting.title))
        return together(model, racks)

    def label(model: Model) -> str:
        said = tr("{name} {value}", name=setting.title, value=setting.shown(value))
        return f"{title_of(model, path)}: {said}" if path else said

    return Change(label, plan, merge_key)


def inherits(model: Model, path: str, setting: Setting) -> bool:
    """Whether a sublayer says nothing of its own here: it takes the model's, or has what all others have."""
    value = setting.read(part_at(model, path))
    if setting.name in ("norm-kind", "norm-epsilon"):
        return value is None
    alike = [
        setting.read(sub)
        for tower in ("encoder", "decoder")
        for block in blocks_of(model, tower)
        for sub in block.sublayers
        if kind_of(sub) in setting.scopes
    ]
    return all(other == value for other in alike)


# --- inside ------------------------------------------------------------------------------------------------
def _named(name: str) -> Setting:
    if name not in SETTINGS:
        raise LabError(
            tr("There is no setting “{name}”; there are {all}.", name=name, all=", ".join(SETTINGS))
        )
    return SETTINGS[name]


def _fitting(model: Model, path: str, setting: Setting) -> Part:
    part = part_at(model, path)
    if kind_of(part) not in setting.scopes:
        raise LabError(tr("{part} has no “{name}”.", part=title_of(model, path), name=setting.title))
    return part


def _all_blocks(model: Model) -> list[Spot]:
    return [Spot(t, i) for t in ("encoder", "decoder") for i in range(len(blocks_of(model, t)))]


def _meant(setting: Setting, spot: Spot, place: int, sub: Sublayer) -> bool:
    return kind_of(sub) in setting.scopes and spot.sub in (None, place)
