"""The yardstick for the engine: one encoder or decoder stack in plain NumPy, written straight down.

It computes what the engine computes for the same description and keeps every named value, as somebody would
who wrote only this one model and cared about speed: merged heads, one product with ones for each sum.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model
from transformer_lab.engine.ops import Array

Values = dict[str, Array]


def bench_model(blocks: int = 4, heads: int = 4, d_model: int = 64, d_ff: int = 256) -> Model:
    """The model of the mark: causal, norm before, biases in the feed-forward, no positions."""
    block = BlockSpec(
        (
            Attention(heads, d_model // heads, "causal", norm="before"),
            FeedForward(d_ff, norm="before"),
        )
    )
    return Model(d_model, (block,) * blocks, final_norm=True)


def plain_forward(leaves: Mapping[str, Array], blocks: int) -> Values:
    """All named values of `bench_model` with `blocks` blocks, under the engine's ids."""
    v: Values = dict(leaves)
    v["embed/tokens"] = v["tokens"] @ v["embed/W_E"]
    v["embed"] = v["embed/tokens"]
    x = v["embed"]
    for i in range(blocks):
        x = _block(v, f"block.{i}", x)
    x = _norm(v, "final_norm", x)
    v["logits"] = x @ v["W_U"]
    _softmax(v, "probs", v["logits"])
    return v


def _block(v: Values, b: str, x: Array) -> Array:
    v[f"{b}/resid_pre"] = x
    attended = _attention(v, f"{b}/attn", _norm(v, f"{b}/norm_1", x))
    x = v[f"{b}/resid_mid"] = x + attended
    forwarded = _feed_forward(v, f"{b}/ffn", _norm(v, f"{b}/norm_2", x))
    x = v[f"{b}/resid_post"] = x + forwarded
    return x


def _heads(x: Array, weight: Array) -> Array:
    width, heads, slots = weight.shape
    return (x @ weight.reshape(width, heads * slots)).reshape(-1, heads, slots).transpose(1, 0, 2)


def _attention(v: Values, a: str, x: Array) -> Array:
    q = v[f"{a}/q"] = _heads(x, v[f"{a}/W_Q"])
    k = v[f"{a}/k"] = _heads(x, v[f"{a}/W_K"])
    value = v[f"{a}/v"] = _heads(x, v[f"{a}/W_V"])
    scores = v[f"{a}/scores"] = q @ k.transpose(0, 2, 1)
    scaled = v[f"{a}/scaled"] = scores / v[f"{a}/root_d_k"]
    masked = v[f"{a}/masked"] = scaled + v[f"{a}/mask"]
    weights = _softmax(v, f"{a}/weights", masked)
    mixed = v[f"{a}/mixed"] = weights @ value
    output = v[f"{a}/W_O"]
    heads, slots, width = output.shape
    joined = mixed.transpose(1, 0, 2).reshape(-1, heads * slots) @ output.reshape(heads * slots, width)
    v[f"{a}/out"] = joined
    return joined


def _softmax(v: Values, path: str, x: Array) -> Array:
    top = v[f"{path}/max"] = x.max(axis=-1)
    shifted = v[f"{path}/shifted"] = x - top[..., None]
    grown = v[f"{path}/exp"] = np.exp(shifted)
    total = v[f"{path}/sum"] = grown @ np.ones(x.shape[-1])
    v[path] = grown / total[..., None]
    return v[path]


def _norm(v: Values, n: str, x: Array) -> Array:
    width = x.shape[-1]
    mean = v[f"{n}/mean"] = (x @ np.ones(width)) / width
    centred = v[f"{n}/centred"] = x - mean[:, None]
    squared = v[f"{n}/squared"] = np.square(centred)
    variance = v[f"{n}/variance"] = (squared @ np.ones(width)) / width
    std = v[f"{n}/std"] = np.sqrt(variance + v[f"{n}/epsilon"])
    normed = v[f"{n}/normed"] = centred / std[:, None]
    scaled = v[f"{n}/scaled"] = normed * v[f"{n}/gain"]
    v[n] = scaled + v[f"{n}/bias"]
    return v[n]


def _feed_forward(v: Values, f: str, x: Array) -> Array:
    product = v[f"{f}/pre/product"] = x @ v[f"{f}/W_1"]
    pre = v[f"{f}/pre"] = product + v[f"{f}/b_1"]
    act = v[f"{f}/act"] = np.maximum(pre, 0.0)
    product = v[f"{f}/out/product"] = act @ v[f"{f}/W_2"]
    result = v[f"{f}/out"] = product + v[f"{f}/b_2"]
    return result
