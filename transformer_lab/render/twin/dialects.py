"""How NumPy and PyTorch say the operations: one row for each op, one helper where an op needs more words.

In a row ``{0}``, ``{1}`` are the operands, ready to be put side by side, and ``{axes}`` the axes to reduce.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Dialect:
    """A library as the script writes it."""

    name: str
    title: str
    module: str
    heading: tuple[str, ...]
    array: str
    """makes an array of ``{0}``"""
    permute: str
    einsum: str
    spread: str
    zeros: str
    ones: str
    row_of: str
    """the rows of the unit matrix of size ``{0}`` that ``{1}`` names"""
    causal: str
    """−∞ above the diagonal of a square of side ``{0}``"""
    load: str
    """the array of name ``{0}`` in the file beside the script"""
    operations: Mapping[str, str]
    helpers: Mapping[str, tuple[str, ...]]


PLAIN = {
    "same": "{0}",
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "neg": "-{0}",
    "mul": "{0} * {1}",
    "div": "{0} / {1}",
    "share": "share({0}, {1})",
    "square": "{0} ** 2",
    "relu": "relu({0})",
    "gelu": "gelu({0})",
    "gelu_tanh": "gelu_tanh({0})",
    "silu": "silu({0})",
    "hide": "hide({0})",
    "tied": "tied({0}, {1})",
    "set": "set_by_hand({0}, {1}, {2})",
    "sum": "{0}.sum({axes})",
    "mean": "{0}.mean({axes})",
    "max": "largest({0}, {axes})",
}
SHARE = (
    "def share(part, total):",
    '    """part / total; a row that may look at nothing has zero weights."""',
    "    return part / (total + (total == 0))",
)
NUMPY = Dialect(
    "numpy",
    "NumPy",
    "np",
    ("import numpy as np",),
    "np.array({0})",
    "{0}.transpose({1})",
    'np.einsum("{0}", {1})',
    "np.broadcast_to({0}, {1})",
    "np.zeros({0})",
    "np.ones({0})",
    "np.eye({0})[{1}]",
    "np.triu(np.full(({0}, {0}), -inf), 1)",
    'stored["{0}"]',
    MappingProxyType(
        {
            **PLAIN,
            "exp": "np.exp({0})",
            "log": "np.log({0})",
            "root": "np.sqrt({0} + {1})",
            "sine": "np.sin({0})",
            "cosine": "np.cos({0})",
        }
    ),
    MappingProxyType(
        {
            "share": SHARE,
            "largest": (
                "def largest(x, axes):",
                '    """The largest; of nothing but -inf the lowest number: -inf minus it is -inf."""',
                "    return np.max(x, axes, initial=np.finfo(x.dtype).min)",
            ),
            "softmax": (
                "def softmax(x, axis):",
                '    """Shares that add up to 1; without the largest first nothing overflows."""',
                "    top = np.max(x, axis, keepdims=True, initial=np.finfo(x.dtype).min)",
                "    raised = np.exp(x - top)",
                "    return share(raised, raised.sum(axis, keepdims=True))",
            ),
            "relu": ("def relu(x):", "    return np.maximum(x, 0)"),
            "gelu": (
                "def gelu(x):",
                "    erf = np.vectorize(math.erf)",
                "    return x * (1 + erf(x / math.sqrt(2))) / 2",
            ),
            "gelu_tanh": (
                "def gelu_tanh(x):",
                "    return x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2",
            ),
            "silu": ("def silu(x):", "    return x * (1 + np.tanh(x / 2)) / 2"),
            "hide": (
                "def hide(seen):",
                '    """0 where a word may be seen, -inf where it may not."""',
                "    return np.where(seen > 0, 0.0, -inf)",
            ),
            "tied": ("def tied(x, top):", "    return np.where(x == top, 1.0, 0.0)"),
            "set_by_hand": (
                "def set_by_hand(computed, own, where):",
                "    part = (where != 0) & (where != 1)",
                "    step = np.where(part, own, 0.0) - np.where(part, computed, 0.0)",
                "    mixed = computed + where * step",
                "    return np.where(where == 1, own, mixed)",
            ),
        }
    ),
)
TORCH = Dialect(
    "torch",
    "PyTorch",
    "torch",
    ("import torch", "", "torch.set_default_dtype(torch.float64)"),
    "torch.tensor({0})",
    "{0}.permute({1})",
    'torch.einsum("{0}", {1})',
    "{0}.expand({1})",
    "torch.zeros({0})",
    "torch.ones({0})",
    "torch.eye({0})[{1}]",
    "torch.triu(torch.full(({0}, {0}), -inf), 1)",
    'torch.from_numpy(stored["{0}"])',
    MappingProxyType(
        {
            **PLAIN,
            "exp": "torch.exp({0})",
            "log": "torch.log({0})",
            "root": "torch.sqrt({0} + {1})",
            "sine": "torch.sin({0})",
            "cosine": "torch.cos({0})",
        }
    ),
    MappingProxyType(
        {
            "share": SHARE,
            "largest": (
                "def largest(x, axes):",
                '    """The largest; of nothing but -inf the lowest number: -inf minus it is -inf."""',
                "    return torch.amax(x, axes).clamp(min=torch.finfo(x.dtype).min)",
            ),
            "softmax": (
                "def softmax(x, axis):",
                '    """Shares that add up to 1; without the largest first nothing overflows."""',
                "    top = torch.amax(x, axis, keepdim=True).clamp(min=torch.finfo(x.dtype).min)",
                "    raised = torch.exp(x - top)",
                "    return share(raised, raised.sum(axis, keepdim=True))",
            ),
            "relu": ("def relu(x):", "    return torch.relu(x)"),
            "gelu": ("def gelu(x):", "    return torch.nn.functional.gelu(x)"),
            "gelu_tanh": (
                "def gelu_tanh(x):",
                '    return torch.nn.functional.gelu(x, approximate="tanh")',
            ),
            "silu": ("def silu(x):", "    return torch.nn.functional.silu(x)"),
            "hide": (
                "def hide(seen):",
                '    """0 where a word may be seen, -inf where it may not."""',
                "    return torch.where(seen > 0, 0.0, -inf)",
            ),
            "tied": ("def tied(x, top):", "    return torch.where(x == top, 1.0, 0.0)"),
            "set_by_hand": (
                "def set_by_hand(computed, own, where):",
                "    part = (where != 0) & (where != 1)",
                "    step = torch.where(part, own, 0.0) - torch.where(part, computed, 0.0)",
                "    mixed = computed + where * step",
                "    return torch.where(where == 1, own, mixed)",
            ),
        }
    ),
)
DIALECTS: Mapping[str, Dialect] = MappingProxyType({d.name: d for d in (NUMPY, TORCH)})
