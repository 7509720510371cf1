"""One small picture for each kind of mark, and where on it there must be ink of which colour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Formula,
    Group,
    Hatch,
    Item,
    Picture,
    Rects,
    Ref,
    Stamps,
    Texts,
    picture,
    table,
)

SIZE = (120.0, 80.0)
Spot = tuple[float, float]


@dataclass(frozen=True)
class Mark:
    """An item; places that must have the colour of a token; places that must stay empty."""

    item: Item
    inked: tuple[tuple[float, float, str], ...] = ()
    empty: tuple[Spot, ...] = ((115.0, 75.0),)
    somewhere: tuple[float, float, float, float] | None = None
    """a box that must hold some ink, where a single place is too fine to name"""


VALUES = np.array([[[0.0, 1.0, np.nan], [0.5, np.nan, 1.0]]])
REF = Ref("block.0/attn/weights", np.array([[0]]), "rc")
PLUS = (("M", -6.0, 0.0), ("L", 6.0, 0.0), ("M", 0.0, -6.0), ("L", 0.0, 6.0))
TRIANGLE = (("M", 0.0, 0.0), ("L", 20.0, 0.0), ("C", 20.0, 10.0, 10.0, 20.0, 0.0, 20.0), ("Z",))
THREAD = np.array([[[20.0, 10.0], [20.0, 40.0], [100.0, 40.0], [100.0, 70.0]]])
GROUPED = Rects(table([20, 50], [20, 20], [40, 40], [40, 40]), fill="key")


def cells(**more: object) -> Cells:
    return Cells(VALUES, table([20], [20]), table([20], [16]), "seq", 1.0, ref=REF, **more)  # type: ignore[arg-type]


MARKS: dict[str, Mark] = {
    "cells": Mark(cells(), ((30, 28, "seq:0"), (50, 28, "seq:1"), (30, 44, "seq:0.5")), ((70, 28), (50, 44))),
    "keys": Mark(cells(radius=5.0), ((30, 28, "seq:0"), (50, 28, "seq:1")), ((70, 28), (40.4, 20.4))),
    "grid": Mark(cells(grid=True), ((30, 28, "seq:0"), (50, 28, "seq:1")), ((70, 28),)),
    "fill": Mark(
        Rects(table([20], [20], [40], [30]), fill="value"),
        ((21, 21, "value"), (59, 49, "value")),
        ((62, 30),),
    ),
    "round": Mark(
        Rects(table([20], [20], [40], [30]), fill="value", radius=12), ((40, 35, "value"),), ((20.6, 20.6),)
    ),
    "frame": Mark(
        Rects(table([20], [20], [40], [30]), stroke="select", width=4),
        ((20, 35, "select"), (40, 50, "select")),
        ((40, 35),),
    ),
    "dashed frame": Mark(
        Rects(table([20], [20], [60], [40]), stroke="ink", width=4, dash=(20, 20)),
        ((30, 20, "ink"),),
        ((50, 20), (50, 40)),
    ),
    "thread": Mark(
        Curves(THREAD, np.array([8.0]), np.array([1.0]), "heads.0"),
        ((60, 40, "heads.0"), (20, 11, "heads.0")),
        ((60, 20),),
    ),
    "dashed thread": Mark(
        Curves(THREAD, np.array([6.0]), np.array([1.0]), "heads.1", (9.0, 5.0)),
        ((20, 13, "heads.1"),),
        ((60, 20),),
    ),
    "text": Mark(Texts(("chased",), table([20], [40]), 20, "medium", "ink"), somewhere=(20, 24, 70, 20)),
    "end": Mark(
        Texts(("0.666",), table([100], [40]), 20, "regular", "out", "end"),
        empty=((105, 35), (38, 35)),
        somewhere=(41, 24, 60, 18),
    ),
    "tilted": Mark(
        Texts(("word",), table([60], [70]), 20, "regular", "ink", angle=-90),
        empty=((80, 60),),
        somewhere=(42, 18, 24, 54),
    ),
    "stamp": Mark(
        Stamps(PLUS, table([30, 70], [30, 50]), stroke="residual", width=4),
        ((30, 30, "residual"), (70, 54, "residual")),
        ((34, 36),),
    ),
    "filled stamp": Mark(Stamps(TRIANGLE, table([30], [30]), fill="ffn"), ((33, 33, "ffn"),), ((49, 49),)),
    "hatch": Mark(
        Hatch(table([20], [20], [60], [40])), empty=((15, 40), (85, 40)), somewhere=(19, 19, 62, 42)
    ),
    "formula": Mark(Formula(r"\frac{Q}{K}", (40, 40), 24), somewhere=(38, 6, 28, 52)),
    "group": Mark(
        Group("two", (GROUPED,), clip=(25, 25, 60, 30)),
        ((30, 40, "key"), (80, 40, "key")),
        ((22, 40), (40, 22), (88, 40)),
    ),
}


def picture_of(name: str) -> Picture:
    return picture(SIZE, MARKS[name].item, title=name, description="A test.")
