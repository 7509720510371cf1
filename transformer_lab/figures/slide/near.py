"""Near by, two towers are far wider than a page: the one at work is shown alone."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.look import Look, block_path
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.slide.part import tower_of
from transformer_lab.figures.stage.compose import still_layers
from transformer_lab.figures.stage.plan import plan_of
from transformer_lab.figures.stage.said import said
from transformer_lab.figures.stage.towers import towers_of
from transformer_lab.figures.timeline import Cursor, Timeline
from transformer_lab.language import tr


def near_tower(
    snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor, *, step: bool
) -> Picture | None:
    """The tower of the step, without one that of the block that is open; None where there is one tower."""
    assert snapshot.graph is not None
    plan = plan_of(snapshot.graph)
    if not plan.towers:
        return None
    opened = [block_path(look, i) for i, openness in enumerate(look.openness) if openness > 0.5]
    section = timeline.beats[cursor.beat].section if step or not opened else opened[-1]
    _, read = tower_of(plan, section)
    towers = towers_of(snapshot, look, timeline, cursor)
    scene = towers.encoder if read else towers.decoder
    layers, size = still_layers(scene)
    name = tr("The figure shows the encoder alone.") if read else tr("The figure shows the decoder alone.")
    return Picture(size, layers, *said(scene), notice=name)
