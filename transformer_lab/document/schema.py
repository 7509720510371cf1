"""A model and its recipes as plain JSON values and back: what a project file and a preset may say.

Every field has a check with bounds, so that nothing of a hostile size gets any further. A missing field takes
its default; an unknown one is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, get_args

from transformer_lab.document.state import INITS, MOST_SEED, Recipe
from transformer_lab.engine.model import (
    Activation,
    Attention,
    BlockSpec,
    CrossAttention,
    FeedForward,
    Mask,
    Model,
    NormKind,
    NormPlace,
    Paint,
    Pairs,
    PositionKind,
    Positions,
    Precision,
    Sublayer,
)
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Check = Callable[[Any, str], Any]
MOST_WIDTH, MOST_HEADS, MOST_BLOCKS, MOST_SUBLAYERS = 1024, 32, 48, 4
KINDS: Mapping[str, type[Sublayer]] = MappingProxyType(
    {"attention": Attention, "cross-attention": CrossAttention, "feed-forward": FeedForward}
)


def model_to_json(model: Model) -> dict[str, Any]:
    """The model as JSON values; fields of later formats only where they say something."""
    data = {**asdict(model), "positions": _said(model.positions), "blocks": _stack(model.blocks)}
    data["encoder"] = _stack(model.encoder)
    return {name: value for name, value in data.items() if _tells(model, name)}


def _stack(blocks: tuple[BlockSpec, ...]) -> list[list[dict[str, Any]]]:
    names = {cls: kind for kind, cls in KINDS.items()}
    return [[{"kind": names[type(s)], **_said(s)} for s in block.sublayers] for block in blocks]


def _said(part: Any) -> dict[str, Any]:
    return {name: value for name, value in asdict(part).items() if _tells(part, name)}


def _tells(part: Any, name: str) -> bool:
    """Whether a field must be written: it is as old as the format, or has no default value."""
    return (
        name not in LATER
        or (name, type(part)) == ("epsilon", Model)
        or getattr(part, name) != type(part).__dataclass_fields__[name].default
    )


def model_from_json(data: Any) -> Model:
    """The model that JSON values tell. Raises LabError naming the field that is wrong."""
    fields = record(data, "model", MODEL)
    for name in ("d_model", "blocks"):
        if name not in fields:
            raise LabError(tr("model lacks the field “{name}”", name=name))
    return Model(**fields)


def recipe_to_json(recipe: Recipe) -> dict[str, Any]:
    """The recipe as JSON values; where it comes from only if that is elsewhere."""
    return {name: value for name, value in asdict(recipe).items() if name != "origin" or value}


def recipe_from_json(data: Any, where: str) -> Recipe:
    """The recipe that JSON values tell. Raises LabError naming the field that is wrong."""
    return Recipe(**record(data, where, RECIPE))


def record(data: Any, where: str, fields: Mapping[str, Check]) -> dict[str, Any]:
    """The checked fields of an object. Raises LabError for what is no object, and for an unknown field."""
    if not isinstance(data, dict):
        raise LabError(tr("{where} must be an object", where=where))
    for name in data:
        if name not in fields:
            raise LabError(tr("{where} has an unknown field “{name}”", where=where, name=name[:40]))
    return {name: fields[name](value, f"{where}.{name}") for name, value in data.items()}


def items(data: Any, where: str, most: int) -> list[Any]:
    """The entries of a list of at most `most`. Raises LabError otherwise."""
    if not isinstance(data, list):
        raise LabError(tr("{where} must be a list", where=where))
    if len(data) > most:
        raise LabError(tr("{where} has {n} entries; at most {most} fit", where=where, n=len(data), most=most))
    return data


def whole(low: int, high: int) -> Check:
    """A check for whole numbers from `low` to `high`."""

    def check(value: Any, where: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise LabError(
                tr("{where} must be a whole number from {low} to {high}", where=where, low=low, high=high)
            )
        return value

    return check


def real(low: float, high: float) -> Check:
    """A check for finite numbers from `low` to `high`."""

    def check(value: Any, where: str) -> float:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not low <= value <= high:
            raise LabError(
                tr("{where} must be a number from {low} to {high}", where=where, low=low, high=high)
            )
        return float(value)

    return check


def text(most: int) -> Check:
    """A check for texts of at most `most` characters."""

    def check(value: Any, where: str) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise LabError(tr("{where} must be a text of at most {most} characters", where=where, most=most))
        return value

    return check


def one_of(values: Iterable[str]) -> Check:
    """A check for one of some words."""
    known = tuple(values)

    def check(value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in known:
            raise LabError(tr("{where} must be one of {known}", where=where, known=", ".join(known)))
        return value

    return check


def flag(value: Any, where: str) -> bool:
    """Check for true or false."""
    if not isinstance(value, bool):
        raise LabError(tr("{where} must be true or false", where=where))
    return value


def texts(most: int, length: int, *, different: bool = False) -> Check:
    """A check for lists of at most `most` texts, given back as a tuple."""
    one = text(length)

    def check(value: Any, where: str) -> tuple[str, ...]:
        found = tuple(one(v, f"{where}[{i}]") for i, v in enumerate(items(value, where, most)))
        if different and len(set(found)) < len(found):
            raise LabError(tr("{where} has an entry twice", where=where))
        return found

    return check


def _seed_or_none(value: Any, where: str) -> int | None:
    return None if value is None else int(whole(0, MOST_SEED)(value, where))


def _positions(value: Any, where: str) -> Positions:
    return Positions(**record(value, where, POSITIONS))


def _blocks(value: Any, where: str) -> tuple[BlockSpec, ...]:
    found = enumerate(items(value, where, MOST_BLOCKS))
    return tuple(BlockSpec(tuple(_sublayers(block, f"{where}[{i}]"))) for i, block in found)


def _sublayers(value: Any, where: str) -> Iterable[Sublayer]:
    for i, data in enumerate(items(value, where, MOST_SUBLAYERS)):
        at = f"{where}[{i}]"
        if not isinstance(data, dict):
            raise LabError(tr("{where} must be an object", where=at))
        kind = one_of(KINDS)(data.get("kind"), f"{at}.kind")
        rest = {name: v for name, v in data.items() if name != "kind"}
        yield KINDS[kind](**record(rest, at, SUBLAYERS[kind]))


def or_none(check: Check) -> Check:
    """The same check, or nothing at all."""
    return lambda value, where: None if value is None else check(value, where)


LATER = frozenset(
    (
        *("encoder", "encoder_norm", "norm_kind", "embedding_scale", "embedding_norm", "tied", "output_bias"),
        *("temperature", "loss", "pairs", "kv_heads", "divisor", "window", "padding", "painted", "epsilon"),
        *("activation", "gated", "precision"),
    )
)
"""Fields that the first format did not have; “epsilon” is one only in sublayers."""
WIRE: Mapping[str, Check] = {
    "biases": flag,
    "residual": flag,
    "norm": one_of(get_args(NormPlace)),
    "norm_kind": or_none(one_of(get_args(NormKind))),
    "epsilon": or_none(real(0.0, 1e6)),
}
ATTENTION: Mapping[str, Check] = {
    **WIRE,
    "heads": whole(1, MOST_HEADS),
    "d_head": whole(1, MOST_WIDTH),
    "mask": one_of(get_args(Mask)),
    "scale": flag,
    "output": flag,
    "kv_heads": or_none(whole(1, MOST_HEADS)),
    "divisor": or_none(real(-1e6, 1e6)),
    "window": or_none(whole(1, 1_000_000)),
    "padding": flag,
    "painted": one_of(get_args(Paint)),
}
SUBLAYERS: Mapping[str, Mapping[str, Check]] = {
    "attention": ATTENTION,
    "cross-attention": ATTENTION,
    "feed-forward": {
        **WIRE,
        "width": whole(1, 4 * MOST_WIDTH),
        "activation": one_of(get_args(Activation)),
        "gated": flag,
    },
}
POSITIONS: Mapping[str, Check] = {
    "kind": one_of(get_args(PositionKind)),
    "base": real(1e-6, 1e12),
    "first": whole(-1_000_000, 1_000_000),
    "pairs": one_of(get_args(Pairs)),
}
MODEL: Mapping[str, Check] = {
    "d_model": whole(1, MOST_WIDTH),
    "blocks": _blocks,
    "positions": _positions,
    "final_norm": flag,
    "output": flag,
    "epsilon": real(0.0, 1e6),
    "encoder": _blocks,
    "encoder_norm": flag,
    "norm_kind": one_of(get_args(NormKind)),
    "embedding_scale": flag,
    "embedding_norm": flag,
    "tied": flag,
    "output_bias": flag,
    "temperature": real(1e-6, 1e6),
    "loss": flag,
    "precision": one_of(get_args(Precision)),
}
RECIPE: Mapping[str, Check] = {
    "init": one_of(INITS),
    "spread": real(-1e6, 1e6),
    "seed": _seed_or_none,
    "origin": text(200),
}
