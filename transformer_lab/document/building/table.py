"""The table of settings: every choice of a model and of its sublayers. Panel, Python and docs read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from transformer_lab.document.building.setting import HEADS, SELF, SUBS, WHOLE, Kind, Scope, Setting
from transformer_lab.document.further_switches import ACTIVATIONS, NORM_KINDS, PAINTS, PAIRS, SCHEMES
from transformer_lab.document.schema import MOST_HEADS, MOST_WIDTH
from transformer_lab.document.switches import ON_OFF, Choice
from transformer_lab.engine.model import Attention, Model
from transformer_lab.language import tr


def _field(name: str) -> tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]:
    return lambda part: getattr(part, name), lambda part, value: replace(part, **{name: value})


def _position(name: str) -> tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]:
    def write(model: Model, value: Any) -> Model:
        return replace(model, positions=replace(model.positions, **{name: value}))

    return lambda model: getattr(model.positions, name), write


def _read_scale(part: Attention) -> Any:
    return "off" if not part.scale else "root" if part.divisor is None else part.divisor


def _write_scale(part: Attention, value: Any) -> Attention:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return replace(part, scale=value != "off", divisor=float(value) if number else None)


def _read_output(model: Model) -> str:
    return "none" if not model.output else "tied" if model.tied else "free"


def _write_output(model: Model, value: str) -> Model:
    return replace(model, output=value != "none", tied=value == "tied", loss=model.loss and value != "none")


def _of(kind: Kind, scopes: tuple[Scope, ...], group: str = "") -> Callable[..., Setting]:
    """A maker of rows of one kind for some parts: name, title, field or (read, write), choices, bounds."""

    def row(name: str, title: str, how: Any, choices: tuple[Choice, ...] = (), **more: Any) -> Setting:
        read, write = _field(how) if isinstance(how, str) else how
        return Setting(name, title, scopes, kind, read, write, choices, group=group, **more)

    return row


PLACES = (Choice("none", tr("none")), Choice("before", tr("before")), Choice("after", tr("after")))
OWN_NORMS = (Choice(None, tr("model’s")), *NORM_KINDS)
HIDDEN = (Choice("none", tr("nothing")), Choice("causal", tr("later")))
SCALES = (Choice("root", tr("√d")), Choice("off", tr("off")))
OUTPUTS = (Choice("free", tr("own")), Choice("tied", tr("tied")), Choice("none", tr("none")))
NO_WINDOW = (Choice(None, tr("none")),)
EACH = (Choice(None, tr("each")),)
PRECISIONS = (Choice("double", tr("double")), Choice("single", tr("single")))
LIKE_MODEL = (Choice(None, tr("model’s")),)


def _of_model() -> Iterator[Setting]:
    """Choices of the whole model, in the order in which they are shown."""
    model_whole = _of("whole", WHOLE)
    model_choice = _of("choice", WHOLE)
    model_real = _of("real", WHOLE)
    words_toggle = _of("toggle", WHOLE, "words")
    positions_choice = _of("choice", WHOLE, "positions")
    positions_real = _of("real", WHOLE, "positions")
    positions_whole = _of("whole", WHOLE, "positions")
    encoder_toggle = _of("toggle", WHOLE, "encoder")
    output_toggle = _of("toggle", WHOLE, "output")
    output_choice = _of("choice", WHOLE, "output")
    output_real = _of("real", WHOLE, "output")
    yield model_whole("d-model", tr("Width"), "d_model", low=1, high=MOST_WIDTH)
    yield model_choice("model-norm-kind", tr("Norm"), "norm_kind", NORM_KINDS)
    yield model_real("epsilon", tr("Epsilon"), "epsilon", low=0.0, high=1e6)
    yield words_toggle("embedding-scale", tr("Times √d"), "embedding_scale", ON_OFF)
    yield words_toggle("embedding-norm", tr("Norm"), "embedding_norm", ON_OFF)
    yield positions_choice("positions", tr("Positions"), _position("kind"), SCHEMES)
    yield positions_real("position-base", tr("Base"), _position("base"), low=0.0, high=1e12, above=True)
    yield positions_whole(
        "position-first", tr("First index"), _position("first"), low=-1_000_000, high=1_000_000
    )
    yield positions_choice("position-pairs", tr("Pairs"), _position("pairs"), PAIRS)
    yield encoder_toggle("encoder-norm", tr("Norm of the encoder"), "encoder_norm", ON_OFF)
    yield output_toggle("final-norm", tr("Last norm"), "final_norm", ON_OFF)
    yield output_choice("output", tr("Table of words"), (_read_output, _write_output), OUTPUTS)
    yield output_toggle("output-bias", tr("Bias"), "output_bias", ON_OFF)
    yield output_real("temperature", tr("Temperature"), "temperature", low=0.0, high=1e6, above=True)
    yield output_toggle("loss", tr("Loss"), "loss", ON_OFF)
    yield output_choice("precision", tr("Numbers"), "precision", PRECISIONS)


def _of_attention() -> Iterator[Setting]:
    """Choices of attention, in the order in which they are shown."""
    heads_whole = _of("whole", HEADS)
    heads_either = _of("either", HEADS)
    self_choice = _of("choice", SELF)
    self_either = _of("either", SELF)
    heads_toggle = _of("toggle", HEADS)
    heads_choice = _of("choice", HEADS)
    yield heads_whole("heads", tr("Heads"), "heads", low=1, high=MOST_HEADS)
    yield heads_either("kv-heads", tr("Key heads"), "kv_heads", EACH, low=1, high=MOST_HEADS, counts=True)
    yield heads_whole("d-head", tr("Head size"), "d_head", low=1, high=MOST_WIDTH)
    yield heads_either(
        "scale", tr("Divide by"), (_read_scale, _write_scale), SCALES, low=-1e6, high=1e6, not_zero=True
    )
    yield self_choice("mask", tr("Hide"), "mask", HIDDEN)
    yield self_either("window", tr("Window"), "window", NO_WINDOW, low=1, high=1_000_000, counts=True)
    yield heads_toggle("padding", tr("Hide padding"), "padding", ON_OFF)
    yield heads_choice("painted", tr("Painted"), "painted", PAINTS)
    yield heads_toggle("output-map", tr("W_O after"), "output", ON_OFF)


def _of_sublayers() -> Iterator[Setting]:
    """Choices of a feed-forward, and of every sublayer, in the order in which they are shown."""
    forward_whole = _of("whole", ("feed-forward",))
    forward_choice = _of("choice", ("feed-forward",))
    forward_toggle = _of("toggle", ("feed-forward",))
    sub_toggle = _of("toggle", SUBS)
    sub_choice = _of("choice", SUBS)
    sub_either = _of("either", SUBS)
    yield forward_whole("width", tr("Hidden units"), "width", low=1, high=4 * MOST_WIDTH)
    yield forward_choice("activation", tr("Activation"), "activation", ACTIVATIONS)
    yield forward_toggle("gated", tr("Gated"), "gated", ON_OFF)
    yield sub_toggle("biases", tr("Biases"), "biases", ON_OFF)
    yield sub_toggle("residual", tr("Residual connection"), "residual", ON_OFF)
    yield sub_choice("norm", tr("Norm"), "norm", PLACES)
    yield sub_choice("norm-kind", tr("Norm kind"), "norm_kind", OWN_NORMS)
    yield sub_either("norm-epsilon", tr("Epsilon"), "epsilon", LIKE_MODEL, low=0.0, high=1e6)


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {s.name: s for s in (*_of_model(), *_of_attention(), *_of_sublayers())}
)
