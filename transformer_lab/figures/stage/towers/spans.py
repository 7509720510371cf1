"""Where the sections of two towers stand: for a camera that follows, and for what lies under a pointer."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.look import Look
from transformer_lab.figures.stage.compose import block_in, rows_acting, spans_of
from transformer_lab.figures.stage.towers.layout import Towers, towers_of
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of

Span = tuple[float, float]


def still(snapshot: Snapshot, look: Look) -> Towers:
    """Both towers at the end of the run: places do not depend on the moment."""
    assert snapshot.graph is not None
    timeline = timeline_of(snapshot.graph)
    return towers_of(snapshot, look, timeline, timeline.end)


def block_under(snapshot: Snapshot, look: Look, x: float, y: float) -> int | None:
    """The block whose frame holds the point, counted through both towers, or None."""
    towers = still(snapshot, look)
    if towers.decoder.level == "closest":
        return None
    scene = towers.decoder if x >= towers.left else towers.encoder
    found = block_in(scene, y)
    return found if found is None or x < towers.left else found + look.encoder


def spans(snapshot: Snapshot, look: Look) -> dict[str, Span]:
    """Top and bottom of each section of both towers."""
    return _spans(still(snapshot, look))


def _spans(towers: Towers) -> dict[str, Span]:
    encoder = {name: span for name, span in spans_of(towers.encoder).items() if name != "output"}
    memory = {"memory": (towers.memory, towers.memory + towers.tall)}
    return {**encoder, **memory, **spans_of(towers.decoder)}


def acting(snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor) -> Span:
    """Top and bottom of what the beat under the cursor moves."""
    towers, beat = towers_of(snapshot, look, timeline, cursor), timeline.beats[cursor.beat]
    if beat.section == "memory":
        return _spans(towers)["memory"]
    own = {block.path for block in towers.encoder.plan.blocks} | {towers.encoder.plan.band}
    span = rows_acting(towers.encoder if beat.section in own else towers.decoder, beat)
    foot = next((foot for foot in towers.feet if foot.sub.path == beat.place), None)
    return span if foot is None else (min(span[0], foot.top), max(span[1], foot.low))
