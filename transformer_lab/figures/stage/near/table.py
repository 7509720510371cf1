"""All rows from near as one table: how each is drawn, which beats write it, and what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from transformer_lab.figures.easing import part
from transformer_lab.figures.picture import Item, Layer
from transformer_lab.figures.stage.near import across, attention, mixing, wire
from transformer_lab.figures.stage.plan import Block
from transformer_lab.figures.stage.rows import APPEAR, Row
from transformer_lab.figures.stage.scene import Scene

SAG = 6.0
"""Frames and exponents stand out of their row by this much."""
Draw = Callable[[Scene, Row, Block, float], tuple[Item, ...]]


class NearRow(NamedTuple):
    """How a row is drawn after a share of its beats, and what its picture depends on."""

    draw: Draw
    beats: tuple[str, ...] = ()
    """the beats that write it; while one of them plays it is motion"""
    nodes: tuple[str, ...] = ()
    """values read, as names in the sublayer"""
    look: tuple[str, ...] = ()
    """fields of the look that are read besides lane and manner"""


STEPS = ("scores", "scaled", "slanted", "masked")
ASKS = ("head", "query")
NEAR: Mapping[str, NearRow] = MappingProxyType(
    {
        "in": NearRow(wire.row_in),
        "norm": NearRow(wire.row_norm, ("norm",)),
        "queries": NearRow(attention.row_queries, ("project", "turn"), ("q", "q_turned"), ASKS),
        "memory": NearRow(across.row_memory),
        "keys": NearRow(attention.row_keys, ("project", "turn"), ("k", "k_turned"), ("head",)),
        "scores": NearRow(
            attention.row_scores, ("scores",), ("q", "q_turned", "k", "k_turned", "scores"), ASKS
        ),
        "scaled": NearRow(attention.row_scaled, ("scale",), ("scores", "scaled"), ASKS),
        "slanted": NearRow(attention.row_slanted, ("slant",), ("scores", "scaled", "slanted"), ASKS),
        "masked": NearRow(attention.row_masked, ("mask",), ("masked",), ASKS),
        "softmax": NearRow(attention.row_softmax, ("softmax",), (*STEPS, "weights"), (*ASKS, "pick")),
        "values": NearRow(attention.row_values, ("project",), ("v",), ("head",)),
        "products": NearRow(mixing.row_products, ("mix",), ("weights", "v", "mixed"), ASKS),
        "flow": NearRow(mixing.row_flow, ("mix",), ("weights", "v"), ASKS),
        "mix": NearRow(mixing.row_mix, ("mix",), ("mixed",), ASKS),
        "output": NearRow(mixing.row_output, ("join",), ("out",)),
        "widened": NearRow(wire.row_widened, ("widen",), ("pre",)),
        "bent": NearRow(wire.row_bent, ("relu",), ("act",)),
        "gated": NearRow(wire.row_gated, ("gate",), ("gated",)),
        "narrowed": NearRow(wire.row_narrowed, ("narrow",), ("out",)),
        "sum": NearRow(wire.row_sum, ("add",), ("out",)),
        "other": NearRow(wire.row_other),
    }
)
WITHOUT_RESIDUAL = ("join", "narrow")
"""The beats that bring the wire after a sublayer that replaces it."""


def beats_of(row: Row) -> tuple[str, ...]:
    """The beats that write a row."""
    if row.kind == "sum" and row.sub is not None and not row.sub.adds:
        return WITHOUT_RESIDUAL
    return NEAR[row.kind].beats


def share_of(scene: Scene, row: Row) -> float:
    """How much of a row rests: 0 before its first beat, 1 after it; what follows only changes numbers."""
    beats = beats_of(row)
    if not beats or row.sub is None:
        return 1.0
    known = [b for b in beats if (row.sub.path, b) in scene.timeline.index]
    return 1.0 if scene.played(row.sub.path, *known[:1]) else 0.0


def acting(scene: Scene, row: Row) -> bool:
    """Whether the beat under the cursor writes this row at this moment."""
    beat, u = scene.timeline.beats[scene.cursor.beat], scene.cursor.u
    return 0.0 < u < 1.0 and row.sub is not None and beat.place == row.sub.path and beat.name in beats_of(row)


def near_row(
    scene: Scene, row: Row, block: Block, top: float, openness: float, show: float, moving: bool
) -> Layer:
    """The layer of one row: drawn afresh while it is written (`moving`), kept while it rests."""
    box = (0.0, row.y - SAG, scene.width, row.height + 2.0 * SAG)
    kind = NEAR[row.kind]
    share = scene.cursor.u if moving and share_of(scene, row) < 1.0 else share_of(scene, row)
    lanes = across.lanes_of(scene, row)
    key = None if moving else _key(lanes, row, block, share)
    return Layer(key, box, lambda: kind.draw(lanes, row, block, share), top, part(openness, *APPEAR), show)


def near_rows_of(scene: Scene, block: Block, top: float, openness: float, show: float) -> Iterator[Layer]:
    """The rows of an open block that rest; threads rest even while values travel along them."""
    yield from across.grounds(scene, block, top, openness, show)
    for row in scene.rows(block):
        if row.y < show and (row.kind == "flow" or not acting(scene, row)):
            yield near_row(scene, row, block, top, openness, show, moving=False)


def rows_in_motion(scene: Scene, block: Block, top: float, openness: float, show: float) -> Iterator[Layer]:
    """The rows that are being written."""
    for row in scene.rows(block):
        if row.y < show and acting(scene, row):
            yield near_row(scene, row, block, top, openness, show, moving=True)


def _key(scene: Scene, row: Row, block: Block, share: float) -> tuple[Hashable, ...]:
    """Everything that the picture of a resting row depends on; the first two name the layer."""
    kind, sub = NEAR[row.kind], row.sub
    path = sub.path if sub is not None else ""
    nodes = [block.source] if sub is None else [sub.id(n) for n in kind.nodes if scene.has(sub.id(n))]
    if sub is not None and row.kind == "sum":
        nodes.append(sub.wire)
    norm = (sub.norm_before or sub.norm_after) if sub is not None and row.kind == "norm" else None
    if norm is not None:
        nodes += [i for i in (norm, f"{norm}/mean", f"{norm}/std", f"{norm}/rms") if scene.has(i)]
    nodes += [scene.plan.reads] if row.kind == "memory" and scene.plan.reads else []
    looks = tuple(getattr(scene.look, name) for name in kind.look)
    flags = (share, path != "" and scene.played(path, "turn"), path != "" and scene.played(path, "softmax"))
    place = (row.y, row.height, scene.gutter, scene.look.lane, scene.n, scene.limit, scene.look.manner)
    words = (scene.words if row.kind == "memory" else None, scene.source if row.kind == "flow" else None)
    return (
        f"near {row.kind} {path}",
        block.number,
        *scene.held(*nodes),
        *place,
        *looks,
        *flags,
        *words,
        scene.look.root,
    )
