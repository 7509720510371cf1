"""A forward pass in PyTorch as a careful person writes it by hand, keeping what the engine keeps.

It reads the engine's leaves and gives the same values by the same names, which is tried before it is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from transformer_lab.engine.ops import Array

Values = dict[str, Any]
EPSILON = 1e-5


def torch_forward(
    torch: Any, leaves: Mapping[str, Array], blocks: int, *, causal: bool
) -> Callable[[], Values]:
    """One pass of a causal model with norms before, or of an encoder with norms after; its values by id."""
    w = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in leaves.items()}
    words, ids = leaves["tokens"].shape[0], w["tokens"].argmax(1)
    hidden = torch.full((words, words), float("-inf")).triu(1) if causal else None
    rows = (
        w["embed/positions"] if "embed/positions" in w else waves(torch, words, leaves["embed/W_E"].shape[1])
    )
    layers = [_layer(torch, w, f"block.{i}", hidden) for i in range(blocks)]
    step = _before if causal else _after

    def forward() -> Values:
        kept: Values = {}
        with torch.inference_mode():
            x = torch.nn.functional.embedding(ids, w["embed/W_E"]) + rows
            for i, layer in enumerate(layers):
                x = step(torch, kept, w, f"block.{i}", layer, x)
            if causal:
                x = kept["final_norm"] = _norm(torch, w, "final_norm", x)
                kept["logits"] = x @ w["embed/W_E"].T
                kept["probs"] = torch.softmax(kept["logits"], -1)
        return kept

    return forward


def _layer(torch: Any, w: Values, path: str, hidden: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The two sublayers of a block."""
    attn, d = f"{path}/attn", w[f"{path}/attn/W_Q"].shape[0]
    heads, width = w[f"{attn}/W_Q"].shape[1:]
    flat = {n: w[f"{attn}/W_{n}"].reshape(d, -1).contiguous() for n in "QKV"}
    biases = {n: w[f"{attn}/b_{n}"].reshape(-1) for n in "QKV" if f"{attn}/b_{n}" in w}
    joined = w[f"{attn}/W_O"].reshape(-1, d)
    activate = torch.nn.functional.gelu

    def attention(kept: Values, x: Any) -> Any:
        for n in "QKV":
            part = torch.addmm(biases[n], x, flat[n]) if n in biases else x @ flat[n]
            kept[f"{attn}/{n.lower()}"] = part.view(-1, heads, width).transpose(0, 1)
        q, k, v = (kept[f"{attn}/{n}"] for n in "qkv")
        scores = kept[f"{attn}/scores"] = q @ k.transpose(1, 2)
        z = scores / width**0.5
        weights = kept[f"{attn}/weights"] = torch.softmax(z if hidden is None else z + hidden, -1)
        mixed = kept[f"{attn}/mixed"] = weights @ v
        out = mixed.transpose(0, 1).reshape(len(x), -1)
        b = w.get(f"{attn}/b_O")
        kept[f"{attn}/out"] = out @ joined if b is None else torch.addmm(b, out, joined)
        return kept[f"{attn}/out"]

    def forward(kept: Values, x: Any) -> Any:
        ffn = f"{path}/ffn"
        pre = kept[f"{ffn}/pre"] = torch.addmm(w[f"{ffn}/b_1"], x, w[f"{ffn}/W_1"])
        act = activate(pre, approximate="tanh") if hidden is not None else torch.relu(pre)
        kept[f"{ffn}/act"] = act
        kept[f"{ffn}/out"] = torch.addmm(w[f"{ffn}/b_2"], act, w[f"{ffn}/W_2"])
        return kept[f"{ffn}/out"]

    return attention, forward


def _before(torch: Any, kept: Values, w: Values, path: str, layer: Any, x: Any) -> Any:
    for j, (sub, wire) in enumerate(zip(layer, ("resid_mid", "resid_post"), strict=True)):
        inside = kept[f"{path}/norm_{j + 1}"] = _norm(torch, w, f"{path}/norm_{j + 1}", x)
        x = kept[f"{path}/{wire}"] = x + sub(kept, inside)
    return x


def _after(torch: Any, kept: Values, w: Values, path: str, layer: Any, x: Any) -> Any:
    for j, (sub, wire) in enumerate(zip(layer, ("resid_mid", "resid_post"), strict=True)):
        kept[f"{path}/{wire}"] = x + sub(kept, x)
        x = kept[f"{path}/norm_{j + 1}"] = _norm(torch, w, f"{path}/norm_{j + 1}", kept[f"{path}/{wire}"])
    return x


def _norm(torch: Any, w: Values, path: str, x: Any) -> Any:
    return torch.nn.functional.layer_norm(x, x.shape[-1:], w[f"{path}/gain"], w[f"{path}/bias"], EPSILON)


def waves(torch: Any, words: int, width: int) -> Any:
    """Sines and cosines of the place (Vaswani et al. 2017, 3.5)."""
    angle = torch.arange(words)[:, None] / 10_000.0 ** (torch.arange(0, width, 2) / width)
    return torch.stack([angle.sin(), angle.cos()], -1).reshape(words, width).float()
