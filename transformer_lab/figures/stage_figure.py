"""The stage as a figure to export: at one step of the timeline or its end, under a line with its scales."""

from __future__ import annotations

from typing import Literal, NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import all_heads, check_index, chosen_head, chosen_query, head_title
from transformer_lab.figures.look import Look, default_look, following
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Layer, Picture, Texts, table
from transformer_lab.figures.scales import bar_width, colour_bar
from transformer_lab.figures.stage import limit_of, stage
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of
from transformer_lab.figures.timeline_track import caption, section_name
from transformer_lab.language import tr

HEAD = 44.0
"""Height of the line over the stage."""
BAR, SMALL = 72.0, 12


class Scale(NamedTuple):
    """A ramp, its largest value, and what it colours."""

    ramp: Literal["seq", "div"]
    end: float
    name: str


def stage_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The stage in the asked size with the chosen block (or the acting one) open.

    It is wider than asked for where the lanes of all words would not fit. Raises LabError for an index out of
    range.
    """
    assert snapshot.graph is not None
    timeline = timeline_of(snapshot.graph)
    cursor = _cursor(timeline, options.step)
    look = _look(snapshot, options, timeline, cursor)
    drawn = stage(snapshot, look, timeline, cursor)
    if not options.title:
        return drawn
    place = _place(snapshot, options, look)
    if options.step is None:
        return under_head(drawn, (place,), _scales(snapshot))
    return under_head(drawn, _step_texts(timeline, cursor, place), _scales(snapshot))


def under_head(drawn: Picture, texts: tuple[str, ...], scales: tuple[Scale, ...]) -> Picture:
    """A stage moved down; over it the first of `texts` that fits, and the scales of its ramps."""
    width, height = drawn.size
    key = ("stage-figure", "head", texts, scales, width)
    head = Layer(key, (0.0, 0.0, width, HEAD), lambda: _head(texts, scales, width))
    moved = (layer._replace(dy=layer.dy + HEAD) for layer in drawn.layers)
    return Picture((width, height + HEAD), (*moved, head), drawn.title, drawn.description)


def _scales(snapshot: Snapshot) -> tuple[Scale, ...]:
    """The ramps that the stage is coloured by, from the right: attention only where there is some."""
    attention = Scale("seq", 1.0, tr("attention"))
    values = Scale("div", limit_of(snapshot), tr("values"))
    return (attention, values) if all_heads(snapshot) else (values,)


def _head(texts: tuple[str, ...], scales: tuple[Scale, ...], width: float) -> tuple[Item, ...]:
    """The place at the left; at the right what colours mean: “values −2 ▮ +2  attention 0 ▮ 1”."""
    items: list[Item] = []
    x, y = width - 16.0, 17.0
    for ramp, end, name in scales:
        low, reach = bar_width(ramp, end, BAR, SMALL)
        if x - reach - low - 8.0 - approximate(name, "regular", SMALL) < 8.0:
            break  # a single word makes a narrow stage
        x -= reach
        items += colour_bar(ramp, end, x, y, BAR, 9.0, SMALL)
        x -= low + 8.0
        items.append(Texts((name,), table(x, y + 9.0), SMALL, color="ink2", anchor="end"))
        x -= approximate(name, "regular", SMALL) + 26.0
    for text in texts:
        if text and approximate(text, "medium", 15) <= x - 16.0:
            items.append(Texts((text[:1].upper() + text[1:],), table(16.0, y + 10.0), 15, "medium"))
            break
    return tuple(items)


def _step_texts(timeline: Timeline, cursor: Cursor, place: str) -> tuple[str, ...]:
    """What a step may be called, longest first: the place before it only where a head is at work."""
    beat, operation = timeline.beats[cursor.beat], caption(timeline, cursor.beat)
    section = section_name(beat.section)
    first = place if place and "/attn" in beat.place else section
    return f"{first} · {operation}", f"{section} · {operation}", operation


def _place(snapshot: Snapshot, options: Options, look: Look) -> str:
    """Block and head that are looked at; empty if the model has no attention."""
    if not all_heads(snapshot):
        return ""
    opened = [i for i, open_ in enumerate(look.openness) if open_ > 0.5]
    attending = {heads.block for heads in all_heads(snapshot)}
    block = options.block if options.block is not None else next((i for i in opened if i in attending), None)
    return head_title(*chosen_head(snapshot, block, look.head))


def _cursor(timeline: Timeline, step: int | None) -> Cursor:
    count = len(timeline.beats)
    step = count - 1 if step is None else step
    check_index("step", step, count, tr("The timeline"), tr("step"))
    return Cursor(step, 1.0)


def _look(snapshot: Snapshot, options: Options, timeline: Timeline, cursor: Cursor) -> Look:
    height = max(120.0, options.height - (HEAD if options.title else 0.0))
    look = default_look(snapshot, options.width, height)
    look = look._replace(query=chosen_query(snapshot, options.query))
    if options.step is not None:
        look = following(look, timeline, cursor)
    if (options.block is None and options.head is None) or not all_heads(snapshot):
        return look
    heads, head = chosen_head(snapshot, options.block, options.head)
    openness = tuple(float(i == heads.block) for i in range(len(look.openness)))
    return look._replace(head=head, openness=look.openness if options.block is None else openness)
