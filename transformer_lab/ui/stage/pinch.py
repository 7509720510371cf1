"""Pinching: a touchpad tells it as a native gesture, a touch screen as a pinch of Qt's own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent
from PySide6.QtWidgets import QGestureEvent, QPinchGesture

from transformer_lab.ui.stage.camera import ZOOM_STEP

if TYPE_CHECKING:
    from transformer_lab.ui.stage.view import StageView


def units(factor: float) -> float:
    """How many units of a wheel make lanes `factor` times as wide."""
    return math.log(max(1e-3, factor)) / math.log(ZOOM_STEP)


def pinched(view: StageView, event: QEvent) -> bool:
    """Zoom if the event is two fingers that part or close; whether it was."""
    if isinstance(event, QNativeGestureEvent):
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        view.zoom_at(units(1.0 + event.value()), event.position())
        return True
    if isinstance(event, QGestureEvent):
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if isinstance(pinch, QPinchGesture):
            at = view.mapFromGlobal(pinch.centerPoint().toPoint())
            view.zoom_at(units(pinch.scaleFactor()), QPointF(at))
            event.accept(pinch)
            return True
    return False
