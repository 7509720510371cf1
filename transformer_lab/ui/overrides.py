"""A mistake in an overridden method of Qt is reported like any other and never travels through Qt.

When Python code has called into Qt and Qt calls an override of ours, PySide hands what that override raised
back through Qt. Up to Python 3.11 an exception that was raised in C (a wrong index, a division by zero) ends
the process on that way, and through two overrides inside each other any exception does. So each override
hands its mistakes to `sys.excepthook` itself, and Qt goes on with what its own class would have answered.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGraphicsItem

OURS = "transformer_lab"


def steady_overrides() -> None:
    """From now on every class of ours that derives from Qt's gets steady overrides when it is made."""
    for root in (QObject, QGraphicsItem):
        base: Any = root
        base.__init_subclass__ = classmethod(_dress)


def steady(cls: type, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """The same method, but what it raises is reported and the next class answers in its place."""

    @functools.wraps(method)
    def run(self: Any, *args: Any, **names: Any) -> Any:
        try:
            return method(self, *args, **names)
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
        try:
            return getattr(super(cls, self), name)(*args, **names)
        except Exception:
            return None  # there is no answer: the method is abstract

    return run


def _dress(cls: type, /, **_names: object) -> None:
    if cls.__module__.partition(".")[0] != OURS:
        return
    for name, method in list(vars(cls).items()):
        if isinstance(method, types.FunctionType) and not name.startswith("__") and _is_qts(cls, name):
            setattr(cls, name, steady(cls, name, method))


def _is_qts(cls: type, name: str) -> bool:
    return any(name in vars(base) for base in cls.__mro__[1:] if base.__module__.startswith("PySide6"))
