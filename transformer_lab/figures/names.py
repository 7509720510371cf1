"""What arrays are called in plain words, in the outline, in answers and where one looks for them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from transformer_lab.language import tr, translatable

if TYPE_CHECKING:
    from transformer_lab.figures.ask.address import Address

NAMES = translatable(
    {
        "tokens": "Typed words",
        "embed/W_E": "Table of words",
        "embed/tokens": "Looked up",
        "embed/positions": "Positions",
        "embed/place": "Place",
        "embed/rate": "Speed of waves",
        "embed/phase": "Start of waves",
        "embed/turn": "Turn",
        "embed/angle": "Angle",
        "embed/root_d_model": "Scale",
        "embed/scaled": "Scaled",
        "embed/sum": "Word and place",
        "real": "Real words",
        "real/hidden": "Padding mask",
        "embed": "Sum",
        "resid_pre": "Coming in",
        "resid_mid": "Halfway",
        "resid_post": "Going out",
        "attn/W_Q": "To queries",
        "attn/W_K": "To keys",
        "attn/W_V": "To values",
        "attn/W_O": "To output",
        "attn/b_Q": "Query bias",
        "attn/b_K": "Key bias",
        "attn/b_V": "Value bias",
        "attn/b_O": "Output bias",
        "attn/q": "Queries",
        "attn/k": "Keys",
        "attn/v": "Values",
        "attn/q_turned": "Turned queries",
        "attn/k_turned": "Turned keys",
        "attn/q/partner": "Query partners",
        "attn/q/along": "Queries kept",
        "attn/q/across": "Queries crossed",
        "attn/k/partner": "Key partners",
        "attn/k/along": "Keys kept",
        "attn/k/across": "Keys crossed",
        "attn/rotary/place": "Place",
        "attn/rotary/rate": "Speed of turns",
        "attn/rotary/angle": "Angle",
        "attn/rotary/cos": "Cosine",
        "attn/rotary/sin": "Sine",
        "attn/rotary/partner": "Pairs",
        "attn/distance": "Distance",
        "attn/slope": "Slopes",
        "attn/slant": "Cost of distance",
        "attn/slanted": "Less with distance",
        "attn/divisor": "Divisor",
        "attn/masked/place": "Masked by place",
        "attn/masked/padding": "Masked by padding",
        "attn/painted": "Painted mask",
        "attn/painted/one": "One",
        "attn/painted/kept": "Paint that keeps",
        "attn/painted/hidden": "Paint that hides",
        "attn/scores": "Scores",
        "attn/root_d_k": "Divisor",
        "attn/scaled": "Scaled",
        "attn/mask": "Mask",
        "attn/masked": "Masked",
        "attn/weights": "Attention",
        "attn/mixed": "Mix",
        "attn/join": "Joining",
        "attn/out": "From heads",
        "ffn/W_1": "Weights in",
        "ffn/b_1": "Bias in",
        "ffn/pre": "Hidden, before",
        "ffn/act": "Hidden, after",
        "ffn/W_3": "Gate weights",
        "ffn/b_3": "Gate bias",
        "ffn/gate": "Gate",
        "ffn/gated": "Behind the gate",
        "ffn/W_2": "Weights out",
        "ffn/b_2": "Bias out",
        "ffn/out": "Result",
        "norm/epsilon": "A little",
        "norm/gain": "Gain",
        "norm/bias": "Bias",
        "norm/mean": "Mean",
        "norm/centred": "Less the mean",
        "norm/squared": "Squared",
        "norm/variance": "Variance",
        "norm/std": "Deviation",
        "norm/power": "Mean square",
        "norm/rms": "Its root",
        "norm/normed": "Mean 0, dev. 1",
        "norm/scaled": "Times the gain",
        "norm": "Result",
        "W_U": "To words",
        "b_U": "Output bias",
        "temperature": "Temperature",
        "logits/tempered": "Tempered",
        "target": "Target",
        "loss": "Loss",
        "logits": "Logits",
        "probs": "Probabilities",
    }
)
INSIDE_SOFTMAX = translatable({"max": "Largest", "shifted": "Shifted", "exp": "e to it", "sum": "Sum"})


@lru_cache(maxsize=8192)
def _address(node_id: str) -> Address:
    """The parts of an id, taken apart once: the outline names every array after each change of a text."""
    from transformer_lab.figures.ask.address import address_of  # late: answers take names from here

    return address_of(node_id)


def array_name(node_id: str) -> str:
    """“To queries”; the end of the id for what has no name yet."""
    address = _address(node_id)
    if address.key in NAMES:
        return tr(NAMES[address.key])
    if address.name in INSIDE_SOFTMAX and address.group in NAMES:
        return tr(INSIDE_SOFTMAX[address.name])
    if address.name == "product" and address.group in NAMES:
        return tr("Before bias")
    return address.name or address.key


def full_name(node_id: str) -> str:
    """As `array_name`, with what it is a part of where the name alone is too little."""
    address = _address(node_id)
    if address.key in NAMES or address.group not in NAMES:
        return array_name(node_id)
    whole = tr(NAMES[address.group])
    if address.name == "product":
        return tr("{value}, before bias", value=whole)
    return tr("{value}: {part}", value=whole, part=array_name(node_id))
