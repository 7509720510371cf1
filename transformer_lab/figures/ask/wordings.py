"""How each kind of number is called: a table from address patterns to words and symbols.

Titles name axes as ``{t:query}``: the name at axis t, in the colour of the role. They are translated where they are
used. A node without a row gets a general wording, so that a new operation can be asked about at once.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from transformer_lab.figures.ask.answer import Span
from transformer_lab.language import tr

PLACE = re.compile(r"^(?:(?P<side>block|encoder|decoder)\.(?P<number>\d+)/)?(?P<rest>.*)$")
NUMBERED = re.compile(r"^(attn|ffn|norm|self|cross|resid_mid)_\d+")
HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Wording(NamedTuple):
    """`kind` for the address line, `title` as a sentence, `symbol` and, where the op's own is no help, `formula`."""

    kind: str
    title: str
    symbol: str
    formula: str = ""
    behind: str = ""
    """heading when the number stands behind another one"""


W = Wording
Q, K, V, O = r"\query{q}", r"\key{k}", r"\val{v}", r"\out{z}"
TABLE: dict[str, Wording] = {
    "tokens": W("Typed words", "Is {t:residual} the entry “{v}”?", r"\mathrm{hot}"),
    "embed/W_E": W("Embedding table", "W_E: {d} of {v:residual}", "E"),
    "embed/tokens": W("Looked-up row", "{t:residual} looked up: {d}", "e", r"\sum_v \mathrm{hot}_v \, E_v", "The row that was looked up"),
    "embed/positions": W("Position row", "What the place of {t:position} adds to {d}", r"\pos{p}"),
    "embed/place": W("Place", "The place of {t:position}, counted from the start", "i"),
    "embed/rate": W("Wave", "How fast {d:position} turns from word to word", r"\omega"),
    "embed/phase": W("Wave", "Where {d:position} starts to turn", r"\varphi"),
    "embed/turn": W("Wave", "How far {d} has turned at {t:position}", r"i \omega"),
    "embed/angle": W("Wave", "The angle of {d} at {t:position}", r"\theta", behind="The angle behind it"),
    "embed": W("Start of the residual stream", "{t:residual} before the first block: {d}", "x", behind="What came in"),
    "resid_pre": W("Residual stream", "{t:residual} enters the block: {d}", "x"),
    "resid_mid": W("Residual stream", "{t:residual} halfway through the block: {d}", "x'"),
    "resid_post": W("Residual stream", "{t:residual} leaves the block: {d}", "x''"),
    "attn/W_Q": W("Query weight", "W_Q: what {d:residual} adds to {k:query}", r"W_{\mathrm{Q}}"),
    "attn/W_K": W("Key weight", "W_K: what {d:residual} adds to {k:key}", r"W_{\mathrm{K}}"),
    "attn/W_V": W("Value weight", "W_V: what {d:residual} adds to {k:value}", r"W_{\mathrm{V}}"),
    "attn/W_O": W("Output weight", "W_O: what {k:out} adds to {d:residual}", r"W_{\mathrm{O}}"),
    "attn/b_Q": W("Query bias", "b_Q: what every query gets in {k:query}", r"b_{\mathrm{Q}}"),
    "attn/b_K": W("Key bias", "b_K: what every key gets in {k:key}", r"b_{\mathrm{K}}"),
    "attn/b_V": W("Value bias", "b_V: what every value gets in {k:value}", r"b_{\mathrm{V}}"),
    "attn/b_O": W("Output bias", "b_O: what every word gets in {d:residual}", r"b_{\mathrm{O}}"),
    "attn/q": W("Query", "Query of {t:query}, {k}", Q, r"x \, W_{\mathrm{Q}}", "The query behind it"),
    "attn/k": W("Key", "Key of {s:key}, {k}", K, r"x \, W_{\mathrm{K}}", "The key behind it"),
    "attn/v": W("Value", "Value of {s:value}, {k}", V, r"x \, W_{\mathrm{V}}", "The value behind it"),
    "attn/scores": W("Score", "How well {t:query} and {s:key} match", "s", rf"{Q} \cdot {K}", "The score behind it"),
    "attn/root_d_k": W("Scale", "The root of the number of slots", r"\sqrt{d_k}"),
    "attn/scaled": W("Scaled score", "The score {t:query} gives to {s:key}", "s", rf"\frac{{{Q} \cdot {K}}}{{\sqrt{{d_k}}}}", "The score behind it"),
    "attn/mask": W("Mask", "May {t:query} look at {s:key}?", r"\mathrm{mask}"),
    "attn/masked": W("Score after the mask", "The score {t:query} gives to {s:key}, if it may look", "s'", behind="The score behind it"),
    "attn/weights": W("Attention weight", "How much {t:query} looks at {s:key}", r"\alpha"),
    "attn/mixed": W("Mix of values", "Mix of {t:out}, {k}", O, rf"\sum_j \alpha_j \, {V}_j"),
    "attn/out": W("Result of attention", "What attention adds to {t:residual}: {d}", r"\out{o}", rf"{O} \, W_{{\mathrm{{O}}}}", "What attention added"),
    "attn/join": W("Joining of heads", "Does {k} land in {d}?", r"\mathrm{join}"),
    "ffn/W_1": W("Feed-forward weight", "W_1: what {d:residual} adds to {f:ffn}", "W_1"),
    "ffn/b_1": W("Feed-forward bias", "b_1: where {f:ffn} starts", "b_1"),
    "ffn/pre": W("Hidden unit", "What reaches {f:ffn} of {t:residual}", r"\ffn{h}", "x \\, W_1", "What reached it"),
    "ffn/act": W("Hidden unit", "{f:ffn} of {t:residual} after ReLU", r"\ffn{a}"),
    "ffn/W_2": W("Feed-forward weight", "W_2: what {f:ffn} adds to {d:residual}", "W_2"),
    "ffn/b_2": W("Feed-forward bias", "b_2: what every word gets in {d:residual}", "b_2"),
    "ffn/out": W("Result of feed-forward", "What feed-forward adds to {t:residual}: {d}", r"\ffn{f}", r"\ffn{a} \, W_2", "What feed-forward added"),
    "norm/epsilon": W("Constant", "A little, against dividing by zero", r"\varepsilon"),
    "norm/gain": W("Gain", "Gain of {d:residual}", r"\gamma"),
    "norm/bias": W("Bias", "Bias of {d:residual}", r"\beta"),
    "norm/mean": W("Layer norm", "Mean of {t:residual}", r"\mu"),
    "norm/centred": W("Layer norm", "{d} of {t:residual}, less the mean", "c", behind="Less the mean"),
    "norm/squared": W("Layer norm", "{d} of {t:residual}, less the mean, squared", "c^2"),
    "norm/variance": W("Layer norm", "Variance of {t:residual}", r"\sigma^2", behind="The variance behind it"),
    "norm/std": W("Layer norm", "Deviation of {t:residual}", r"\sigma"),
    "norm/normed": W("Layer norm", "{d} of {t:residual}, at mean 0 and deviation 1", "n", behind="Mean 0, deviation 1"),
    "norm/scaled": W("Layer norm", "{d} of {t:residual}, times the gain", r"\gamma n", behind="Times the gain"),
    "norm": W("Layer norm", "{d} of {t:residual}, after the norm", r"\hat{x}", behind="The norm behind it"),
    "W_U": W("Output weight", "W_U: what {d:residual} says for {v:out}", r"W_{\mathrm{U}}"),
    "logits": W("Logit", "How strongly {t:residual} calls for {v:out}", "l", r"x \, W_{\mathrm{U}}", "The logit behind it"),
    "probs": W("Probability", "How likely {v:out} follows {t:residual}", "p"),
}  # fmt: skip
SOFTMAX = {
    "max": W("Inside softmax", "Largest score in the row of {t:query}", "m"),
    "shifted": W("Inside softmax", "The score {t:query} gives to {s:key}, less the largest", "s-m", behind="The score, less the largest"),
    "exp": W("Inside softmax", "e to the score {t:query} gives to {s:key}", r"e^{s-m}"),
    "sum": W("Inside softmax", "All of the row of {t:query} together", r"\sum e^{s-m}"),
}  # fmt: skip
UNKNOWN = W("", "", "")


class Address(NamedTuple):
    """A node id in parts: `key` looks up the table, `block` counts from 1 (0: outside the blocks)."""

    key: str
    block: int
    side: str


def address_of(node_id: str) -> Address:
    """The parts of a node id."""
    found = PLACE.match(node_id)
    assert found is not None
    rest = NUMBERED.sub(r"\1", found["rest"].removeprefix("final_"))
    rest = re.sub(r"^(self|cross)/", "attn/", rest)
    return Address(rest, int(found["number"] or -1) + 1, found["side"] or "")


def wording(node_id: str, axes: str) -> Wording:
    """The row for a node, or a general one made from its name."""
    key = address_of(node_id).key
    if key in TABLE:
        return TABLE[key]
    group, _, name = key.rpartition("/")
    if name in SOFTMAX and group in TABLE:
        row = SOFTMAX[name]
        swap = row.title.replace("{s:key}", "{v:out}").replace("{t:query}", "{t:residual}") if group == "probs" else row.title
        return row._replace(title=swap)
    if name == "product" and group in TABLE:
        row = TABLE[group]
        return row._replace(title=row.title + tr(", before its bias"), symbol=row.formula or row.symbol)
    return general(name or key, axes)


def general(name: str, axes: str) -> Wording:
    """A wording for what the table does not know."""
    places = ", ".join(f"{{{a}}}" for a in axes)
    title = name.replace("_", " ") + (f": {places}" if places else "")
    safe = re.sub(r"[^A-Za-z0-9 ]", " ", name)
    return Wording(tr("Value"), title, rf"\mathrm{{{safe}}}")


def spans(title: str, names: dict[str, str]) -> tuple[Span, ...]:
    """The title with its holes filled."""
    found: list[Span] = []
    end = 0
    for hole in HOLE.finditer(title):
        found += [Span(title[end : hole.start()])] if hole.start() > end else []
        found.append(Span(names.get(hole[1], hole[1]), hole[2] or ""))
        end = hole.end()
    return (*found, Span(title[end:])) if end < len(title) else tuple(found)


def address_line(node_id: str, kind: str, head: str) -> str:
    """“Attention weight, block 2, head 1”."""
    place = address_of(node_id)
    parts = [tr(kind) if kind else place.key]
    if place.block:
        parts.append(tr("{side} {n}", side=tr(place.side), n=place.block))
    return ", ".join([*parts, head] if head else parts)
