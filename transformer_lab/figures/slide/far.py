"""The whole model from far on a slide: as large as its words and blocks allow, and as high as the page."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.figures.heads import all_heads
from transformer_lab.figures.legibility import READABLE
from transformer_lab.figures.look import BETWEEN, Look
from transformer_lab.figures.stage.far.form import FOOT, LOWEST, formed
from transformer_lab.figures.stage.far.size import BAND, OUTPUT
from transformer_lab.figures.stage.far.strips import slots_per_cell
from transformer_lab.figures.stage.folded import SHOWN_HEADS
from transformer_lab.figures.stage.headings import heads_height
from transformer_lab.figures.stage.last_row import FAR
from transformer_lab.figures.stage.level import FAR_MOST, MARGINS
from transformer_lab.figures.stage.plan import plan_of

SMALLEST_TYPE = 11.0
NAMES, NOTED = 104.0, 190.0
"""The gutter beside the maps of heads, and the least one where slots share a cell and a note says so."""
LEAST_LANE, STEP = 26.0, 0.04


class Fit(NamedTuple):
    """How much larger than in a window the page is drawn, and the room it then has."""

    factor: float
    gutter: float
    lane: float


def far_fit(snapshot: Snapshot, width: float, height: float, head: float) -> Fit:
    """The largest type at which lanes and rows can still be told apart; 18 points where that is possible.

    `head` is the height of the line over the stage, in pixels of the stage.
    """
    points = min(width / 720.0, height / 540.0)
    top, found = READABLE * points / SMALLEST_TYPE, Fit(1.0, NOTED, LEAST_LANE)
    for i in range(int((top - 0.7 * points) / STEP)):
        factor = top - i * STEP
        found = _fit(snapshot, width / factor, height / factor - head, factor)
        row = _row(snapshot, height / factor - head, found.lane)
        if found.lane >= LEAST_LANE and row >= LOWEST:
            break
    return found


def far_look(look: Look, fit: Fit, width: float, height: float) -> Look:
    """The look of that page, `height` in pixels of the stage."""
    return look._replace(
        width=width / fit.factor, height=height, lane=fit.lane, gutter=fit.gutter, level="far"
    )


def _fit(snapshot: Snapshot, width: float, height: float, factor: float) -> Fit:
    words, source = len(snapshot.words), len(source_words(snapshot.state))
    towers = 2.0 if source else 1.0
    gutter = _gutter(snapshot, _row(snapshot, height, LEAST_LANE))
    room = width - towers * (gutter + MARGINS["far"]) - (BETWEEN if source else 0.0)
    return Fit(factor, gutter, min(FAR_MOST, room / max(1, words + source)))


def _gutter(snapshot: Snapshot, row: float) -> float:
    """Room for the names and the maps of heads beside them."""
    most = max((len(heads.names) for heads in all_heads(snapshot)), default=0)
    shown = min(SHOWN_HEADS, most)
    maps = shown * (formed(row, shown).side + 5.0) if shown else 0.0
    assert snapshot.graph is not None
    shared = slots_per_cell(snapshot[plan_of(snapshot.graph).embedded].shape[-1]) > 1
    return max(NAMES + maps, NOTED if shared else 0.0)


def _row(snapshot: Snapshot, height: float, lane: float) -> float:
    """The height of a block."""
    model = snapshot.state.model
    both = (snapshot.words, source_words(snapshot.state))
    heads = max(heads_height(words, max(6.0, lane)) for words in both)
    rest = heads + BAND + (OUTPUT if model.output else 0.0) + (FOOT if model.encoder else 6.0)
    rest += FAR if "final_norm" in snapshot else 0.0
    return (height - rest) / max(1, len(model.blocks), len(model.encoder))
