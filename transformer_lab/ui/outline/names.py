"""What the arrays are called in the outline, in plain words; their addresses stand in the tooltip."""

from __future__ import annotations

from transformer_lab.figures.ask.address import address_of
from transformer_lab.language import tr

NAMES = {
    "tokens": "Typed words",
    "embed/W_E": "Table of words",
    "embed/tokens": "Looked up",
    "embed/positions": "Positions",
    "embed/place": "Place",
    "embed/rate": "Speed of waves",
    "embed/phase": "Start of waves",
    "embed/turn": "Turn",
    "embed/angle": "Angle",
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
    "ffn/pre": "Before ReLU",
    "ffn/act": "After ReLU",
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
    "norm/normed": "Mean 0, dev. 1",
    "norm/scaled": "Times the gain",
    "norm": "Result",
    "W_U": "To words",
    "logits": "Logits",
    "probs": "Probabilities",
}
INSIDE_SOFTMAX = {"max": "Largest", "shifted": "Shifted", "exp": "e to it", "sum": "Sum"}


def array_name(node_id: str) -> str:
    """“To queries”; the end of the id for what has no name yet."""
    address = address_of(node_id)
    if address.key in NAMES:
        return tr(NAMES[address.key])
    if address.name in INSIDE_SOFTMAX and address.group in NAMES:
        return tr(INSIDE_SOFTMAX[address.name])
    if address.name == "product" and address.group in NAMES:
        return tr("Before bias")
    return address.name or address.key
