"""One bound call for each signature, equal to the declaration term by term."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.worlds import Signature, preset_names, preset_world, scattered, signatures
from transformer_lab.engine import contract
from transformer_lab.engine.ops import LOWEST, OPS
from transformer_lab.engine.plan import plan

ORDINARY = st.floats(-4, 4).map(lambda x: round(x, 3))
SPECIAL = st.sampled_from((0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -2.0))


def naive(signature, operands):
    """The declaration, cell by cell and term by term."""
    op, out = OPS[signature.op], signature.out
    over = "".join(sorted(set("".join(signature.inputs)) - set(out)))
    result = np.empty([signature.size[a] for a in out])
    for index in np.ndindex(*result.shape):
        terms = []
        for rest in itertools.product(*(range(signature.size[a]) for a in over)):
            at = dict(zip(out + over, (*index, *rest), strict=True))
            cells = (
                x[tuple(at[a] for a in axes)] for x, axes in zip(operands, signature.inputs, strict=True)
            )
            terms.append(op.map(*cells))
        result[index] = reduced(op.reduce, np.array(terms))
    return result


def reduced(reduce, terms):
    if reduce == "max":
        return np.nan if np.isnan(terms).any() else max(LOWEST, *terms)
    total = sum(terms[1:], terms[0])
    return total / len(terms) if reduce == "mean" else total


def planned(signature, operands):
    call = plan(OPS[signature.op], signature.inputs, signature.out, signature.size)
    return call(*operands)


def assert_equals_declaration(signature, operands):
    with np.errstate(all="ignore"):
        got, expected = planned(signature, operands), naive(signature, operands)
    assert isinstance(got, np.ndarray)
    assert got.dtype == np.float64
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12)


@st.composite
def cases(draw, op, numbers):
    """A signature and operands that lie in memory in any order."""
    signature = draw(signatures(op))
    operands = []
    for shape in signature.shapes():
        flat = [draw(numbers) for _ in range(math.prod(shape))]
        operands.append(scattered(np.array(flat).reshape(shape), draw(st.permutations(range(len(shape))))))
    return signature, operands


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("numbers", [ORDINARY, SPECIAL], ids=["ordinary", "special"])
@settings(max_examples=30)
@given(data=st.data())
def test_every_operation_under_any_letters(op, numbers, data):
    """Infinities, NaN, 0 · ∞ and −0 go the same way as in the table, too."""
    assert_equals_declaration(*data.draw(cases(op, numbers)))


def preset_signatures():
    found = {}
    for name in preset_names():
        for node in preset_world(name).graph:
            if node.op is not None:
                found.setdefault((node.op.name, tuple(r.axes for r in node.reads), node.axes))
    return list(found)


@pytest.mark.parametrize(("op", "inputs", "out"), preset_signatures())
def test_every_signature_of_every_preset(op, inputs, out):
    for sizes in (itertools.repeat(1), itertools.cycle((2, 3, 4)), itertools.cycle((5, 1, 3))):
        letters = sorted(set("".join(inputs)))
        signature = Signature(op, inputs, out, dict(zip(letters, sizes, strict=False)))
        rng = np.random.default_rng(0)
        assert_equals_declaration(signature, [rng.uniform(0.5, 2.0, shape) for shape in signature.shapes()])


@pytest.mark.parametrize(("op", "inputs", "out"), [s for s in preset_signatures() if s[0] == "dot"])
def test_products_of_presets_are_matrix_products(op, inputs, out, monkeypatch):
    """No broadcasting product is ever made: it would need words × words × width numbers at once."""
    monkeypatch.setattr(contract, "elementwise", None)
    size = dict.fromkeys("".join(inputs), 2)
    assert contract.contraction(*inputs, out, size) is not None


def test_products_equal_einsum_at_working_sizes():
    size = dict(zip("tshkdfv", (12, 12, 4, 8, 32, 64, 20), strict=True))
    rng = np.random.default_rng(0)
    for left, right, out in (
        ("tv", "vd", "td"),
        ("td", "dhk", "htk"),
        ("htk", "hsk", "hts"),
        ("hts", "hsk", "htk"),
        ("htk", "hkd", "td"),
        ("td", "df", "tf"),
        ("htk", "td", "dhk"),
        ("hts", "htk", "hsk"),
        ("td", "td", "t"),
        ("td", "td", ""),
    ):
        operands = [rng.normal(size=[size[a] for a in axes]) for axes in (left, right)]
        got = planned(Signature("dot", (left, right), out, size), operands)
        np.testing.assert_allclose(got, np.einsum(f"{left},{right}->{out}", *operands), rtol=0, atol=1e-12)


def test_a_second_name_is_the_same_array():
    x = np.arange(6.0).reshape(2, 3)
    size = {"t": 2, "d": 3}
    assert planned(Signature("same", ("td",), "td", size), [x]) is x
    assert np.shares_memory(planned(Signature("same", ("td",), "dt", size), [x]), x)
