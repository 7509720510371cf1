"""One-click design choices of a model, as a table: what can be chosen, how it is read, how it is written.

A choice is a function from model to model and touches no numbers; `edits.switch` keeps the parameters that
fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Sublayer
from transformer_lab.language import tr

MOST_LAYERS = 12
MOST_HEADS = 8


class Choice(NamedTuple):
    """One value of a switch and its name for people."""

    value: Any
    title: str


@dataclass(frozen=True, eq=False)
class Switch:
    """A design choice. `read` tells the present value of a model, `write` gives the model with another."""

    name: str
    title: str
    kind: Literal["number", "choice", "toggle"]
    choices: tuple[Choice, ...]
    read: Callable[[Model], Any]
    write: Callable[[Model, Any], Model]

    def title_of(self, value: object) -> str | None:
        """The name of `value` for people, or None if it is no choice (True is no number here)."""
        return next(
            (c.title for c in self.choices if c.value == value and type(c.value) is type(value)), None
        )


def each_sublayer(model: Model, change: Callable[[Sublayer], Sublayer]) -> Model:
    """The model with every sublayer changed."""
    return replace(model, blocks=tuple(BlockSpec(tuple(map(change, b.sublayers))) for b in model.blocks))


def sublayers(model: Model) -> tuple[Sublayer, ...]:
    """All sublayers, in order."""
    return tuple(s for block in model.blocks for s in block.sublayers)


def first_attention(model: Model) -> Attention:
    """The first attention sublayer, or a plain one when there is none."""
    return next((s for s in sublayers(model) if isinstance(s, Attention)), Attention())


def _attention(name: str) -> tuple[Callable[[Model], Any], Callable[[Model, Any], Model]]:
    """Read and write a field of every attention sublayer."""

    def write(model: Model, value: Any) -> Model:
        return each_sublayer(model, lambda s: replace(s, **{name: value}) if isinstance(s, Attention) else s)

    return lambda model: getattr(first_attention(model), name), write


def _every(name: str) -> tuple[Callable[[Model], Any], Callable[[Model, Any], Model]]:
    """Read and write a field that all sublayers have."""

    def write(model: Model, value: Any) -> Model:
        return each_sublayer(model, lambda s: replace(s, **{name: value}))

    return lambda model: getattr(next(iter(sublayers(model)), Attention()), name), write


def _write_layers(model: Model, count: int) -> Model:
    """New layers are built as the last one is."""
    last = model.blocks[-1:] or (BlockSpec((Attention(), FeedForward(4 * model.d_model))),)
    return replace(model, blocks=(model.blocks + last * count)[:count])


def _write_norm(model: Model, value: Any) -> Model:
    """Norms before the sublayers leave the wire itself unnormed, so the last norm comes with them (GPT-2)."""
    return replace(_every("norm")[1](model, value), final_norm=value == "before")


def _write_positions(model: Model, value: Any) -> Model:
    return replace(model, positions=replace(model.positions, kind=value))


def _has_feed_forward(model: Model) -> bool:
    return any(isinstance(s, FeedForward) for s in sublayers(model))


def _write_feed_forward(model: Model, on: bool) -> Model:
    return replace(
        model, blocks=tuple(_with_feed_forward(model, b) if on else _without(b) for b in model.blocks)
    )


def _with_feed_forward(model: Model, block: BlockSpec) -> BlockSpec:
    if any(isinstance(s, FeedForward) for s in block.sublayers):
        return block
    like = block.sublayers[-1] if block.sublayers else Attention()
    return BlockSpec(
        (*block.sublayers, FeedForward(4 * model.d_model, residual=like.residual, norm=like.norm))
    )


def _without(block: BlockSpec) -> BlockSpec:
    return BlockSpec(tuple(s for s in block.sublayers if not isinstance(s, FeedForward)))


def _numbers(most: int) -> tuple[Choice, ...]:
    return tuple(Choice(n, str(n)) for n in range(1, most + 1))


ON_OFF = (Choice(True, tr("on")), Choice(False, tr("off")))
NORMS = (
    Choice("after", tr("after the sum")),
    Choice("before", tr("before the sublayer")),
    Choice("none", tr("none")),
)
POSITIONS = (
    Choice("table", tr("table")),
    Choice("sinusoidal", tr("sines and cosines")),
    Choice("rotary", tr("rotary")),
    Choice("alibi", tr("ALiBi")),
    Choice("none", tr("none")),
)
MASKS = (Choice("none", tr("none")), Choice("causal", tr("no looking ahead")))

SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {
        s.name: s
        for s in (
            Switch(
                "layers",
                tr("Layers"),
                "number",
                _numbers(MOST_LAYERS),
                lambda m: len(m.blocks),
                _write_layers,
            ),
            Switch("heads", tr("Heads"), "number", _numbers(MOST_HEADS), *_attention("heads")),
            Switch("norm", tr("Norm"), "choice", NORMS, _every("norm")[0], _write_norm),
            Switch("residual", tr("Residual"), "toggle", ON_OFF, *_every("residual")),
            Switch(
                "positions",
                tr("Positions"),
                "choice",
                POSITIONS,
                lambda m: m.positions.kind,
                _write_positions,
            ),
            Switch("mask", tr("Mask"), "choice", MASKS, *_attention("mask")),
            Switch("scale", tr("Divide by √d_k"), "toggle", ON_OFF, *_attention("scale")),
            Switch(
                "feed-forward", tr("Feed-forward"), "toggle", ON_OFF, _has_feed_forward, _write_feed_forward
            ),
        )
    }
)
