"""What lies under the pointer besides numbers: a word at the head of its lane, the title of a block."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.document.vocabulary import source_words
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.direction import on_lane
from transformer_lab.figures.look import Look, block_path
from transformer_lab.figures.stage import block_at, section_spans
from transformer_lab.figures.stage.headings import head_room
from transformer_lab.figures.stage.level import gutter_of, level_of
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.gaze import last_source
from transformer_lab.ui.stage.scene import Scene

OPEN = 0.5
TITLE = 34.0  # the row of an open block's name


class Spot(NamedTuple):
    """One of these at most: a number, a word, a block (−1: the sentence band), a word of the source."""

    cell: Cell | None = None
    word: int | None = None
    block: int | None = None
    source: int | None = None


def spot_at(scene: Scene, painter: PicturePainter, x: float, y: float, below_top: float) -> Spot:
    """(x, y) in the picture; `below_top` in the view, because words stay at its top."""
    snapshot = scene.lab.snapshot
    if snapshot.graph is None:
        return Spot()
    look = scene.look()
    if level_of(look) == "closest":
        return Spot(painter.hit(x, y))
    if below_top < head_room(snapshot, look.lane):
        return _word_at(scene, look, x)
    cell = painter.hit(x, y)
    if cell is not None:
        return Spot(cell)
    return Spot(block=_title_at(scene, look, x, y))


def _word_at(scene: Scene, look: Look, x: float) -> Spot:
    """The word at the head of whose lane the point lies, in one tower or in two."""
    snapshot = scene.lab.snapshot
    *encoder, (left, _) = scene.towers
    if encoder and x < left:
        lane = int((x - gutter_of(look)) // look.lane) if x >= gutter_of(look) else -1
        count = last_source(snapshot) + 1
        return Spot(source=on_lane(source_words(snapshot.state), lane)) if 0 <= lane < count else Spot()
    lane = int((x - left - gutter_of(look)) // look.lane) if x >= left + gutter_of(look) else -1
    return Spot(word=on_lane(snapshot.words, lane)) if 0 <= lane < len(snapshot.words) else Spot()


def _title_at(scene: Scene, look: Look, x: float, y: float) -> int | None:
    """The block whose folded band or title row holds the point; nothing else folds an open block."""
    block = block_at(scene.lab.snapshot, look, x, y)
    if block is None or level_of(look) == "far" or look.openness[block] < OPEN:
        return block
    top = section_spans(scene.lab.snapshot, look)[block_path(look, block)][0]
    left = max((start for start, _ in scene.towers if start <= x), default=0.0)
    return block if y < top + TITLE and x < left + gutter_of(look) else None
