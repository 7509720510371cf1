"""Figures of two states as views show them: maps and their difference, paired bars, or A beside B."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.compare.bars import bars_heading, paired, paired_bars
from transformer_lab.figures.compare.comparison import comparison_figure
from transformer_lab.figures.compare.gap_grid import gap_grid
from transformer_lab.figures.compare.grids import chip
from transformer_lab.figures.compare.pairing import pair_of
from transformer_lab.figures.empty import card_picture
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Layer, Picture, Rects, table
from transformer_lab.figures.plates.board import LEAST_BARE, Box, board, plate, said
from transformer_lab.figures.shift import aside
from transformer_lab.language import tr

Draw = Callable[[Snapshot, Options], Picture]
HEAD = 26.0
"""Room for the letter over each half."""
LEAST_ROW = 19.0


def beside(draw: Draw, snapshot: Snapshot, options: Options) -> Picture:
    """The figure of A at the left or above, of B at the right or below; where both have no room B alone.

    What A does not have is said in its place.
    """
    other, halves = options.other, _halves(options)
    if other is None or other.trace is None or halves is None:
        return draw(snapshot, replace(options, other=None))
    width, height, (dx, dy) = halves
    half = replace(options, other=None, width=width, height=height)
    drawn = [_drawn(draw, state, half) for state in (other, snapshot)]
    layers: list[Layer] = []
    for picture, letter, x, y in zip(drawn, "AB", (0.0, dx), (0.0, dy), strict=True):
        moved = (aside(layer, x, letter) for layer in picture.layers)
        layers += [layer._replace(dy=layer.dy + HEAD + y) for layer in moved]
    size = (options.width, options.height)
    layers.append(Layer(("halves", 0, size), (0.0, 0.0, *size), lambda: _letters(dx, dy, size)))
    description = tr("A: {a} B: {b}", a=drawn[0].description, b=drawn[1].description)
    return Picture(size, tuple(layers), drawn[1].title, description)


def _halves(options: Options) -> tuple[float, float, tuple[float, float]] | None:
    """Width and height of each half, and where that of B begins; None where they would be too small."""
    wide, high = options.width / 2.0 - 4.0, options.height - HEAD
    if wide >= LEAST_BARE[0] and high >= LEAST_BARE[1]:
        return wide, high, (wide + 8.0, 0.0)
    high = options.height / 2.0 - HEAD
    if high >= LEAST_BARE[1] and options.width >= LEAST_BARE[0]:
        return options.width, high, (0.0, options.height / 2.0)
    return None


def _drawn(draw: Draw, state: Snapshot, options: Options) -> Picture:
    try:
        return draw(state, options)
    except LabError as error:
        return card_picture(str(error), options.width, options.height)


def _letters(dx: float, dy: float, size: tuple[float, float]) -> tuple[Item, ...]:
    line = table(dx - 4.5, 6.0, 1.0, size[1] - 12.0) if dx else table(8.0, dy, size[0] - 16.0, 1.0)
    return *chip("A", 8.0, 19.0, 11), *chip("B", dx + 8.0, dy + 19.0, 11), Rects(line, fill="line")


def paired_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The next words of both states as paired bars."""
    assert options.other is not None
    pair, on = pair_of(options.other, snapshot), board(options)
    query = len(snapshot.words) - 1 if options.query is None else options.query
    row = max(LEAST_ROW, 1.5 * on.small)
    found = paired(pair, query, max(1, int((on.room.height - 2.0 * on.small) / row)))
    if found is None:
        return card_picture(tr("A and B have no next word in common."), on.width, on.height)
    name, key = bars_heading(pair, query)
    top = on.room.y + 1.9 * on.small
    return plate(
        on,
        name,
        "",
        said(name, on.room.x, on.room.y + on.small, on.small, face="semibold", room=0.6 * on.room.width),
        said(key, on.room.right, on.room.y + on.small, on.small, "ink2", anchor="end"),
        *paired_bars(found, Box(on.room.x, top, on.room.width, on.room.low - top), on.small, row),
        description="; ".join(
            f"{w}: {a} → {b}" for w, (a, b) in zip(found.words, found.percents, strict=True)
        ),
    )


DIFFERENCES: Mapping[str, Draw] = MappingProxyType(
    {"attention": comparison_figure, "head-grid": gap_grid, "probabilities": paired_figure}
)
"""Figures whose difference can be drawn; of all others A stands beside B."""
