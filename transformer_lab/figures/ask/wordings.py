"""How each kind of number is called: a table from addresses to words.

Titles name axes as ``{t:query}``: the name at axis t, in the colour of the role. They are translated where
they are
used. A node without a row gets a general wording, so that a new operation can be asked about at once.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from transformer_lab.figures.ask.address import Address, address_of
from transformer_lab.figures.ask.answer import Span
from transformer_lab.figures.names import array_name
from transformer_lab.language import tr, translatable

OWN_WORDS = "tsv"
"""axes whose names are words of the text, which keep their case"""
HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Wording(NamedTuple):
    """`kind` for the address line, `title` as a sentence, `behind` as a heading when it stands behind
    another number.
    """

    kind: str
    title: str
    behind: str = ""


W = Wording
TABLE = translatable(
    {
        "tokens": W("Typed words", "Is {t:residual} the entry “{v}”?"),
        "embed/W_E": W("Embedding table", "{d} of {v:residual}, in the table"),
        "embed/tokens": W("Looked-up row", "{t:residual} looked up: {d}", "The row that was looked up"),
        "embed/positions": W("Position row", "What the place of {t:position} adds to {d}"),
        "embed/place": W("Place", "The place of {t:position}, counted from the start"),
        "embed/rate": W("Wave", "How fast {d:position} turns from word to word"),
        "embed/phase": W("Wave", "Where {d:position} starts to turn"),
        "embed/turn": W("Wave", "How far {d} has turned at {t:position}"),
        "embed/angle": W("Wave", "The angle of {d} at {t:position}", "The angle behind it"),
        "embed/scaled": W("Scaled row", "{t:residual} looked up, times the root of the width: {d}"),
        "embed/root_d_model": W("Scale", "The root of the number of features"),
        "embed/sum": W("Word and place", "{t:residual} with its place: {d}", "Word and place together"),
        "embed": W(
            "Start of the residual stream", "{t:residual} before the first block: {d}", "What came in"
        ),
        "resid_pre": W("Residual stream", "{t:residual} enters the block: {d}"),
        "resid_mid": W("Residual stream", "{t:residual} halfway through the block: {d}"),
        "resid_post": W("Residual stream", "{t:residual} leaves the block: {d}"),
        "attn/W_Q": W("Query weight", "What {d:residual} adds to {k:query}"),
        "attn/W_K": W("Key weight", "What {d:residual} adds to {k:key}"),
        "attn/W_V": W("Value weight", "What {d:residual} adds to {k:value}"),
        "attn/W_O": W("Output weight", "What {k:out} adds to {d:residual}"),
        "attn/b_Q": W("Query bias", "What every query gets in {k:query}"),
        "attn/b_K": W("Key bias", "What every key gets in {k:key}"),
        "attn/b_V": W("Value bias", "What every value gets in {k:value}"),
        "attn/b_O": W("Output bias", "What every word gets in {d:residual}"),
        "attn/q": W("Query", "Query of {t:query}, {k}", "The query behind it"),
        "attn/k": W("Key", "Key of {s:key}, {k}", "The key behind it"),
        "attn/v": W("Value", "Value of {s:value}, {k}", "The value behind it"),
        "attn/q_turned": W(
            "Turned query", "Query of {t:query}, turned by its place: {k}", "The turned query"
        ),
        "attn/k_turned": W("Turned key", "Key of {s:key}, turned by its place: {k}", "The turned key"),
        "attn/q/partner": W("Turning", "The other half of the pair, for {j} of {t:query}"),
        "attn/q/along": W("Turning", "What {k} of {t:query} keeps of itself"),
        "attn/q/across": W("Turning", "What {k} of {t:query} takes from its partner"),
        "attn/k/partner": W("Turning", "The other half of the pair, for {j} of {s:key}"),
        "attn/k/along": W("Turning", "What {k} of {s:key} keeps of itself"),
        "attn/k/across": W("Turning", "What {k} of {s:key} takes from its partner"),
        "attn/rotary/place": W("Place", "The place of {t:position}, counted from the start"),
        "attn/rotary/rate": W("Turning", "How fast {k:position} turns from word to word"),
        "attn/rotary/angle": W(
            "Turning", "How far {k:position} is turned at {t:position}", "The angle behind it"
        ),
        "attn/rotary/cos": W("Turning", "Cosine of the angle of {k:position} at {t:position}"),
        "attn/rotary/sin": W("Turning", "Sine of the angle of {k:position} at {t:position}"),
        "attn/rotary/partner": W("Pairs", "Does {k} turn with {j}?"),
        "attn/distance": W("Distance", "How far {s:key} is from {t:query}"),
        "attn/slope": W("Slope", "How much each step of distance costs"),
        "attn/slant": W("Cost of distance", "What the distance from {t:query} to {s:key} costs"),
        "attn/slanted": W(
            "Score less distance",
            "The score {t:query} gives to {s:key}, less for distance",
            "The score behind it",
        ),
        "attn/divisor": W("Scale", "What scores are divided by"),
        "attn/masked/place": W(
            "Score after a mask", "The score {t:query} gives to {s:key}, behind the first mask"
        ),
        "attn/masked/padding": W(
            "Score after a mask",
            "The score {t:query} gives to {s:key}, if it is a word",
            "The score behind it",
        ),
        "attn/painted": W("Painted mask", "What was painted for {t:query} and {s:key}"),
        "attn/painted/one": W("Constant", "One"),
        "attn/painted/kept": W("Painted mask", "Does the paint let {t:query} look at {s:key}?"),
        "attn/painted/hidden": W("Painted mask", "What the paint adds for {t:query} and {s:key}"),
        "real": W("Words", "Is {t:residual} a word, or only there to fill up?"),
        "real/hidden": W("Padding mask", "May anyone look at {t:key}?"),
        "attn/scores": W("Score", "How well {t:query} and {s:key} match", "The score behind it"),
        "attn/root_d_k": W("Scale", "The root of the number of slots"),
        "attn/scaled": W("Scaled score", "The score {t:query} gives to {s:key}", "The score behind it"),
        "attn/mask": W("Mask", "May {t:query} look at {s:key}?"),
        "attn/masked": W(
            "Score after the mask",
            "The score {t:query} gives to {s:key}, if it may look",
            "The score behind it",
        ),
        "attn/weights": W("Attention weight", "How much {t:query} looks at {s:key}"),
        "attn/mixed": W("Mix of values", "Mix of {t:out}, {k}"),
        "attn/out": W(
            "Result of attention", "What attention adds to {t:residual}: {d}", "What attention added"
        ),
        "attn/join": W("Joining of heads", "Does {k} land in {d}?"),
        "ffn/W_1": W("Feed-forward weight", "What {d:residual} adds to {f:ffn}"),
        "ffn/b_1": W("Feed-forward bias", "Where {f:ffn} starts"),
        "ffn/pre": W("Hidden unit", "What reaches {f:ffn} of {t:residual}", "What reached it"),
        "ffn/act": W("Hidden unit", "{f:ffn} of {t:residual} after ReLU"),
        "ffn/W_3": W("Gate weight", "What {d:residual} adds to the gate of {f:ffn}"),
        "ffn/b_3": W("Gate bias", "Where the gate of {f:ffn} starts"),
        "ffn/gate": W("Gate", "What the gate of {f:ffn} lets through for {t:residual}", "The gate"),
        "ffn/gated": W("Hidden unit", "{f:ffn} of {t:residual}, behind its gate"),
        "ffn/W_2": W("Feed-forward weight", "What {f:ffn} adds to {d:residual}"),
        "ffn/b_2": W("Feed-forward bias", "What every word gets in {d:residual}"),
        "ffn/out": W(
            "Result of feed-forward", "What feed-forward adds to {t:residual}: {d}", "What feed-forward added"
        ),
        "norm/epsilon": W("Constant", "A little, against dividing by zero"),
        "norm/gain": W("Gain", "Gain of {d:residual}"),
        "norm/bias": W("Bias", "Bias of {d:residual}"),
        "norm/mean": W("Layer norm", "Mean of {t:residual}"),
        "norm/centred": W("Layer norm", "{d} of {t:residual}, less the mean", "Less the mean"),
        "norm/squared": W("Layer norm", "{d} of {t:residual}, less the mean, squared"),
        "norm/variance": W("Layer norm", "Variance of {t:residual}", "The variance behind it"),
        "norm/std": W("Layer norm", "Deviation of {t:residual}"),
        "norm/normed": W(
            "Layer norm", "{d} of {t:residual}, at mean 0 and deviation 1", "Mean 0, deviation 1"
        ),
        "norm/scaled": W("Layer norm", "{d} of {t:residual}, times the gain", "Times the gain"),
        "norm": W("Layer norm", "{d} of {t:residual}, after the norm", "The norm behind it"),
        "b_U": W("Output bias", "What every word gives to {v:out}"),
        "temperature": W("Temperature", "What logits are divided by"),
        "logits/tempered": W(
            "Tempered logit", "How strongly {t:residual} calls for {v:out}, at this temperature"
        ),
        "target": W("Target", "Should {v:out} follow {t:residual}?"),
        "loss": W("Loss", "How surprised the model is, on average"),
        "loss/max": W("Inside the loss", "Largest logit of {t:residual}"),
        "loss/shifted": W("Inside the loss", "Logit of {v:out} at {t:residual}, less the largest"),
        "loss/exp": W("Inside the loss", "e to the logit of {v:out} at {t:residual}"),
        "loss/sum": W("Inside the loss", "All of the row of {t:residual} together"),
        "loss/log_sum": W("Inside the loss", "Logarithm of the row of {t:residual}"),
        "loss/log_probs": W("Inside the loss", "Logarithm of how likely {v:out} follows {t:residual}"),
        "loss/picked": W("Inside the loss", "Logarithms of all targets together"),
        "loss/surprise": W("Inside the loss", "The surprise of all targets together"),
        "loss/count": W("Inside the loss", "How many words have a target"),
        "W_U": W("Output weight", "What {d:residual} says for {v:out}"),
        "logits": W("Logit", "How strongly {t:residual} calls for {v:out}", "The logit behind it"),
        "probs": W("Probability", "How likely {v:out} follows {t:residual}"),
    }
)
RMS = translatable(
    {
        "norm/squared": W("RMS norm", "{d} of {t:residual}, squared"),
        "norm/power": W("RMS norm", "Mean square of {t:residual}", "The mean square behind it"),
        "norm/rms": W("RMS norm", "Root mean square of {t:residual}"),
        "norm/normed": W("RMS norm", "{d} of {t:residual}, over the root mean square", "At length 1"),
        "norm": W("RMS norm", "{d} of {t:residual}, after the norm", "The norm behind it"),
    }
)
"""What an RMS norm says instead, or has alone."""
BENDS = {"gelu": "GELU", "gelu_tanh": "GELU", "silu": "SiLU"}
TAGS = {
    "computed": tr(", as it was computed"),
    "value": tr(", as a hand has set it"),
    "where": tr(": set by hand?"),
    "gradient": tr(": its gradient"),
}
SOFTMAX = translatable(
    {
        "max": W("Inside softmax", "Largest score in the row of {t:query}"),
        "shifted": W(
            "Inside softmax",
            "The score {t:query} gives to {s:key}, less the largest",
            "The score, less the largest",
        ),
        "exp": W("Inside softmax", "e to the score {t:query} gives to {s:key}"),
        "sum": W("Inside softmax", "All of the row of {t:query} together"),
    }
)


def wording(node_id: str, axes: str, op: str = "", *, rms: bool = False) -> Wording:
    """The row for a node, or a general one made from its name; `op` names its operation, `rms` says that it
    belongs to an RMS norm.
    """
    address = address_of(node_id)
    if address.tag == "factor":
        return Wording(tr("Factor"), tr("How much of {h} counts"))
    row = spoken(RMS[address.key]) if rms and address.key in RMS else _worded(address, axes)
    if op in BENDS:
        row = row._replace(title=row.title.replace("ReLU", BENDS[op]))
    if address.is_gradient:
        row = row._replace(kind=tr("Gradient"), title=row.title.rstrip("?"))
    return row._replace(title=row.title + tagged(address.tag))


def tagged(tag: str) -> str:
    """What follows a title for what stands behind the bar of an id."""
    if not tag.startswith("through "):
        return TAGS.get(tag, "")
    reader = reader_of(tag)
    if not reader:
        return tr(": a part of its gradient")
    return tr(": its gradient by {reader}", reader=array_name(reader))


def reader_of(tag: str) -> str:
    """The id of the node that a contribution to a gradient comes from; empty for a step on the way."""
    reader, _, operand = tag.removeprefix("through ").partition("|")[0].rpartition(".")
    return reader if operand.isdigit() and reader != "sum" else ""


def spoken(row: Wording) -> Wording:
    """A row of the tables in the language of the reader."""
    return Wording(tr(row.kind), tr(row.title), row.behind and tr(row.behind))


def _worded(address: Address, axes: str) -> Wording:
    if address.key in TABLE:
        return spoken(TABLE[address.key])
    if address.name in SOFTMAX and address.group in TABLE:
        row = spoken(SOFTMAX[address.name])
        return row._replace(title=over_words(row.title)) if address.group == "probs" else row
    if address.name == "product" and address.group in TABLE:
        row = spoken(TABLE[address.group])
        return row._replace(title=row.title + tr(", before its bias"))
    return general(address.name or address.key, axes)


def over_words(title: str) -> str:
    """The title of a softmax over the vocabulary."""
    return title.replace("{s:key}", "{v:out}").replace("{t:query}", "{t:residual}")


def general(name: str, axes: str) -> Wording:
    """A wording for what the table does not know."""
    places = ", ".join(f"{{{a}}}" for a in axes)
    title = name.replace("_", " ") + (f": {places}" if places else "")
    return Wording(tr("A value"), title)


def spans(title: str, names: dict[str, str]) -> tuple[Span, ...]:
    """The title with its holes filled; it begins with a capital, unless with a word of the text."""
    found: list[Span] = []
    end = 0
    for hole in HOLE.finditer(title):
        found += [Span(title[end : hole.start()])] if hole.start() > end else []
        found.append(Span(names.get(hole[1], hole[1]), hole[2] or ""))
        end = hole.end()
    found += [Span(title[end:])] if end < len(title) else []
    first = HOLE.match(title)
    if found and (first is None or first[1] not in OWN_WORDS):
        found[0] = found[0]._replace(text=found[0].text[:1].upper() + found[0].text[1:])
    return tuple(found)


def address_line(node_id: str, kind: str, head: str) -> str:
    """“Attention weight, block 2, head 1”."""
    place = address_of(node_id)
    parts = [kind or place.key]
    if place.block:
        parts.append(tr("{side} {n}", side=tr(place.side), n=place.block))
    if "/cross" in node_id:
        parts.append(tr("cross-attention"))
    return ", ".join([*parts, head] if head else parts)
