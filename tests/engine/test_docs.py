"""What docs/engine.md shows works as shown, and its operation keeps the laws that it is promised to keep."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from tests.engine.test_gradient import assert_gradients
from tests.engine.test_laws import assert_cell_law, assert_label_law

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


@pytest.fixture
def shown(tmp_path):
    """Everything the page defines, after its code has run from top to bottom."""
    code = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(code) == 4
    script = tmp_path / "shown.py"
    script.write_text("\n\n".join(code), encoding="utf-8")
    return runpy.run_path(str(script))


def test_the_example_runs_and_keeps_the_laws(shown):
    for node in shown["graph"]:
        assert_label_law(shown["graph"], node)
        for index in np.ndindex(*node.shape):
            assert_cell_law(shown["trace"], node, index)


def test_the_slope_of_the_example_is_its_derivative(shown):
    x = np.linspace(-3.0, 3.0, 13)
    (slope,) = shown["SOFTPLUS"].partials
    softplus = shown["softplus"]
    step = 1e-6
    found = (softplus(x + step) - softplus(x - step)) / (2 * step)
    assert np.allclose(slope(x, softplus(x)), found, rtol=0, atol=1e-8)


def test_gradients_of_the_example(shown):
    assert_gradients(shown["graph"], shown["leaves"], "act")
