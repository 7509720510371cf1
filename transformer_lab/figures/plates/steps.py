"""Scores, scale, mask, softmax, mix: the worked example for one word, a row for each step."""

from __future__ import annotations

from typing import Any

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import check_index, head_title, own_cells
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Picture, Sheet
from transformer_lab.figures.plates.board import Board, board, plate
from transformer_lab.figures.plates.foot import Scale, foot_lines, foot_scales
from transformer_lab.figures.plates.lay import Placed
from transformer_lab.figures.plates.ways import Way, way_of
from transformer_lab.figures.plates.working import Working, mix_line, spoken, vector, working
from transformer_lab.figures.scales import limit_covering
from transformer_lab.language import tr


def steps_figure(snapshot: Snapshot, options: Options) -> Picture:
    """All rows, or those up to `options.step`, which counts from 0; the last step is the mix."""
    on = board(options)
    way = way_of(options.manner)
    work, place = laid_with_foot(way, on, snapshot, options)
    count = len(work.rows) + 1
    if options.step is not None:
        check_index("step", options.step, count, tr("This figure"), tr("step"))
    shown = count if options.step is None else options.step + 1
    items: list[Item] = [*way.heading(place, work)]
    for i, row in enumerate(work.rows[:shown]):
        items += way.step(place, work, row, i, fresh=options.step == i)
    if shown == count:
        items += way.mix(place, work)
    items += foot_scales(on, scales_of(work), crop_notice(work, place))
    title = tr("How “{word}” reads the others", word=work.asker)
    return plate(
        on,
        title,
        head_title(work.heads, work.head),
        *own_cells(snapshot, items),
        description=f"{mix_line(work)} = {vector(work.mix, decimals=work.decimals)}",
        notes=_notes(work, options, shown),
        sheet=sheet_of(work).lying(options.manner.aside),
        notice=crop_notice(work, place),
    )


def steps_count(snapshot: Snapshot) -> int:
    """How many steps the last block's attention has."""
    return len(working(snapshot, Options()).rows) + 1


def _notes(work: Working, options: Options, shown: int) -> str:
    lines = spoken(work).split("\n")
    if options.step is None:
        return "\n".join(lines)
    return "\n".join((lines[0], lines[min(shown, len(lines) - 1)]))


def sheet_of(work: Working) -> Sheet:
    """The rows as a table, a column for each word."""
    cells = tuple(tuple("−∞" if np.isneginf(v) else float(v) for v in row.values) for row in work.rows)
    return Sheet(tuple(f"{row.name} ({row.formula})" for row in work.rows), work.words, cells)


def laid_with_foot(way: Way, on: Board, snapshot: Snapshot, options: Options) -> tuple[Working, Any]:
    """The working and where it stands, with as many lines free at the foot as are written there."""
    work, place = way.lay(on, snapshot, options)
    lines = foot_lines(on, scales_of(work), crop_notice(work, place))
    return (work, place) if lines == 1 else way.lay(on, snapshot, options, lines)


def scales_of(work: Working) -> tuple[Scale, ...]:
    """The scales of values and scores."""
    scores = limit_covering(*(row.values for row in work.rows if row.ramp == "div"))
    values = limit_covering(work.values, work.mix)
    return Scale("div", values, tr("values")), Scale("div", scores, tr("scores"))


def crop_notice(work: Working, place: Placed) -> str:
    """What is said where not every word has room; totals are of all."""
    if len(place.kept) == len(work.words):
        return ""
    text = "The {n} of {count} words that weigh most; totals are of all."
    return tr(text, n=len(place.kept), count=len(work.words))
