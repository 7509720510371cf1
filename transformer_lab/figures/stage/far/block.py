"""A block from far: its title, the maps of its heads, their threads, and what leaves it as strips."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from transformer_lab.figures.heads import Heads
from transformer_lab.figures.picture import Floats, Item, Layer, Rects, Texts, table
from transformer_lab.figures.stage.far.form import BETWEEN, HEIGHT, form_of
from transformer_lab.figures.stage.far.strips import empty_strips, strips
from transformer_lab.figures.stage.folded import DASHES, SHOWN_HEADS
from transformer_lab.figures.stage.frame import titled
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.route import straight
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.threads import links
from transformer_lab.figures.thumbnails import Thumbnail, thumbnails
from transformer_lab.language import tr

LEFT, RIGHT = 16.0, 12.0
FAINTEST = 0.08
"""Fainter links are not drawn."""


def last_wire(block: Block) -> str:
    """What a block hands on."""
    if not block.sublayers:
        return block.source
    sub = block.sublayers[-1]
    return sub.norm_after or sub.wire


def shown_heads(count: int, chosen: int) -> tuple[int, ...]:
    """At most four heads: the first ones, the chosen one in any case."""
    first = list(range(min(SHOWN_HEADS, count)))
    return tuple(first) if chosen in first or chosen >= count else (*first[:-1], chosen)


def heads_of(scene: Scene, block: Block) -> tuple[int, ...]:
    """The heads of a block that are shown; none without attention."""
    sub = block.attention
    return () if sub is None else shown_heads(len(scene[sub.id("weights")]), scene.look.head)


def strongest(weights: Floats) -> Floats:
    """Of (t, s) weights only the largest of each row; all others 0."""
    known = np.nan_to_num(weights, nan=0.0)
    top = np.zeros_like(known)
    rows = np.arange(len(known))
    best = known.argmax(1)
    top[rows, best] = known[rows, best]
    return top


def thread_items(scene: Scene, sub: Sublayer, heads: tuple[int, ...], strength: float = 1.0) -> list[Item]:
    """One thread for each word and head shown, to the word that it looks at most."""
    weights, form = scene[sub.id("weights")], form_of(scene)
    thin = min(1.0, 0.3 + 0.7 * form.height / HEIGHT)
    items: list[Item] = []
    for place, head in reversed(list(enumerate(heads))):
        alone = len(weights) == 1
        items += links(
            strongest(weights[head]),
            straight(scene.x, form.span),
            "out" if alone else f"heads.{place}",
            lambda w: (0.6 + 3.0 * w) * thin,
            lambda w: (0.10 + 0.62 * w) * strength,
            (sub.id("weights"), head),
            FAINTEST,
            () if alone or scene.look.lane < 24.0 else DASHES[place],
        )
    return items


def map_items(scene: Scene, sub: Sublayer, heads: tuple[int, ...]) -> tuple[Item, ...]:
    """The maps of the heads shown, in the gutter, each under a line of its head's colour."""
    count = len(scene[sub.id("weights")])
    whole = Heads(0, sub.path, ("",) * count)
    form = form_of(scene, len(heads))
    side = form.side
    left = scene.gutter - 16.0 - len(heads) * side - (len(heads) - 1) * BETWEEN
    x = left + np.arange(len(heads)) * (side + BETWEEN)
    y = (form.height - side) / 2.0 + (1.0 if form.two_lines else 0.5)
    places = [Thumbnail(whole, head, float(at), y, side) for head, at in zip(heads, x, strict=True)]
    above, thick = (4.0, 2.0) if form.two_lines else (2.0, 1.5)
    lines = (
        Rects(table([at], y - above, side, thick), fill="out" if count == 1 else f"heads.{place}", radius=1.0)
        for place, at in enumerate(x)
    )
    return (*lines, *thumbnails(scene.snapshot, places, "root" if scene.look.root else ""))


def title_items(scene: Scene, block: Block, begun: bool, chosen: bool) -> tuple[Item, ...]:
    """The name of a block, and how many of its heads are shown if not all."""
    name = titled(block.number, scene.snapshot.state.block_names.get(block.path, ""), 66.0)
    ink = ("ink" if chosen else "ink2") if begun else "ink3"
    form = form_of(scene)
    middle = form.height / 2.0
    base = middle + (1.0 if form.two_lines else 4.5)
    title = Texts((name,), table([LEFT + 4.0], base), 13, "semibold" if chosen else "regular", ink)
    sub = block.attention
    count = 0 if sub is None else len(scene[sub.id("weights")])
    if count <= SHOWN_HEADS or not form.two_lines:
        return (title,)
    said = tr("{count} heads", count=count)
    return title, Texts((said,), table([LEFT + 4.0], middle + 16.0), 11, "regular", "ink3")


def block_items(scene: Scene, block: Block) -> tuple[Item, ...]:
    """All of a block that rests: what of it has been played."""
    sub, heads, form = block.attention, heads_of(scene, block), form_of(scene)
    looked = sub is not None and scene.played(sub.path, "softmax")
    items: list[Item] = [
        Rects(table([LEFT], form.height - 1.0, scene.width - LEFT - RIGHT, 1.0), fill="line"),
        *title_items(scene, block, begun(scene, block), is_chosen(scene, block)),
    ]
    if sub is not None and looked:
        items += [*thread_items(scene, sub, heads), *map_items(scene, sub, heads)]
    ready = done(scene, block)
    shown = (form.strip_y, form.strip)
    filled = strips(scene, last_wire(block), shown[0], tall=shown[1])
    items += filled if ready else empty_strips(scene, *shown)
    return tuple(items)


def beats_of(scene: Scene, block: Block) -> tuple[int, ...]:
    """The numbers of a block's beats."""
    return scene.timeline.sections.get(block.path, ())


def share_done(scene: Scene, block: Block) -> float:
    """How much of a block has been played, 0 to 1, each beat by its time."""
    beats = beats_of(scene, block)
    if not beats:
        return 1.0
    starts, moves = scene.timeline.starts, scene.timeline.beats
    first, last = starts[beats[0]], starts[beats[-1]] + moves[beats[-1]].move
    return float(min(1.0, max(0.0, (scene.timeline.time(scene.cursor) - first) / (last - first))))


def done(scene: Scene, block: Block) -> bool:
    """Whether all of a block has been played."""
    beats = beats_of(scene, block)
    return not beats or scene.cursor >= (beats[-1], 1.0)


def begun(scene: Scene, block: Block) -> bool:
    """Whether something of a block has been played."""
    beats = beats_of(scene, block)
    return not beats or scene.cursor > (beats[0], 0.0)


def is_chosen(scene: Scene, block: Block) -> bool:
    """Whether this is the block that is looked at: it would be open at a nearer level."""
    return scene.look.openness[block.number] > 0.5


def far_block(scene: Scene, block: Block, top: float) -> Layer:
    """The layer of one block."""
    sub = block.attention
    weights = () if sub is None else (sub.id("weights"),)
    looked = sub is not None and scene.played(sub.path, "softmax")
    flags = (looked, done(scene, block), begun(scene, block), is_chosen(scene, block))
    form = form_of(scene)
    place = (scene.gutter, scene.look.lane, scene.n, scene.width, scene.limit, heads_of(scene, block), form)
    nodes = (*weights, last_wire(block))
    key: tuple[Hashable, ...] = (
        "far",
        block.number,
        scene.snapshot.state.block_names.get(block.path),
        *scene.held(*nodes),
        *place,
        *flags,
        scene.look.root,
    )
    return Layer(key, (0.0, 0.0, scene.width, form.height), lambda: block_items(scene, block), top)
