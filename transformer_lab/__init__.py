"""Transformer Lab: see, build and change a Transformer. ``import transformer_lab as tl``.

The names of the Python API are fetched from `session` when they are first asked for: the preflight and the
command line import this package too, before NumPy is known to be there.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformer_lab.errors import LabError
    from transformer_lab.session import Lab, new
    from transformer_lab.session import open_project as open  # noqa: A004  (the name people will look for: tl.open)

__version__ = "0.1.0"
__all__ = ["Lab", "LabError", "new", "open"]
HOMES = {
    "Lab": "session.Lab",
    "LabError": "errors.LabError",
    "new": "session.new",
    "open": "session.open_project",
}


def __getattr__(name: str) -> object:
    if name in HOMES:
        room, _, own_name = HOMES[name].partition(".")
        return getattr(import_module(f"transformer_lab.{room}"), own_name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
