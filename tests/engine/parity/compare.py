"""The file of reference arrays, and how far the engine is from it."""

import io
import json
from pathlib import Path

import numpy as np

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


def distance(own, expected, dtype=np.float64):
    """The largest difference, relative to the largest number where that is above 1; NaN is infinite."""
    trace = bind(own.graph, dtype).run(own.leaves)
    worst = 0.0
    for name, node in own.outputs.items():
        value = expected[name]
        gap = np.abs(trace[node].reshape(value.shape) - value).max() / max(1.0, np.abs(value).max())
        worst = max(worst, float(gap) if np.isfinite(gap) else np.inf)
    return worst
