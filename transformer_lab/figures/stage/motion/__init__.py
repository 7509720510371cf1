"""What moves: one function for each kind of operation, in a table for blocks and one for what is around."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from transformer_lab.figures.easing import part
from transformer_lab.figures.picture import Item, Layer
from transformer_lab.figures.stage.faces.moving import faced
from transformer_lab.figures.stage.last_row import BLOCK, LAST, PLACE, last_height, last_row
from transformer_lab.figures.stage.motion import output, sentence
from transformer_lab.figures.stage.motion.forward import cut, gate, narrow, widen
from transformer_lab.figures.stage.motion.join import add, join, norm
from transformer_lab.figures.stage.motion.mix import merge, mix_values, pills
from transformer_lab.figures.stage.motion.move import Move
from transformer_lab.figures.stage.motion.project import project, turn
from transformer_lab.figures.stage.motion.scores import mask, scale, scores, slant
from transformer_lab.figures.stage.motion.softmax import softmax
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.ribbon import HEIGHT, SLIM
from transformer_lab.figures.stage.rows import APPEAR, GAP
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.wire_rows import norm_y

MOTION: Mapping[str, Callable[[Move], tuple[Item, ...]]] = MappingProxyType(
    {
        "project": project,
        "turn": turn,
        "scores": scores,
        "scale": scale,
        "slant": slant,
        "mask": mask,
        "softmax": softmax,
        "mix": mix_values,
        "join": join,
        "add": add,
        "norm": norm,
        "widen": widen,
        "relu": cut,
        "gate": gate,
        "narrow": narrow,
    }
)
ARRIVING: Mapping[str, Callable[[Move], tuple[Item, ...]]] = MappingProxyType(
    {name: MOTION[name] for name in ("project", "join", "add", "norm")} | {"mix": merge}
)
"""What moves of a cross-attention on the side that asks."""
LEAVING: Mapping[str, Callable[[Move], tuple[Item, ...]]] = MappingProxyType(
    {name: MOTION[name] for name in ("project", "scores", "scale", "mask", "softmax")} | {"mix": pills}
)
"""What moves of it on the side that is read, and on the way."""
AROUND: Mapping[str, Callable[[Scene, float], tuple[Item, ...]]] = MappingProxyType(
    {
        "look-up": sentence.look_up,
        "positions": sentence.positions,
        "embedding norm": sentence.norm,
        "logits": output.logits,
        "probabilities": output.probabilities,
    }
)
REACH = 4096.0
"""The layer of what moves is as tall as any section."""


def motion_layer(scene: Scene, tops: tuple[float, ...]) -> tuple[Layer, ...]:
    """The layer of the beat under the cursor, at its section's place; none if nothing moves."""
    beat, u = scene.timeline.beats[scene.cursor.beat], scene.cursor.u
    if not 0.0 < u < 1.0:
        return ()
    box = (0.0, -48.0, scene.width, REACH)
    band = scene.plan.band
    name = "embedding norm" if (beat.section, beat.name) == (band, "norm") else beat.name
    if name in AROUND:
        if beat.section != band and not (beat.section == "output" and scene.plan.output):
            return ()  # of the other tower
        shown = scene.look.sentence if beat.section == band else 1.0
        top = tops[0] if beat.section == band else tops[-1]
        around = AROUND[name]
        return (Layer(None, box, lambda: around(scene, u), top, shown),) if shown > 0.0 else ()
    if (beat.section, beat.name) == (PLACE, "norm"):
        return _last(scene, u, box, tops[-1]) if scene.plan.last_norm else ()
    block = next((b for b in scene.plan.blocks if b.path == beat.section), None)
    sub = next((s for s in block.sublayers if s.path == beat.place), None) if block else None
    openness = scene.look.openness[block.number] if block else 0.0
    table = ARRIVING if sub is not None and sub.kind == "cross" else MOTION
    if block is None or sub is None or openness <= APPEAR[0] or beat.name not in table:
        return ()
    move, draw = move_of(scene, block, sub), table[beat.name]
    top, below = tops[block.number + 1 : block.number + 3]
    shown, end = part(openness, *APPEAR), below - GAP - top
    return (Layer(None, box, lambda: (*faced(beat.name, move), *draw(move)), top, shown, end),)


def _last(scene: Scene, u: float, box: tuple[float, float, float, float], foot: float) -> tuple[Layer, ...]:
    """The norm above the next words takes its values in turn."""
    row = last_row(scene)
    move = Move(scene, u, BLOCK, LAST, {"norm": row}, (0.0, SLIM))
    return (Layer(None, box, lambda: norm(move), foot - last_height(scene)),)


def move_of(scene: Scene, block: Block, sub: Sublayer) -> Move:
    """The operation under the cursor with the rows of its sublayer."""
    rows = scene.rows(block)
    own = {row.kind: row for row in rows if row.sub == sub}
    first = min(row.y for row in own.values())
    above = [row for row in rows if row.y < first and row.kind in ("in", "sum", "norm")]
    start = own["norm"] if sub.norm_before else above[-1]
    slim = start.kind == "norm"
    source = (norm_y(start), SLIM) if slim else (start.bottom - HEIGHT, HEIGHT)
    return Move(scene, scene.cursor.u, block, sub, own, source)
