"""What lies under the pointer besides numbers: a word at the head of its lane, the title of a block."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.look import GUTTER, Look
from transformer_lab.figures.stage import block_at, section_spans
from transformer_lab.figures.stage.headings import heads_height
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.stage.scene import Scene

OPEN = 0.5
TITLE = 34.0  # the row of an open block's name


class Spot(NamedTuple):
    """One of these at most: a number, a word, a block (−1: the sentence band)."""

    cell: Cell | None = None
    word: int | None = None
    block: int | None = None


def spot_at(scene: Scene, painter: PicturePainter, x: float, y: float, below_top: float) -> Spot:
    """(x, y) in the picture; `below_top` in the view, because words stay at its top."""
    words = len(scene.lab.snapshot.words)
    if not words:
        return Spot()
    look = scene.look()
    lane = int((x - GUTTER) // look.lane) if x >= GUTTER else -1
    if below_top < heads_height(scene.lab.snapshot.words, look.lane):
        return Spot(word=lane) if 0 <= lane < words else Spot()
    cell = painter.hit(x, y)
    if cell is not None:
        return Spot(cell)
    return Spot(block=_title_at(scene, look, x, y))


def _title_at(scene: Scene, look: Look, x: float, y: float) -> int | None:
    """The block whose folded band or title row holds the point; nothing else folds an open block."""
    block = block_at(scene.lab.snapshot, look, y)
    if block is None or look.openness[block] < OPEN:
        return block
    top = section_spans(scene.lab.snapshot, look)[f"block.{block}"][0]
    return block if y < top + TITLE and x < GUTTER else None
