"""The weights that act in the beat under the cursor, on a card beside what they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from transformer_lab.figures.easing import part
from transformer_lab.figures.picture import Layer
from transformer_lab.figures.stage.faces.layout import BELOW
from transformer_lab.figures.stage.last_row import last_height
from transformer_lab.figures.stage.motion import motion_layer
from transformer_lab.figures.stage.motion.card import card, card_size
from transformer_lab.figures.stage.motion.gains import gains, gains_of, gains_size
from transformer_lab.figures.stage.motion.product import (
    Factor,
    Moment,
    joining,
    projections,
    reading_order,
    sweeping,
    unembedding,
    whole,
)
from transformer_lab.figures.stage.motion.table import BELOW as TABLE_BELOW
from transformer_lab.figures.stage.motion.table import table_layer
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.rows import GAP, Row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.sentence import band_height

LEFT, AIR, LEAST, MOST = 10.0, 8.0, 116.0, 190.0
"""From the gutter to the card, what it keeps from the row below it, its least and its greatest height."""
HELD = (0.05, 0.93)
"""Between these shares of a move the card is seen in full."""


class Act(NamedTuple):
    """What acts in one kind of operation."""

    factors: Callable[[Scene, Sublayer], tuple[Factor, ...]]
    over: str
    """the kind of row above which the card stands; ``attention``: in its empty room"""


def _project(scene: Scene, sub: Sublayer) -> tuple[Factor, ...]:
    names = ("q",) if sub.kind == "cross" else ("k", "v", "q")
    return projections(scene, sub, names, sub.inside)


def _widen(scene: Scene, sub: Sublayer) -> tuple[Factor, ...]:
    return whole(scene, "W_1", "ffn", sub.id("W_1"), sub.inside, sub.id("pre"))


def _gate(scene: Scene, sub: Sublayer) -> tuple[Factor, ...]:
    return whole(scene, "W_3", "ffn", sub.id("W_3"), sub.inside, sub.id("gate"))


def _narrow(scene: Scene, sub: Sublayer) -> tuple[Factor, ...]:
    out = sub.out if scene.has(sub.out) else sub.wire
    return whole(scene, "W_2", "ffn", sub.id("W_2"), sub.id(sub.hidden), out)


ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "project": Act(_project, "attention"),
        "join": Act(joining, "query"),
        "widen": Act(_widen, "forward"),
        "gate": Act(_gate, "forward"),
        "narrow": Act(_narrow, "forward"),
    }
)


def acting_layers(scene: Scene, tops: tuple[float, ...]) -> Iterator[Layer]:
    """The card of the beat under the cursor; none where no weights act."""
    beat = scene.timeline.beats[scene.cursor.beat]
    if not (0.0 < scene.cursor.u < 1.0 and scene.beside):
        return
    if beat.section == "output":
        yield from _above_next_words(scene, beat.name, tops[-1] - last_height(scene) - GAP - AIR)
    elif (beat.section, beat.name) == (scene.plan.band, "norm") and scene.look.sentence == 1.0:
        below = tops[0] + band_height(scene) + TABLE_BELOW
        yield from _gains_layer(scene, f"{scene.plan.embedded}/norm", below, standing=False)
    block = next((b for b in scene.plan.blocks if b.path == beat.section), None)
    sub = next((s for s in block.sublayers if s.path == beat.place), None) if block else None
    if block is None or sub is None or scene.look.openness[block.number] < 1.0:
        return
    own = {row.kind: row for row in scene.rows(block) if row.sub == sub}
    if beat.name == "norm":
        yield from _at_norm(scene, sub, own, tops[block.number + 1])
    elif beat.name in ACTS:
        yield from _in_block(scene, sub, own, tops[block.number + 1])


def _above_next_words(scene: Scene, name: str, foot: float) -> Iterator[Layer]:
    if name == "logits" and scene.plan.output:
        yield from _layer(scene, unembedding(scene), foot, None)
    elif name == "norm":
        yield from _gains_layer(scene, "final_norm", foot, standing=True)


def _at_norm(scene: Scene, sub: Sublayer, own: Mapping[str, Row], top: float) -> Iterator[Layer]:
    """Before an attention in its empty room, else above the row of the norm."""
    empty = own.get("attention") or own.get("cross") if sub.norm_before else None
    y = own["norm"].y - AIR if empty is None else empty.y + BELOW + 20.0
    norm = sub.norm_before or sub.norm_after or ""
    yield from _gains_layer(scene, norm, top + y, standing=empty is None)


def _in_block(scene: Scene, sub: Sublayer, own: Mapping[str, Row], top: float) -> Iterator[Layer]:
    """The matrices of a sublayer, in the empty room of an attention or above the row that they make."""
    act = ACTS[scene.timeline.beats[scene.cursor.beat].name]
    empty = own.get("attention") or own.get("cross")
    if act.over == "attention" and empty is not None:
        start = BELOW + 20.0 if empty.kind == "attention" else BELOW
        yield from _layer(scene, act.factors(scene, sub), top + empty.y + start, empty.height - start - 6.0)
    elif act.over in own:
        foot = own[act.over].y - AIR
        yield from _layer(scene, act.factors(scene, sub), top + foot, None, foot)


def _layer(
    scene: Scene, factors: tuple[Factor, ...], y: float, room: float | None, above: float = MOST
) -> Iterator[Layer]:
    """A card below `y` in a `room`, or standing on `y` with so much `above`: it stays in its block."""
    if not factors:
        return
    space = min(MOST, max(LEAST, above if room is None else room))
    wide, high = card_size(factors, space)
    top = y if room is not None else y - high
    shade = min(part(scene.cursor.u, 0.0, HELD[0]), 1.0 - part(scene.cursor.u, HELD[1], 1.0))
    moment = _moment(scene, factors[0])
    at = (scene.gutter + LEFT, 0.0)
    box = (0.0, -4.0, max(scene.width, at[0] + wide + 4.0), high + 8.0)
    yield Layer(None, box, lambda: tuple(card(scene, factors, moment, at, space)), top, shade)


def _gains_layer(scene: Scene, norm: str, y: float, *, standing: bool) -> Iterator[Layer]:
    """What a norm has learned, standing on `y` or below it."""
    rows = gains_of(scene, norm)
    if not rows:
        return
    wide, high = gains_size(scene, rows)
    x, top = scene.gutter + LEFT, y - high if standing else y
    shade = min(part(scene.cursor.u, 0.0, HELD[0]), 1.0 - part(scene.cursor.u, HELD[1], 1.0))
    box = (0.0, -4.0, max(scene.width, x + wide + 4.0), high + 8.0)
    yield Layer(None, box, lambda: tuple(gains(scene, rows, x, 0.0)), top, shade)


def _moment(scene: Scene, factor: Factor) -> Moment:
    terms, columns = factor.matrix.shape
    if scene.timeline.beats[scene.cursor.beat].name == "project":
        return reading_order(scene.cursor.u, len(factor.vectors), columns, terms)
    return sweeping(scene.cursor.u, min(scene.query, len(factor.vectors) - 1), columns, terms)


def moving_and_acting(scene: Scene, tops: tuple[float, ...]) -> Iterator[Layer]:
    """What moves and the weights that make it; rows that are looked up lift out over their table."""
    beat, u = scene.timeline.beats[scene.cursor.beat], scene.cursor.u
    if (beat.section, beat.name) == (scene.plan.band, "look-up") and 0.0 < u < 1.0:
        yield from table_layer(scene, tops[0])
    yield from motion_layer(scene, tops)
    yield from acting_layers(scene, tops)


def reading_layer(scene: Scene, sub: Sublayer, y: float) -> Iterator[Layer]:
    """The matrices that make keys and values of a memory, below the foot where it is read."""
    yield from _layer(scene, projections(scene, sub, ("k", "v"), sub.inside), y, 150.0)
