"""The computation on paper: scores and values are given, the rest is to be filled in; and the answer key."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import head_title, own_cells
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Picture
from transformer_lab.figures.plates.board import board, plate, said
from transformer_lab.figures.plates.foot import foot_lines, foot_scales
from transformer_lab.figures.plates.steps import crop_notice, laid_with_foot, scales_of, sheet_of
from transformer_lab.figures.plates.ways import way_of
from transformer_lab.figures.plates.working import mix_line, spoken, vector
from transformer_lab.language import tr

COUNTS = {2: tr("two"), 3: tr("three"), 4: tr("four")}


def worksheet_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The working of one word with blanks, or with `options.answers` the same filled in."""
    on = board(options)
    way = way_of(options.manner)
    work, place = laid_with_foot(way, on, snapshot, options)
    items: list[Item] = [*way.heading(place, work)]
    for i, row in enumerate(work.rows):
        items += way.step(place, work, row, i, blank=row.computed, answers=options.answers)
    items += way.mix(place, work, blank=True, answers=options.answers)
    title = (
        tr("Answers: “{word}” reads", word=work.asker)
        if options.answers
        else tr("Work it out: “{word}” reads", word=work.asker)
    )
    what = tr("Fill in the dashed boxes, to {count} decimals.", count=COUNTS[work.decimals])
    notice = crop_notice(work, place)
    said_ = notice or ("" if options.answers else what)
    scales = scales_of(work)
    if foot_lines(on, scales, said_) > 1:  # the scores have their numbers in every cell
        scales = scales[:1]
    if not notice and foot_lines(on, scales, said_) == 1:
        items.append(said(said_, on.room.x, on.room.low, on.small, "ink2"))
    elif not notice:
        said_ = ""
    items += foot_scales(on, scales, said_)
    answer = f"{mix_line(work)} = {vector(work.mix, decimals=work.decimals)}"
    return plate(
        on,
        title,
        head_title(work.heads, work.head),
        *own_cells(snapshot, items),
        description=answer if options.answers else what,
        notes=spoken(work),
        sheet=sheet_of(work).lying(options.manner.aside),
        notice=notice,
    )
