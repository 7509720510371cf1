"""What every part of the stage draws from: the numbers, the look, the lanes, the moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.ops import Array
from transformer_lab.figures.by_head import by_head
from transformer_lab.figures.direction import right_to_left
from transformer_lab.figures.look import Level, Look
from transformer_lab.figures.picture import Floats, Ints
from transformer_lab.figures.scales import shade, shade_of
from transformer_lab.figures.stage.faces.layout import Room, room_of
from transformer_lab.figures.stage.level import GUTTERS, MARGINS, gutter_of, level_of
from transformer_lab.figures.stage.near.rows import near_rows
from transformer_lab.figures.stage.plan import Block, Plan, Sublayer
from transformer_lab.figures.stage.rows import Row, rows_of
from transformer_lab.figures.timeline import Cursor, Timeline

RIBBON_SHARE = 0.8
"""A ribbon on the wire fills at most this part of its lane."""
HALF_SHARE = 0.33
"""So much of the lane is for each of two ribbons beside the wire."""
BETWEEN = 22.0
"""What spines, the wire and the next lane need of a narrow lane."""


class Held:
    """An array as part of a key: equal only to itself, and alive as long as the key is."""

    __slots__ = ("array",)

    def __init__(self, array: object) -> None:
        self.array = array

    def __hash__(self) -> int:
        return id(self.array)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.array is other.array


@dataclass(frozen=True, eq=False)
class Scene:
    """Made once for each frame; the parts of the stage read from it and keep nothing."""

    snapshot: Snapshot
    look: Look
    plan: Plan
    timeline: Timeline
    cursor: Cursor
    limit: float
    room_for_threads: float
    """height of the threads of an open block where nothing else stands below the weights"""
    words: tuple[str, ...]
    """one lane each"""
    asks: tuple[str, ...]
    """the words that ask: those of the lanes, but where a decoder asks the lanes of an encoder"""
    head_room: float
    """height of the words above the lanes"""
    across: bool = False
    """whether the words that ask are others than those of the lanes"""
    source: tuple[str, ...] = ()
    """in a decoder the words that its cross-attentions read"""
    drops: tuple[tuple[float, ...], ...] = ()
    """for each block the heights of its rows in which threads come over from the other tower"""

    words_at: tuple[int, int] = (14, 12)
    """the size of the words above the lanes, and the one they shrink to before they tilt"""
    labels_at: int = 12
    """the size at which row labels will be read: names of one row keep clear of each other"""
    cell_share: float = 0.8
    """so much of a lane a cell of the row of weights takes"""
    beside: bool = True
    """whether there is room for the weights that act and the table in which words are looked up"""
    aligned: Level | None = None
    """the level whose lanes these are: while the level changes, old and new lie on each other"""

    @property
    def n(self) -> int:
        """Words: lanes."""
        return len(self.words)

    def rows(self, block: Block) -> tuple[Row, ...]:
        """Where the rows of a block stand when it is open."""
        if self.level in ("near", "closest"):
            assert self.snapshot.graph is not None
            manner, memory = self.look.manner, self.plan.reads
            return near_rows(self.snapshot.graph, block, self.look.lane, manner.decimals, memory)
        return rows_of(block, self.room.area, self.drops[block.number] if self.drops else ())

    @cached_property
    def level(self) -> Level:
        """How much is drawn of each block."""
        return level_of(self.look)

    @cached_property
    def room(self) -> Room:
        """How matrix and threads share what lies below the weights of an attention."""
        return room_of(self.look, self.room_for_threads, self.n)

    @cached_property
    def gutter(self) -> float:
        """Where the lanes begin."""
        return gutter_of(self.look) if self.aligned is None else GUTTERS[self.aligned]

    @cached_property
    def x(self) -> Floats:
        """The middle of each lane: (n,); the first is the rightmost where the text runs to the left."""
        lanes = np.arange(self.n)[::-1] if right_to_left(self.words) else np.arange(self.n)
        return np.asarray(self.gutter + self.look.lane * (lanes + 0.5), dtype=np.float64)

    @cached_property
    def other_lanes(self) -> Ints:
        """All lanes but that of the word that asks."""
        return np.flatnonzero(np.arange(self.n) != self.query)

    @cached_property
    def reading(self) -> Scene:
        """The lanes of the words that a cross-attention reads, where they stand in the decoder itself."""
        return replace(self, words=self.source, asks=self.words, across=True)

    @property
    def width(self) -> float:
        """Width of the figure: the view's, or what the lanes need."""
        return max(self.look.width, self.gutter + MARGINS[self.level] + self.n * self.look.lane)

    @property
    def query(self) -> int:
        """The word that asks."""
        return max(0, min(self.look.query, len(self.asks) - 1))

    def picked(self, sub: Sublayer) -> int:
        """The word read by the selected weight, if that is one of this attention; else −1."""
        pick = self.look.pick
        return -1 if pick is None or self.look.picked not in ("", sub.path) else pick

    def head(self, sub: Sublayer) -> int:
        """The chosen head, as far as this attention has it."""
        return max(0, min(self.look.head, len(self[sub.id("weights")]) - 1))

    def shaded(self, weights: Floats) -> Floats:
        """Where weights stand on their ramp, 0 to 1, as they are wanted to be looked at."""
        return shade(weights, self.look.root)

    def shade_of(self, weight: float) -> float:
        """The same for one weight."""
        return shade_of(weight, self.look.root)

    def coloured(self, node_id: str, values: Floats) -> Floats:
        """What of these values is coloured: of weights their places on the ramp, else themselves."""
        return self.shaded(values) if node_id.endswith("/weights") else values

    def __getitem__(self, node_id: str) -> Array:
        """The values, heads counted through also where they share keys."""
        assert self.snapshot.graph is not None
        return by_head(self.snapshot.graph, node_id, self.snapshot[node_id])

    def has(self, node_id: str) -> bool:
        """Whether the graph has this value."""
        return node_id in self.snapshot

    def held(self, *node_ids: str) -> tuple[Held, ...]:
        """The arrays of these nodes, and what a hand has set in them, as a part of a layer's key."""
        values = self.snapshot.trace.values if self.snapshot.trace is not None else {}
        hands = self.snapshot.state.overrides
        arrays = tuple(Held(values[i]) for i in node_ids)
        return (*arrays, *(Held(hands[i]) for i in node_ids if i in hands)) if hands else arrays

    def by_hand(self, node_id: str) -> NDArray[np.bool_] | None:
        """Which numbers of a value were set by hand, heads counted through; None for none."""
        hand, graph = self.snapshot.state.overrides.get(node_id), self.snapshot.graph
        if hand is None or graph is None or f"{node_id}|computed" not in graph:
            return None
        node = graph[node_id]
        found = np.zeros(node.shape, dtype=bool)
        for index in hand.cells:
            if len(index) == len(node.shape) and all(i < n for i, n in zip(index, node.shape, strict=True)):
                found[index] = True
        found = by_head(graph, node_id, found)
        for head in hand.heads:
            found[head : head + 1] = True
        return found

    def played(self, place: str, *names: str) -> bool:
        """Whether the last of these beats of `place` is done; beats that the model lacks count as done."""
        index = self.timeline.index
        last = max((index[place, name] for name in names if (place, name) in index), default=-1)
        return self.cursor.beat > last or (self.cursor.beat == last and self.cursor.u >= 1.0)

    def begun(self, place: str, *names: str) -> bool:
        """Whether the first of these beats of `place` has started."""
        index = self.timeline.index
        first = min((index[place, name] for name in names if (place, name) in index), default=-1)
        return self.cursor.beat > first or (self.cursor.beat == first and self.cursor.u > 0.0)

    def cell(self, count: int, most: float, share: float = RIBBON_SHARE) -> float:
        """Width of one of `count` cells of a ribbon: whole pixels where there is room: crisp edges."""
        room = min(most, self.look.lane * share / count)
        return float(np.floor(room)) if room >= 2.0 else room


def wire_cell(scene: Scene, width: int) -> float:
    """Cell width of the ribbons on the wire."""
    return scene.cell(width, 12.0)


def half_cell(scene: Scene, count: int) -> float:
    """Cell width of the ribbons beside the wire."""
    room = min(HALF_SHARE, (scene.look.lane - BETWEEN) / (2.0 * scene.look.lane))
    return scene.cell(count, 7.0, room)
