"""What assistive technology is told about controls that are painted by hand: what they are, what they hold.

A widget says so itself: `spoken_role`, and `spoken_value()` where it holds something. Its name and its
description are those of Qt. Everything else keeps Qt's own interface.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleValueChangeEvent
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QWidget

KNOWN = "spoken"


class Spoken(QAccessibleWidget):
    """The interface of a widget that has a `spoken_role`."""

    def text(self, kind: QAccessible.Text) -> str:
        widget: Any = self.object()
        if kind == QAccessible.Text.Value and hasattr(widget, "spoken_value"):
            return str(widget.spoken_value())
        if kind == QAccessible.Text.Name and widget is not None:
            return str(widget.accessibleName())
        return super().text(kind)


def listen(app: QApplication) -> None:
    """From now on assistive technology is answered; asked once for each application."""
    if not app.property(KNOWN):
        app.setProperty(KNOWN, True)
        QAccessible.installFactory(_made)


def tell_value(widget: QWidget, value: str) -> None:
    """Say that a control holds something else now, if anybody listens."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(widget, value))


def _made(_kind: str, part: QObject | None) -> QAccessibleInterface | None:
    role = getattr(part, "spoken_role", None)
    return Spoken(part, role) if role is not None and isinstance(part, QWidget) else None
