"""Which level of the stage a lane width means, and the room that its row labels take."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from transformer_lab.figures.look import GUTTER, MARGIN, Level, Look

THRESHOLDS: tuple[tuple[float, Level, Level], ...] = (
    (56.0, "far", "middle"),
    (160.0, "middle", "near"),
    (320.0, "near", "closest"),
)
"""Lane width, the level below it, the level from it on."""
LEVELS: tuple[Level, ...] = ("far", "middle", "near", "closest")
HYSTERESIS = 0.08
"""A threshold is a band this wide: within it the level stays what it was."""
GUTTERS: Mapping[Level, float] = MappingProxyType(
    {"far": 220.0, "middle": GUTTER, "near": 232.0, "closest": GUTTER}
)
"""Room for row labels: thumbnails of heads when far, formulas when near."""
MARGINS: Mapping[Level, float] = MappingProxyType(
    {"far": 48.0, "middle": MARGIN, "near": 300.0, "closest": MARGIN}
)
"""Room at the right of the lanes: for tilted words when far, for what a row comes to when near."""
RANGES: Mapping[Level, tuple[float, float]] = MappingProxyType(
    {"far": (6.0, 58.0), "middle": (52.0, 166.0), "near": (154.0, 332.0), "closest": (308.0, 420.0)}
)
"""The narrowest and widest lane that a level may have."""
FAR_MOST = 150.0
"""From far few words take the width that there is, up to lanes as wide as this."""


def level_at(lane: float, before: Level | None = None) -> Level:
    """The level of a lane width; near a threshold the level `before`: a hand at rest never flickers."""
    slack = HYSTERESIS / 2.0
    found: Level = "far"
    for threshold, _, above in THRESHOLDS:
        if before is None:
            edge = threshold
        else:
            was_above = LEVELS.index(before) >= LEVELS.index(above)
            edge = threshold * (1.0 - slack if was_above else 1.0 + slack)
        if lane >= edge:
            found = above
    return found


def level_of(look: Look) -> Level:
    """The level of a look: the one that its camera holds, else that of its lane width."""
    return look.level or level_at(look.lane)


def lane_for(level: Level, width: float, words: int) -> float:
    """The lane width at which a level shows as many words as it can in a view."""
    low, high = RANGES[level]
    usual = {"far": low, "middle": 56.0, "near": 160.0, "closest": 336.0}[level]
    room = (width - GUTTERS[level] - MARGINS[level]) / max(words, 1)
    return min(max(room, usual), {"far": FAR_MOST, "middle": 159.0, "near": 300.0, "closest": high}[level])


def gutter_of(look: Look) -> float:
    """Where the lanes of a look begin."""
    level = level_of(look)
    return look.gutter if look.gutter is not None and level == "far" else GUTTERS[level]
