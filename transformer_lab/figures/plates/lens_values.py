"""The logit lens in numbers: the wire behind every block read as if it were the last one.

nostalgebraist 2020, “interpreting GPT: the logit lens”.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.picture import Floats
from transformer_lab.language import tr


class Depth(NamedTuple):
    """One place of the wire, read: probabilities ``tv``; None where its width cannot be read."""

    node: str
    name: str
    probabilities: Floats | None
    drive: Floats | None
    """what goes into the logits: ``td``"""


def depths(snapshot: Snapshot) -> tuple[Depth, ...]:
    """The embedding and every block, each through the model's own last norm and its own W_U.

    The last one is the model's output itself, whatever was set by hand there.
    """
    wires = _wires(snapshot)
    read = [_read(snapshot, node, name) for node, name in wires]
    read[-1] = read[-1]._replace(probabilities=np.asarray(snapshot["probs"]))
    return tuple(read)


def unembedding(snapshot: Snapshot) -> tuple[Floats, Floats]:
    """W_U, ``dv``, and b_U, ``v``; tied, the table of embeddings the other way round."""
    weights = np.asarray(snapshot["W_U"] if "W_U" in snapshot else snapshot["embed/W_E"].T)
    bias = np.asarray(snapshot["b_U"]) if "b_U" in snapshot else np.zeros(weights.shape[1])
    return weights, bias


def norm_rule(snapshot: Snapshot, brief: bool = False) -> str:
    """What happens between the wire and W_U."""
    normed = "final_norm" in snapshot
    if brief:
        return tr("Final norm applied.") if normed else tr("No norm.")
    if normed:
        return tr("At every depth: final norm applied, then read off.")
    return tr("At every depth: read off with no norm.")


def _wires(snapshot: Snapshot) -> list[tuple[str, str]]:
    model = snapshot.state.model
    name = "decoder" if model.encoder else "block"
    behind = []
    for i, block in enumerate(model.blocks):
        last = len(block.sublayers)
        after = bool(last) and block.sublayers[-1].norm == "after"
        node = f"{name}.{i}/norm_{last}" if after else f"{name}.{i}/resid_post"
        behind.append((node, tr("block {n}", n=i + 1)))
    return [("embed", tr("words")), *behind]


def _read(snapshot: Snapshot, node: str, name: str) -> Depth:
    x = np.asarray(snapshot[node], dtype=float)
    weights, bias = unembedding(snapshot)
    if x.shape[1] != weights.shape[0]:
        return Depth(node, name, None, None)
    x = _normed(snapshot, x)
    logits = x @ weights + bias
    if "temperature" in snapshot:
        logits = logits / float(snapshot["temperature"])
    with np.errstate(invalid="ignore"):
        grown = np.exp(logits - logits.max(-1, keepdims=True))
    return Depth(node, name, grown / grown.sum(-1, keepdims=True), x)


def _normed(snapshot: Snapshot, x: Floats) -> Floats:
    """The last norm with its own gain, bias and epsilon: layer norm, or RMS norm where there is no mean."""
    if "final_norm" not in snapshot:
        return x
    gain, epsilon = np.asarray(snapshot["final_norm/gain"]), float(snapshot["final_norm/epsilon"])
    if "final_norm/rms" in snapshot:
        return np.asarray(x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * gain)
    centred = x - x.mean(-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(-1, keepdims=True) + epsilon)
    return np.asarray(centred / spread * gain + np.asarray(snapshot["final_norm/bias"]))


def top_words(snapshot: Snapshot, row: Depth) -> tuple[list[str], Floats, list[int]]:
    """For each word the likeliest next one, its probability, and its place in the vocabulary."""
    assert row.probabilities is not None
    best = np.nan_to_num(row.probabilities).argmax(-1)
    share = row.probabilities[np.arange(len(best)), best]
    return [snapshot.vocabulary[i] for i in best], share, best.tolist()
