"""The symbol of a node and the colour of its role: for lists, tabs and headings."""

from __future__ import annotations

from transformer_lab.figures.ask.wordings import address_of, wording

ROLES = {
    "Q": "query", "K": "key", "V": "value", "O": "out", "U": "out", "1": "ffn", "2": "ffn", "E": "residual",
}  # fmt: skip
COMMANDS = {"\\query": "query", "\\key": "key", "\\val": "value", "\\out": "out", "\\ffn": "ffn", "\\pos": "position"}
PLAIN = {"positions": "position", "weights": "out", "probs": "out", "embed": "residual", "logits": "out"}


def role_of(node_id: str, axes: str = "") -> str:
    """The colour token of a node's role; ink2 for what has none."""
    name = address_of(node_id).key.rsplit("/", 1)[-1]
    if name[:2] in ("W_", "b_"):
        return ROLES.get(name[2:], "ink")
    if name.startswith("resid"):
        return "residual"
    symbol = wording(node_id, axes).symbol
    return next((role for command, role in COMMANDS.items() if symbol.startswith(command)), PLAIN.get(name, "ink2"))


def symbol_of(node_id: str, axes: str) -> str:
    """The node's symbol in the typesetter's language; the last part of its id if it has none."""
    row = wording(node_id, axes)
    return row.symbol or r"\mathrm{%s}" % address_of(node_id).key.rsplit("/", 1)[-1].replace("_", " ")
