"""From near: values are weighed word by word, travel down, and meet in the mix of the word that asks."""

from __future__ import annotations

from functools import partial

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.easing import part, travel
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.picture import Cells, Floats, Item, Rects, Ref, table
from transformer_lab.figures.stage.near import gutter
from transformer_lab.figures.stage.near.attention import door
from transformer_lab.figures.stage.near.cells import texts_of
from transformer_lab.figures.stage.near.lines import EQUALS, TIMES, Line, Part, fitting, texts
from transformer_lab.figures.stage.near.margin import slot_sums
from transformer_lab.figures.stage.near.reveal import vector_row, vectors, written
from transformer_lab.figures.stage.near.rows import MOST_PRODUCTS, PRODUCT
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.ribbon import faded
from transformer_lab.figures.stage.route import Route, on_way, straight
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.threads import chosen
from transformer_lab.language import tr

WEIGHED, ARRIVED = 0.45, 0.9
"""When all values have been weighed, and when they have arrived; the rest is adding them up."""
CARD = 0.94
"""The part of its lane that a card of products may fill."""


def _sub(row: Row) -> Sublayer:
    assert row.sub is not None
    return row.sub


def row_products(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Each value times the weight of its word: slot by slot where there are few, else as a vector."""
    sub = _sub(row)
    done = part(share, 0.0, WEIGHED)
    name = gutter.named(scene, tr("Weighed"), row.y + 15.0, done > 0.0, gutter.WV)
    weights = scene[sub.id("weights")][scene.head(sub), scene.query]
    values = scene[sub.id("v")][scene.head(sub)]
    if values.shape[1] > MOST_PRODUCTS:
        products = np.nan_to_num(weights)[:, None] * values
        return (*name, *vectors(scene, sub.id("v"), products, row.y, done, "out", scene.head(sub)))
    return (*name, *_cards(scene, row, weights, values, done), *slot_sums(scene, sub, row, share))


def _cards(scene: Scene, row: Row, weights: Floats, values: Floats, share: float) -> tuple[Item, ...]:
    """A card for each word: “0.434 × 2 = 0.869” for every slot."""
    count = written(share, scene.n).begun
    if not count:
        return ()
    lines, size = product_lines(scene, _sub(row), weights, values)
    width = min(scene.look.lane * CARD, 168.0)
    lanes = np.arange(count)
    box = table(scene.x[lanes] - width / 2.0, np.full(count, row.y), width, row.height)
    items: list[Item] = [Rects(box, fill="canvas", stroke="line2", width=1.0, radius=6.0)]
    slots = values.shape[1]
    for slot in range(slots):
        own = [lines[i * slots + slot] for i in lanes]
        items += texts(own, scene.x[lanes].tolist(), row.y + 18.0 + slot * PRODUCT, size)
    return tuple(items)


def product_lines(scene: Scene, sub: Sublayer, weights: Floats, values: Floats) -> tuple[list[Line], int]:
    """One line for each word and slot, in the fullest way that fits every card."""
    places = scene.look.manner.decimals
    read = texts_of(values, places, 1e9)
    slots = values.shape[1]
    to = partial(asked, scene, sub)

    def factors(weight: str, i: int, k: int) -> Line:
        value = Part(read[i * slots + k], "value", door=door(scene, sub, "v", i, k))
        return Part(weight, "out", door=to("weights", i)), TIMES, value, EQUALS

    def lines(decimals: int, whole: bool) -> list[Line]:
        return [
            (
                *((Part(fixed(weights[i], decimals), "out", door=to("weights", i)), TIMES) if whole else ()),
                *(
                    (Part(read[i * slots + k], "value", door=door(scene, sub, "v", i, k)), EQUALS)
                    if whole
                    else ()
                ),
                Part(fixed(np.nan_to_num(weights[i]) * values[i, k], decimals), "ink", door=to("mixed", k)),
            )
            for i in range(len(values))
            for k in range(slots)
        ]

    room = min(scene.look.lane * CARD, 168.0) - 10.0
    found, size = fitting((lines(places, True), lines(2, True), lines(2, False)), room)
    return list(found), size


def asked(scene: Scene, sub: Sublayer, name: str, place: int) -> Cell:
    """A number of the word that asks: what a product is made of, or what it is added to."""
    return door(scene, sub, name, scene.query, place)


def row_flow(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """The threads of the word that asks; what moves are the values alone, each down its own thread."""
    sub = _sub(row)
    if not scene.played(sub.path, "softmax"):
        return ()
    if 0.0 < share < 1.0:
        on = travel(part(share, WEIGHED, ARRIVED))
        return faded(_pills(scene, sub, row, on), min(1.0, 12.0 * on, 12.0 * (1.0 - on))) if on else ()
    weights = scene[sub.id("weights")][scene.head(sub)]
    route = _route(scene, sub, row)
    ref = (sub.id("weights"), scene.head(sub))
    return chosen(weights, scene.query, route, ref, root=scene.look.root)


def _route(scene: Scene, sub: Sublayer, row: Row) -> Route:
    """Down from the words that are read to those that ask."""
    read = scene.reading.x if sub.kind == "cross" else scene.x
    return straight(read, (row.y, row.bottom), scene.x)


def _pills(scene: Scene, sub: Sublayer, row: Row, on: float) -> tuple[Item, ...]:
    """Weighed values in capsules with amber borders."""
    weights = np.nan_to_num(scene[sub.id("weights")][scene.head(sub), scene.query])
    keys = np.flatnonzero(weights > 0.0)
    if not len(keys):
        return ()
    values = scene[sub.id("v")][scene.head(sub)][keys] * weights[keys, None]
    route = _route(scene, sub, row)
    centres = on_way(route(np.full(len(keys), scene.query), keys), on)
    count = values.shape[1]
    cell, height = min(24.0, 56.0 / count), 16.0
    left, top = centres[:, 0] - count * cell / 2.0, centres[:, 1] - height / 2.0
    box = table(left - 3.0, top - 3.0, np.full(len(keys), count * cell + 6.0), height + 6.0)
    ref = Ref(sub.id("v"), np.stack([np.full(len(keys), scene.head(sub)), keys], -1), "c")
    size = table(np.full(len(keys), cell), height)
    return (
        Rects(box, fill="canvas", stroke="now_fill", width=1.75, radius=5.0),
        Cells(values[:, None, :], table(left, top), size, limit=scene.limit, ref=ref),
    )


def row_mix(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """What the word that asks has gathered; the mixes of other words stand back."""
    sub = _sub(row)
    done = part(share, ARRIVED, 1.0)
    name = gutter.named(scene, tr("Mix"), row.y + 13.0, share > 0.0, gutter.SUMMED, "out")
    own = vector_row(scene, sub.id("mixed"), row.y, float(done >= 1.0), "out", scene.head(sub), scene.query)
    return (*name, *own)


def row_output(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """The joined heads, times the output matrix where there is one."""
    sub = _sub(row)
    whole = scene.has(sub.id("W_O"))
    formula = gutter.product(scene, "W_O", "out", "m") if whole else ()
    name = gutter.named(
        scene, tr("Output") if whole else tr("Joined"), row.y + 13.0, share > 0.0, formula, "out"
    )
    return (*name, *vector_row(scene, sub.out, row.y, share, "out"))
