"""What NumPy does slowly is not in the engine: einsum, powers of arrays, the methods mean and var."""

import ast
from pathlib import Path

import pytest

from transformer_lab import engine

SLOW = {"einsum", "mean", "var", "std", "power", "tensordot"}
DECLARED = {("ops.py", "mean")}
"""The general way of a mean of terms, which no operation of the table takes: sums are products with ones."""


def slow_words(code):
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Attribute) and node.attr in SLOW:
            yield node.attr
        power = node.right if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) else None
        if isinstance(power, ast.Constant) and power.value not in (0.5, 2):
            yield f"** {power.value}"


def test_no_module_of_the_engine_uses_them():
    found = {
        (path.name, word)
        for path in Path(engine.__file__).parent.rglob("*.py")
        for word in slow_words(path.read_text(encoding="utf-8"))
    }
    assert found <= DECLARED


@pytest.mark.parametrize("line", ["x ** 3", "np.einsum('ij->i', x)", "x.mean()", "x.var(axis=1)"])
def test_each_of_them_would_be_noticed(line):
    assert list(slow_words(line))
    assert not list(slow_words("x * x * x + np.matmul(x, ones) + x ** 2"))
