"""The words at the top of the lanes, and the wash behind the one that asks."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.figures.direction import joined, set_size
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Face, Item, Layer, Rects, Texts, table
from transformer_lab.figures.stage.rows import HEADS
from transformer_lab.figures.stage.scene import Scene

SIZE, SMALL, INDEX = 14, 12, 11
TILT = -60.0
LONGEST = 78.0
"""A tilted word longer than this is cut."""
BARE = 32.0
"""Height of level words without indices: on a slide, where words are larger."""
WIDEST_WASH = 168.0
NARROW = 24.0
"""In narrower lanes words are smaller and have no index."""
SHORT = 46.0
"""A level word of an alphabet that never tilts has at least so much room."""
PITCH = 14.0
"""Tilted words of small type need lanes this wide; in narrower ones every second or fourth word is named."""


class Heading(NamedTuple):
    """How the words stand: size of each, the texts as they fit, and whether they are tilted."""

    texts: tuple[str, ...]
    sizes: tuple[int, ...]
    tilted: bool
    height: float
    every: int = 1
    """every how many are written, where that does not follow from the lane alone"""


@lru_cache(maxsize=16)
def heading(words: tuple[str, ...], lane: float, sizes_at: tuple[int, int] = (SIZE, SMALL)) -> Heading:
    """All words shrink to 12 if one is wider than its lane, then all tilt by 60°, then long ones are cut.

    Words of Arabic never tilt: in narrow lanes some are left out, and long ones are cut.
    """
    small = sizes_at[1]
    room = lane - (6.0 if small == SMALL else 4.0)
    for size in sizes_at:
        if all(_width(word, size) <= room for word in words):
            return Heading(words, (size,) * len(words), False, HEADS if small == SMALL else BARE)
    if any(map(joined, words)):
        return _level(words, lane, small)
    size, foot = (INDEX, 20.0) if lane < NARROW else (small, 34.0 if small == SMALL else 20.0)
    texts = tuple(shorten(word, LONGEST, "semibold", size) for word in words)
    longest = max(_width(text, size) for text in texts)
    return Heading(
        texts, (size,) * len(words), True, float(np.ceil(longest * np.sin(np.deg2rad(-TILT)))) + foot
    )


def _level(words: tuple[str, ...], lane: float, small: int) -> Heading:
    """Small words side by side, as many as have room for a short one."""
    size = INDEX if lane < NARROW else small
    every = max(1, int(np.ceil(SHORT / lane)))
    texts = tuple(shorten(word, every * lane - 6.0, "semibold", set_size(word, size)) for word in words)
    return Heading(texts, (size,) * len(words), False, HEADS if small == SMALL else BARE, every)


def named(words: int, lane: float, query: int, every: int = 1) -> tuple[int, ...]:
    """The lanes whose words are written: all, every second or every fourth, and always the one that asks."""
    step = max(every, 1 if lane >= PITCH else 2 if 2.0 * lane >= PITCH else 4)
    return tuple(i for i in range(words) if i == query or (i % step == 0 and abs(i - query) >= step))


def _width(text: str, size: int) -> float:
    return approximate(text, "semibold", set_size(text, size))


def heads_height(words: tuple[str, ...], lane: float, sizes_at: tuple[int, int] = (SIZE, SMALL)) -> float:
    """Height of the heads of the lanes."""
    return heading(words, lane, sizes_at).height if words else HEADS


def head_room(snapshot: Snapshot, lane: float) -> float:
    """Height of the words above the lanes, the same for both towers where there are two."""
    source = source_words(snapshot.state)
    return max(heads_height(words, lane) for words in (snapshot.words, source) if words or not source)


def heading_items(scene: Scene) -> tuple[Item, ...]:
    """Words with their indices; the word that asks is heavier."""
    form = heading(scene.words, scene.look.lane, scene.words_at)
    items: list[Item] = []
    shown = named(scene.n, scene.look.lane, scene.query, form.every)
    quiet: Face = "regular" if scene.look.lane < NARROW else "medium"
    faces: tuple[tuple[Face, bool], ...] = ((quiet, False), ("semibold", True))
    for size in sorted(set(form.sizes)):
        for face, asks in faces:
            lanes = [i for i in shown if form.sizes[i] == size and (i == scene.query) == asks]
            if lanes:
                items.append(_words(scene, form, lanes, size, face))
    if scene.look.lane < NARROW or scene.words_at[1] != SMALL:
        return tuple(items)
    names = tuple(scene.look.manner.ordinal(i) for i in range(scene.n))
    items.append(Texts(names, table(scene.x, form.height - 15.0), INDEX, "regular", "ink3", "middle"))
    return tuple(items)


def _words(scene: Scene, form: Heading, lanes: list[int], size: int, face: Face) -> Texts:
    texts = tuple(form.texts[i] for i in lanes)
    if form.tilted:
        texts = tuple(_inside(scene, form, i, face) for i in lanes)
        at = table(
            scene.x[lanes] + 2.0,
            np.full(len(lanes), form.height - (9.0 if size == INDEX else 29.0 if size == SMALL else 15.0)),
        )
        return Texts(texts, at, size, face, "ink2" if face == "regular" else "ink", "start", TILT)
    return Texts(texts, table(scene.x[lanes], np.full(len(lanes), 19.0)), size, face, "ink", "middle")


def _inside(scene: Scene, form: Heading, lane: int, face: Face) -> str:
    """A tilted word, shorter where it would reach over the right end of the stage."""
    turn, size = np.deg2rad(-TILT), form.sizes[lane]
    room = scene.width - float(scene.x[lane]) - 6.0 - size * float(np.sin(turn))
    return shorten(form.texts[lane], max(2.0 * size, room / float(np.cos(turn))), face, size)


def heads_layer(scene: Scene) -> tuple[Layer, ...]:
    """The heads, pinned to the top of the view; once it is scrolled they stand on a ground of their own."""
    height = scene.head_room
    place = (scene.gutter, scene.look.lane, scene.query, scene.look.manner.first)
    key: tuple[Hashable, ...] = ("heads", 0, scene.words, *place)
    box = (0.0, 0.0, scene.width, height)
    heads = Layer(key, box, lambda: heading_items(scene), scene.look.scroll)
    if scene.look.scroll <= 0.0:
        return (heads,)
    ground = ("heads ground", 0, scene.width, height, scene.gutter, scene.look.lane, scene.query)
    return (Layer(ground, box, lambda: _ground(scene, height), scene.look.scroll), heads)


def _ground(scene: Scene, height: float) -> tuple[Item, ...]:
    return (Rects(table([0.0], 0.0, scene.width, height), fill="canvas"), *wash(scene, height + 20.0))


def wash(scene: Scene, foot: float) -> tuple[Item, ...]:
    """The lane of the word that asks, from head to foot."""
    width = min(WIDEST_WASH, max(scene.look.lane - 6.0, 0.8 * scene.look.lane))
    box = table([scene.x[scene.query] - width / 2.0], 0.0, width, foot)
    return (Rects(box, fill="wash", radius=min(8.0, width / 4.0), opacity=0.55),)


def wash_layer(scene: Scene, foot: float) -> Layer:
    """The wash, drawn long and cut at the foot, so that folding does not draw it anew."""
    long = float(np.ceil((foot + 40.0) / 512.0) * 512.0)
    key = ("wash", 0, scene.gutter, scene.look.lane, scene.query, long)
    left = float(np.floor(scene.x[scene.query] - scene.look.lane / 2.0))
    box = (left, 0.0, float(np.ceil(scene.look.lane)) + 1.0, long)
    return Layer(key, box, lambda: wash(scene, long), 0.0, 1.0, foot)
