"""Where the parts of the window lie at a given size: a pure function, so that a test can try every size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

RAIL_BELOW, FLOAT_BELOW, EDITORS_CLOSE_BELOW = 1340, 1300, 780
RAIL, CRUMBS, THIN = 48, 46, 24
OUTLINE, INSPECTOR, FLOATING, EDITORS = 224, 360, 340, 244
BUILD, LEAST_BUILD, STRIP = 432, 392, 212
"""the builder in the outline's place, and the strip under the stage that tells what a change kept"""
LEAST_OUTLINE, LEAST_INSPECTOR, LEAST_EDITORS = 180, 300, 160
MOST_OUTLINE, MOST_INSPECTOR = 420, 560
USUAL_HEIGHT, MOST_TALLER = 900, 96
"""above this height of the window the editors get two fifths of what it is taller, so much at most"""
LEAST_STAGE_WIDTH, LEAST_STAGE_HEIGHT = 560, 240


class Box(NamedTuple):
    """x, y, width, height in pixels; no width means hidden."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


@dataclass(frozen=True)
class Wishes:
    """What the person wants to see, and how large."""

    outline: bool = True
    inspector: bool = False
    editors: bool = True
    outline_width: int = OUTLINE
    inspector_width: int = INSPECTOR
    editors_height: int = EDITORS
    build: bool = False
    """the builder stands where the outline is"""
    strip: bool = False
    """while building: what the last change kept, in the place of the editors"""
    lecture: bool = False
    """the stage alone, over a thin timeline"""


@dataclass(frozen=True)
class Places:
    """Where each part lies. `floats`: the inspector lies over the stage; `rail`: the folded outline."""

    header: Box
    outline: Box
    rail: Box
    crumbs: Box
    stage: Box
    editors: Box
    strip: Box
    inspector: Box
    timeline: Box
    floats: bool
    outline_floats: bool


def is_small(width: int, height: int) -> bool:
    """Whether header and timeline are a little lower."""
    return height < EDITORS_CLOSE_BELOW or width < FLOAT_BELOW


def collapsed(wishes: Wishes, before: tuple[int, int], after: tuple[int, int]) -> Wishes:
    """What a resized window shows: outline and editors fold, or the outline comes back."""
    if wishes.lecture:
        return wishes
    narrow, was_narrow = after[0] < RAIL_BELOW, 0 < before[0] < RAIL_BELOW
    low, was_low = after[1] < EDITORS_CLOSE_BELOW, 0 < before[1] < EDITORS_CLOSE_BELOW
    outline = not narrow if narrow != was_narrow else wishes.outline
    return replace(wishes, outline=outline, editors=wishes.editors and (was_low or not low))


def arrange(width: int, height: int, wishes: Wishes) -> Places:
    """Narrow windows: the outline becomes a rail, then the inspector floats; the stage keeps its room."""
    if wishes.lecture:
        return _lecture(width, height)
    small = is_small(width, height)
    top, foot = (52, 56) if small else (56, 68)
    builds = wishes.build and width >= LEAST_BUILD + LEAST_STAGE_WIDTH
    listed = wishes.outline or wishes.build
    railed = not builds and (width < RAIL_BELOW or not listed)
    over = railed and listed
    floats = width < FLOAT_BELOW
    left = RAIL if railed else _between(wishes.outline_width, LEAST_OUTLINE, MOST_OUTLINE)
    left = min(BUILD, width - LEAST_STAGE_WIDTH) if builds else left
    right = 0
    if wishes.inspector and not floats:
        room = width - left - LEAST_STAGE_WIDTH
        right = min(_between(wishes.inspector_width, LEAST_INSPECTOR, MOST_INSPECTOR), max(0, room))
    middle = height - top - foot
    low, room = 0, middle - CRUMBS - LEAST_STAGE_HEIGHT
    strip = wishes.build and wishes.strip
    if strip:
        low = max(0, min(STRIP, room))
    elif wishes.editors:
        taller = min(MOST_TALLER, max(0, height - USUAL_HEIGHT) * 2 // 5)
        low = max(0, min(max(wishes.editors_height + taller, LEAST_EDITORS), room))
    wide = width - left - right
    floating = min(FLOATING, wide) if floats and wishes.inspector else 0
    if floating and wide - floating >= LEAST_STAGE_WIDTH:
        wide -= floating  # lanes are laid out beside the floating panel as long as they have room there
    clear = min(wide, width - left - floating)  # what is chosen there is never half under the panel
    inspector = Box(width - max(floating, right), top, max(floating, right), middle)
    return Places(
        header=Box(0, 0, width, top),
        outline=_outline(wishes, left, top, middle, over=over) if listed else Box(),
        rail=Box(0, top, RAIL, middle) if railed else Box(),
        crumbs=Box(left, top, max(clear, 0), CRUMBS),
        stage=Box(left, top + CRUMBS, wide, middle - CRUMBS - low),
        editors=Box() if strip else Box(left, height - foot - low, wide, low),
        strip=Box(left, height - foot - low, wide, low) if strip else Box(),
        inspector=inspector if wishes.inspector else Box(),
        timeline=Box(0, height - foot, width, foot),
        floats=floats,
        outline_floats=over,
    )


def _lecture(width: int, height: int) -> Places:
    """Nothing but the stage and a thin timeline."""
    stage, thin = Box(0, 0, width, height - THIN), Box(0, height - THIN, width, THIN)
    none = Box()
    return Places(none, none, none, none, stage, none, none, none, thin, floats=False, outline_floats=False)


def _outline(wishes: Wishes, left: int, top: int, high: int, *, over: bool) -> Box:
    """The list at the left: in its column, or over the stage beside the rail."""
    wide = BUILD if wishes.build else OUTLINE + 16
    return Box(RAIL, top, wide, high) if over else Box(0, top, left, high)


def _between(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))
