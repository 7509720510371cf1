"""One part of the stage on a page: its head, the words, and below them what happens to their vectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.figures.by_head import told
from transformer_lab.figures.direction import facing
from transformer_lab.figures.look import Look
from transformer_lab.figures.picture import Layer, Picture
from transformer_lab.figures.slide import cross, output
from transformer_lab.figures.slide.body import RISE, Body, body_of, wash_layer, wires_layer
from transformer_lab.figures.slide.enlarge import enlarged_layer
from transformer_lab.figures.slide.head import head_layer, height_of
from transformer_lab.figures.slide.lanes import lanes_note, lanes_notice
from transformer_lab.figures.slide.page import Page, scene_on
from transformer_lab.figures.slide.part import Part, title_of, tower_of
from transformer_lab.figures.slide.scene import SlideScene
from transformer_lab.figures.stage.headings import heads_height, heads_layer
from transformer_lab.figures.stage.plan import plan_of
from transformer_lab.figures.stage.said import said as described
from transformer_lab.figures.stage.scale import limit_of
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.timeline import Cursor, Timeline
from transformer_lab.language import tr

LOWEST = 60.0
"""A part with few rows stands so much below the words, in pixels of the stage."""
MOST_STRETCH = 3.0
"""Strips become at most so much taller than wide."""


def slide(
    snapshot: Snapshot,
    look: Look,
    timeline: Timeline,
    cursor: Cursor,
    part: Part,
    page: Page,
    *,
    step: bool = False,
) -> Picture:
    """The part on the page, its title with what happens in it if `step`.

    Raises LabError for words that do not exist.
    """
    draw = cross.crossing if part.kind == "cross" else _tower
    drawn, said = draw(snapshot, look, timeline, cursor, part, page)
    title = title_of(snapshot, part, look)
    notice = " · ".join(text for text in (title, said) if text)
    layers = tuple(drawn)
    if page.titled:
        brief = title_of(snapshot, part, look, brief=True)
        texts = _texts(title, brief, timeline.beats[cursor.beat].title if step else "")
        layers += (head_layer(page, texts, limit_of(snapshot), timeline, part, look.root),)
    told_ = tr("The figure shows one part, “{part}”, in type that can be read.", part=notice)
    words = described(scene_in(snapshot, look, timeline, cursor, part.section))[1]
    return Picture((page.width, page.height), layers, title, words, notice=told_)


def _texts(title: str, brief: str, step: str) -> tuple[str, ...]:
    """What the head may say, longest first."""
    step = step[:1].lower() + step[1:]
    found = ((title, step), (brief, step), (step or brief,))
    return tuple(" · ".join(word for word in words if word) for words in found)


def scene_in(snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor, section: str) -> Scene:
    """The tower in which a section lies, as a scene."""
    assert snapshot.graph is not None
    plan, read = tower_of(plan_of(snapshot.graph), section)
    words = source_words(snapshot.state) if read else snapshot.words
    look = look._replace(query=look.source if read else look.query)
    limit = limit_of(snapshot)
    return Scene(snapshot, look, plan, timeline, cursor, limit, 0.0, words, words, 0.0)


def _tower(
    snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor, part: Part, page: Page
) -> tuple[Iterator[Layer], str]:
    whole = scene_in(snapshot, look, timeline, cursor, part.section)
    lanes = page.lanes(whole.words, whole.query, page.words)
    scene = scene_on(page, whole, lanes)
    high = heads_height(scene.words, lanes.lane, scene.words_at) if page.worded else RISE
    scene = replace(scene, head_room=high)
    top = height_of(page)
    room = (page.foot - top) / page.factor - high
    body = output.body(scene, room, page) if part.kind == "output" else body_of(scene, part, room)
    note = lanes_note(lanes, whole.n, look.manner.first, high) if page.worded else ()
    layers = (
        *placed(scene, body, page, top, room),
        *(enlarged_layer(each, page.scale(), top) for each in note),
    )
    assert snapshot.graph is not None
    said = lanes_notice(lanes, whole.n, look.manner.first)
    return iter(layers), said


def placed(scene: SlideScene, body: Body, page: Page, top: float, room: float) -> Iterator[Layer]:
    """Wash, body and words, each at its size."""
    assert scene.snapshot.graph is not None
    plain = page.scale()
    stretch = min(MOST_STRETCH, max(1.0, room / body.height)) if body.grows else 1.0
    yield enlarged_layer(wash_layer(scene, (page.foot - top) / page.factor), plain, top)
    below = top + scene.head_room * page.factor
    lower = min(LOWEST, max(0.0, room - body.height * stretch) / 2.0) if body.grows else 0.0
    if lower > 1.0:
        ends = (body.height * stretch + lower, room)
        spans = ((-RISE, lower - RISE * stretch), ends)
        yield enlarged_layer(wires_layer(scene, spans, "around"), plain, below)
    for layer in facing(told(scene.snapshot.graph, body.layers), scene.words):
        yield enlarged_layer(layer, page.scale(stretch), below + lower * page.factor)
    for layer in facing(heads_layer(scene) if page.worded else (), scene.words):
        yield enlarged_layer(layer, plain, top)
