"""Rows of an attention from near: vectors, scores step by step, weights, and the values that they weigh."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.geometry import circle
from transformer_lab.figures.numbers import fixed, short
from transformer_lab.figures.picture import Floats, Hatch, Ints, Item, Rects, Ref, Stamps, Texts, table
from transformer_lab.figures.stage import weights as weights_of
from transformer_lab.figures.stage.attention_rows import turned
from transformer_lab.figures.stage.near import gutter
from transformer_lab.figures.stage.near.cells import single_width, singles, texts_of
from transformer_lab.figures.stage.near.form import SINGLE
from transformer_lab.figures.stage.near.lines import (
    DIVIDED,
    EQUALS,
    TIMES,
    UP,
    Line,
    Part,
    fitting,
    summed,
    texts,
)
from transformer_lab.figures.stage.near.margin import CHECK, before_softmax, exponents, row_totals
from transformer_lab.figures.stage.near.reveal import (
    empty_singles,
    single_frame,
    vector_row,
    vectors,
    written,
)
from transformer_lab.figures.stage.near.rows import LINE
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

ROOM = 0.96
"""The part of its lane that a line of arithmetic may fill."""


def row_queries(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Queries: that of the word that asks is the loud one."""
    sub = _sub(row)
    name = gutter.named(
        scene, tr("Query"), row.y + 13.0, share > 0.0, gutter.product(scene, "W_Q", "query"), "query"
    )
    node, values = _turned(scene, sub, "q", sub.asks)
    return (*name, *vectors(scene, node, values, row.y, share, "query", scene.head(sub), scene.query))


def row_keys(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Keys."""
    sub = _sub(row)
    name = gutter.named(
        scene, tr("Key"), row.y + 13.0, share > 0.0, gutter.product(scene, "W_K", "key"), "key"
    )
    node, values = _turned(scene, sub, "k", sub.keys)
    return (*name, *vectors(scene, node, values, row.y, share, "key", scene.head(sub)))


def _turned(scene: Scene, sub: Sublayer, name: str, after: str) -> tuple[str, Floats]:
    """Queries or keys as they are by now; while they turn, those of the first words have turned already."""
    head, beat = scene.head(sub), scene.timeline.beats[scene.cursor.beat]
    done = turned(scene, sub, name, after)
    values = scene[sub.id(done)][head]
    if done == after or (beat.place, beat.name) != (sub.path, "turn") or scene.cursor.u <= 0.0:
        return sub.id(done), values
    turns = np.arange(len(values)) < scene.cursor.u * len(values)
    return sub.id(after), np.where(turns[:, None], scene[sub.id(after)][head], values)


def row_values(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Values."""
    sub = _sub(row)
    name = gutter.named(
        scene, tr("Value"), row.y + 13.0, share > 0.0, gutter.product(scene, "W_V", "value"), "value"
    )
    return (*name, *vector_row(scene, sub.id("v"), row.y, share, "value", scene.head(sub)))


def _sub(row: Row) -> Sublayer:
    assert row.sub is not None
    return row.sub


def stepped(
    scene: Scene,
    row: Row,
    node: str,
    variants: Sequence[Sequence[Line]],
    share: float,
    lanes: Ints,
    ramp: Literal["div", "seq"] = "div",
    results: float | None = None,
) -> tuple[Item, ...]:
    """A line of arithmetic and its result for each of `lanes`, one lane after the other.

    `variants` are ways to write the lines, the fullest first. With `results` the cells follow by themselves.
    """
    sub, y = _sub(row), row.y + LINE
    progress = written(share, len(lanes))
    ready = progress.results() if results is None else written(results, len(lanes)).full
    lines, size = fitting(variants, scene.look.lane * ROOM)
    said = texts(lines[: progress.begun], scene.x[lanes[: progress.begun]].tolist(), row.y + 15.0, size)
    numbers = weights_of.row(scene, sub, node)[lanes[:ready]]  # type: ignore[arg-type]
    index = _index(scene, sub, lanes[:ready])
    heavy = () if scene.look.pick is None or node != "weights" else (scene.look.pick,)
    cells = singles(scene, sub.id(node), numbers, lanes[:ready], y, index, ramp, heavy)
    at_work = progress.now if results is None else written(results, len(lanes)).now
    frame = single_frame(scene, int(lanes[at_work]), y) if at_work is not None else ()
    return (*said, *empty_singles(scene, lanes[ready:], y), *cells, *frame)


def _index(scene: Scene, sub: Sublayer, lanes: Ints) -> Ints:
    return np.stack([np.full(len(lanes), scene.head(sub)), np.full(len(lanes), scene.query), lanes], -1)


def row_scores(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """The query times each key, slot by slot."""
    sub = _sub(row)
    head = scene.head(sub)
    query, keys = scene[sub.id(sub.asks)][head, scene.query], scene[sub.id(sub.keys)][head]
    name = gutter.named(scene, tr("Score"), row.y + 15.0, share > 0.0, gutter.QK)
    lines = score_lines(scene, sub, query, keys)
    return (*name, *stepped(scene, row, "scores", lines, share, np.arange(scene.n)))


def score_lines(scene: Scene, sub: Sublayer, query: Floats, keys: Floats) -> tuple[list[Line], ...]:
    """As products; as the sum of them; as the largest two and how many more there are."""
    places = scene.look.manner.decimals
    with np.errstate(over="ignore", invalid="ignore"):
        products = query * keys
    asks = texts_of(query, places, 1e9)
    reads = texts_of(keys, places, 1e9)
    width = len(query)
    rows = [reads[i * width : (i + 1) * width] for i in range(len(keys))]
    doors = [door(scene, sub, "scores", scene.query, i) for i in range(len(keys))]
    whole = [_products(scene, sub, asks, row, i) for i, row in enumerate(rows)] if width <= 4 else []
    pairs = list(zip(products, doors, strict=True))
    sums = [summed(row.tolist(), 2, doors=[to] * width) for row, to in pairs] if width <= 8 else []
    most = [_largest(row, to) for row, to in pairs]
    return tuple(lines for lines in (whole, sums, most) if lines)


def door(scene: Scene, sub: Sublayer, name: str, *index: int) -> Cell:
    """A number of the head that is looked at."""
    return Cell(sub.id(name), (scene.head(sub), *(int(i) for i in index)))


def _products(scene: Scene, sub: Sublayer, asks: Sequence[str], reads: Sequence[str], key: int) -> Line:
    parts: list[Part] = []
    for i, (a, b) in enumerate(zip(asks, reads, strict=True)):
        parts += [Part(" + ", "ink3")] if i else []
        first = Part(a, "query", door=door(scene, sub, sub.asks, scene.query, i))
        parts += [first, TIMES, Part(b, "key", door=door(scene, sub, sub.keys, key, i))]
    return tuple(parts)


def _largest(products: Floats, to: Cell) -> Line:
    """“1.11 − 0.20 + 6 more”."""
    with np.errstate(invalid="ignore"):
        order = np.argsort(-np.nan_to_num(np.abs(products)), kind="stable")[:2]
    more = len(products) - len(order)
    rest = (Part(" + " + tr("{n} more", n=more), "ink3"),) if more > 0 else ()
    return (*summed(products[order].tolist(), 2, doors=[to] * len(order)), *rest)


def row_scaled(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Scores divided by the root of the size of a head."""
    sub = _sub(row)
    scores, scaled = weights_of.row(scene, sub, "scores"), weights_of.row(scene, sub, "scaled")
    places = scene.look.manner.decimals
    by = _divisor(scores, scaled)
    numbers = texts_of(scores, places, 1e9)
    lines = [
        (
            Part(text, "ink", door=door(scene, sub, "scores", scene.query, i)),
            DIVIDED,
            Part(short(by), "ink3", door=door(scene, sub, "scaled", scene.query, i)),
        )
        for i, text in enumerate(numbers)
    ]
    name = gutter.named(scene, tr("Scale"), row.y + 15.0, share > 0.0, gutter.BY_ROOT)
    return (*name, *stepped(scene, row, "scaled", [lines], share, np.arange(scene.n)))


def _divisor(scores: Floats, scaled: Floats) -> float:
    """What the scores were divided by, read from the largest of them."""
    known = np.where(np.isfinite(scores) & np.isfinite(scaled) & (scaled != 0.0), np.abs(scores), 0.0)
    best = int(known.argmax())
    return float(scores[best] / scaled[best]) if known[best] > 0.0 else 1.0


def row_slanted(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Scores fall with distance."""
    sub = _sub(row)
    before: Literal["scaled", "scores"] = "scaled" if scene.has(sub.id("scaled")) else "scores"
    old, new = (weights_of.row(scene, sub, name).tolist() for name in (before, "slanted"))
    lines = [
        summed([a, b - a], 2, doors=[door(scene, sub, name, scene.query, i) for name in (before, "slanted")])
        for i, (a, b) in enumerate(zip(old, new, strict=True))
    ]
    name = gutter.named(scene, tr("Less with distance"), row.y + 15.0, share > 0.0)
    return (*name, *stepped(scene, row, "slanted", [lines], share, np.arange(scene.n)))


def row_masked(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """A tick for each word that may be read; hatch and −∞ for those that may not."""
    sub = _sub(row)
    name = gutter.named(scene, tr("Mask"), row.y + 15.0, share > 0.0, color="mask")
    ready = np.arange(written(share, scene.n).results())
    covered = np.intersect1d(weights_of.hidden(scene, sub), ready)
    seen = np.setdiff1d(ready, covered)
    items: list[Item] = []
    if len(seen):
        at = table(scene.x[seen], np.full(len(seen), row.y + row.height / 2.0))
        items.append(
            Stamps(
                circle(8.0), at, "canvas", "line2", 1.0, ref=Ref(sub.id("masked"), _index(scene, sub, seen))
            )
        )
        items.append(Stamps(CHECK, at, stroke="ok", width=1.5))
    return (*name, *items, *hatched(scene, sub, covered, row.y, row.height, "masked", "−∞"))


def hatched(
    scene: Scene, sub: Sublayer, lanes: Ints, y: float, height: float, node: str, said: str
) -> tuple[Item, ...]:
    """Cells under the mask, with what that means in a cleared centre."""
    if not len(lanes):
        return ()
    width = single_width(scene)
    box = table(scene.x[lanes] - width / 2.0, np.full(len(lanes), y), width, height)
    clear = table(scene.x[lanes] - 22.0, np.full(len(lanes), y + 3.0), 44.0, height - 6.0)
    at = table(scene.x[lanes], np.full(len(lanes), y + height / 2.0 + 4.3))
    return (
        Hatch(box, opacity=0.4, ref=Ref(sub.id(node), _index(scene, sub, lanes))),
        Rects(box, stroke="line2", width=0.75),
        Rects(clear, fill="canvas", radius=2.0),
        Texts((said,) * len(lanes), at, 12, "regular", "ink3", "middle"),
    )


def row_softmax(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """First e to each score, then each divided by their total."""
    sub = _sub(row)
    name = gutter.named(scene, tr("Softmax"), row.y + 15.0, share > 0.0, gutter.EXP, "out")
    lanes = np.arange(scene.n)
    covered = weights_of.hidden(scene, sub)
    seen = np.setdiff1d(lanes, covered)
    variants = exponent_lines(scene, sub, seen)
    first, second = min(1.0, 2.0 * share), max(0.0, 2.0 * share - 1.0)
    shown = stepped(scene, row, "weights", variants, first, seen, "seq", second) if len(seen) else ()
    if share > 0.0 and not len(seen):
        return (*name, *_nobody(scene, sub, covered, row.y + LINE))
    later = len(covered) > 0 and covered.min() > scene.query and not scene.across
    said = tr("later") if later else tr("hidden")
    hatch = hatched(scene, sub, covered, row.y + LINE, SINGLE, "weights", said) if share > 0.0 else ()
    rest = empty_singles(scene, covered, row.y + LINE) if share <= 0.0 else ()
    return (*name, *shown, *hatch, *rest, *row_totals(scene, sub, row, share))


def _nobody(scene: Scene, sub: Sublayer, lanes: Ints, y: float) -> tuple[Item, ...]:
    """A row in which every word is hidden: hatched, with one tag."""
    width = single_width(scene)
    box = table(scene.x[lanes] - width / 2.0, np.full(len(lanes), y), width, SINGLE)
    hatch = Hatch(box, opacity=0.4, ref=Ref(sub.id("weights"), _index(scene, sub, lanes)))
    frames = Rects(box, stroke="line2", width=0.75)
    return hatch, frames, *weights_of.nobody(scene, y, SINGLE)


def exponent_lines(scene: Scene, sub: Sublayer, seen: Ints) -> tuple[list[Line], ...]:
    """“e^0.707 = 2.028”."""
    scores, grown = exponents(scene, sub)
    places = scene.look.manner.decimals
    doors = [door(scene, sub, before_softmax(scene, sub), scene.query, i) for i in range(scene.n)]

    def lines(decimals: int) -> list[Line]:
        return [
            (
                Part("e", "ink", "math-italic"),
                Part(fixed(scores[i], decimals), "ink", "regular", UP, doors[i]),
                EQUALS,
                Part(fixed(grown[i], decimals), "ink", door=doors[i]),
            )
            for i in seen
        ]

    return lines(places), lines(2), lines(1)
