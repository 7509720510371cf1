"""Masks: what is added to scores before softmax, 0 where a word may be seen and −∞ where it may not.

A row that is masked everywhere has one meaning in the whole engine: weights of zero, never NaN.
"""

from __future__ import annotations

from transformer_lab.engine.constants import mask, number
from transformer_lab.engine.graph import Builder
from transformer_lab.engine.model import Attention, CrossAttention
from transformer_lab.engine.parts import Around


def masked(g: Builder, path: str, z: str, spec: Attention, around: Around, axes: str) -> str:
    """Scores with every mask the attention has; the last sum is called ``masked``."""
    hides = [*_by_place(g, path, z, spec), *_padding(g, spec, around), *_painted(g, path, z, spec)]
    for i, (name, hidden, letters) in enumerate(hides):
        node = f"{path}/masked" if i == len(hides) - 1 else f"{path}/masked/{name}"
        z = g.add(node, "add", f"{axes},{letters}->{axes}", z, hidden)
    return z


Hide = tuple[str, str, str]
"""A name, the id of what is added, and its letters."""


def _by_place(g: Builder, path: str, z: str, spec: Attention) -> list[Hide]:
    """No looking ahead, and no further than a window."""
    if spec.mask == "none" and spec.window is None:
        return []
    words, causal = g.shape(z)[-1], spec.mask == "causal"
    hidden = g.constant(f"{path}/mask", "ts", (words, words), mask, words, causal, spec.window)
    return [("place", hidden, "ts")]


def _padding(g: Builder, spec: Attention, around: Around) -> list[Hide]:
    """Words that are no words: the leaf ``real`` is 1 for a word and 0 for padding."""
    if not spec.padding:
        return []
    tower = "encoder/" if isinstance(spec, CrossAttention) else around.tower
    real = f"{tower}real"
    if real not in g:
        g.leaf(real, "t", g.shape(f"{tower}tokens")[:1], "input")
        g.add(f"{real}/hidden", "hide", "t->t", real)
    return [("padding", f"{real}/hidden", "s")]


def _painted(g: Builder, path: str, z: str, spec: Attention) -> list[Hide]:
    """A matrix by hand; its meaning is said by `Attention.painted`."""
    if spec.painted == "none":
        return []
    paint = g.leaf(f"{path}/painted", "ts", g.shape(z)[-2:], "input")
    if spec.painted == "add":
        return [("painted", paint, "ts")]
    if spec.painted == "drop":
        one = g.constant(f"{path}/painted/one", "", (), number, 1.0)
        paint = g.add(f"{path}/painted/kept", "sub", ",ts->ts", one, paint)
    return [("painted", g.add(f"{path}/painted/hidden", "hide", "ts->ts", paint), "ts")]
