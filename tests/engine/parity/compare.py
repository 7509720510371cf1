"""The file of reference arrays, and how far the engine is from it."""

import io
import json
from pathlib import Path

import numpy as np

from tests.engine.parity.cases import ours
from transformer_lab.engine.program import bind

FILE = Path(__file__).parent / "torch.npz"


def load():
    """All configurations, each with its arrays by name."""
    with np.load(io.BytesIO(FILE.read_bytes()), allow_pickle=False) as file:
        told = json.loads(file["configurations"].tobytes())
        found = [(case, {}) for case in told["cases"]]
        for key in file.files:
            if key != "configurations":
                number, _, name = key.partition("/")
                found[int(number)][1][name] = file[key]
    return found


def distance(case, expected, dtype=np.float64, change=None):
    """The largest difference, relative to the largest number where that is above 1; NaN counts as infinite.

    `change` may spoil the description, its graph or its leaves before they are used.
    """
    own = ours(case)
    if change is not None:
        own = change(case, own)
    trace = bind(own.graph, dtype).run(own.leaves)
    worst = 0.0
    for name, value in expected.items():
        found = trace[own.outputs[name]]
        if found.shape[0] != value.shape[0] and "weights" in name:
            value = value[None]
        gap = np.abs(found.reshape(value.shape) - value).max() / max(1.0, np.abs(value).max())
        worst = max(worst, float(gap) if np.isfinite(gap) else np.inf)
    return worst
