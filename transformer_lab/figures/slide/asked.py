"""Whether a figure of the stage shows the whole or a part: what was asked for, and what can be read."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.errors import LabError
from transformer_lab.figures.heads import all_heads
from transformer_lab.figures.look import BETWEEN, GUTTER, LEAST_LANE, MARGIN
from transformer_lab.figures.options import Options, slide_shaped
from transformer_lab.figures.slide.part import Part, part_at, usual_part
from transformer_lab.figures.timeline import Timeline
from transformer_lab.language import tr

SMALLEST_TYPE, PRINTED = 11.0, 8.7
"""Pixels of the smallest type of a whole stage, and of 6.5 points in a column of a paper."""


def asked_part(snapshot: Snapshot, options: Options, timeline: Timeline) -> Part | None:
    """The part to show; None for the whole. Raises LabError where that cannot be done."""
    if options.parts == "attention":
        _check(snapshot, options)
        return usual_part(snapshot, timeline, options.block)
    if options.parts == "all" or options.zoom != "middle":
        if options.words is not None:
            raise LabError(tr("--words goes with the middle zoom, and not with --parts all."))
        return None
    if options.words is None and can_be_read(snapshot, options.width, options.height):
        return None
    if options.step is None:
        return usual_part(snapshot, timeline, options.block)
    return part_at(snapshot, timeline, options.step)


def can_be_read(snapshot: Snapshot, width: float, height: float) -> bool:
    """Whether the whole stage has type that can be read at this size: never on a slide; in a column of a
    paper where all lanes have room.
    """
    if slide_shaped(width, height):
        return False
    source = len(source_words(snapshot.state))
    towers = 2.0 if source else 1.0
    wide = towers * (GUTTER + MARGIN) + (BETWEEN if source else 0.0)
    wide += LEAST_LANE * (source + len(snapshot.words))
    return SMALLEST_TYPE * min(1.0, width / wide) >= PRINTED


def _check(snapshot: Snapshot, options: Options) -> None:
    if not may_part(snapshot):
        raise LabError(tr("This model has no attention: leave --parts attention away."))
    if options.zoom != "middle" or options.step is not None:
        raise LabError(tr("--parts attention has neither --zoom nor --step: leave it away."))


def may_part(snapshot: Snapshot) -> bool:
    """Whether there is an attention that can stand alone."""
    return bool(all_heads(snapshot))
