"""The symbol of each kind of number in the typesetter's language, and the colour of its role."""

from __future__ import annotations

import re

from transformer_lab.figures.ask.address import Address, address_of
from transformer_lab.figures.manner import Notation

SYMBOLS = {
    "tokens": r"\mathrm{hot}",
    "embed/W_E": "E",
    "embed/tokens": "e",
    "embed/positions": r"\pos{p}",
    "embed/place": "i",
    "embed/rate": r"\omega",
    "embed/phase": r"\varphi",
    "embed/turn": r"i \omega",
    "embed/angle": r"\theta",
    "embed": "x",
    "resid_pre": "x",
    "resid_mid": "x'",
    "resid_post": "x''",
    "attn/W_Q": r"W_{\mathrm{Q}}",
    "attn/W_K": r"W_{\mathrm{K}}",
    "attn/W_V": r"W_{\mathrm{V}}",
    "attn/W_O": r"W_{\mathrm{O}}",
    "attn/b_Q": r"b_{\mathrm{Q}}",
    "attn/b_K": r"b_{\mathrm{K}}",
    "attn/b_V": r"b_{\mathrm{V}}",
    "attn/b_O": r"b_{\mathrm{O}}",
    "attn/q": r"\query{q}",
    "attn/k": r"\key{k}",
    "attn/v": r"\val{v}",
    "attn/q_turned": r"\query{q}'",
    "attn/k_turned": r"\key{k}'",
    "attn/rotary/angle": r"\theta",
    "attn/rotary/cos": r"\cos \theta",
    "attn/rotary/sin": r"\sin \theta",
    "attn/slanted": "s",
    "ffn/W_3": "W_3",
    "ffn/b_3": "b_3",
    "ffn/gate": r"\ffn{g}",
    "ffn/gated": r"\ffn{a}'",
    "norm/power": r"\mathrm{ms}",
    "norm/rms": r"\mathrm{rms}",
    "b_U": r"b_{\mathrm{U}}",
    "temperature": "T",
    "attn/scores": "s",
    "attn/root_d_k": r"\sqrt{d_k}",
    "attn/scaled": "s",
    "attn/mask": r"\mathrm{mask}",
    "attn/masked": "s'",
    "attn/weights": r"\alpha",
    "attn/mixed": r"\out{z}",
    "attn/out": r"\out{o}",
    "attn/join": r"\mathrm{join}",
    "ffn/W_1": "W_1",
    "ffn/b_1": "b_1",
    "ffn/pre": r"\ffn{h}",
    "ffn/act": r"\ffn{a}",
    "ffn/W_2": "W_2",
    "ffn/b_2": "b_2",
    "ffn/out": r"\ffn{f}",
    "norm/epsilon": r"\varepsilon",
    "norm/gain": r"\gamma",
    "norm/bias": r"\beta",
    "norm/mean": r"\mu",
    "norm/centred": "c",
    "norm/squared": "c^2",
    "norm/variance": r"\sigma^2",
    "norm/std": r"\sigma",
    "norm/normed": "n",
    "norm/scaled": r"\gamma n",
    "norm": r"\hat{x}",
    "W_U": r"W_{\mathrm{U}}",
    "logits": "l",
    "probs": "p",
}
INSIDE_SOFTMAX = {
    "max": "m",
    "shifted": "s-m",
    "exp": "e^{s-m}",
    "sum": r"\sum e^{s-m}",
}
FORMULAS = {
    "embed/tokens": r"\sum_v \mathrm{hot}_v \, E_v",
    "attn/q": r"x \, W_{\mathrm{Q}}",
    "attn/k": r"x \, W_{\mathrm{K}}",
    "attn/v": r"x \, W_{\mathrm{V}}",
    "attn/scores": r"\query{q} \cdot \key{k}",
    "attn/scaled": r"\frac{\query{q} \cdot \key{k}}{\sqrt{d_k}}",
    "attn/mixed": r"\sum_j \alpha_j \, \val{v}_j",
    "attn/out": r"\out{z} \, W_{\mathrm{O}}",
    "ffn/pre": r"x \, W_1",
    "ffn/out": r"\ffn{a} \, W_2",
    "ffn/gate": r"x \, W_3",
    "logits": r"x \, W_{\mathrm{U}}",
}
"""Right sides that read better than what the operation and its operands' symbols make."""
TIMES = re.compile(r"^(.+?) \\, (W_.+)$")
"""A vector times its matrix."""
ROLES = {
    "Q": "query",
    "K": "key",
    "V": "value",
    "O": "out",
    "U": "out",
    "1": "ffn",
    "2": "ffn",
    "3": "ffn",
    "E": "residual",
}
COMMANDS = {
    "\\query": "query",
    "\\key": "key",
    "\\val": "value",
    "\\out": "out",
    "\\ffn": "ffn",
    "\\pos": "position",
}
PLAIN = {"positions": "position", "weights": "out", "probs": "out", "embed": "residual", "logits": "out"}


def symbol_of(node_id: str) -> str:
    """The node's symbol; the last part of its id, upright, if it has none of its own. ∇ marks a gradient."""
    address = address_of(node_id)
    return rf"\nabla {_symbol(address)}" if address.is_gradient else _symbol(address)


def _symbol(address: Address) -> str:
    if address.key in SYMBOLS:
        return SYMBOLS[address.key]
    if address.name in INSIDE_SOFTMAX and address.group in SYMBOLS:
        return INSIDE_SOFTMAX[address.name]
    if address.name == "product" and address.group in FORMULAS:
        return FORMULAS[address.group]
    return r"\mathrm{" + re.sub(r"[^A-Za-z0-9 ]", " ", address.name or address.key) + "}"


NAMED = {
    **dict.fromkeys(("attn/scores", "attn/scaled", "attn/masked", "attn/weights"), "s"),
    **dict.fromkeys(("logits", "probs"), "v"),
}
"""Symbols that carry the word they belong to as a subscript, and the axis that names it."""
LONGEST_NAME = 9


def subscript_of(node_id: str, names: dict[str, str]) -> str:
    """The word under a symbol, i if it is too long for that; empty for symbols that carry none."""
    name = names.get(NAMED.get(address_of(node_id).key, ""), "")
    return name if len(name) <= LONGEST_NAME else "i"


def formula_of(node_id: str, notation: Notation = "xW") -> str:
    """The right side of the node's formula, if a better one than its operation's is known."""
    formula = _formula(node_id)
    return TIMES.sub(r"\2 \\, \1", formula) if notation == "Wx" else formula


def _formula(node_id: str) -> str:
    address = address_of(node_id)
    if address.is_gradient:
        return ""
    return FORMULAS.get(address.group if address.name == "product" else address.key, "")


def role_of(node_id: str) -> str:
    """The colour token of a node's role; ink2 for what has none."""
    name = address_of(node_id).name
    if name[:2] in ("W_", "b_"):
        return ROLES.get(name[2:], "ink")
    if name.startswith("resid"):
        return "residual"
    symbol = _symbol(address_of(node_id))
    found = (role for command, role in COMMANDS.items() if symbol.startswith(command))
    return next(found, PLAIN.get(name, "ink2"))
