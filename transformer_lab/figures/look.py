"""How a person looks at the stage: lane width, chosen word and head, what is open. Hashable, outside undo."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.timeline import Cursor, Timeline

if TYPE_CHECKING:
    from transformer_lab.figures.stage.tint import Tint

GUTTER = 118.0
"""Room for row labels at the left of the lanes."""
MARGIN = 16.0
"""Room at the right of the lanes."""
BETWEEN = 24.0
"""Room between two towers."""
ROOMY = 800.0
"""In a view this high a block of the decoder and the last one of the encoder stand open together."""
LEAST_LANE = 52.0
"""Below this width the middle zoom cannot be read; then the stage is wider than the view and scrolls."""
Face = Literal["threads", "matrix", "both"]
"""How attention is drawn: as threads from word to word, as a matrix, or as threads that leave a matrix."""
Level = Literal["far", "middle", "near", "closest"]
"""What is drawn of a block: a summary; strips and threads; numbers in cells; one operation, term by term."""


class Look(NamedTuple):
    """What the stage figure is asked to show."""

    width: float
    """of the view; the figure is wider if its lanes do not fit"""
    height: float
    """of the view; it decides how tall the threads are"""
    lane: float
    query: int
    """the word that asks"""
    head: int
    pick: int | None = None
    """the word that the selected weight reads, or None"""
    openness: tuple[float, ...] = ()
    """one for each block: 0 folded … 1 open"""
    sentence: float = 0.0
    """openness of the band in which words are looked up and get their positions"""
    scroll: float = 0.0
    """how far the view has been scrolled down: the words stay at its top"""
    manner: Manner = USUAL
    """how things are written"""
    level: Level | None = None
    """what a camera holds to while lanes are near a threshold; None lets the lane width decide"""
    before: Level | None = None
    """the level that is being left, None at rest"""
    turn: float = 1.0
    """how far the change of level has come, 0 to 1"""
    cell: Cell | None = None
    """the number that the closest level works out; None: one of what is played"""
    source: int = 0
    """with two towers the word of the source that asks"""
    encoder: int = 0
    """with two towers how many of the blocks are the encoder's; they come first"""
    picked: str = ""
    """the attention whose weight is selected; none named: any"""
    face: Face = "threads"
    """how attention is drawn"""
    leaving: Face | None = None
    """the face that is being left, None at rest"""
    morph: float = 1.0
    """how far the change of face has come, 0 to 1"""
    tint: Tint | None = None
    """gradients whose colours vectors wear instead of their own"""
    gutter: float | None = None
    """room for row labels from far on a page that does not grow; None: the usual"""
    root: bool = False
    """whether colours and threads of attention follow the square root: small weights are seen"""
    heads: tuple[int, ...] = ()
    """heads drawn together, each in the colour of its place (−1: a free place); none: the chosen one alone"""


def fit_lane(width: float, words: int) -> float:
    """The lane width at which `words` lanes fill a view, never below what can be read."""
    return max(LEAST_LANE, (width - GUTTER - MARGIN) / max(words, 1))


def fitting_lane(snapshot: Snapshot, width: float) -> float:
    """The lane width at which all words fill a view, in one tower or in two."""
    words = len(snapshot.words)
    if not snapshot.state.model.encoder:
        return fit_lane(width, words)
    return fit_lane(width - GUTTER - MARGIN - BETWEEN, words + len(source_words(snapshot.state)))


def tower_spans(
    snapshot: Snapshot, lane: float, beside: float = GUTTER + MARGIN, *, shared: bool = False
) -> tuple[tuple[float, float], ...]:
    """Left and right end of each tower at this lane width, with so much `beside` the lanes; a single one
    reaches as far as any view. `shared`: the decoder has lanes for the words of the source, too.
    """
    if not snapshot.state.model.encoder:
        return ((0.0, math.inf),)
    read, words = len(source_words(snapshot.state)), len(snapshot.words)
    start = beside + lane * read + BETWEEN
    lanes = max(read, words) if shared else words
    return ((0.0, start - BETWEEN), (start, start + beside + lane * lanes))


def default_look(snapshot: Snapshot, width: float, height: float) -> Look:
    """The look at rest: all words, the last one asking, the last block open."""
    model, words = snapshot.state.model, len(snapshot.words)
    encoder, blocks = len(model.encoder), len(model.encoder) + len(model.blocks)
    lane, source = fitting_lane(snapshot, width), max(0, len(source_words(snapshot.state)) - 1)
    look = Look(width, height, lane, max(0, words - 1), 0, source=source, encoder=encoder, level="middle")
    return look._replace(openness=opened(look, blocks, blocks - 1), sentence=float(blocks == 0))


def opened(look: Look, blocks: int, chosen: int) -> tuple[float, ...]:
    """Openness with one block open, and where there is room what it reads: the last block of the encoder."""
    read = look.encoder - 1 if chosen >= look.encoder and look.height >= ROOMY else -1
    return tuple(float(i in (chosen, read)) for i in range(blocks))


def block_number(look: Look, section: str) -> int:
    """The number of a block by the path of its section, both towers counted through; −1 for none."""
    kind, _, number = section.partition(".")
    if not number.isdigit():
        return {"memory": look.encoder - 1, "output": len(look.openness) - 1}.get(kind, -1)
    return int(number) + (look.encoder if kind == "decoder" else 0)


def block_path(look: Look, number: int) -> str:
    """The path of a block, such as ``block.0`` or ``decoder.1``: the inverse of `block_number`."""
    if not look.encoder:
        return f"block.{number}"
    decoder = number >= look.encoder
    return f"decoder.{number - look.encoder}" if decoder else f"encoder.{number}"


def following(look: Look, timeline: Timeline, cursor: Cursor) -> Look:
    """The look with just that section open in which `cursor` is (in the output: the last block).

    A window moves towards this look; the stage can draw every look between.
    """
    blocks = len(look.openness)
    section = timeline.beats[cursor.beat].section
    openness = opened(look, blocks, block_number(look, section))
    return look._replace(openness=openness, sentence=float(section in ("source", "sentence") or not blocks))
