"""What stands beside an attention matrix: how to read it, what the chosen row says, the scale, the hatch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.numbers import percent_texts
from transformer_lab.figures.options import Options, slide_shaped
from transformer_lab.figures.picture import Floats, Hatch, Item, Rects, Texts, table
from transformer_lab.figures.prose import Line, Run, broken, set_lines
from transformer_lab.figures.scales import bar_width, colour_bar, colour_bar_below
from transformer_lab.language import tr

LEADING = 1.42
BESIDE, WIDE, SLIDE = 640.0, 1.25, 1.4
"""From this width and proportion on there is room for sentences beside a figure; on slides type is large."""


def notes_place(options: Options) -> Literal["", "beside", "narrow", "below"]:
    """Where notes go: beside with sentences, beside as a narrow column, under the figure, or nowhere."""
    if not options.notes:
        return ""
    if options.width < (SLIDE if slide_shaped(options.width, options.height) else WIDE) * options.height:
        return "below"
    return "beside" if options.width >= BESIDE else "narrow"


def narrow_width(size: int) -> float:
    """Width of the column of legends, the gap before it included."""
    return 9.0 * size


def lone_notice(notice: str, x: float, baseline: float, size: int) -> tuple[Item, ...]:
    """The notice by itself, for a figure without notes: labels are never left out silently."""
    return (Texts((notice,), table(x, baseline), size, color="ink2"),) if notice else ()


def row_sentence(
    words: Sequence[str], query: int, row: Floats, read: Sequence[str] | None = None
) -> tuple[Run, ...]:
    """“**scared** looks at **cat** for 67% of its view.” `read`: the words looked at, if they are others."""
    read = words if read is None else read
    asks = Run(words[query], "semibold")
    if not np.isfinite(row).all():
        return asks, Run(tr(" has weights that are not numbers."))
    if not row.max() > 0.0:
        return asks, Run(tr(" has nobody to look at."))
    best = int(row.argmax())
    if (row > 0.0).sum() > 1 and row.max() - row[row > 0.0].min() < 1e-9:
        return asks, Run(tr(" looks at {count} words equally.", count=int((row > 0.0).sum())))
    share = Run(tr(" for {share} of its view.", share=percent_texts(row)[best]))
    if best == query and read == words:
        return asks, Run(tr(" looks at itself") + "\n"), share
    return asks, Run(tr(" looks at ")), Run(read[best] + "\n", "semibold"), share


def plain(runs: Sequence[Run]) -> str:
    """The same as text, for titles and descriptions."""
    return "".join(run.text for run in runs).replace("\n", "")


def reading_hint(numbers: str, aside: bool = False) -> tuple[Run, ...]:
    """“**Read a row:** where this word looks, in percent.” `aside`: a column."""
    what = (
        tr(" where this word looks, in percent.") if numbers == "percent" else tr(" where this word looks.")
    )
    return Run((tr("Read a column:") if aside else tr("Read a row:")) + "\n", "semibold"), Run(what)


def root_notice(root: bool) -> str:
    """What is printed where colours follow the square root of the weights; empty where they do not."""
    return tr("Square-root scale.") if root else ""


def label_notice(every: int, cut: bool) -> str:
    """What is printed when labels are left out or cut; empty if every word stands whole."""
    if every == 1:
        return tr("Long words are cut.") if cut else ""
    return tr("Every 2nd word is named.") if every == 2 else tr("One word in {every} is named.", every=every)


def notes_beside(
    paragraphs: Sequence[Sequence[Run]],
    notice: str,
    hatched: bool,
    numbers: str,
    box: Sequence[float],
    size: int,
    root: bool = False,
    covered: str = "",
    limit: float = 1.0,
    least: int = 99,
    above: float = 0.0,
) -> tuple[Item, ...]:
    """A column of notes in `box` (x, y, width, bottom), moved up if it would pass the bottom.

    Where it would then pass `above`, its type is smaller, down to `least`; then it loses its first paragraph.
    `covered` says what the hatch means, where it is not that words come later.
    """
    x, y, width, bottom = box
    notices = [[Run(notice, color="ink2")]] if notice else []
    ways = [(paragraphs, s) for s in range(size, least - 1, -1)] or [(paragraphs, size)]
    for shown, size in (*ways, (paragraphs[1:], ways[-1][1])):
        lines, small = ([broken(runs, width, size) for runs in several] for several in (shown, notices))
        height = _height(lines, small, hatched, size)
        if bottom - height >= above or least > size:
            break
    leading = LEADING * size
    y = max(size * 1.2, min(y, bottom - height)) + (CAP * size if lines else 0.0)
    items: list[Item] = []
    for block in lines:
        items += set_lines(block, x, y, size, leading)
        y += len(block) * leading + 0.55 * size
    bar = round(0.7 * size)
    long = min(width, 10.0 * size)
    items += colour_bar_below("seq", limit, x, y, long, bar, size, numbers == "percent", root)
    y += bar + 1.15 * size + 1.5 * size
    if hatched:
        items += _legend(x, y, size, width, covered)
        y += 1.6 * size
    for block in small:
        items += set_lines(block, x, y, size, leading)
    return tuple(items)


def notes_below(
    notice: str,
    hatched: bool,
    x: float,
    y: float,
    width: float,
    size: int,
    root: bool = False,
    limit: float = 1.0,
) -> tuple[Item, ...]:
    """One line: the scale, what the hatch means, and the notice, as much of it as has room."""
    long = min(80.0, 0.25 * width)
    low, reach = bar_width("seq", limit, long, size)
    bar = 0.7 * size
    items: list[Item] = list(colour_bar("seq", limit, x + low, y, long, bar, size, root))
    after = x + low + reach + 1.4 * size
    baseline = y + (bar + CAP * size) / 2.0
    words = tr("hidden")
    legend = 1.9 * size + approximate(words, "regular", size)
    if hatched and after + legend <= x + width:
        items += _legend(after, baseline, size, width, words)
        after += legend + 1.4 * size
    if notice:
        fits = after + approximate(notice, "regular", size) <= x + width
        at = table(after, baseline) if fits else table(x, baseline + 1.4 * size)
        items.append(Texts((shorten(notice, width, "regular", size),), at, size, color="ink2"))
    return tuple(items)


def key_line(
    hatched: bool, root: bool, width: float, height: float, limit: float = 1.0, end: str = ""
) -> tuple[Item, ...]:
    """The scale and what the hatch means, in the middle of a narrow strip; as much as has room.

    `end` stands at the end of the scale instead of a number.
    """
    size = 11
    items = notes_below("", hatched, 0.0, (height - 0.7 * size) / 2.0, width, size, root, limit)
    if not end:
        return items
    bar, frame, texts, *_ = items
    assert isinstance(texts, Texts)
    return bar, frame, replace(texts, text=(texts.text[0], end))


def below_height(notice: str, hatched: bool, width: float, size: int) -> float:
    """Height of `notes_below`, one or two lines."""
    items = notes_below(notice, hatched, 0.0, 0.0, width, size)
    deepest = max(float(i.at[:, 1].max()) for i in items if isinstance(i, Texts))
    return deepest + 0.3 * size


def _height(
    lines: Sequence[Sequence[Line]], small: Sequence[Sequence[Line]], hatched: bool, size: int
) -> float:
    text = sum(len(block) * LEADING * size + 0.55 * size for block in lines)
    scale = round(0.7 * size) + 1.5 * size
    return text + scale + hatched * 1.6 * size + sum(len(b) * LEADING * size + 0.4 * size for b in small)


def _legend(x: float, baseline: float, size: int, width: float, words: str = "") -> tuple[Item, ...]:
    box = table(x, baseline - 0.8 * size, 1.3 * size, 0.88 * size)
    words = words or tr("later words, hidden")
    if 1.9 * size + approximate(words, "regular", size) > width:
        words = tr("hidden")
    text = Texts((words,), table(x + 1.9 * size, baseline), size, color="ink2")
    return Hatch(box), Rects(box, stroke="line2", width=1.0, radius=2.0), text
