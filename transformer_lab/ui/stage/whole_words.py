"""From near, the view shows whole words: lanes begin at the gutter, and as many as fit end at the right edge.

A notch of the wheel and a dive choose such lanes; after a scroll or a pinch the nearest word settles there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from transformer_lab.figures.stage.level import GUTTERS, MARGINS, RANGES
from transformer_lab.ui.stage.camera import BAR, Camera
from transformer_lab.ui.stage.columns import spans_at, words_of

if TYPE_CHECKING:
    from transformer_lab.ui.stage.scene import Scene

EDGE = BAR + 7.0
"""Kept free at the right, so that the scroll bar never lies on a number."""
REST_MS = 240
"""So long after the last move the view settles."""


def whole_lane(scene: Scene, lane: float, tower: int) -> float:
    """The lane width nearest to `lane` at which whole words fill the view; `lane` where all have room."""
    room, words = scene.size[0] - GUTTERS["near"] - EDGE, words_of(scene, tower)
    if words * lane + MARGINS["near"] <= room + EDGE or lane <= 0.0:
        return lane
    low, high = RANGES["near"]
    counts = [n for n in range(1, words + 1) if low <= room / n <= high]
    return min((room / n for n in counts), key=lambda fit: abs(fit - lane), default=lane)


def settled(scene: Scene, camera: Camera) -> Camera:
    """The camera with the nearest word at the gutter, or at the end where it has come to the end."""
    lane = camera.lane or scene.lane
    spans = spans_at(scene.lab.snapshot, lane, "near")
    start, end = max((s for s in spans if s[0] <= camera.x + lane / 2.0), default=spans[0])
    last = end - scene.size[0]
    if camera.x >= last - 1.0:
        return camera
    x = start + round((camera.x - start) / lane) * lane
    return camera._replace(x=max(0.0, min(x, last) if x > last else x))


class Settling(QObject):
    """Lets a view from near come to rest on a whole word once nothing moves it any more."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._scene, self._at = scene, (0.0, 0.0)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self._settle)
        scene.changed.connect(self._moved)

    def _moved(self) -> None:
        goal = self._scene.goal
        if (goal.x, goal.lane) != self._at:
            self._at = (goal.x, goal.lane)
            if goal.level == "near":
                self._timer.start()

    def _settle(self) -> None:
        scene = self._scene
        if scene.level != "near" or scene.size[0] <= 0.0:
            return
        if QGuiApplication.mouseButtons():
            self._timer.start()  # a hand still holds it
            return
        goal = settled(scene, scene.goal)
        if abs(goal.x - scene.goal.x) > 0.5:
            scene.move(goal)
