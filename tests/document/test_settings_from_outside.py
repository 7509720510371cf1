"""What scripts give to the settings of a model: it is taken, or refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.errors import LabError


@pytest.mark.parametrize(
    "value", [None, True, [], {}, (1, 2), b"x", 10**400, float("nan"), "x" * 5000, 3 + 4j]
)
def test_whatever_is_given_from_outside_is_refused_in_one_sentence(value: Any) -> None:
    lab = tl.new()
    before = lab.state
    for path, name in (("", "d-model"), ("block.0/attn", "heads"), ("block.1/ffn", "activation")):
        with pytest.raises(LabError) as refused:
            lab.do(edits.configure(path, name, value))
        assert len(str(refused.value)) < 300
    assert lab.state is before
