"""Transformer Lab: see, build and change a Transformer. ``import transformer_lab as tl``.

The names of the Python API are fetched from `session` when they are first asked for: the preflight and the
command line import this package too, before NumPy is known to be there.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformer_lab.session import Lab, new

__version__ = "0.1.0"
__all__ = ["Lab", "new"]


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("transformer_lab.session"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
