"""The stage: every section at its place, over it what moves. A pure function of snapshot, look and cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.engine.graph import Graph
from transformer_lab.figures.by_head import told
from transformer_lab.figures.direction import facing
from transformer_lab.figures.easing import part
from transformer_lab.figures.geometry import mix
from transformer_lab.figures.look import Level, Look
from transformer_lab.figures.picture import Layer, Picture
from transformer_lab.figures.stage import next_cards, output, sentence
from transformer_lab.figures.stage.block import ROWS, row_key
from transformer_lab.figures.stage.cards import invitation
from transformer_lab.figures.stage.extent import band_height, gap_of, height_of, open_band, output_height
from transformer_lab.figures.stage.far.motion import far_motion
from transformer_lab.figures.stage.far.sections import far_sections
from transformer_lab.figures.stage.folded import GONE, folded_layer
from transformer_lab.figures.stage.frame import (
    Span,
    frame_layer,
    gap_spans,
    title_layer,
    wire_layer,
    wire_spans,
)
from transformer_lab.figures.stage.headings import heads_height, heads_layer, wash_layer
from transformer_lab.figures.stage.last_norm import last_layers
from transformer_lab.figures.stage.last_row import last_height
from transformer_lab.figures.stage.level import level_of
from transformer_lab.figures.stage.motion.acting import moving_and_acting
from transformer_lab.figures.stage.near.band import near_band
from transformer_lab.figures.stage.near.motion import near_motion
from transformer_lab.figures.stage.near.table import beats_of, near_rows_of
from transformer_lab.figures.stage.plan import Block, Plan, plan_of
from transformer_lab.figures.stage.rows import APPEAR, FOLDED, FOOT, GAP, LAST_NORM, Row, threads_height
from transformer_lab.figures.stage.said import said
from transformer_lab.figures.stage.scale import limit_of
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.timeline import Beat, Cursor, Timeline

SAG = 4.0
"""Rings and pills stand out of their row by this much."""


def scene_of(snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor) -> Scene:
    """What the parts of the stage draw from. The snapshot must have values."""
    assert snapshot.graph is not None
    plan = plan_of(snapshot.graph)
    missing = len(plan.blocks) - len(look.openness)
    look = look._replace(openness=(*look.openness, *(0.0,) * missing))
    words, head_room = snapshot.words, heads_height(snapshot.words, look.lane)
    threads = _threads(plan, look.height, head_room)
    return Scene(snapshot, look, plan, timeline, cursor, limit_of(snapshot), threads, words, words, head_room)


@lru_cache(maxsize=8)
def _threads(plan: Plan, height: float, heads: float) -> float:
    foot = GAP + (output.HEIGHT if plan.output else 0.0) + (LAST_NORM if plan.last_norm else 0.0)
    return threads_height(plan, height, heads + foot)


def stage(
    snapshot: Snapshot,
    look: Look,
    timeline: Timeline | None,
    cursor: Cursor | None,
    *,
    in_words: bool = True,
) -> Picture:
    """The figure at one moment. An empty text gives an invitation to type.

    `in_words` adds title and description, which nobody reads of a passing frame.
    """
    if snapshot.graph is None or timeline is None:
        state = snapshot.state
        return invitation(look, bool(state.model.encoder) and not source_words(state))
    if plan_of(snapshot.graph).towers:
        from transformer_lab.figures.stage.towers import picture  # late: most models have one tower

        return picture(snapshot, look, timeline, cursor or timeline.end, in_words=in_words)
    scene = scene_of(snapshot, look, timeline, cursor or timeline.end)
    layers, size = _turning(scene) if look.turn < 1.0 and look.before else still_layers(scene)
    return Picture(size, layers, *(said(scene) if in_words else ()))


Laid = tuple[tuple[Layer, ...], tuple[float, float]]
"""Layers, and the size of the figure."""


def still_layers(scene: Scene, tops: tuple[float, ...] = ()) -> Laid:
    """Everything at one level; `tops` are given while the level changes."""
    if scene.level == "closest":
        from transformer_lab.figures.stage.closest.page import closest_layers  # late: few come this close

        return closest_layers(scene)
    foot = max(foot_of(scene), scene.look.height)
    tops = tops or tops_of(scene)
    layers = (
        wash_layer(scene, foot),
        *SECTIONS[scene.level](scene, tops),
        *MOTIONS[scene.level](scene, tops),
        *heads_layer(scene),
    )
    assert scene.snapshot.graph is not None
    return facing(told(scene.snapshot.graph, layers), scene.words), (scene.width, foot)


def _turning(scene: Scene) -> Laid:
    """Between two levels: sections move to their new places while one drawing fades into the other."""
    look, share = scene.look, scene.look.turn
    level = level_of(look)
    old, new = (
        replace(scene, look=look._replace(level=each, before=None, turn=1.0), aligned=level)
        for each in (look.before, level)
    )
    tops = tuple(mix(a, b, share) for a, b in zip(tops_of(old), tops_of(new), strict=True))
    (before, small), (after, large) = still_layers(old, tops), still_layers(new, tops)
    layers = (
        *(layer._replace(opacity=layer.opacity * (1.0 - share)) for layer in before),
        *(layer._replace(opacity=layer.opacity * share) for layer in after),
    )
    return layers, (mix(small[0], large[0], share), mix(small[1], large[1], share))


def tops_of(scene: Scene) -> tuple[float, ...]:
    """Where the sentence band, each block and the output begin."""
    y = scene.head_room
    tops, gap = [y], gap_of(scene)
    y += band_height(scene) + gap * min(1.0, scene.look.sentence)
    for block, openness in zip(scene.plan.blocks, scene.look.openness, strict=False):
        tops.append(y)
        y += height_of(scene, block, openness) + gap
    return (*tops, y + last_height(scene))


def foot_of(scene: Scene) -> float:
    """Height of the whole figure."""
    return tops_of(scene)[-1] + output_height(scene)


def sections(scene: Scene, tops: tuple[float, ...]) -> Iterator[Layer]:
    """The band of the sentence, the blocks and the next words of one tower."""
    yield from _band(scene, tops[0])
    for block, openness, top in zip(scene.plan.blocks, scene.look.openness, tops[1:-1], strict=False):
        yield from block_layers(scene, block, top, openness)
    yield from last_layers(scene, tops[-1])
    if scene.plan.output:
        foot = next_cards.TOP if scene.plan.cards else output.CIRCLE_Y
        yield wire_layer(scene, "output", 0, ((-GAP, foot),), tops[-1], 1e9)
        draw = next_cards.cards_layer if scene.plan.cards else output.output_layer
        yield draw(scene, tops[-1])


def _band(scene: Scene, top: float) -> Iterator[Layer]:
    openness = scene.look.sentence
    if openness > 0.0:
        height = open_band(scene)
        yield wire_layer(scene, "sentence", 0, ((-GAP, height),), top, height * openness)
        yield frame_layer(scene, "sentence", 0, top, height * openness, 1.0, openness == 1.0)
        if scene.level == "near":
            yield from near_band(scene, top, openness, height * openness, moving=False)
        else:
            yield from sentence.sentence_layers(scene, top, openness)


def block_layers(scene: Scene, block: Block, top: float, openness: float) -> Iterator[Layer]:
    """The layers of one block, from its frame up."""
    height = height_of(scene, block, openness)
    rows = scene.rows(block)
    full = rows[-1].bottom + FOOT
    yield frame_layer(scene, "block", block.number, top, height, openness, openness in (0.0, 1.0))
    spans = SPANS[scene.level](block, rows, full) if openness > 0.0 else ((-GAP, FOLDED),)
    yield wire_layer(scene, "block", block.number, spans, top, height)
    if openness < GONE:
        yield folded_layer(scene, block, top, openness)
    if openness > APPEAR[0]:
        yield from ROW_LAYERS[scene.level](scene, block, top, openness, height)
    yield title_layer(scene, block, top, openness)


def _rows(scene: Scene, block: Block, top: float, openness: float, show: float) -> Iterator[Layer]:
    shown = [row for row in scene.rows(block) if row.y < show]
    yield from (row_layer(scene, row, block, top, openness, show) for row in shown)


def row_layer(scene: Scene, row: Row, block: Block, top: float, openness: float, show: float) -> Layer:
    """One row of an open block; `show` cuts it at the frame while the block folds."""
    box = (0.0, row.y - SAG, scene.width, row.height + 2.0 * SAG)
    key = row_key(scene, row, block)
    return Layer(key, box, lambda: ROWS[row.kind].draw(scene, row, block), top, part(openness, *APPEAR), show)


ROW_LAYERS: Mapping[Level, Callable[[Scene, Block, float, float, float], Iterable[Layer]]] = MappingProxyType(
    {"middle": _rows, "near": near_rows_of}
)
"""The rows of an open block; from far there is none, and the closest level shows one number."""
SPANS: Mapping[Level, Callable[[Block, tuple[Row, ...], float], tuple[Span, ...]]] = MappingProxyType(
    {"middle": wire_spans, "near": gap_spans}
)
"""Where the wire of an open block is seen."""
SECTIONS: Mapping[Level, Callable[[Scene, tuple[float, ...]], Iterable[Layer]]] = MappingProxyType(
    {"far": far_sections, "middle": sections, "near": sections}
)
MOTIONS: Mapping[Level, Callable[[Scene, tuple[float, ...]], Iterable[Layer]]] = MappingProxyType(
    {"far": far_motion, "middle": moving_and_acting, "near": near_motion}
)
"""What rests and what moves, for each level."""


def block_at(snapshot: Snapshot, look: Look, x: float, y: float) -> int | None:
    """The block whose frame holds the point (x, y), both towers counted through, or None."""
    if snapshot.graph is None:
        return None
    if plan_of(snapshot.graph).towers:
        from transformer_lab.figures.stage.towers import block_under

        return block_under(snapshot, look, x, y)
    return block_in(_still(snapshot.graph, snapshot, look), y)


def block_in(scene: Scene, y: float) -> int | None:
    """The block of one tower whose frame holds the height `y`, or None."""
    for block, openness, top in zip(
        scene.plan.blocks, scene.look.openness, tops_of(scene)[1:-1], strict=False
    ):
        if top <= y < top + height_of(scene, block, openness):
            return block.number
    return None


def section_spans(snapshot: Snapshot, look: Look) -> dict[str, tuple[float, float]]:
    """Top and bottom of each section (``sentence``, ``block.0`` …, ``output``), for a camera that follows."""
    if snapshot.graph is None:
        return {}
    if plan_of(snapshot.graph).towers:
        from transformer_lab.figures.stage.towers import spans

        return spans(snapshot, look)
    return spans_of(_still(snapshot.graph, snapshot, look))


def spans_of(scene: Scene) -> dict[str, tuple[float, float]]:
    """Top and bottom of each section of one tower."""
    tops, gap = tops_of(scene), gap_of(scene)
    names = (scene.plan.band, *(block.path for block in scene.plan.blocks), "output")
    ends = (*tops[1:], foot_of(scene))
    tops = (*tops[:-1], tops[-1] - last_height(scene))
    ends = (*ends[:-2], tops[-1], ends[-1])
    return {name: (a, max(a, b - gap)) for name, a, b in zip(names, tops, ends, strict=True)}


def row_span(snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor) -> tuple[float, float]:
    """Top and bottom of what the beat under the cursor moves, for a camera that follows."""
    beat = timeline.beats[cursor.beat]
    if snapshot.graph is not None and plan_of(snapshot.graph).towers:
        from transformer_lab.figures.stage.towers import acting

        return acting(snapshot, look, timeline, cursor)
    return rows_acting(scene_of(snapshot, look, timeline, cursor), beat)


def rows_acting(scene: Scene, beat: Beat) -> tuple[float, float]:
    """Top and bottom of the rows of one tower that a beat moves."""
    top, bottom = spans_of(scene)[beat.section]
    for block, first in zip(scene.plan.blocks, tops_of(scene)[1:-1], strict=False):
        own = [r for r in scene.rows(block) if r.sub is not None and r.sub.path == beat.place]
        if scene.level == "near":  # a sublayer is taller than the view: only what this beat writes
            own = [r for r in own if beat.name in beats_of(r)] or own
        opened = scene.look.openness[block.number] >= 1.0 and scene.level != "far"
        if block.path == beat.section and own and opened:
            return first + own[0].y, first + own[-1].bottom
    return top, bottom


def _still(graph: Graph, snapshot: Snapshot, look: Look) -> Scene:
    from transformer_lab.figures.timeline import timeline_of

    timeline = timeline_of(graph)
    return scene_of(snapshot, look, timeline, timeline.end)
