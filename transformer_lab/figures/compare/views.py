"""Figures of two states as views show them: maps and their difference, paired bars, or A beside B."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.attention_layout import type_range
from transformer_lab.figures.compare.attention_pair import maps_of
from transformer_lab.figures.compare.bars import bars_heading, paired, paired_bars
from transformer_lab.figures.compare.caption import NotSharedError
from transformer_lab.figures.compare.comparison import bars_head, comparison_figure
from transformer_lab.figures.compare.gap_grid import gap_grid
from transformer_lab.figures.compare.grids import chip
from transformer_lab.figures.compare.lens_gap import lens_gap
from transformer_lab.figures.compare.lines_gap import lines_gap
from transformer_lab.figures.compare.mask_gap import mask_gap
from transformer_lab.figures.compare.matrix_gap import matrix_gap, positions_gap
from transformer_lab.figures.compare.neuron_gap import neuron_gap
from transformer_lab.figures.compare.pairing import pair_of
from transformer_lab.figures.compare.residual_pair import residual_pair
from transformer_lab.figures.compare.softmax_pair import softmax_pair
from transformer_lab.figures.compare.vectors_pair import vectors_pair
from transformer_lab.figures.empty import card_picture
from transformer_lab.figures.heads import chosen_head
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Layer, Picture, Rects, table
from transformer_lab.figures.plates.board import LEAST, LEAST_BARE, Box, board, plate, said
from transformer_lab.figures.scaling import scaled_layer
from transformer_lab.figures.shift import aside
from transformer_lab.figures.titles import header, header_height
from transformer_lab.language import tr

Draw = Callable[[Snapshot, Options], Picture]
HEAD, FOOT = 22.0, 22.0
"""Room for the letter over each half, and for what must be said below both."""
LEAST_ROW = 19.0


def beside(draw: Draw, snapshot: Snapshot, options: Options, notice: str = "") -> Picture:
    """The figure of A at the left or above, of B at the right or below; where both have no room B alone.

    What A does not have is said in its place; `notice` stands at the foot.
    """
    other, size = options.other, (options.width, options.height)
    alone = replace(options, other=None)
    if other is None or other.trace is None:
        return draw(snapshot, alone)
    head = header_height(*size) if options.title else 0.0
    halves = _halves(options.width, options.height - head - (FOOT if notice else 0.0))
    if halves is None:
        return _alone(draw, snapshot, alone)
    width, height, (dx, dy) = halves
    factor = _larger(options, width, height)
    half = replace(alone, width=width / factor, height=height / factor, title=False, notes=False)
    drawn = [_drawn(draw, state) for state in (_kept(other, snapshot, half), (snapshot, half))]
    layers: list[Layer] = []
    for picture, letter, x, y in zip(drawn, "AB", (0.0, dx), (0.0, dy), strict=True):
        moved = (aside(scaled_layer(layer, factor), x, letter) for layer in picture.layers)
        layers += [layer._replace(dy=layer.dy + head + HEAD + y) for layer in moved]
    title, _, place = drawn[1].title.partition(" — ")
    name = header(title, place, *size) if head else ()
    signs = (*name, *_letters(dx, dy, head, size), *_foot(notice, size))
    layers.append(Layer(("halves", 0, size, notice), (0.0, 0.0, *size), lambda: signs))
    description = tr("A: {a} B: {b}", a=drawn[0].description, b=drawn[1].description)
    return Picture(size, tuple(layers), drawn[1].title, f"{notice} {description}".strip())


def _larger(options: Options, width: float, height: float) -> float:
    """By what a half is drawn larger, so that its type is that of the whole figure; 1 in a view."""
    wanted = type_range(options.width, options.height)[1] / type_range(width, height)[1]
    return max(1.0, min(wanted, width / LEAST_BARE[0], height / LEAST_BARE[1]))


def _kept(other: Snapshot, snapshot: Snapshot, options: Options) -> tuple[Snapshot, Options]:
    """A, and the word that asks there: the same word where A has it, else its last one."""
    places = pair_of(other, snapshot).words
    query = options.query
    if query is not None and other.words != snapshot.words and query < len(places):
        query = int(places[query]) if places[query] >= 0 else len(other.words) - 1
    return other, replace(options, query=query)


def _alone(draw: Draw, snapshot: Snapshot, options: Options) -> Picture:
    """B, and below it why it is alone."""
    size = (options.width, options.height)
    notice = tr("No room for A beside B: here is B.")
    least = max(LEAST_BARE[1], options.height - FOOT)
    bare = options.height - FOOT < LEAST[1]
    options = replace(
        options, height=least, title=options.title and not bare, notes=options.notes and not bare
    )
    whole = draw(snapshot, options)
    signs = _foot(notice, (size[0], least + FOOT))
    layer = Layer(("alone", 0, size), (0.0, 0.0, *size), lambda: signs)
    return replace(whole, size=(whole.size[0], least + FOOT), layers=(*whole.layers, layer))


def _foot(notice: str, size: tuple[float, float]) -> tuple[Item, ...]:
    if not notice:
        return ()
    small = type_range(*size)[1]
    return (said(notice, 10.0, size[1] - 0.5 * small, small, "ink2", room=size[0] - 20.0),)


def _halves(wide: float, high: float) -> tuple[float, float, tuple[float, float]] | None:
    """Width and height of each half, and where that of B begins; None where they would be too small."""
    half, low = wide / 2.0 - 4.0, high - HEAD
    if half >= LEAST_BARE[0] and low >= LEAST_BARE[1]:
        return half, low, (half + 8.0, 0.0)
    low = high / 2.0 - HEAD
    if low >= LEAST_BARE[1] and wide >= LEAST_BARE[0]:
        return wide, low, (0.0, high / 2.0)
    return None


def _drawn(draw: Draw, of: tuple[Snapshot, Options]) -> Picture:
    state, options = of
    try:
        return draw(state, options)
    except LabError as error:
        return card_picture(str(error), options.width, options.height)


def _letters(dx: float, dy: float, head: float, size: tuple[float, float]) -> tuple[Item, ...]:
    """The letter over each half, and the line between them."""
    line = (
        table(dx - 4.5, head + 6.0, 1.0, size[1] - head - 12.0)
        if dx
        else table(8.0, head + dy, size[0] - 16.0, 1.0)
    )
    small = min(18, type_range(*size)[1])
    a, b = chip("A", 8.0, head + 17.0, small), chip("B", dx + 8.0, head + dy + 17.0, small)
    return *a, *b, Rects(line, fill="line")


def paired_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The next words of both states as paired bars."""
    assert options.other is not None
    pair, on = pair_of(options.other, snapshot), board(options)
    query = len(snapshot.words) - 1 if options.query is None else options.query
    words = pair.words
    if "probs" not in pair.a or (query < len(words) and words[query] < 0):
        word = snapshot.words[min(query, len(words) - 1)]
        raise NotSharedError(tr("A has no “{word}” that predicts, so there is no difference.", word=word))
    row = max(LEAST_ROW, 1.5 * on.small)
    found = paired(pair, query, max(1, int((on.room.height - 2.0 * on.small) / row)))
    if found is None:
        return card_picture(tr("A and B have no next word in common."), on.width, on.height)
    name, _ = bars_heading(pair, query)
    top = on.room.y + 1.9 * on.small
    return plate(
        on,
        name,
        "",
        *bars_head(pair, query, Box(on.room.x, top, on.room.width, 0.0), on),
        *paired_bars(found, Box(on.room.x, top, on.room.width, on.room.low - top), on.small, row),
        description="; ".join(
            f"{w}: {a} → {b}" for w, (a, b) in zip(found.words, found.percents, strict=True)
        ),
    )


def _attention(snapshot: Snapshot, options: Options) -> Picture:
    """A | B | B − A of one head. Raises NotSharedError where A has no such head."""
    assert options.other is not None
    heads, head = chosen_head(snapshot, options.block, options.head)
    if maps_of(pair_of(options.other, snapshot), heads, head).a is None:
        raise NotSharedError(tr("A has no such head, so there is no difference."))
    return comparison_figure(snapshot, options)


DIFFERENCES: Mapping[str, Draw] = MappingProxyType(
    {
        "attention": _attention,
        "head-grid": gap_grid,
        "head-lines": lines_gap,
        "neuron": neuron_gap,
        "softmax": softmax_pair,
        "mask": mask_gap,
        "vectors": vectors_pair,
        "positions": positions_gap,
        "residual": residual_pair,
        "lens": lens_gap,
        "probabilities": paired_figure,
        "matrix": matrix_gap,
    }
)
"""How what changed is drawn, for each figure that a view shows."""


def compared(name: str, draw: Draw, snapshot: Snapshot, options: Options) -> Picture:
    """The figure `name` of A (`options.other`) and of B, as `options.compared` says.

    Where A and B share nothing that could be subtracted, a line says so and both are shown.
    """
    other, how = options.other, options.compared
    if other is None or other.trace is None:
        return draw(snapshot, replace(options, other=None, compared=""))
    options = replace(options, compared="")
    try:
        if how == "difference":
            return DIFFERENCES[name](snapshot, options)
    except NotSharedError as missing:
        return beside(draw, snapshot, options, str(missing))
    return beside(draw, snapshot, options)
