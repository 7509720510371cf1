"""The stage as a figure to export: at one step of the timeline or its end, under a line with its scales."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.engine.label import text
from transformer_lab.errors import LabError
from transformer_lab.figures.easing import settle
from transformer_lab.figures.geometry import mix
from transformer_lab.figures.heads import all_heads, check_index, chosen_head, chosen_query, head_title, sides
from transformer_lab.figures.look import (
    BETWEEN,
    Face,
    Level,
    Look,
    block_number,
    block_path,
    default_look,
    fitting_lane,
    following,
    opened,
)
from transformer_lab.figures.options import Options, slide_shaped
from transformer_lab.figures.picture import Layer, Picture
from transformer_lab.figures.scaling import fitted
from transformer_lab.figures.slide.asked import asked_part
from transformer_lab.figures.slide.far import far_fit, far_look
from transformer_lab.figures.slide.near import near_tower
from transformer_lab.figures.slide.page import Page
from transformer_lab.figures.slide.slide import slide
from transformer_lab.figures.stage import limit_of, stage
from transformer_lab.figures.stage.level import GUTTERS, LEVELS, MARGINS, lane_for
from transformer_lab.figures.stage_head import HEAD, Scale, under_head
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of
from transformer_lab.figures.timeline_track import caption, section_name
from transformer_lab.language import tr

MARGIN_BELOW = 4.0
MOST_HEADS = 4
"""Heads that are told apart by colour."""
FOLDING = 360.0
"""ms in which a block opens in a film"""


def stage_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The stage in the asked size with the chosen block (or the acting one) open.

    It is wider than asked for where the lanes of all words would not fit. Raises LabError for an index out of
    range.
    """
    assert snapshot.graph is not None
    timeline = timeline_of(snapshot.graph)
    cursor = _cursor(timeline, options.step)
    look = _look(snapshot, options, timeline, cursor)
    drawn = _part(snapshot, options, timeline, cursor, look)
    return drawn or _whole(snapshot, options, timeline, cursor, look)


def _whole(snapshot: Snapshot, options: Options, timeline: Timeline, cursor: Cursor, look: Look) -> Picture:
    """The whole at a moment; from far as large as the page."""
    drawn = _at(snapshot, options, timeline, cursor, look)
    return drawn if look.gutter is None else fitted(drawn, (options.width, options.height))


def _part(
    snapshot: Snapshot, options: Options, timeline: Timeline, cursor: Cursor, look: Look
) -> Picture | None:
    """The part at work, where one was asked for or the whole would be too small to read."""
    part = asked_part(snapshot, options, timeline)
    if part is None:
        return None
    page = Page(options.width, options.height, options.title, options.words)
    drawn = slide(snapshot, look, timeline, cursor, part, page, step=options.step is not None)
    return replace(drawn, notes=_spoken(snapshot, timeline, cursor.beat))


def stage_steps(snapshot: Snapshot) -> int:
    """How many steps the stage has."""
    assert snapshot.graph is not None
    return len(timeline_of(snapshot.graph).beats)


def stage_frames(
    snapshot: Snapshot, options: Options, first: int, last: int, delay: int
) -> tuple[int, Callable[[int], Picture]]:
    """The steps `first` to `last` as frames of `delay` ms: how many, and each of them.

    Blocks fold and open softly where the section changes.
    """
    assert snapshot.graph is not None
    timeline = timeline_of(snapshot.graph)
    start = timeline.starts[first]
    beat = timeline.beats[last]
    length = timeline.starts[last] + beat.move + beat.rest - start
    count = max(1, round(length / delay))

    def frame(number: int) -> Picture:
        ms = start + min(length, number * delay + delay / 2.0)
        cursor = timeline.at(ms)
        moment = replace(options, step=cursor.beat)
        look = _look(snapshot, moment, timeline, cursor)
        drawn = _part(snapshot, moment, timeline, cursor, look)
        if drawn is not None:
            since = (ms - timeline.starts[cursor.beat]) / FOLDING if cursor.beat > first else 1.0
            return _changing(snapshot, moment, timeline, drawn, since) if since < 1.0 else drawn
        if cursor.beat > first:
            before = _look(
                snapshot, replace(options, step=cursor.beat - 1), timeline, Cursor(cursor.beat - 1, 1.0)
            )
            look = _between(before, look, settle(min(1.0, (ms - timeline.starts[cursor.beat]) / FOLDING)))
        return _whole(snapshot, moment, timeline, cursor, look)

    return count, frame


def _changing(
    snapshot: Snapshot, moment: Options, timeline: Timeline, drawn: Picture, since: float
) -> Picture:
    """Where a part begins, the one before it fades into it."""
    assert moment.step is not None
    earlier = replace(moment, step=moment.step - 1)
    if asked_part(snapshot, earlier, timeline) == asked_part(snapshot, moment, timeline):
        return drawn
    cursor, share = Cursor(moment.step - 1, 1.0), settle(since)
    before = _part(snapshot, earlier, timeline, cursor, _look(snapshot, earlier, timeline, cursor))
    assert before is not None
    old = (layer._replace(opacity=layer.opacity * (1.0 - share)) for layer in before.layers)
    new = (layer._replace(opacity=layer.opacity * share) for layer in drawn.layers)
    return replace(drawn, layers=(*old, *new))


def _between(a: Look, b: Look, u: float) -> Look:
    openness = tuple(mix(x, y, u) for x, y in zip(a.openness, b.openness, strict=True))
    return b._replace(openness=openness, sentence=mix(a.sentence, b.sentence, u))


def _at(snapshot: Snapshot, options: Options, timeline: Timeline, cursor: Cursor, look: Look) -> Picture:
    drawn = None
    if options.zoom == "near" and options.parts == "auto":
        drawn = near_tower(snapshot, look, timeline, cursor, step=options.step is not None)
    drawn = drawn or stage(snapshot, look, timeline, cursor)
    drawn = replace(drawn, notes=_spoken(snapshot, timeline, cursor.beat))
    drawn = replace(drawn, layers=tuple(_off_edge(layer) for layer in drawn.layers))
    if not options.title:
        return drawn
    place = _place(snapshot, options, look)
    if options.step is None:
        return under_head(drawn, (place,), scales_of(snapshot, look))
    return under_head(drawn, _step_texts(snapshot, timeline, cursor, look), scales_of(snapshot, look))


def _off_edge(layer: Layer) -> Layer:
    """The wash behind the word that asks ends before the edge of a page: no figure looks cut off."""
    washed = layer.key is not None and layer.key[0] == "wash"
    return layer._replace(show=layer.show - MARGIN_BELOW) if washed else layer


def _spoken(snapshot: Snapshot, timeline: Timeline, beat: int) -> str:
    """What happens in a step, and the formula of each value that it brings."""
    assert snapshot.graph is not None
    graph = snapshot.graph
    formulas = [text(graph, node) for node in timeline.beats[beat].nodes if graph[node].op is not None]
    return "\n".join((caption(timeline, beat), *formulas))


def scales_of(snapshot: Snapshot, look: Look) -> tuple[Scale, ...]:
    """The ramps that the stage is coloured by, from the right: attention only where there is some."""
    name = tr("attention, square root") if look.root else tr("attention")
    attention = Scale("seq", 1.0, name, look.root)
    values = Scale("div", limit_of(snapshot), tr("values"))
    return (attention, values) if all_heads(snapshot) else (values,)


def _step_texts(snapshot: Snapshot, timeline: Timeline, cursor: Cursor, look: Look) -> tuple[str, ...]:
    """What a step may be called, longest first: the head before it only where one is at work."""
    beat, operation = timeline.beats[cursor.beat], caption(timeline, cursor.beat)
    section = section_name(beat.section)
    working = next((heads for heads in all_heads(snapshot) if heads.path == beat.place), None)
    first = head_title(working, min(look.head, len(working.names) - 1)) if working else section
    return f"{first} · {operation}", f"{section} · {operation}", operation


def _place(snapshot: Snapshot, options: Options, look: Look) -> str:
    """Block and head that are looked at (across, if two towers are open); empty without attention."""
    if not all_heads(snapshot):
        return ""
    opened_ = {block_path(look, i) for i, openness in enumerate(look.openness) if openness > 0.5}
    seen = [heads.block for heads in all_heads(snapshot) if heads.path.partition("/")[0] in opened_]
    shown = (seen[-1] if look.encoder else seen[0]) if seen else None
    return head_title(*chosen_head(snapshot, shown if options.block is None else options.block, look.head))


def _cursor(timeline: Timeline, step: int | None) -> Cursor:
    count = len(timeline.beats)
    step = count - 1 if step is None else step
    check_index("step", step, count, tr("The timeline"), tr("step"))
    return Cursor(step, 1.0)


def _look(snapshot: Snapshot, options: Options, timeline: Timeline, cursor: Cursor) -> Look:
    height = max(120.0, options.height - (HEAD if options.title else 0.0))
    look = default_look(snapshot, options.width, height)
    look = look._replace(**_asking(snapshot, options), cell=options.cell, manner=options.manner)
    look = look._replace(root=options.ramp == "root")
    look = _faced(_near(look, snapshot, options), snapshot, options)
    if options.step is not None:
        look = following(look, timeline, cursor)
    if (options.block is None and options.head is None) or not all_heads(snapshot):
        return look
    heads, head = chosen_head(snapshot, options.block, look.head if options.head is None else options.head)
    number = block_number(look, heads.path.partition("/")[0])
    openness = opened(look, len(look.openness), number)
    return look._replace(head=head, openness=look.openness if options.block is None else openness)


def _near(look: Look, snapshot: Snapshot, options: Options) -> Look:
    """The look at another zoom; two towers stand beside each other at each but the closest."""
    level = next((level for level in LEVELS if level == options.zoom), None)
    if level is None:
        return look
    if level == "far" and slide_shaped(options.width, options.height):
        head = HEAD if options.title else 0.0
        fit = far_fit(snapshot, options.width, options.height, head)
        return far_look(look, fit, options.width, options.height / fit.factor - head)
    return look._replace(level=level, lane=lane_at(level, snapshot, look.width))


def lane_at(level: Level, snapshot: Snapshot, width: float) -> float:
    """The lane width at which a level shows all words in `width`, or as many as it can."""
    words, source = len(snapshot.words), len(source_words(snapshot.state))
    if level == "middle":
        return fitting_lane(snapshot, width)
    if not source or level == "closest":
        return lane_for(level, width, words)
    return lane_for(level, width - GUTTERS[level] - MARGINS[level] - BETWEEN, words + source)


def _faced(look: Look, snapshot: Snapshot, options: Options) -> Look:
    """With the face that was asked for, and several heads laid over each other, each in its own colour."""
    face: Face = next(face for face in get_args(Face) if face == options.face)
    if not options.heads or not all_heads(snapshot):
        return look._replace(face=face)
    if len(options.heads) > MOST_HEADS:
        raise LabError(tr("--heads names at most {most} heads; more are not told apart.", most=MOST_HEADS))
    for head in options.heads:
        chosen_head(snapshot, options.block, head)
    head = options.heads[0] if options.head is None else options.head
    heads = options.heads if head in options.heads else (head, *options.heads[: MOST_HEADS - 1])
    return look._replace(face=face, head=head, heads=heads if len(heads) > 1 else ())


def _asking(snapshot: Snapshot, options: Options) -> dict[str, Any]:
    """The word that asks: in the encoder one of the source, if a block of it was asked for."""
    if options.block is not None and options.query is not None and all_heads(snapshot):
        heads, _ = chosen_head(snapshot, options.block, None)
        if heads.path.startswith("encoder"):
            count = len(sides(snapshot, heads)[0])
            check_index("query", options.query, count, tr("The source text"), tr("word"))
            return {"source": options.query}
    return {"query": chosen_query(snapshot, options.query)}
