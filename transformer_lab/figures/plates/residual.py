"""The residual wire: how long it gets, how far each sublayer turns it, and who wrote how much of its end."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import check_index
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture, Sheet
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.residual_drawn import Shown, drawn
from transformer_lab.figures.plates.residual_values import Flow, flow
from transformer_lab.figures.plates.wire import Wire, tower_title, wire
from transformer_lab.language import tr


def residual_figure(snapshot: Snapshot, options: Options) -> Picture:
    """Lengths as lines, below them the cosine to the vector before, and each station's share of the end.

    With two towers the wire of the tower in which `options.block` lies. Raises LabError for a word that does
    not exist.
    """
    way, on = wire(snapshot, options), board(options)
    query = len(way.words) - 1 if options.query is None else options.query
    if way.tower == "encoder":
        query = min(query, len(way.words) - 1)
    check_index("query", query, len(way.words), tr("This text"), tr("word"))
    found = flow(snapshot, way, query)
    items = drawn(on, Shown(way, found, query))
    tower = tower_title(way.tower)
    place = tr("word “{word}”", word=way.words[query])
    return plate(
        on,
        tr("How the residual stream grows, and who writes it"),
        f"{tower}, {place}" if tower else place,
        *items,
        description=_said(way, found, query, on.decimals),
        notes=_spoken(way, found, query, on.decimals),
        sheet=_sheet(way, found, query).lying(options.manner.aside),
    )


def _said(way: Wire, found: Flow, query: int, decimals: int) -> str:
    start, end = float(found.lengths[0, query]), float(found.lengths[-1, query])
    gone = [s.name for s, size in zip(way.stations, found.lengths[:, query], strict=True) if size != size]
    if gone:
        return tr("The vector of {word} is NaN from “{name}” on.", word=way.words[query], name=gone[0])
    text = "The vector of {word} shrinks from {a} to {b}." if end < start else ""
    text = tr(text or "The vector of {word} grows from {a} to {b}.")
    line = text.format(word=way.words[query], a=fixed(start, decimals), b=fixed(end, decimals))
    if not (found.shares == found.shares).all():
        return line
    best = int(found.shares.argmax())
    most = tr("Most of its end is written by {name} ({share}).")
    return f"{line} {most.format(name=way.stations[best].name, share=fixed(found.shares[best], decimals))}"


def _spoken(way: Wire, found: Flow, query: int, decimals: int) -> str:
    lines = [
        tr("length = square root of the sum of all squared features"),
        tr("cosine: 1 is the direction before, 0 at a right angle to it, −1 the opposite"),
        tr("share = what it wrote · last vector / squared length of the last vector; together {sum}"),
    ]
    lines[2] = lines[2].format(sum=fixed(found.shares.sum(), decimals))
    for i, station in enumerate(way.stations):
        cosine = "" if i == 0 else tr(", cosine {c}", c=fixed(found.cosines[i], decimals))
        length = fixed(found.lengths[i, query], decimals)
        lines.append(
            f"{station.name}: {length}{cosine}, {tr('share {s}', s=fixed(found.shares[i], decimals))}"
        )
    return "\n".join(lines)


def _sheet(way: Wire, found: Flow, query: int) -> Sheet:
    word = way.words[query]
    names = [
        tr("added to {word}", word=word),
        tr("cosine of {word}", word=word),
        tr("share of {word}", word=word),
    ]
    cells = (*found.lengths.T, found.added, found.cosines, found.shares)
    columns = tuple(station.name for station in way.stations)
    return Sheet((*way.words, *names), columns, tuple(tuple(map(float, row)) for row in cells))
