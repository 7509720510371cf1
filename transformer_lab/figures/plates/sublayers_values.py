"""What one attention does, operation by operation, read from its graph and its description."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.build import places
from transformer_lab.engine.model import Attention, CrossAttention
from transformer_lab.figures.heads import Heads
from transformer_lab.figures.manner import Notation
from transformer_lab.figures.picture import Ref
from transformer_lab.figures.plates.working import divided_by
from transformer_lab.language import tr, translatable

PAINTS = translatable({"keep": "painted", "drop": "painted", "add": "numbers added"})


class Step(NamedTuple):
    """One operation: what it is called in full and in short, the role of its colour, the node it gives."""

    names: tuple[str, ...]
    color: str
    node: str
    axes: int

    @property
    def ref(self) -> Ref:
        """The first number of its node."""
        return Ref(self.node, np.zeros((1, self.axes), dtype=np.int64))


class Drawn(NamedTuple):
    """What one attention does."""

    steps: tuple[Step, ...]
    """from the scores up to the mix"""
    turns: bool
    """whether positions turn q and k first"""
    linears: tuple[Step, ...]
    """W_Q, W_K, W_V"""
    output: Step | None
    heads: int
    shared: int
    """how many keys and values there are"""
    cross: bool
    residual: bool


def spec_of(snapshot: Snapshot, path: str) -> Attention:
    """The description of the attention at an address."""
    model = snapshot.state.model
    towers = (("block", model.blocks), ("decoder", model.blocks), ("encoder", model.encoder))
    for tower, blocks in towers:
        for i, block in enumerate(blocks):
            for name, _, _, sub in places(block.sublayers, decoder=tower == "decoder"):
                if f"{tower}.{i}/{name}" == path and isinstance(sub, Attention):
                    return sub
    raise AssertionError(path)


def read_attention(snapshot: Snapshot, heads: Heads, notation: Notation = "xW") -> Drawn:
    """The operations that this attention really has, read from its graph."""
    path, spec = heads.path, spec_of(snapshot, heads.path)
    assert snapshot.graph is not None
    width = snapshot.graph[f"{path}/W_Q"].shape[0]
    return Drawn(
        tuple(_steps(snapshot, path, spec)),
        f"{path}/q_turned" in snapshot,
        tuple(_linear(snapshot, path, n, spec, notation) for n in "QKV"),
        _step(snapshot, sized("O", spec.heads * spec.d_head, width, notation), "out", f"{path}/out")
        if spec.output
        else None,
        spec.heads,
        spec.heads if spec.kv_heads is None else spec.kv_heads,
        isinstance(spec, CrossAttention),
        spec.residual,
    )


def _step(snapshot: Snapshot, names: tuple[str, ...], color: str, node: str) -> Step:
    assert snapshot.graph is not None
    return Step(names, color, node, len(snapshot.graph[node].shape))


def sized(name: str, a: int, b: int, notation: Notation) -> tuple[str, str]:
    """A matrix in full and in short: “W_Q: 8 → 4”, or who writes it first: “W_Q: 4 ← 8”."""
    forwards, backwards = tr("W_{n}: {a} → {b}", n=name, a=a, b=b), tr("W_{n}: {b} ← {a}", n=name, a=a, b=b)
    return backwards if notation == "Wx" else forwards, f"W_{name}"


def _linear(snapshot: Snapshot, path: str, name: str, spec: Attention, notation: Notation) -> Step:
    assert snapshot.graph is not None
    width = snapshot.graph[f"{path}/W_{name}"].shape[0]
    return _step(
        snapshot,
        sized(name, width, spec.d_head, notation),
        {"Q": "query", "K": "key", "V": "value"}[name],
        f"{path}/{name.lower()}",
    )


def _steps(snapshot: Snapshot, path: str, spec: Attention) -> list[Step]:
    steps = [_step(snapshot, (tr("Multiply q · k"), "q · k"), "out", f"{path}/scores")]
    if f"{path}/scaled" in snapshot:
        by = divided_by(snapshot, path)
        steps.append(
            _step(snapshot, (tr("Scale {by}", by=by), by, tr("Scale")), "residual", f"{path}/scaled")
        )
    if f"{path}/slanted" in snapshot:
        steps.append(_step(snapshot, (tr("Slant by distance"), tr("Slant")), "position", f"{path}/slanted"))
    if f"{path}/masked" in snapshot:
        kind = mask_kind(spec)
        steps.append(_step(snapshot, (tr("Mask: {kind}", kind=kind), tr("Mask")), "mask", f"{path}/masked"))
    steps.append(_step(snapshot, (tr("Softmax"),), "out", f"{path}/weights"))
    return [*steps, _step(snapshot, (tr("Multiply by v"), "× v"), "value", f"{path}/mixed")]


def mask_kind(spec: Attention) -> str:
    """“causal, window of 3”, “padding”: all that hides."""
    kinds = [tr("causal")] * (spec.mask == "causal")
    kinds += [tr("window of {n}", n=spec.window)] if spec.window is not None else []
    kinds += [tr("padding")] * spec.padding
    kinds += [tr(PAINTS[spec.painted])] if spec.painted != "none" else []
    return ", ".join(kinds) or tr("set by hand")


def told(drawn: Drawn) -> list[str]:
    """What holds, as short sentences without a stop."""
    names = [step.names[0] for step in drawn.steps]
    facts = [
        tr("1 head") if drawn.heads == 1 else tr("{n} heads", n=drawn.heads),
        tr("no mask") if not any(s.node.endswith("/masked") for s in drawn.steps) else tr("masked"),
        *(step.names[0] for step in drawn.linears),
    ]
    if drawn.shared != drawn.heads:
        one = tr("1 key and value for all heads")
        facts.append(one if drawn.shared == 1 else tr("{n} keys and values for all heads", n=drawn.shared))
    if drawn.turns:
        facts.append(tr("q and k turned by their places"))
    facts.append(drawn.output.names[0] if drawn.output else tr("no W_O: heads side by side"))
    if drawn.cross:
        facts.append(tr("k and v come from the encoder"))
    return [*facts, tr("one head: {steps}", steps=" → ".join(names))]
