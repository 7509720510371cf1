"""The feed-forward sublayer: each word by itself."""

from __future__ import annotations

from transformer_lab.engine.graph import Builder
from transformer_lab.engine.model import FeedForward
from transformer_lab.engine.parts import Around, project


def feed_forward(g: Builder, path: str, x: str, spec: FeedForward, around: Around) -> str:
    """act(x W_1 + b_1) W_2 + b_2 (Vaswani 2017, eq. 2); gated: (act(x W_1) · x W_3) W_2 (Shazeer 2020).

    Activations are operations of the table, named as in `model.Activation`.
    """
    width = g.shape(x)[1]
    pre = project(g, f"{path}/pre", "1", "td,df->tf", x, (width, spec.width), spec.biases)
    act = g.add(f"{path}/act", spec.activation, "tf->tf", pre)
    if spec.gated:
        gate = project(g, f"{path}/gate", "3", "td,df->tf", x, (width, spec.width), spec.biases)
        act = g.add(f"{path}/gated", "mul", "tf,tf->tf", act, gate)
    return project(g, f"{path}/out", "2", "tf,fd->td", act, (spec.width, width), spec.biases)
