"""Ready-made projects by name, read from `resources/presets`: functions from (text, seed) to a state."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from transformer_lab.document.checks import fitting, seed_of
from transformer_lab.document.further_presets import full_size, shaped, small_red_house
from transformer_lab.document.parameters import ROWS, with_parameters
from transformer_lab.document.schema import model_from_json, recipe_from_json
from transformer_lab.document.state import MOST_TEXT, ByWord, Parameter, Recipe, State
from transformer_lab.document.tokens import MAX_WORDS
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.paths import resource


@dataclass(frozen=True)
class Preset:
    """A name for the command line, a title and a sentence for people, and how to make it."""

    name: str
    title: str
    about: str
    make: Callable[[str | None, int], State]


def preset(name: str, text: str | None = None, seed: int = 0) -> State:
    """The state of the preset called `name`, with its own text or another.

    Raises LabError for an unknown name, a seed that is none, or a text that is too long.
    """
    known = {**PRESETS, **FURTHER, **FULL}
    if name not in known:
        raise LabError(tr("There is no preset “{name}”; there are {all}.", name=name, all=", ".join(known)))
    made = known[name]
    if text is not None:
        text = fitting(text, MOST_TEXT, tr("The text"))
    return replace(made.make(text, seed_of(seed)), title=made.title)


def preset_data(name: str) -> Any:
    """The data of a preset's file, with what is expected of it."""
    return json.loads(resource(f"presets/{name}.json").read_text(encoding="utf-8"))


def _plain(name: str, text: str | None, seed: int) -> State:
    """A preset whose file says all of it in the words of a project file, with numbers written out."""
    data = preset_data(name)
    state = State(
        model=model_from_json(data["model"]),
        text=data["text"] if text is None else text,
        parameters=EMPTY_PARAMETERS,
        words=tuple(data.get("words", ())),
        features=tuple(data.get("features", ())),
        seed=seed,
    )
    return with_parameters(state, {i: _parameter(i, spec) for i, spec in data.get("parameters", {}).items()})


def _parameter(node_id: str, spec: Mapping[str, Any]) -> Parameter:
    if "rows" in spec:
        rows = {word: _array(row) for word, row in spec["rows"].items()}
        return ByWord(MappingProxyType(rows), recipe_from_json(spec["rest"], node_id))
    return _array(spec["values"]) if "values" in spec else recipe_from_json(spec, node_id)


def _first_sentence(text: str | None, seed: int) -> State:
    """Two hand-set causal blocks in which *scared* finds *cat* and not *dog*."""
    data = preset_data("who-was-scared")
    words = tuple(data["vocabulary"])
    spec = BlockSpec((Attention(2, 4, "causal"), FeedForward(8)))
    parameters: dict[str, Parameter] = {
        "embed/W_E": ByWord(MappingProxyType({w: _array(r) for w, r in data["embedding"].items()}), ROWS),
        "W_U": ByWord(_columns(words, data["unembedding"]), Recipe("zero")),
        "embed/positions": _turning_rows(MAX_WORDS, 8, 16),
    }
    for i, block in enumerate(data["blocks"]):
        parameters |= _block(f"block.{i}", block)
    state = State(
        model=Model(8, (spec, spec), Positions("table")),
        text=" ".join(data["tokens"]) if text is None else text,
        parameters=EMPTY_PARAMETERS,
        words=words,
        features=tuple(data["features"]),
        head_names=MappingProxyType({f"block.{i}/attn": tuple(n) for i, n in enumerate(data["head_names"])}),
        seed=seed,
    )
    return with_parameters(state, parameters)


def _empty(text: str | None, seed: int) -> State:
    """Words and the next word, and nothing between them."""
    return State(Model(8, ()), "a a b a a b" if text is None else text, EMPTY_PARAMETERS, seed=seed)


def _columns(words: tuple[str, ...], table: Any) -> Mapping[str, Array]:
    return MappingProxyType(
        {word: _array(column) for word, column in zip(words, np.transpose(table), strict=True)}
    )


def _turning_rows(count: int, width: int, period: int) -> Array:
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
    for name, axis in (("W_Q", 1), ("W_K", 1), ("W_V", 1), ("W_O", 0)):
        found[f"{path}/attn/{name}"] = _array(np.stack([head[name] for head in heads], axis))
    return found


def _array(values: Any) -> Array:
    array = np.array(values, dtype=float)
    array.setflags(write=False)
    return array


EMPTY_PARAMETERS: Mapping[str, Parameter] = MappingProxyType({})
PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        p.name: p
        for p in (
            Preset(
                "first-sentence",
                tr("Who was scared?"),
                tr("Two hand-set blocks in which “scared” finds “cat” and not “dog”."),
                _first_sentence,
            ),
            Preset(
                "worked-example",
                tr("Attention by hand"),
                tr("One attention with the queries, keys and values of a textbook example."),
                partial(_plain, "worked-example"),
            ),
            Preset(
                "three-tokens",
                tr("Three tokens"),
                tr("Three vectors that are their own queries, keys and values."),
                partial(_plain, "three-tokens"),
            ),
            Preset(
                "tiny-encoder",
                tr("Tiny encoder"),
                tr("Two encoder blocks of width 16 with random numbers: every word sees every word."),
                partial(_plain, "tiny-encoder"),
            ),
            Preset(
                "tiny-gpt",
                tr("Tiny GPT"),
                tr("Two decoder blocks of width 16 with random numbers: no word looks ahead."),
                partial(_plain, "tiny-gpt"),
            ),
        )
    }
)
FURTHER: Mapping[str, Preset] = MappingProxyType(
    {
        p.name: p
        for p in (
            Preset(
                "empty",
                tr("Empty"),
                tr("No blocks yet, eight numbers for each word: build everything yourself."),
                _empty,
            ),
            Preset(
                "small-red-house",
                tr("The small red house"),
                tr("A hand-set encoder and decoder that translate four words."),
                small_red_house,
            ),
            Preset(
                "tiny-bert",
                tr("Tiny BERT"),
                tr("Two encoder blocks in the shape of BERT, with random numbers."),
                partial(shaped, "bert-base", "the cat sat on the mat"),
            ),
            Preset(
                "tiny-llama",
                tr("Tiny Llama"),
                tr("Two decoder blocks in the shape of Llama, with random numbers."),
                partial(shaped, "llama-like", "the cat sat on the mat"),
            ),
        )
    }
)
"""Presets of well-known shapes."""
FULL: Mapping[str, Preset] = MappingProxyType(
    {
        name: Preset(name, title, about, partial(full_size, shape, said))
        for name, title, about, shape, said in (
            (
                "transformer-2017",
                tr("Transformer, base"),
                tr("The base model of 2017 in its full size, with random numbers: 44 million of them."),
                "transformer-2017",
                "the small red house",
            ),
            (
                "gpt-2-small",
                tr("GPT-2 small"),
                tr("Twelve decoder blocks of width 768, with random numbers: 85 million of them."),
                "gpt2-small",
                "the cat sat on the mat",
            ),
            (
                "bert-base",
                tr("BERT base"),
                tr("Twelve encoder blocks of width 768, with random numbers: 85 million of them."),
                "bert-base",
                "the cat sat on the mat",
            ),
            (
                "llama-like",
                tr("Llama-like"),
                tr("Twelve decoder blocks in the shape of Llama, with random numbers: 75 million of them."),
                "llama-like",
                "the cat sat on the mat",
            ),
        )
    }
)
"""Presets in the sizes of the papers, for Python and the command line; the numbers take seconds to make."""
