"""A and B on the lanes of the stage: of every block weights, threads and ribbons of both and B − A.

`which` says what is drawn: all three over each other (“On the stage”) or the difference alone (“B − A”).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import index_of
from transformer_lab.figures.compare.attention_pair import Maps, maps_of
from transformer_lab.figures.compare.bars import bars_heading, paired, paired_bars
from transformer_lab.figures.compare.changes import moved, whole_percents
from transformer_lab.figures.compare.changes import said as size_said
from transformer_lab.figures.compare.naming import left_out
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.compare.strands import LEAST, strands
from transformer_lab.figures.compare.strips import (
    ALL,
    ONLY,
    PITCH,
    SHARE_PITCH,
    Kind,
    Share,
    Which,
    letters,
    of_head,
    ribbons,
    shares,
)
from transformer_lab.figures.direction import facing
from transformer_lab.figures.heads import all_heads
from transformer_lab.figures.look import Look
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.names import array_name
from transformer_lab.figures.numbers import signed
from transformer_lab.figures.picture import Item, Layer, Picture, Rects, Texts, table
from transformer_lab.figures.plates.board import Box
from transformer_lab.figures.stage.compose import scene_of
from transformer_lab.figures.stage.headings import heads_layer, wash_layer
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.timeline import timeline_of
from transformer_lab.language import tr

TITLE, BETWEEN, FOOT, THREADS, ABOVE = 34.0, 14.0, 18.0, 128.0, 22.0
BARS = 8
Build = Callable[[], tuple[Item, ...]]
Mode = Literal["stage", "difference"]


def stack(pair: Pair, look: Look, mode: Mode) -> Picture:
    """The figure as wide as the view of `look`, as high as it needs. Both snapshots must have values."""
    assert pair.b.graph is not None
    timeline = timeline_of(pair.b.graph)
    look = look._replace(level="middle", before=None, turn=1.0)
    scene = scene_of(pair.b, look, timeline, timeline.end)
    if scene.plan.towers:
        from transformer_lab.figures.compare.two_stacks import two_stacks  # it stands on what is here

        return two_stacks(pair, scene.look, mode)
    layers, y = column(scene, pair, mode)
    last = foot_layer(scene, pair, mode, y)
    foot = max(y + last.box[3], look.height)
    shown = facing((wash_layer(scene, y), *layers, last, *heads_layer(scene)), scene.words)
    return Picture((scene.width, foot), shown, tr("What changed from A to B"))


def key_of(scene: Scene, pair: Pair, mode: Mode, name: str) -> tuple[Hashable, ...]:
    """Under which a part of the stack is kept."""
    return f"compare {mode}", name, pair, scene.look._replace(scroll=0.0, openness=(), pick=None)


def column(scene: Scene, pair: Pair, mode: Mode) -> tuple[tuple[Layer, ...], float]:
    """The blocks of a tower below its words, and where the last one ends."""
    which = which_of(mode)
    layers: list[Layer] = []
    y = scene.head_room
    for block in scene.plan.blocks:
        height = block_height(scene, pair, block, which)
        box, key = (0.0, 0.0, scene.width, height), key_of(scene, pair, mode, block.path)
        layers.append(Layer(key, box, _block(scene, pair, block, which), y))
        y += height + BETWEEN
    return tuple(layers), y


def foot_layer(scene: Scene, pair: Pair, mode: Mode, y: float) -> Layer:
    """The next words of both, and what could not be subtracted."""
    box = (0.0, 0.0, scene.width, foot_height(pair, scene))
    return Layer(key_of(scene, pair, mode, "foot"), box, _foot(scene, pair), y)


def which_of(mode: Mode) -> tuple[Which, ...]:
    """What is drawn of each value."""
    return ALL if mode == "stage" else ONLY


def kinds(scene: Scene, block: Block) -> tuple[Kind, ...]:
    """The groups of ribbons of a block, from top to bottom; the attention's own come after its threads."""
    found: list[Kind] = []
    for sub in block.sublayers:
        if sub.kind in ("attention", "cross"):
            head, above = scene.head(sub), tr("Cross-attention") if sub.kind == "cross" else ""
            found.append(Kind(tr("Query"), sub.id(sub.asks), "query", head, above))
            found.append(Kind(tr("Mix"), sub.id("mixed"), "out", head))
        wire = sub.norm_after or sub.wire
        found.append(Kind(array_name(sub.wire), wire, "residual"))
    return tuple(found)


def changed(pair: Pair, block: Block) -> bool:
    """Whether anything in a block differs enough to be seen, or is only in B."""
    assert pair.b.graph is not None
    nodes = [i for i in pair.b.graph.below(block.path) if pair.b.graph[i].kind != "parameter"]
    size = moved(pair, tuple(nodes))
    return bool(np.isnan(size) or size >= 0.0005) or any(not pair.shared(i).all() for i in nodes[:1])


def block_height(scene: Scene, pair: Pair, block: Block, which: tuple[Which, ...]) -> float:
    """Height of a block: a line for one that is the same."""
    if not changed(pair, block):
        return TITLE
    groups = sum(bool(kind.above) * ABOVE + len(which) * PITCH + BETWEEN for kind in kinds(scene, block))
    attends = block.attention is not None
    return (
        TITLE + attends * (len(which) * SHARE_PITCH + threads_room(scene, pair, block, which)) + groups + FOOT
    )


def threads_room(scene: Scene, pair: Pair, block: Block, which: tuple[Which, ...]) -> float:
    """Height of the threads; where only differences are drawn and none is, none is kept free."""
    sub = block.attention
    if which != ONLY or sub is None:
        return THREADS
    gap = of_head(pair, sub.id("weights"), scene.head(sub))[2][scene.query]
    return THREADS if (np.abs(np.nan_to_num(gap)) > LEAST).any() else BETWEEN


def _block(scene: Scene, pair: Pair, block: Block, which: tuple[Which, ...]) -> Build:
    def build() -> tuple[Item, ...]:
        name = _title(scene, pair, block)
        if not changed(pair, block):
            return name
        y, items = TITLE, [*name, *wires(scene, block_height(scene, pair, block, which))]
        if block.attention is not None:
            items += _attention(scene, pair, block.attention, which, y)
            y += len(which) * SHARE_PITCH + threads_room(scene, pair, block, which)
        for kind in kinds(scene, block):
            if kind.above:
                items.append(Texts((kind.above,), table([20.0], y + 12.0), 12, "medium"))
                y += ABOVE
            items += ribbons(scene, pair, kind, y, which)
            y += len(which) * PITCH + BETWEEN
        return tuple(items)

    return build


def _title(scene: Scene, pair: Pair, block: Block) -> tuple[Item, ...]:
    wire = block.sublayers[-1].wire if block.sublayers else block.source
    size, name = size_said(moved(pair, (wire,))), tr("Block {n}", n=block.number + 1)
    return title(scene, name, size, quiet=not changed(pair, block))


def title(scene: Scene, name: str, size: str, *, quiet: bool) -> tuple[Item, ...]:
    """A line with the name of a part and how far it changed."""
    line = Rects(table([12.0], 4.0, scene.width - 24.0, 1.0), fill="line")
    inks = ("ink3", "ink3") if quiet else ("ink", "ink2")
    long = approximate(name, "semibold", 13) + 10.0 + approximate(size, "regular", 12)
    right = max(scene.gutter - 8.0, 20.0 + long)
    return (
        line,
        Texts((name,), table([20.0], 24.0), 13, "semibold", inks[0]),
        Texts((size,), table([right], 24.0), 12, "regular", inks[1], "end"),
    )


def wires(scene: Scene, height: float) -> tuple[Item, ...]:
    """The lanes below a title."""
    box = table(scene.x - 0.5, np.full(scene.n, TITLE), 1.0, height - TITLE)
    return (Rects(box, fill="line2", opacity=0.6),)


def _attention(
    scene: Scene, pair: Pair, sub: Sublayer, which: tuple[Which, ...], y: float
) -> tuple[Item, ...]:
    """Three rows of weights, and the threads of the word that asks."""
    low = y + len(which) * SHARE_PITCH
    lines = strands(scene, pair, sub, _maps(scene, pair, sub), (low - 2.0, low + THREADS - 12.0), which)
    return *lines, *weight_rows(scene, pair, sub, which, y)


def _maps(scene: Scene, pair: Pair, sub: Sublayer) -> Maps:
    heads = next(h for h in all_heads(pair.b) if h.path == sub.path)
    return maps_of(pair, heads, scene.head(sub))


def weight_rows(
    scene: Scene, pair: Pair, sub: Sublayer, which: tuple[Which, ...], y: float
) -> tuple[Item, ...]:
    """The weights of the word that asks, in A, in B and their difference, with their names."""
    rows = share_rows(_maps(scene, pair, sub), pair, scene, sub, which)
    return *shares(scene, rows, sub.id("weights"), scene.head(sub), y), *letters(scene, y, which)


def share_rows(
    maps: Maps, pair: Pair, scene: Scene, sub: Sublayer, which: tuple[Which, ...]
) -> tuple[Share, ...]:
    """The row of the word that asks in A, in B and as points of percent."""
    assert pair.b.graph is not None
    q, node, head = scene.query, sub.id("weights"), scene.head(sub)
    a, b, gap, alone = (part[q] for part in of_head(pair, node, head))
    old, new = whole_percents(pair, node, index_of(pair.b.graph, node, (head, q, 0))[:-1])
    none = np.zeros(len(b), dtype=bool)
    both = maps.gap.hidden[q]
    points = tuple(signed(n - o) if o >= 0 else "" for o, n in zip(old, new, strict=True))
    before = np.nan_to_num(a, nan=0.0)
    made = {
        "A": Share("A", tuple(f"{o}%" for o in old), before, both & ~alone, alone, 1.0),
        "B": Share("B", tuple(f"{n}%" for n in new), b, maps.b.hidden[q], none, 1.0),
        "B − A": Share(
            "B − A", points, np.nan_to_num(gap, nan=0.0), both, alone & ~maps.b.hidden[q], maps.gap.limit
        ),
    }
    return tuple(made[each] for each in which)


def foot_height(pair: Pair, scene: Scene) -> float:
    """Height of the next words and of what could not be subtracted."""
    found = paired(pair, scene.query, BARS)
    return 30.0 * bool(left_out(pair)) + (TITLE + len(found.order) * 21.0 + 24.0 if found else 24.0)


def _foot(scene: Scene, pair: Pair) -> Build:
    def build() -> tuple[Item, ...]:
        found, notice = paired(pair, scene.query, BARS), left_out(pair)
        items: list[Item] = []
        y = 4.0
        if notice:
            items.append(Texts((notice,), table([20.0], y + 16.0), 12, color="ink2"))
            y += 30.0
        if found is not None:
            name, key = bars_heading(pair, scene.query)
            wide = min(460.0, scene.look.width - 40.0)
            items.append(Texts((name,), table([20.0], y + 18.0), 13, "semibold"))
            items.append(Texts((key,), table([20.0 + wide], y + 18.0), 12, color="ink2", anchor="end"))
            items += paired_bars(found, Box(20.0, y + 28.0, wide, len(found.order) * 21.0), 12, 21.0)
        return tuple(items)

    return build


def both_have_values(a: Snapshot | None, b: Snapshot) -> bool:
    """Whether there is something to compare."""
    return a is not None and a.trace is not None and b.trace is not None
