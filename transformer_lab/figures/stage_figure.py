"""The stage as a figure to export: at one step of the timeline or at its end."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import all_heads, check_index, chosen_head, chosen_query
from transformer_lab.figures.look import Look, default_look
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage import stage
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of
from transformer_lab.language import tr


def stage_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The stage in the asked size, its chosen block open. Raises LabError for an index out of range."""
    assert snapshot.graph is not None
    timeline = timeline_of(snapshot.graph)
    return stage(snapshot, _look(snapshot, options), timeline, _cursor(timeline, options.step))


def _cursor(timeline: Timeline, step: int | None) -> Cursor:
    count = len(timeline.beats)
    step = count - 1 if step is None else step
    check_index("step", step, count, tr("The timeline"), tr("step"))
    return Cursor(step, 1.0)


def _look(snapshot: Snapshot, options: Options) -> Look:
    look = default_look(snapshot, options.width, options.height)
    look = look._replace(query=look.query if options.query is None else chosen_query(snapshot, options.query))
    if (options.block is None and options.head is None) or not all_heads(snapshot):
        return look
    heads, head = chosen_head(snapshot, options.block, options.head)
    openness = tuple(float(i == heads.block) for i in range(len(look.openness)))
    return look._replace(head=head, openness=look.openness if options.block is None else openness)
