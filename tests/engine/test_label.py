"""Formulas as people read them."""

import pytest

from tests.engine.worlds import preset_world
from transformer_lab.engine.label import label, text


@pytest.mark.parametrize(
    ("node", "latex", "plain"),
    [
        (
            "block.0/attn/scores",
            r"\mathrm{scores}_{hts} = \sum_{k} q_{htk} \cdot k_{hsk}",
            "scores[hts] = Σ_k q[htk] · k[hsk]",
        ),
        (
            "block.0/attn/scaled",
            r"\mathrm{scaled}_{hts} = \frac{\mathrm{scores}_{hts}}{\sqrt{d_k}}",
            "scaled[hts] = scores[hts] / √d_k",
        ),
        ("block.0/attn/q", r"q_{htk} = \sum_{d} \mathrm{resid}^{\mathrm{pre}}_{td} \cdot W^{Q}_{dhk}", None),
        (
            "block.0/attn/weights/exp",
            r"\mathrm{exp}_{hts} = e^{\mathrm{shifted}_{hts}}",
            "exp[hts] = exp(shifted[hts])",
        ),
        ("block.0/attn/weights/max", r"\mathrm{max}_{ht} = \max_{s} \mathrm{masked}_{hts}", None),
        ("block.0/ffn/act", r"\mathrm{act}_{tf} = \max(0, \mathrm{pre}_{tf})", "act[tf] = max(0, pre[tf])"),
        ("block.0/attn/W_O", "W^{O}_{hkd}", "W_O[hkd]"),
        ("block.0/ffn/pre", None, "pre[tf] = product[tf] + b_1[f]"),
    ],
)
def test_formulas(node, latex, plain):
    graph = preset_world("first-sentence").graph
    assert latex is None or label(graph, node) == latex
    assert plain is None or text(graph, node) == plain
