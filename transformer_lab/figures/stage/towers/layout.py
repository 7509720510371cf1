"""Where two towers stand, and how each cross-attention of an open block reaches from one to the other.

The encoder stands at the left. What it knows in the end is its memory. Below that there is one foot for each
cross-attention that is seen: keys and values of the memory, the weights of the word that asks, and under them
the lines along which threads go over to the decoder. A decoder's block is as high as that needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.figures.direction import right_to_left
from transformer_lab.figures.geometry import mix
from transformer_lab.figures.look import BETWEEN, ROOMY, Level, Look
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.stage import output, sentence
from transformer_lab.figures.stage.faces.layout import seen_threads
from transformer_lab.figures.stage.headings import head_room
from transformer_lab.figures.stage.level import MARGINS, gutter_of, level_of
from transformer_lab.figures.stage.near.form import form_of
from transformer_lab.figures.stage.plan import Block, Plan, Sublayer, plan_of
from transformer_lab.figures.stage.rows import FOLDED, FOOT, GAP, LAST_NORM, open_height, rows_of
from transformer_lab.figures.stage.scale import limit_of
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.timeline import Cursor, Timeline

MEMORY, AIR, OFF_THE_LINE = 11.0, 10.0, 8.0
"""Height of the row of the memory, its distance to keys and values, and from far to the line above it."""
READING_Y, FOOT_HEIGHT = 21.0, 56.0
"""Below the top of a foot: where the weights stand, and where it ends."""
LABEL = 28.0
"""From the top of a cross-attention in the decoder to the first line: its name stands there."""
BELOW, FAN = 11.0, 48.0
"""From a foot down to its first line, and from the last line down to the queries."""
NEAR, FAR, ALL_LINES = 9.0, 15.0, 112.0
"""Distance of the lines, and the height that all of them may take."""
LEAST, MOST_THREADS = 50.0, 160.0


@dataclass(frozen=True, eq=False)
class Foot:
    """Where the encoder is read by one cross-attention of a block that is open, in the figure's own y."""

    block: Block
    sub: Sublayer
    openness: float
    top: float
    """of its keys and values"""
    lines: Floats
    """y of each word's line: the nearest word's is the highest, so that lines do not cross (n,)"""
    low: float
    """where threads end, above the queries"""

    @property
    def bottom(self) -> float:
        """Where the threads leave it."""
        return self.top + FOOT_HEIGHT


@dataclass(frozen=True, eq=False)
class Towers:
    """Both towers at one moment."""

    encoder: Scene
    decoder: Scene
    left: float
    """x at which the decoder begins"""
    memory: float
    """y of the memory"""
    feet: tuple[Foot, ...]
    tall: float = MEMORY
    """height of the row of the memory"""

    def reading(self, foot: Foot) -> Scene:
        """The scene of a foot: words of the decoder ask, the lanes are those of the encoder."""
        look = self.encoder.look._replace(query=self.decoder.look.query)
        return replace(self.encoder, look=look, asks=self.decoder.words, across=True)

    @cached_property
    def query_x(self) -> Floats:
        """The lanes of the decoder in the figure: (n,)."""
        return self.decoder.x + self.left

    @property
    def width(self) -> float:
        """Width of the figure."""
        return self.left + self.decoder.width

    @property
    def encoder_end(self) -> float:
        """Where the encoder ends."""
        plain = self.memory + self.tall + FOOT
        return max([plain, *(mix(plain, foot.bottom, foot.openness) for foot in self.feet)])

    @property
    def decoder_end(self) -> float:
        """Where the decoder ends."""
        from transformer_lab.figures.stage.compose import foot_of

        return foot_of(self.decoder) + 6.0


def towers_of(snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor) -> Towers:
    """Both towers. The snapshot must have values."""
    assert snapshot.graph is not None
    encoder, decoder = plan_of(snapshot.graph).towers
    count, missing = len(encoder.blocks), len(encoder.blocks) + len(decoder.blocks) - len(look.openness)
    openness = (*look.openness, *(0.0,) * missing)
    source = source_words(snapshot.state)
    heads = head_room(snapshot, look.lane)
    threads = _threads(encoder, decoder, look, heads, len(source))

    level = level_of(look)
    lanes = max(len(source), len(snapshot.words)) if level == "near" else len(snapshot.words)

    def scene(plan: Plan, words: tuple[str, ...], query: int, part: tuple[float, ...]) -> Scene:
        wide = tower_width(look, lanes if plan is decoder else len(words), level)
        own = look._replace(width=wide, query=query, openness=part, level=level)
        read = source if plan is decoder else ()
        limit = limit_of(snapshot)
        return Scene(snapshot, own, plan, timeline, cursor, limit, threads, words, words, heads, source=read)

    left = scene(encoder, source, look.source, openness[:count])
    right = scene(decoder, snapshot.words, look.query, openness[count:])
    memory = _end_of(left)
    if level != "middle":
        memory += OFF_THE_LINE if level == "far" else 0.0
        return Towers(left, right, left.width + BETWEEN, memory, (), memory_height(left))
    feet, drops = _feet(right, memory, source)
    end = memory
    for foot in reversed(feet):  # the memory stands where it is read first; the wires carry it down
        memory = mix(memory, max(end, foot.top - MEMORY - AIR), foot.openness)
    return Towers(left, replace(right, drops=drops), left.width + BETWEEN, memory, feet)


def tower_width(look: Look, words: int, level: Level) -> float:
    """Width of a tower of so many words."""
    return gutter_of(look._replace(level=level)) + MARGINS[level] + words * look.lane


def memory_height(scene: Scene) -> float:
    """Height of the row of the memory: from near as tall as its numbers."""
    if scene.level != "near" or scene.plan.memory is None:
        return MEMORY
    return form_of(scene.look.lane, scene[scene.plan.memory].shape[1], scene.look.manner.decimals).tall


def _end_of(scene: Scene) -> float:
    """Where the last block of a tower ends, with the gap below it."""
    from transformer_lab.figures.stage.compose import tops_of

    return tops_of(scene)[-1]


def _feet(
    scene: Scene, memory: float, source: tuple[str, ...]
) -> tuple[tuple[Foot, ...], tuple[tuple[float, ...], ...]]:
    """The feet that the decoder's open blocks need, and how high each row is in which threads come over."""
    y = scene.head_room + scene.look.sentence * (sentence.band_height(scene) + GAP)
    floor = memory + MEMORY + AIR
    feet: list[Foot] = []
    drops: list[tuple[float, ...]] = []
    for block, openness in zip(scene.plan.blocks, scene.look.openness, strict=True):
        own: tuple[float, ...] = ()
        for sub in (sub for sub in block.sublayers if sub.kind == "cross"):
            foot, top = _foot(scene, block, sub, y, floor, own, source)
            own = (*own, foot.low - top)
            floor = mix(floor, float(foot.lines.max()) + BELOW, openness)
            feet += [replace(foot, openness=openness)] if openness > 0.0 else []
        drops.append(own)
        y += mix(FOLDED, open_height(block, scene.room.area, own), openness) + GAP
    return tuple(feet), tuple(drops)


def _foot(
    scene: Scene,
    block: Block,
    sub: Sublayer,
    y: float,
    floor: float,
    before: tuple[float, ...],
    source: tuple[str, ...],
) -> tuple[Foot, float]:
    """One foot below `floor`, for a block whose frame begins at `y`; and where its row begins."""
    rows = rows_of(block, scene.room.area, before)
    top = y + next(row.y for row in rows if row.kind == "cross" and row.sub == sub)
    first = float(np.ceil(max(top + LABEL, floor + FOOT_HEIGHT + BELOW)))
    spread = seen_threads(scene.look)
    step, last = spacing(len(source)) * spread, len(source) - 1
    places = np.arange(last + 1, dtype=float)
    lines = first + step * (places if right_to_left(source) else places[::-1])
    low = float(np.ceil(mix(top + LABEL, first + step * last + FAN, spread)))
    return Foot(block, sub, 1.0, first - BELOW - FOOT_HEIGHT, lines, low), top


def spacing(words: int) -> float:
    """Distance of the lines: 9 to 15, less where there are too many for that."""
    fair = min(FAR, max(NEAR, ALL_LINES / max(1, words)))
    return fair if words * NEAR <= 2.0 * ALL_LINES else 2.0 * ALL_LINES / words


def _threads(encoder: Plan, decoder: Plan, look: Look, heads: float, words: int) -> float:
    """Height of the threads inside the towers: what a view leaves when a block of the decoder is open, and
    where there is room the last one of the encoder.
    """
    folded = FOLDED + GAP
    read = max((open_height(block, LEAST) for block in encoder.blocks[-1:]), default=0.0)
    open_ = read + GAP - folded if look.height >= ROOMY else 0.0
    floor = len(encoder.blocks) * folded + open_ + MEMORY + AIR + FOOT_HEIGHT + BELOW
    lines = spacing(words) * max(0, words - 1) + FAN
    above = (len(decoder.blocks) - 1) * folded
    tallest = max((above + _tall(block, floor - above, lines) for block in decoder.blocks), default=0.0)
    used = heads + tallest + GAP + (output.CARDS if decoder.output else 0.0) + 12.0
    used += LAST_NORM if decoder.last_norm else 0.0
    room = LEAST + (look.height - used) // 2 * 2
    return float(min(MOST_THREADS, max(LEAST, room)))


def _tall(block: Block, floor: float, lines: float) -> float:
    """Height of an open block whose first line must not lie above `floor`, with the least threads."""
    rows = rows_of(block, LEAST)
    tops = [row.y for row in rows if row.kind == "cross"]
    drops = [max(LABEL, floor - top if not i else 0.0) + lines for i, top in enumerate(tops)]
    return open_height(block, LEAST, tuple(drops))


def scenes(towers: Towers) -> Iterator[tuple[Scene, float, str]]:
    """Each tower's scene with its x and its name."""
    yield towers.encoder, 0.0, "encoder"
    yield towers.decoder, towers.left, "decoder"
