"""The stage for a slide: the attention of one block alone, large enough for the back of a room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.by_head import told
from transformer_lab.figures.direction import facing
from transformer_lab.figures.heads import all_heads, chosen_head
from transformer_lab.figures.legibility import READABLE
from transformer_lab.figures.look import GUTTER, MARGIN, Look, block_number
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Layer, Picture
from transformer_lab.figures.scaling import fitted
from transformer_lab.figures.stage.compose import scene_of, sections
from transformer_lab.figures.stage.headings import heads_layer, wash_layer
from transformer_lab.figures.stage.rows import FOOT, rows_of
from transformer_lab.figures.stage.said import said
from transformer_lab.figures.timeline import Timeline
from transformer_lab.language import tr

SMALLEST_TYPE = 11.0
"""of the stage, in its own pixels"""
NARROWEST = 40.0
"""The lane below which weights have no room for their percents."""
LEAST_THREADS = 48.0
LOW = 6.0
"""below the frame"""

Finish = Callable[[Picture], Picture]


def check_part(snapshot: Snapshot, options: Options) -> None:
    """Raises LabError where the attention cannot stand alone."""
    if not may_part(snapshot):
        raise LabError(tr("--parts attention shows models of one tower with attention: leave it away."))
    if options.zoom != "middle" or options.step is not None:
        raise LabError(tr("--parts attention has neither --zoom nor --step: leave it away."))


def may_part(snapshot: Snapshot) -> bool:
    """Whether the attention of a block can stand alone."""
    return bool(all_heads(snapshot)) and not snapshot.state.model.encoder


def stage_part(
    snapshot: Snapshot, options: Options, look: Look, timeline: Timeline, finish: Finish
) -> Picture:
    """The words, keys and values, weights, threads, queries and what is mixed, of the block that is open.

    It is laid out on a smaller page, whose smallest type is then 18 points, or nearer to it than before.
    `finish` puts the line with the scales over it, while it is small.
    """
    heads, _ = chosen_head(snapshot, options.block, options.head)
    points = min(options.width / 720.0, options.height / 540.0)
    factor = max(1.0, READABLE * points / SMALLEST_TYPE)
    width = max(options.width / factor, GUTTER + MARGIN + NARROWEST * len(snapshot.words))
    height = max(options.height / factor, options.height / options.width * width)
    number = block_number(look, heads.path.partition("/")[0])
    lane = (width - GUTTER - MARGIN) / len(snapshot.words)
    small = look._replace(width=width, height=height, lane=lane, openness=(1.0,), sentence=0.0)
    drawn = _attention(snapshot, small, timeline, number, heads.path, finish)
    return fitted(drawn, (options.width, options.height))


def _attention(
    snapshot: Snapshot, look: Look, timeline: Timeline, number: int, path: str, finish: Finish
) -> Picture:
    """One block of which nothing but one attention is left; threads take all the height there is."""
    scene = scene_of(snapshot, look, timeline, timeline.end)
    block = scene.plan.blocks[number]
    block = replace(block, sublayers=tuple(sub for sub in block.sublayers if sub.path == path))
    plan = replace(scene.plan, blocks=(block,), output=False, last_norm=False)
    head = finish(Picture((look.width, look.height), ())).size[1] - look.height
    rest = scene.head_room + rows_of(block, 0.0)[-1].bottom + FOOT + LOW
    look = look._replace(height=max(look.height, head + rest + LEAST_THREADS))
    threads = look.height - head - rest
    scene = replace(scene, look=look, plan=plan, room_for_threads=threads)
    foot = look.height - head
    layers: tuple[Layer, ...] = (
        wash_layer(scene, foot - LOW),
        *sections(scene, (scene.head_room, scene.head_room, foot)),
        *heads_layer(scene),
    )
    assert snapshot.graph is not None
    layers = facing(told(snapshot.graph, layers), scene.words)
    return finish(Picture((look.width, foot), layers, *said(scene)))
