"""Arrays of a project in safetensors form: the very bytes of the library, in pieces."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from safetensors.numpy import save

from transformer_lab.document import tensors

NAMES = st.text(st.sampled_from("abW_./é日"), min_size=1, max_size=9)
ARRAYS = arrays(float, array_shapes(max_dims=4, max_side=4), elements=st.floats(allow_nan=False))


@given(st.dictionaries(NAMES, ARRAYS, max_size=5))
def test_the_bytes_are_those_of_the_library(found: dict[str, np.ndarray]) -> None:
    assert b"".join(tensors.pieces(found)) == save(found)


def test_no_piece_is_larger_than_a_megabyte_and_any_layout_is_taken() -> None:
    large = np.arange(300_000.0).reshape(600, 500)
    found = {"a": large.T, "b": large[::2], "c": np.float64(3.0).reshape(())}
    pieces = list(tensors.pieces(found))
    assert max(map(len, pieces)) <= 1 << 20
    assert b"".join(pieces) == save({name: np.array(a, order="C") for name, a in found.items()})
