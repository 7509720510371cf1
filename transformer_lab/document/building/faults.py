"""Why a description cannot work, in words with its numbers, and up to three changes that would mend it.

The builder holds a faulty draft and shows this; `edits.build` refuses it with the same sentence and the first
repair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from transformer_lab.document.building.moves import Change, add_block, remove
from transformer_lab.document.building.names import title_of
from transformer_lab.document.building.racks import blocks_of, names_of, towers
from transformer_lab.document.building.repairs import divisors, turned_into
from transformer_lab.document.building.settings import configured, settings_of
from transformer_lab.document.layout import buildable, graph_of
from transformer_lab.document.schema import MOST_BLOCKS, MOST_SUBLAYERS
from transformer_lab.engine.model import Attention, CrossAttention, Model, Sublayer
from transformer_lab.errors import LabError
from transformer_lab.language import tr

MOST_REPAIRS = 3
KNOWN_WORDS = 16


@dataclass(frozen=True)
class Repair:
    """A change that mends a fault, with the few words of its button."""

    title: str
    change: Change


@dataclass(frozen=True)
class Fault:
    """What does not work: at which part, which settings are in it, the reason, and what mends it."""

    path: str
    settings: tuple[str, ...]
    reason: str
    repairs: tuple[Repair, ...] = ()


def fault_of(model: Model) -> Fault | None:
    """The first thing that keeps `model` from working, or None. Repairs are only offered if they mend it."""
    found = next(_faults(model), None)
    if found is None:
        return None
    mending = [r for r in found.repairs if _mends(r, model, found)]
    return Fault(found.path, found.settings, found.reason, tuple(mending[:MOST_REPAIRS]))


def refusal(model: Model, fault: Fault) -> LabError:
    """A fault as the sentence of an error: what, why, and the first repair."""
    where = tr("{part}: ", part=title_of(model, fault.path)) if fault.path else ""
    fix = (
        tr(" Possible: {repair}.", repair=", ".join(r.title for r in fault.repairs)) if fault.repairs else ""
    )
    return LabError(f"{where}{fault.reason}{fix}")


def _mends(repair: Repair, model: Model, fault: Fault) -> bool:
    """Whether this fault is gone after a repair; another one further on may come next."""
    try:
        again = next(_faults(repair.change.plan(model).model), None)
    except LabError:
        return False
    return again is None or (again.path, again.reason) != (fault.path, fault.reason)


def _faults(model: Model) -> Iterator[Fault]:
    """Everything that is wrong, from the outside in and in the order in which values pass."""
    yield from _ranges(model, "")
    yield from _too_many(model)
    for tower in towers(model):
        wire = model.d_model
        for i in range(len(blocks_of(model, tower))):
            for names, sub in names_of(model, tower, i):
                yield from _ranges(sub, names.path)
                yield from (f for check in CHECKS for f in check(model, names.path, sub))
                wire, joined = _joined(names.path, sub, wire)
                yield from joined
    if model.output and model.tied and wire != model.d_model:
        yield _tied(model, wire)
    if model.loss and not model.output:
        reason = tr("The loss compares next words with the text, and there is no next word.")
        yield Fault("", ("loss", "output"), reason, (_repair(tr("Loss off"), "", "loss", False),))
    yield from _as_built(model)


def _repair(title: str, path: str, name: str, value: object) -> Repair:
    return Repair(title, configured(path, name, value))


def _ranges(part: Model | Sublayer, path: str) -> Iterator[Fault]:
    """Choices that no model can have, each by itself."""
    for setting in settings_of(part):
        value = setting.read(part)
        if not setting.allows(value):
            near = setting.nearest(value)
            reason = tr(
                "{name} is {value}; it can be {range}.",
                name=setting.title,
                value=setting.shown(value),
                range=setting.range,
            )
            title = tr("{name} {value}", name=setting.title, value=setting.shown(near))
            yield Fault(path, (setting.name,), reason, (_repair(title, path, setting.name, near),))


def _too_many(model: Model) -> Iterator[Fault]:
    for tower in towers(model):
        stack = blocks_of(model, tower)
        if len(stack) > MOST_BLOCKS:
            reason = tr("{n} blocks are more than a tower holds: {most}.", n=len(stack), most=MOST_BLOCKS)
            yield Fault("", (), reason)
        for i, block in enumerate(stack):
            if len(block.sublayers) > MOST_SUBLAYERS:
                names = [n for n, _ in names_of(model, tower, i)]
                reason = tr(
                    "{n} sublayers are more than a block holds: {most}.",
                    n=len(names),
                    most=MOST_SUBLAYERS,
                )
                yield Fault(names[-1].path, (), reason, (Repair(tr("Take it out"), remove(names[-1].path)),))


def _groups(model: Model, path: str, sub: Sublayer) -> Iterator[Fault]:
    if not isinstance(sub, Attention) or sub.kv_heads is None or sub.heads % sub.kv_heads == 0:
        return
    below = max((d for d in divisors(sub.heads) if d <= sub.kv_heads), default=1)
    above = -(-sub.heads // sub.kv_heads) * sub.kv_heads
    reason = tr("{heads} heads cannot share {kv} key/value heads evenly.", heads=sub.heads, kv=sub.kv_heads)
    repairs = (
        _repair(tr("Use {n} key/value heads", n=below), path, "kv-heads", below),
        _repair(tr("Use {n} heads", n=above), path, "heads", above),
        _repair(tr("One for each head"), path, "kv-heads", None),
    )
    yield Fault(path, ("kv-heads", "heads"), reason, repairs)


def _turning(model: Model, path: str, sub: Sublayer) -> Iterator[Fault]:
    turned = model.positions.kind == "rotary" and type(sub) is Attention
    if turned and isinstance(sub, Attention) and sub.d_head % 2:
        reason = tr("Rotary positions turn numbers in pairs; a head of {n} leaves one over.", n=sub.d_head)
        repairs = (
            _repair(tr("Head size {n}", n=sub.d_head + 1), path, "d-head", sub.d_head + 1),
            _repair(tr("Head size {n}", n=sub.d_head - 1), path, "d-head", sub.d_head - 1),
            _repair(tr("Sines and cosines"), "", "positions", "sinusoidal"),
        )
        yield Fault(path, ("d-head", "positions"), reason, repairs)


def _without_encoder(model: Model, path: str, sub: Sublayer) -> Iterator[Fault]:
    if not isinstance(sub, CrossAttention) or (model.encoder and path.startswith("decoder")):
        return
    reason = tr("Cross-attention reads what an encoder gives, and there is none here.")
    if model.encoder:
        reason = tr("Cross-attention reads what the encoder gives; the encoder itself cannot.")
    repairs = (
        *(() if model.encoder else (Repair(tr("Add an encoder"), add_block("encoder", 0)),)),
        Repair(tr("Make it self-attention"), turned_into(path, Attention)),
        Repair(tr("Take it out"), remove(path)),
    )
    yield Fault(path, (), reason, repairs)


def _all_at_once(model: Model, path: str, sub: Sublayer) -> Iterator[Fault]:
    if isinstance(sub, CrossAttention) and (sub.mask == "causal" or sub.window is not None):
        reason = tr("The words of the source come all at once; none of them is later.")
        yield Fault(
            path,
            ("mask", "window"),
            reason,
            (Repair(tr("Show them all"), turned_into(path, CrossAttention)),),
        )


def _joined(path: str, sub: Sublayer, wire: int) -> tuple[int, list[Fault]]:
    """How wide the wire is behind a sublayer, and a fault if the two cannot be added."""
    if not isinstance(sub, Attention) or sub.output:
        return wire, []
    given = sub.heads * sub.d_head
    if not sub.residual or given == wire:
        return given, []
    reason = tr(
        "{heads} heads × {size} = {given} numbers; the residual stream carries {wire}.",
        heads=sub.heads,
        size=sub.d_head,
        given=given,
        wire=wire,
    )
    repairs = [_repair(tr("Put W_O back"), path, "output-map", True)]
    if wire % sub.d_head == 0:
        heads = wire // sub.d_head
        repairs.append(_repair(tr("Use {n} heads", n=heads), path, "heads", heads))
    if wire % sub.heads == 0:
        size = wire // sub.heads
        repairs.append(_repair(tr("Head size {n}", n=size), path, "d-head", size))
    repairs.append(_repair(tr("Width {n}", n=given), "", "d-model", given))
    return wire, [Fault(path, ("output-map", "heads", "d-head"), reason, tuple(repairs))]


def _tied(model: Model, wire: int) -> Fault:
    reason = tr(
        "The residual stream ends with {wire} numbers; a row of the table of words has {d}.",
        wire=wire,
        d=model.d_model,
    )
    repairs = (
        _repair(tr("A table of its own"), "", "output", "free"),
        _repair(tr("No next word"), "", "output", "none"),
    )
    return Fault("", ("output",), reason, repairs)


def _as_built(model: Model) -> Iterator[Fault]:
    """Whatever else the engine finds, in its own words."""
    try:
        buildable(graph_of(model, 1, KNOWN_WORDS, 1), model)
    except LabError as error:
        yield Fault("", ("d-model",), str(error))


CHECKS: tuple[Callable[[Model, str, Sublayer], Iterator[Fault]], ...] = (
    _groups,
    _turning,
    _without_encoder,
    _all_at_once,
)
