"""What all parts share: where they stand, projections and softmax.

Axis letters: t query words, s key words, d features of the wire, h heads, k slots of a head, f hidden
units, v vocabulary. A letter has one size within a signature and may have another elsewhere. Weights have the
axes they mean, inputs then outputs (``dhk``, ``hkd``), so heads need no reshaping.
"""

from __future__ import annotations

from dataclasses import dataclass

from transformer_lab.engine.graph import Builder
from transformer_lab.engine.model import Model

WORDS = "ts"


@dataclass(frozen=True)
class Around:
    """What a part may need to know: the model, its own tower ("" or "encoder/"), what the encoder gave."""

    model: Model
    tower: str = ""
    memory: str | None = None


def project(
    g: Builder, path: str, name: str, signature: str, x: str, shape: tuple[int, ...], biases: bool
) -> str:
    """``x · W_name`` plus ``b_name``; the node is called `path` and the parameters stand beside it.

    `shape` is that of W_name; b_name has every axis of the result but the words.
    """
    owner = path.rsplit("/", 1)[0]
    operands, axes = signature.split("->")
    letters = operands.split(",")[1]
    weight = g.leaf(f"{owner}/W_{name}", letters, shape, "parameter")
    if not biases:
        return g.add(path, "dot", signature, x, weight)
    product = g.add(f"{path}/product", "dot", signature, x, weight)
    kept = "".join(a for a in axes if a not in WORDS)
    size = dict(zip(letters, shape, strict=True))
    b = g.leaf(f"{owner}/b_{name}", kept, tuple(size[a] for a in kept), "parameter")
    return g.add(path, "add", f"{axes},{kept}->{axes}", product, b)


def softmax(g: Builder, path: str, x: str, axes: str, over: str) -> str:
    """exp(x − max) / Σ exp(x − max) along `over`; a row masked everywhere gets zeros."""
    rest = axes.replace(over, "")
    top = g.add(f"{path}/max", "max", f"{axes}->{rest}", x)
    shifted = g.add(f"{path}/shifted", "sub", f"{axes},{rest}->{axes}", x, top)
    grown = g.add(f"{path}/exp", "exp", f"{axes}->{axes}", shifted)
    total = g.add(f"{path}/sum", "sum", f"{axes}->{rest}", grown)
    g.block(path, "softmax", top, shifted, grown, total)
    return g.add(path, "share", f"{axes},{rest}->{axes}", grown, total)
