"""A file of every released format opens for ever, with the numbers it was saved with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.project import FIELDS, MAJOR, MINOR

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def test_format_1_0() -> None:
    lab = tl.open(HERE / "samples" / "format-1.0.tlab")
    assert lab.text == "The cat didn't 👍 我 \ud800"
    assert (lab.state.title, lab.state.seed, lab.view) == ("Sample of format 1.0", 7, {"zoom": 2})
    assert lab.names("block.0/attn/W_Q")[:2] == (
        ("feature 1", "feature 2", "third", *(f"feature {n}" for n in range(4, 17))),
        ("head 1", "head 2 · other"),
    )
    assert np.signbit(lab["block.0/attn/W_Q"][0, 1, 2])
    assert lab["embed/W_E"][2, 3] == 1 / 3
    assert lab["embed/positions"][1, 0] == 0.1
    assert lab["probs"][-1].max() == pytest.approx(0.1879333230262806, abs=1e-12)
    lab.do(edits.switch("feed-forward", True))
    assert lab["block.1/ffn/W_1"][3, 4] == 5e-324
    assert lab["probs"][-1].max() == pytest.approx(0.1884069979424903, abs=1e-12)


def test_format_1_1() -> None:
    lab = tl.open(HERE / "samples" / "format-1.1.tlab")
    assert (lab.text, lab.source) == ("⟨start⟩ la petite", "the small red house")
    decoder = lab.state.model.blocks[0].sublayers
    assert [type(sub).__name__ for sub in decoder] == ["Attention", "CrossAttention", "FeedForward"]
    assert (decoder[1].window, decoder[1].painted, decoder[2].activation) == (None, "drop", "gelu")
    assert lab["decoder.0/cross/painted"].tolist() == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert lab["decoder.0/cross/weights"][0, 1, 1] == 0.0
    assert lab["decoder.0/self/weights"][0, 2, 0] == 0.5
    assert lab["encoder.0/attn/mixed|factor"].tolist() == [0.5]
    assert lab["probs"][1].max() == pytest.approx(0.2567407739682838, abs=1e-12)


def test_format_1_2() -> None:
    lab = tl.open(HERE / "samples" / "format-1.2.tlab")
    assert lab.snapshot.words == ("<bos>", *"thecatsat", "<pad>", "<pad>")
    assert lab.state.sentences == (("the cat sat", ""), ("a mat", ""))
    assert lab["block.0/attn/weights"][1, 3, 2] == 0.0, "a link that was cut"
    assert np.signbit(lab["block.1/attn/mixed"][0, 2, 1])
    assert np.signbit(lab["block.0/attn/W_Q"][0, 1, 2])
    assert lab["probs"][3].max() == pytest.approx(0.1875866942389762, abs=1e-12)


def test_there_is_a_sample_of_the_present_format() -> None:
    assert (HERE / "samples" / f"format-{MAJOR}.{MINOR}.tlab").exists()


def test_every_field_is_documented() -> None:
    page = (ROOT / "docs" / "files.md").read_text("utf-8")
    assert [name for name in FIELDS if f"| `{name}` |" not in page] == []
