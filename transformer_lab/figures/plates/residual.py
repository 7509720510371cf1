"""How long the wire gets: the length of each word's vector behind every sublayer, and what each one adds."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.geometry import circle
from transformer_lab.figures.heads import chosen_query
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import fixed, short
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Curves, Floats, Item, Picture, Rects, Sheet, Stamps, Texts, table
from transformer_lab.figures.plates.board import Board, Box, board, plate
from transformer_lab.language import tr

NAMES = {"attn": tr("attention"), "cross": tr("cross-attention"), "ffn": tr("feed-forward")}


def residual_figure(snapshot: Snapshot, options: Options) -> Picture:
    """‖x‖ of every word along the wire, the chosen word on top, with what each sublayer adds as bars."""
    if snapshot.state.model.encoder:
        raise LabError(tr("The wire of a model with an encoder cannot be drawn yet; choose another figure."))
    query, on = chosen_query(snapshot, options.query), board(options)
    stations = _stations(snapshot)
    lengths = np.stack([_length(snapshot, node) for node, _, _ in stations])
    added = np.array([_length(snapshot, adds)[query] if adds else 0.0 for _, _, adds in stations])
    names = tuple(name for _, name, _ in stations)
    size = on.small
    box = Box(
        on.room.x + 2.6 * size,
        on.room.y + 1.2 * size,
        on.room.width - 3.0 * size,
        on.room.height - 4.6 * size,
    )
    items = _chart(on, box, lengths, added, query, snapshot.words)
    items += _below(on, box, names)
    rows = (*snapshot.words, tr("added to {word}", word=snapshot.words[query]))
    cells = tuple(tuple(map(float, row)) for row in (*lengths.T, added))
    ends = [fixed(lengths[0, query]), fixed(lengths[-1, query])]
    line = tr("The vector of {word} grows from {a} to {b}.", word=snapshot.words[query], a=ends[0], b=ends[1])
    if lengths[-1, query] < lengths[0, query]:
        line = tr(
            "The vector of {word} shrinks from {a} to {b}.", word=snapshot.words[query], a=ends[0], b=ends[1]
        )
    notes = "\n".join(
        (
            tr("length = square root of the sum of all squared slots"),
            *(f"{n}: {fixed(v)}" for n, v in zip(names, lengths[:, query], strict=True)),
        )
    )
    return plate(
        on,
        tr("How long the wire gets"),
        tr("word “{word}”", word=snapshot.words[query]),
        *items,
        description=line,
        notes=notes,
        sheet=Sheet(rows, names, cells),
    )


def _length(snapshot: Snapshot, node: str) -> Floats:
    return np.asarray(np.sqrt((snapshot[node] ** 2).sum(-1)))


def _stations(snapshot: Snapshot) -> list[tuple[str, str, str]]:
    """The wire behind each sublayer: its node, its name, and the node of what was added."""
    assert snapshot.graph is not None
    found = [("embed", tr("words"), "")]
    for i, block in enumerate(snapshot.state.model.blocks):
        from transformer_lab.engine.build import places

        for name, norm, wire, sub in places(block.sublayers):
            node = f"block.{i}/{norm}" if sub.norm == "after" else f"block.{i}/{wire}"
            out = f"block.{i}/{name}/out"
            found.append((node, f"{NAMES[name.split('_')[0]]} {i + 1}", out))
    if "final_norm" in snapshot:
        found.append(("final_norm", tr("last norm"), ""))
    return [station for station in found if station[0] in snapshot]


def _chart(
    on: Board, box: Box, lengths: Floats, added: Floats, query: int, words: tuple[str, ...]
) -> list[Item]:
    count = len(lengths)
    top = _nice(max(float(np.nanmax(lengths)), 1e-6))
    x = box.x + (np.arange(count) + 0.5) * box.width / count
    items: list[Item] = []
    for tick in np.linspace(0.0, top, 5):
        y = box.low - tick / top * box.height
        items.append(Rects(table(box.x, y - 0.5, box.width, 1.0), fill="line2" if tick == 0 else "line"))
        items.append(
            Texts(
                (short(tick),),
                table(box.x - 0.5 * on.small, y + 0.36 * on.small),
                on.small,
                color="ink2",
                anchor="end",
            )
        )
    wide = min(0.34 * box.width / count, 3.0 * on.small)
    high = added / top * box.height
    kept = added > 0
    items.append(
        Rects(
            table(x[kept] - wide / 2.0, box.low - high[kept], wide, high[kept]),
            fill="out",
            radius=2.0,
            opacity=0.28,
        )
    )
    for word in (*(i for i in range(lengths.shape[1]) if i != query), query):
        y = box.low - lengths[:, word] / top * box.height
        mine = word == query
        items.append(_line(x, y, (3.0 if mine else 1.2) * max(0.6, on.unit), 1.0 if mine else 0.28))
        if mine:
            items.append(Stamps(circle(max(3.0, 5.0 * on.unit)), table(x, y), "residual", "canvas", 1.5))
            texts = tuple(fixed(v) for v in lengths[:, word])
            size = on.small
            wide_ = max(approximate(text, "semibold", size) for text in texts) + 4.0
            items.append(
                Rects(
                    table(x - wide_ / 2.0, y - 1.6 * size, wide_, size),
                    fill="canvas",
                    radius=3.0,
                    opacity=0.85,
                )
            )
            items.append(Texts(texts, table(x, y - 0.75 * size), size, "semibold", anchor="middle"))
    return items


def _line(x: Floats, y: Floats, width: float, opacity: float) -> Curves:
    start, end = np.stack([x[:-1], y[:-1]], 1), np.stack([x[1:], y[1:]], 1)
    points = np.stack([start, start + (end - start) / 3.0, end - (end - start) / 3.0, end], 1)
    return Curves(points, np.full(len(points), width), np.full(len(points), opacity), "residual")


def _below(on: Board, box: Box, names: tuple[str, ...]) -> list[Item]:
    """The stations, in two lines where they are long, and what lines and bars are."""
    step = box.width / len(names)
    size = on.small
    x = [box.x + (i + 0.5) * step for i in range(len(names))]
    items: list[Item] = []
    whole = all(approximate(name, "regular", size) <= step - 0.3 * size for name in names)
    if whole:
        items.append(Texts(names, table(x, box.low + 1.4 * size), size, anchor="middle"))
    else:
        short_names = [
            name.replace(tr("attention"), tr("attn")).replace(tr("feed-forward"), tr("ffn")) for name in names
        ]
        every = (
            1
            if all(approximate(n, "regular", size) <= step - 0.2 * size for n in short_names)
            else max(1, int(np.ceil(4.2 * size / step)))
        )
        kept = range(0, len(names), every)
        items.append(
            Texts(
                tuple(shorten(short_names[i], step * every - 2.0, "regular", size) for i in kept),
                table([x[i] for i in kept], box.low + 1.4 * size),
                size,
                anchor="middle",
            )
        )
    y = box.low + 3.3 * size
    items.append(Rects(table(box.x, y - 0.45 * size, 1.6 * size, max(2.0, 3.0 * on.unit)), fill="residual"))
    items.append(Texts((tr("length of the wire"),), table(box.x + 2.1 * size, y), size, color="ink2"))
    after = box.x + 2.1 * size + approximate(tr("length of the wire"), "regular", size) + 1.6 * size
    said = tr("what the sublayer adds")
    if after + 1.6 * size + approximate(said, "regular", size) < box.right:
        items.append(
            Rects(
                table(after, y - 0.75 * size, 0.9 * size, 0.85 * size), fill="out", radius=2.0, opacity=0.28
            )
        )
        items.append(Texts((said,), table(after + 1.4 * size, y), size, color="ink2"))
    return items


def _nice(value: float) -> float:
    power = 10.0 ** np.floor(np.log10(value))
    return float(
        next(step * power for step in (1.0, 2.0, 4.0, 6.0, 8.0, 10.0) if step * power >= value * 1.08)
    )
