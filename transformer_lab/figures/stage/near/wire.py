"""Rows on the wire from near: what comes in, norms, the feed-forward network, sums."""

from __future__ import annotations

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.geometry import PLUS as CROSS
from transformer_lab.figures.geometry import RADIUS
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.picture import Item, Stamps, table
from transformer_lab.figures.stage.near import gutter
from transformer_lab.figures.stage.near.lines import Line, Part, fitting, texts
from transformer_lab.figures.stage.near.reveal import vector_row, written
from transformer_lab.figures.stage.near.rows import LINE, PLUS
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.ribbon import faded
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.wire_rows import norm_name
from transformer_lab.language import tr


def _sub(row: Row) -> Sublayer:
    assert row.sub is not None
    return row.sub


def row_in(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """What comes into the block."""
    return vector_row(scene, block.source, row.y, share)


def row_norm(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Mean and spread in a line, then the vector as the norm leaves it."""
    sub = _sub(row)
    node = sub.norm_before or sub.norm_after
    assert node is not None
    begun = written(share, scene.n).begun
    lines, size = fitting(norm_lines(scene, node), scene.look.lane * 0.96)
    name = gutter.named(scene, norm_name(sub), row.y + 15.0, share > 0.0)
    said = texts(lines[:begun], scene.x[:begun].tolist(), row.y + 15.0, size)
    return (*name, *said, *vector_row(scene, node, row.y + LINE, share))


def norm_lines(scene: Scene, node: str) -> tuple[list[Line], ...]:
    """“mean 0.12, spread 0.98”; a norm without a mean says the root of the mean square."""
    names = [(tr("mean"), f"{node}/mean"), (tr("spread"), f"{node}/std"), (tr("size"), f"{node}/rms")]
    known = [(name, i, scene[i]) for name, i in names if scene.has(i) and scene[i].ndim == 1]

    def lines(short: bool) -> list[Line]:
        found = []
        for lane in range(scene.n):
            parts: list[Part] = []
            for i, (name, at, values) in enumerate(known):
                parts += [Part(", " if not short else " ", "ink3")] if i else []
                parts += [Part(name + " ", "ink3")] if not short else []
                parts.append(Part(fixed(values[lane], 2), "ink", door=Cell(at, (lane,))))
            found.append(tuple(parts))
        return found

    return lines(False), lines(True)


def row_sum(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """The result meets the wire, or replaces it."""
    sub = _sub(row)
    formula: Line = (
        (Part("x", "ink2", "math-bold"), Part(" + "), Part(tr("output"), "out")) if sub.adds else ()
    )
    name = gutter.named(scene, tr("Add") if sub.adds else tr("Result"), row.y + 13.0, share > 0.0, formula)
    items: tuple[Item, ...] = name
    if sub.adds:
        at = table(scene.x, np.full(scene.n, row.y + RADIUS))
        items += faded((Stamps(CROSS, at, "canvas", "residual", 1.25),), 0.9 if share >= 1.0 else 0.5)
    return (*items, *vector_row(scene, sub.wire, row.y + (PLUS if sub.adds else 0.0), share))


def row_widened(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Hidden values before the bend."""
    return _forward(scene, row, "pre", tr("Widen"), gutter.product(scene, "W_1", "ffn"), share)


def row_bent(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Hidden values after the bend."""
    beat = scene.timeline.index.get((_sub(row).path, "relu"))
    title = tr("Cut negatives") if beat is None else scene.timeline.beats[beat].title
    return _forward(scene, row, "act", title, (), share)


def row_gated(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """Hidden values after the gate."""
    return _forward(scene, row, "gated", tr("Gate"), (), share)


def row_narrowed(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """What the feed-forward network adds."""
    return _forward(scene, row, "out", tr("Narrow"), gutter.product(scene, "W_2", "ffn", "h"), share)


def _forward(scene: Scene, row: Row, node: str, name: str, formula: Line, share: float) -> tuple[Item, ...]:
    said = gutter.named(scene, name, row.y + 13.0, share > 0.0, formula, "ffn")
    return (*said, *vector_row(scene, _sub(row).id(node), row.y, share, "ffn"))


def row_other(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """A sublayer of another kind: its name."""
    return gutter.named(scene, _sub(row).path.rsplit("/", 1)[-1], row.y + 13.0, True)
