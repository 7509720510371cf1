"""The camera: lane width, scroll x, scroll y. Zooming changes the lane width; type keeps its size."""

from __future__ import annotations

import math
from typing import NamedTuple

from transformer_lab.figures.look import GUTTER, MARGIN, Level

MOST_LANE = 160.0  # of the middle level
LEAST, MOST = 6.0, 420.0  # from far, and from closest by
BAR = 5.0  # thickness of a scroll bar
ZOOM_STEP = 1.0015  # lane width per unit of the wheel
GLIDE_MS = 110.0  # time constant of a glide
CALM = 0.7  # following leaves the acting row alone within the middle 70 %


class Camera(NamedTuple):
    """`lane` 0 means: as wide as the words need to fill the stage."""

    lane: float = 0.0
    x: float = 0.0
    y: float = 0.0
    level: Level = "middle"


def zoomed(
    camera: Camera,
    lane_now: float,
    delta: float,
    at: float,
    fixed: float = GUTTER,
    bounds: tuple[float, float] = (LEAST, MOST),
) -> Camera:
    """After turning the wheel by `delta` with the pointer at `at`: the same lane stays under the pointer.

    `fixed` is what stands before that lane and keeps its width: a gutter, or two and an edge; `bounds` are
    the least and the greatest width of a lane.
    """
    low, high = bounds
    lane = min(high, max(low, lane_now * ZOOM_STEP ** max(-2000.0, min(2000.0, delta))))
    u = (at + camera.x - fixed) / lane_now
    return camera._replace(lane=lane, x=u * lane + fixed - at)


def clamped(camera: Camera, view: tuple[float, float], content: tuple[float, float]) -> Camera:
    """Within the picture."""
    x = min(max(0.0, camera.x), max(0.0, content[0] - view[0]))
    y = min(max(0.0, camera.y), max(0.0, content[1] - view[1]))
    return camera._replace(x=x, y=y)


def in_sight(camera: Camera, width: float, lane: float, word: float, gutter: float = GUTTER) -> Camera:
    """Moved sideways only so far that the lane of a word is seen beside the pinned gutter.

    `word` counts lanes from the first one; where a tower begins later it is no whole number.
    """
    left = lane * word
    if width <= 0 or (camera.x <= left and gutter + left + lane <= camera.x + width):
        return camera
    return camera._replace(x=left - lane / 2 if left < camera.x else gutter + left + lane + MARGIN - width)


def following(camera: Camera, view_height: float, head: float, top: float, bottom: float) -> Camera:
    """Moved only so far that the rows `top` to `bottom` lie in the middle of what is seen below the heads."""
    seen = view_height - head
    low, high = head + seen * (1 - CALM) / 2, head + seen * (1 + CALM) / 2
    if top - camera.y >= low - 1 and bottom - camera.y <= high + 1:
        return camera
    if bottom - top > high - low:
        return camera._replace(y=top - head - 8)
    if top - camera.y < low:
        return camera._replace(y=top - low)
    return camera._replace(y=bottom - high)


def into_sight(camera: Camera, view_height: float, head: float, top: float, bottom: float) -> Camera:
    """Moved only so far that `top` to `bottom` are seen below the heads; `top`, if not all has room."""
    if camera.y <= top - head - 8 and bottom + 8 <= camera.y + view_height:
        return camera
    high = bottom + 8 - view_height
    return camera._replace(y=max(0.0, min(top - head - 8, max(high, camera.y))))


def bars(
    camera: Camera, view: tuple[float, float], content: tuple[float, float]
) -> list[tuple[float, float, float, float]]:
    """The scroll bars as x y width height, along the bottom and the right edge; none where all is seen."""
    found = []
    (width, height), (wide, high) = view, content
    if wide > width + 1:
        found.append((width * camera.x / wide, height - BAR - 2, width * width / wide, BAR))
    if high > height + 1:
        found.append((width - BAR - 2, height * camera.y / high, BAR, height * height / high))
    return found


def glide(now: float, goal: float, ms: float) -> float:
    """A scroll position on its way: elapsed time, not frames, so that load does not change the speed."""
    if abs(goal - now) < 0.5:
        return goal
    return goal + (now - goal) * math.exp(-ms / GLIDE_MS)
