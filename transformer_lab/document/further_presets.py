"""Presets of the well-known shapes: the hand-set encoder–decoder, and small GPT-2, BERT and Llama models."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from transformer_lab.document.parameters import with_parameters
from transformer_lab.document.state import ByWord, Parameter, Recipe, State
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model
from transformer_lab.engine.ops import Array
from transformer_lab.engine.shapes import SHAPES
from transformer_lab.paths import resource

UNHEARD = -40.0
"""What b_U says of words that are no answer, so that they have no share of the probabilities."""


def small_red_house(text: str | None, seed: int) -> State:
    """“the small red house” becomes “la petite maison rouge”, one hand-set block a side."""
    data = json.loads(resource("presets/small-red-house.json").read_text(encoding="utf-8"))
    source, target, answers = (tuple(data[name]) for name in ("source", "target", "next"))
    words = tuple(dict.fromkeys((*source, *target, *answers)))
    vectors = [*data["source_vectors"], *data["target_vectors"]]
    columns = np.transpose(data["unembedding"])
    unheard = {word: UNHEARD for word in words if word not in answers}
    parameters: dict[str, Parameter] = {
        "embed/W_E": _by_word(dict(zip((*source, *target), vectors, strict=True))),
        "W_U": _by_word(dict(zip(answers, columns, strict=True))),
        "b_U": _by_word({word: unheard.get(word, 0.0) for word in words}),
    }
    towers = {
        "encoder.0/attn": data["encoder"]["self"],
        "decoder.0/self": data["decoder"]["self (causal)"],
        "decoder.0/cross": data["decoder"]["cross"],
    }
    for path, weights in towers.items():
        parameters |= {f"{path}/W_{n}": _array(weights[f"W_{n}"])[:, None, :] for n in "QKV"}
        parameters[f"{path}/W_O"] = _array(weights["W_O"])[None]
    for tower in ("encoder.0", "decoder.0"):
        parameters |= {f"{tower}/ffn/{n}": _array(data["ffn"][n]) for n in ("W_1", "b_1", "W_2", "b_2")}
    state = State(
        model=_two_towers(),
        text=" ".join(target) if text is None else text,
        source=" ".join(source),
        parameters=MappingProxyType({}),
        words=words,
        seed=seed,
    )
    return with_parameters(state, parameters)


def _two_towers() -> Model:
    looking, seeing = Attention(1, 4, "causal", norm="after"), Attention(1, 4, norm="after")
    forward = FeedForward(16, norm="after")
    decoder = BlockSpec((looking, CrossAttention(1, 4, norm="after"), forward))
    return Model(12, (decoder,), encoder=(BlockSpec((seeing, forward)),), output_bias=True)


def shaped(name: str, said: str, text: str | None, seed: int) -> State:
    """A small model of a well-known shape, with numbers from the seed."""
    words = said if text is None else text
    return State(SHAPES[name].reduced, words, MappingProxyType({}), seed=seed)


def full_size(name: str, said: str, text: str | None, seed: int) -> State:
    """A well-known shape as large as in its paper, in single precision, with numbers from the seed: the state
    holds no number, only how they are made.
    """
    model = replace(SHAPES[name].model, precision="single")
    return State(model, said if text is None else text, MappingProxyType({}), source=said, seed=seed)


def _by_word(rows: Mapping[str, Any]) -> ByWord:
    return ByWord(MappingProxyType({word: _array(row) for word, row in rows.items()}), Recipe("zero"))


def _array(values: Any) -> Array:
    array = np.array(values, dtype=float)
    array.setflags(write=False)
    return array
