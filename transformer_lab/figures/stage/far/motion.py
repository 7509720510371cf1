"""What moves from far: calm, one block after another. An amber bar fills, threads and strips come up."""

from __future__ import annotations

from transformer_lab.figures.easing import settle
from transformer_lab.figures.picture import Item, Layer, Rects, table
from transformer_lab.figures.stage.far.around import STRIP_Y, wordy
from transformer_lab.figures.stage.far.block import (
    beats_of,
    heads_of,
    last_wire,
    map_items,
    share_done,
    thread_items,
)
from transformer_lab.figures.stage.far.form import form_of
from transformer_lab.figures.stage.far.size import BAND
from transformer_lab.figures.stage.far.strips import strips
from transformer_lab.figures.stage.plan import Block
from transformer_lab.figures.stage.ribbon import faded
from transformer_lab.figures.stage.scene import Scene

BAR_X, BAR = 6.0, 3.0


def far_motion(scene: Scene, tops: tuple[float, ...]) -> tuple[Layer, ...]:
    """The layer of the section under the cursor; none if nothing moves."""
    beat, u = scene.timeline.beats[scene.cursor.beat], scene.cursor.u
    if beat.section == "output":
        return ()
    if beat.section == scene.plan.band:
        return _band(scene, tops[0])
    block = next((b for b in scene.plan.blocks if b.path == beat.section), None)
    if block is None or (u >= 1.0 and scene.cursor.beat == beats_of(scene, block)[-1]):
        return ()
    box = (0.0, 0.0, scene.width, form_of(scene).height)
    return (Layer(None, box, lambda: _block(scene, block), tops[block.number + 1]),)


def _block(scene: Scene, block: Block) -> tuple[Item, ...]:
    """How far the block has come, and what comes up in this moment."""
    beat, u = scene.timeline.beats[scene.cursor.beat], scene.cursor.u
    share = settle(u)
    form = form_of(scene)
    items = list(_bar(share_done(scene, block), form.height))
    sub = block.attention
    if sub is not None and (beat.place, beat.name) == (sub.path, "softmax") and 0.0 < u < 1.0:
        heads = heads_of(scene, block)
        items += thread_items(scene, sub, heads, share)
        items += faded(map_items(scene, sub, heads), share)
    if scene.cursor.beat == beats_of(scene, block)[-1] and 0.0 < u < 1.0:
        items += faded(strips(scene, last_wire(block), form.strip_y, tall=form.strip), share)
    return tuple(items)


def _bar(share: float, height: float) -> tuple[Item, ...]:
    room = height - 12.0
    return (
        Rects(table([BAR_X], 6.0, BAR, room), fill="well", radius=1.5),
        Rects(table([BAR_X], 6.0, BAR, max(1.0, room * share)), fill="now_fill", radius=1.5),
    )


def _band(scene: Scene, top: float) -> tuple[Layer, ...]:
    """Vectors of words appear lane by lane over the beats of the sentence."""
    beats = scene.timeline.sections[scene.plan.band]
    here, u = scene.cursor
    if u >= 1.0 and here == beats[-1]:
        return ()
    share = (beats.index(here) + u) / len(beats)
    box = (0.0, 0.0, scene.width, BAND)
    lanes = int(share * scene.n)
    return (
        Layer(None, box, lambda: (*_bar(share, BAND), *strips(scene, wordy(scene), STRIP_Y, lanes)), top),
    )
