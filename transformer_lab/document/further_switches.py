"""More design choices, told like those of `switches.SWITCHES` and made by the same edit.

The window offers them where it can draw what they make.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from transformer_lab.document.switches import ON_OFF, Choice, Switch, each_sublayer, sublayers
from transformer_lab.engine.model import Attention, FeedForward, Model, Sublayer
from transformer_lab.language import tr

Field = tuple[Callable[[Model], Any], Callable[[Model, Any], Model]]
NORM_KINDS = (Choice("layer", tr("layer norm")), Choice("rms", tr("RMS norm")))
ACTIVATIONS = (
    Choice("relu", tr("ReLU")),
    Choice("gelu", tr("GELU")),
    Choice("gelu_tanh", tr("GELU with tanh")),
    Choice("silu", tr("SiLU")),
)
SCHEMES = (
    Choice("table", tr("table")),
    Choice("sinusoidal", tr("sines and cosines")),
    Choice("rotary", tr("rotary")),
    Choice("alibi", tr("ALiBi")),
    Choice("none", tr("none")),
)
PAIRS = (Choice("interleaved", tr("neighbours")), Choice("halves", tr("halves")))
PAINTS = (
    Choice("none", tr("none")),
    Choice("keep", tr("what is seen")),
    Choice("drop", tr("what is hidden")),
    Choice("add", tr("numbers on top")),
)
GROUPS = (Choice(None, tr("one for each head")), *(Choice(n, str(n)) for n in (1, 2, 3, 4)))
WINDOWS = (Choice(None, tr("none")), *(Choice(n, str(n)) for n in (1, 2, 3, 4, 6, 8, 16)))
TEMPERATURES = tuple(Choice(t, str(t)) for t in (0.25, 0.5, 1.0, 2.0, 4.0))


def _of_model(name: str) -> Field:
    return lambda model: getattr(model, name), lambda model, value: replace(model, **{name: value})


def _of_positions(name: str) -> Field:
    def write(model: Model, value: Any) -> Model:
        return replace(model, positions=replace(model.positions, **{name: value}))

    return lambda model: getattr(model.positions, name), write


def _of_sublayers(kind: type[Sublayer], name: str) -> Field:
    """A field of all sublayers of one kind; the first one tells what it is."""

    def read(model: Model) -> Any:
        first = next((s for s in sublayers(model) if isinstance(s, kind)), kind())
        return getattr(first, name)

    def write(model: Model, value: Any) -> Model:
        return each_sublayer(model, lambda s: replace(s, **{name: value}) if isinstance(s, kind) else s)

    return read, write


FURTHER_SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {
        s.name: s
        for s in (
            Switch("norm-kind", tr("Kind of norm"), "choice", NORM_KINDS, *_of_model("norm_kind")),
            Switch(
                "activation",
                tr("Activation"),
                "choice",
                ACTIVATIONS,
                *_of_sublayers(FeedForward, "activation"),
            ),
            Switch("gated", tr("Gated"), "toggle", ON_OFF, *_of_sublayers(FeedForward, "gated")),
            Switch("scheme", tr("Scheme of positions"), "choice", SCHEMES, *_of_positions("kind")),
            Switch("pairs", tr("Pairs of positions"), "choice", PAIRS, *_of_positions("pairs")),
            Switch("groups", tr("Key heads"), "choice", GROUPS, *_of_sublayers(Attention, "kv_heads")),
            Switch("window", tr("Window"), "choice", WINDOWS, *_of_sublayers(Attention, "window")),
            Switch("padding", tr("Padding"), "toggle", ON_OFF, *_of_sublayers(Attention, "padding")),
            Switch("painted", tr("Painted mask"), "choice", PAINTS, *_of_sublayers(Attention, "painted")),
            Switch(
                "biases", tr("Biases of attention"), "toggle", ON_OFF, *_of_sublayers(Attention, "biases")
            ),
            Switch("embedding-scale", tr("Embedding × √d"), "toggle", ON_OFF, *_of_model("embedding_scale")),
            Switch(
                "embedding-norm", tr("Norm of the embedding"), "toggle", ON_OFF, *_of_model("embedding_norm")
            ),
            Switch("final-norm", tr("Last norm"), "toggle", ON_OFF, *_of_model("final_norm")),
            Switch("tied", tr("Output reads the table of words"), "toggle", ON_OFF, *_of_model("tied")),
            Switch("output-bias", tr("Bias of the output"), "toggle", ON_OFF, *_of_model("output_bias")),
            Switch("temperature", tr("Temperature"), "choice", TEMPERATURES, *_of_model("temperature")),
            Switch("loss", tr("Loss for the next word"), "toggle", ON_OFF, *_of_model("loss")),
        )
    }
)
