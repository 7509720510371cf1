"""A mistake in an overridden method of Qt must reach us as an exception and never end the process.

Up to Python 3.11 an exception raised in C (a wrong index, a division by zero) is bare until somebody catches
it. When Python code has called into Qt and Qt calls an override of ours, PySide adds a sentence to what that
override raised, and a bare exception has no place for it: the process dies. Caught once and raised again,
it is whole.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGraphicsItem

WHOLE_SINCE = (3, 12)
OURS = "transformer_lab"


def steady_overrides() -> None:
    """From now on every class of ours that derives from Qt's gets steady overrides when it is made."""
    if sys.version_info < WHOLE_SINCE:
        for root in (QObject, QGraphicsItem):
            base: Any = root
            base.__init_subclass__ = classmethod(_dress)


def steady(method: Callable[..., Any]) -> Callable[..., Any]:
    """The same method; what it raises is a whole exception."""

    @functools.wraps(method)
    def run(*args: Any, **names: Any) -> Any:
        try:
            return method(*args, **names)
        except Exception:
            raise

    return run


def _dress(cls: type, **_names: object) -> None:
    if cls.__module__.partition(".")[0] != OURS:
        return
    for name, method in list(vars(cls).items()):
        if isinstance(method, types.FunctionType) and not name.startswith("__") and _is_qts(cls, name):
            setattr(cls, name, steady(method))


def _is_qts(cls: type, name: str) -> bool:
    return any(name in vars(base) for base in cls.__mro__[1:] if base.__module__.startswith("PySide6"))
