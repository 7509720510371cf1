"""Who looks at whom: the attention weights of one head as a matrix, query rows and key columns."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.attention_labels import column_labels, corner, row_labels
from transformer_lab.figures.attention_layout import Frame, Plan, digit_size, plan, type_range
from transformer_lab.figures.attention_notes import (
    below_height,
    label_notice,
    lone_notice,
    narrow_width,
    notes_below,
    notes_beside,
    notes_place,
    plain,
    reading_hint,
    root_notice,
)
from transformer_lab.figures.by_head import told
from transformer_lab.figures.cropping import Crop, crop_notice, crop_of
from transformer_lab.figures.heads import (
    Bools,
    Heads,
    chosen_asking,
    chosen_head,
    head_title,
    hidden,
    sides,
)
from transformer_lab.figures.matrix import Weights, number_size, weight_cells, weight_numbers
from transformer_lab.figures.mirror import laid
from transformer_lab.figures.numbers import percent_texts
from transformer_lab.figures.options import Options, slide_shaped
from transformer_lab.figures.picture import Item, Layer, Picture, Rects, Sheet, table
from transformer_lab.figures.scales import rooted
from transformer_lab.figures.titles import header, header_height
from transformer_lab.figures.turning import Turn, facing, turn_of
from transformer_lab.figures.value_length import Measured, carried_hint, measured_of
from transformer_lab.language import tr

TIGHT = 0.95
"""The part of a cell that a number may take on a slide, where it is never smaller than 18 points."""


class Named(NamedTuple):
    """The words of the rows and of the columns, and how the map lies."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    turn: Turn = Turn()


def attention(snapshot: Snapshot, options: Options) -> Picture:
    """The heat map of one block and head, with `options.query` as the row that is read out.

    All words are named whole while there is room; beyond that labels are thinned and the figure says so.
    Raises LabError for a block, head or word that does not exist.
    """
    heads, head = chosen_head(snapshot, options.block, options.head)
    query = chosen_asking(snapshot, heads, options.query)
    words, read = sides(snapshot, heads)
    measured = measured_of(snapshot, heads, head, query, options)
    if measured.hint and options.numbers == "percent":
        options = replace(options, numbers="decimal")
    values = measured.values
    weights, crop, row = _weights(snapshot, heads, head, options, query, measured)
    asking, being_read = words[crop.top : crop.low], read[crop.left : crop.right]
    turn = turn_of(options.manner, words, read)
    shown = Named(being_read, asking, turn) if turn.aside else Named(asking, being_read, turn)
    place = head_title(heads, head)
    named = words if read == words else (words, read)
    left_out = crop_notice(crop, len(words), len(read), options.manner.first)
    key = ("attention", options, named, place, query, hash(values.tobytes()), hash(weights.hidden.tobytes()))
    size = (options.width, options.height)
    said = (measured, left_out, place)
    layer = Layer(key, (0.0, 0.0, *size), lambda: _items(weights, shown, row, *said, options))
    title = f"{measured.title} — {place}"
    assert snapshot.graph is not None
    layers = told(snapshot.graph, (layer,))
    sheet = Sheet(words, read, tuple(map(tuple, values.tolist()))).lying(turn.aside)
    return Picture(size, layers, title, plain(measured.sentence), sheet=sheet)


def _weights(
    snapshot: Snapshot, heads: Heads, head: int, options: Options, query: int, measured: Measured
) -> tuple[Weights, Crop, int]:
    """What is drawn of a head's weights, where it lies in them, and the row of the query in it."""
    values, covered = measured.values, hidden(snapshot, heads.path)
    crop, row = crop_of(options.words, values.shape[0], values.shape[1], query)
    part = np.s_[crop.top : crop.low, crop.left : crop.right]
    whole = np.where(covered, 0.0, values)[crop.top : crop.low]
    shares = tuple(percent_texts(each, "") for each in whole) if options.words else ()
    count = len(snapshot.words) if options.words is None else crop.low - crop.top
    root = rooted(count, options.ramp)
    first = (crop.top, crop.left)
    here = (values[part], covered[part], heads.weights, head)
    return Weights(*here, root, first, shares, measured.limit), crop, row


def _items(
    weights: Weights,
    named: Named,
    query: int,
    measured: Measured,
    left_out: str,
    place: str,
    options: Options,
) -> tuple[Item, ...]:
    said = f"{root_notice(weights.root)} {left_out}".strip()
    frame = _frame(options, bool(weights.hidden.any()), said)
    plan_ = _planned(named, frame, options, said)
    shown = facing(_map(weights, named.turn, query, plan_, options), named.turn.mirrored, *plan_.reach)
    return (
        *(
            header(measured.title, place, options.width, options.height, frame.smallest)
            if options.title
            else ()
        ),
        *shown,
        *_notes(weights, named, measured, said, plan_, frame, options),
    )


def _map(weights: Weights, turn: Turn, query: int, found: Plan, options: Options) -> tuple[Item, ...]:
    """Cells, numbers, words and the frame of the query, as for a text that runs from left to right."""
    cells: tuple[Item, ...] = weight_cells(weights, found.x, found.y, found.cell)
    cells += _numbers(weights, found, options)
    row, column = (-1, query) if turn.aside else (query, -1)
    frame: tuple[Item, ...] = (_chosen_row(found, query, len(weights.values[0])),)
    return (
        *(laid(cells, found.x, found.y) if turn.aside else cells),
        *column_labels(found, column),
        *row_labels(found, row),
        *corner(found, turn),
        *(laid(frame, found.x, found.y) if turn.aside else frame),
    )


def is_bare(options: Options) -> bool:
    """Whether the figure stands in a panel that has its own heading and key."""
    return not options.title and not options.notes


def padding(options: Options) -> float:
    """The margin round a figure: 48 on a slide, 10 in a panel."""
    return max(10.0, round(48.0 * min(options.width / 960.0, options.height / 540.0) - 6.0))


def _frame(options: Options, hatched: bool, root: str) -> Frame:
    edge = padding(options)
    largest, smallest = type_range(options.width, options.height, options.least)
    top = header_height(options.width, options.height) if options.title else edge
    bottom, width = options.height - 0.6 * edge, options.width - 2.0 * edge
    place = notes_place(options)
    if place == "below":
        longest = f"{label_notice(9, False)} {root} {tr('Numbers are left out.')}".strip()
        bottom -= below_height(longest, hatched, width, smallest) + 0.5 * smallest
    elif place:
        width = 0.66 * options.width - edge if place == "beside" else width - narrow_width(smallest)
    return Frame(edge, top, width, bottom - top, largest, smallest)


def _planned(named: Named, frame: Frame, options: Options, said: str) -> Plan:
    """The plan in its place: in a bare panel under its heading at the left.

    Without notes a line is kept free for what must be said about the labels.
    """
    found = plan(named.rows, named.columns, frame, named.turn.axis_names())
    if not notes_place(options) and (
        said or label_notice(max(found.every, found.across), _cut(found, named))
    ):
        frame = frame._replace(height=frame.height - 1.8 * frame.smallest)
        found = plan(named.rows, named.columns, frame, named.turn.axis_names())
    if is_bare(options):
        return found
    return _lowered(found, frame) if notes_place(options) == "beside" else _centred(found, frame)


def _cut(found: Plan, named: Named) -> bool:
    """Whether a word is not shown whole."""
    return (found.words, found.read) != named[:2]


def _centred(found: Plan, frame: Frame) -> Plan:
    """Without notes the matrix with its labels stands in the middle."""
    across = frame.x + frame.width - (found.x + found.side + found.overhang)
    down = frame.y + frame.height - (found.y + found.down)
    return found._replace(x=found.x + max(0.0, across / 2.0), y=found.y + max(0.0, down / 2.0))


def _lowered(found: Plan, frame: Frame) -> Plan:
    """Beside notes the matrix stands at the left, a small one a third down."""
    down = frame.y + frame.height - (found.y + found.down)
    return found._replace(y=found.y + max(0.0, down / 3.0))


def _numbers(weights: Weights, found: Plan, options: Options) -> tuple[Item, ...]:
    size = digits_of(options, found)
    return weight_numbers(weights, found.x, found.y, found.cell, options.numbers, size) if size else ()


def digits_of(options: Options, found: Plan) -> int:
    """The size of the numbers in the cells; 0 if they have no room."""
    size = (options.width, options.height)
    if not slide_shaped(*size):
        return number_size(options.numbers, found.cell, found.size)
    return number_size(options.numbers, found.cell, found.size, digit_size(*size), TIGHT)


def _bare(options: Options, found: Plan) -> str:
    """What a slide says where numbers that are wanted have no room."""
    wanted = options.numbers != "none" and slide_shaped(options.width, options.height)
    return tr("Numbers are left out.") if wanted and not digits_of(options, found) else ""


def _chosen_row(found: Plan, query: int, columns: int) -> Rects:
    """Round the row of the word that asks, as long as it reads words."""
    width = max(1.5, round(0.09 * found.size, 1))
    out = width / 2.0 + 0.5
    y = found.y + query * found.cell
    box = table(found.x - out, y - out, columns * found.cell + 2.0 * out, found.cell + 2.0 * out)
    return Rects(box, stroke="select", width=width, radius=min(4.0, 0.1 * found.cell + 1.0))


def later_alone(hidden_: Bools) -> bool:
    """Whether nothing but words that come later is hidden."""
    return not bool(np.tril(hidden_).any())


def _notes(
    weights: Weights,
    named: Named,
    measured: Measured,
    said: str,
    found: Plan,
    frame: Frame,
    options: Options,
) -> tuple[Item, ...]:
    labels = label_notice(max(found.every, found.across), _cut(found, named))
    place, small = notes_place(options), frame.smallest
    what = tr("Weight × length of v.") if measured.hint and place != "beside" else ""
    notice = " ".join(filter(None, (what, labels, said, _bare(options, found))))
    hatched = bool(weights.hidden.any())
    bottom = options.height - 0.6 * frame.x
    if not place:
        return lone_notice(notice, frame.x, bottom - 0.3 * small, small)
    if place == "below":
        y = frame.y + frame.height + 0.9 * small
        return notes_below(notice, hatched, frame.x, y, frame.width, small, weights.root, weights.limit)
    if place == "narrow":
        x = frame.x + frame.width + small
        box = (x, found.y, options.width - frame.x - x, bottom)
        return notes_beside((), notice, hatched, "none", box, small, weights.root, limit=weights.limit)
    size = max(small, round(0.92 * frame.largest))
    x = found.x + found.side + max(found.overhang, 2.0 * size) + 1.5 * size
    x = min(x, frame.x + frame.width + 1.2 * size)
    box = (x, found.y, options.width - 0.7 * frame.x - x, bottom)
    numbered = options.numbers if digits_of(options, found) else "none"
    aside = named.turn.aside
    paragraphs = (carried_hint(aside) if measured.hint else reading_hint(numbered, aside), measured.sentence)
    covered = "" if later_alone(weights.hidden) else tr("words hidden by the mask")
    above = frame.y + 0.4 * small
    return notes_beside(
        paragraphs, notice, hatched, numbered, box, size, weights.root, covered, weights.limit, small, above
    )
