"""Ready-made projects by name; each is a function from (text, seed) to a state."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from transformer_lab.document.state import ByWord, Parameter, Recipe, State
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.paths import resource


@dataclass(frozen=True)
class Preset:
    """A name for the command line, a title for people, and how to make it."""

    name: str
    title: str
    make: Callable[[str | None, int], State]


def first_sentence(text: str | None, seed: int) -> State:
    """“Who was scared?”: two hand-set causal blocks in which *scared* finds *cat* and not *dog*."""
    data = json.loads(resource("presets/who-was-scared.json").read_text(encoding="utf-8"))
    words = tuple(data["vocabulary"])
    spec = BlockSpec((Attention(2, 4, "causal"), FeedForward(8)))
    parameters: dict[str, Parameter] = {
        "embed/W_E": ByWord({w: _array(r) for w, r in data["embedding"].items()}, Recipe("normal", 0.4)),
        "W_U": ByWord(dict(zip(words, _array(data["unembedding"]).T.copy(), strict=True)), Recipe("zero")),
        "embed/positions": _turning_rows(64, 8, 16),
    }
    for i, block in enumerate(data["blocks"]):
        parameters |= _block(f"block.{i}", block)
    return State(
        model=Model(8, (spec, spec), Positions("table")),
        text="The cat that the dog chased was scared" if text is None else text,
        parameters=MappingProxyType(parameters),
        words=words,
        features=tuple(data["features"]),
        head_names=MappingProxyType({f"block.{i}/attn": tuple(n) for i, n in enumerate(data["head_names"])}),
        title=tr("Who was scared?"),
        seed=seed,
    )


def _array(values: Any) -> np.ndarray:
    array = np.array(values, dtype=float)
    array.setflags(write=False)
    return array


def _turning_rows(count: int, width: int, period: int) -> np.ndarray:
    """Position rows whose last two numbers turn once in `period` words."""
    rows = np.zeros((count, width))
    angle = 2.0 * np.pi * np.arange(count) / period
    rows[:, -2], rows[:, -1] = np.round(np.sin(angle), 12), np.round(np.cos(angle), 12)
    return _array(rows + 0.0)


def _block(path: str, data: Mapping[str, Any]) -> dict[str, Parameter]:
    heads, forward = data["heads"], data["ffn"]
    found: dict[str, Parameter] = {
        f"{path}/ffn/{n}": _array(forward[n]) for n in ("W_1", "b_1", "W_2", "b_2")
    }
    for n in ("W_Q", "W_K", "W_V"):
        found[f"{path}/attn/{n}"] = _array(np.stack([h[n] for h in heads], axis=1))
    found[f"{path}/attn/W_O"] = _array(np.stack([h["W_O"] for h in heads]))
    return found


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {p.name: p for p in (Preset("first-sentence", "Who was scared?", first_sentence),)}
)


def preset(name: str, text: str | None = None, seed: int = 0) -> State:
    """The state of the preset called `name`, with its own text or another. Raises LabError for an unknown name."""
    if name not in PRESETS:
        raise LabError(tr("There is no preset “{name}”; there are {all}.", name=name, all=", ".join(PRESETS)))
    return PRESETS[name].make(text, seed)
