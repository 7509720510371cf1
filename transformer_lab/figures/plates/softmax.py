"""From scores to shares: bars of one row of attention at several temperatures, on one common axis."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import (
    Bools,
    by_heads,
    chosen_asking,
    chosen_head,
    head_title,
    hidden,
    own_cells,
    sides,
)
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import fixed, percent_texts, short
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Hatch, Item, Picture, Rects, Ref, Sheet, Texts, table
from transformer_lab.figures.plates.board import Board, board, middle, plate, said
from transformer_lab.language import tr

NEWEST = ("slanted", "scaled", "scores")
"""What softmax reads before the mask, the newest that the model has."""
TEMPERATURES = (0.5, 1.0, 2.0)
NARROW = 19.0
"""In sizes of the type: a narrower figure shows one temperature."""


def softmax_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The scores of one word and its weights at three temperatures, or at 1 and `options.temperature`."""
    heads, head = chosen_head(snapshot, options.block, options.head)
    (asks, words), on = sides(snapshot, heads), board(options)
    query = chosen_asking(snapshot, heads, options.query)
    node = next(i for i in (f"{heads.path}/{n}" for n in NEWEST) if i in snapshot)
    scores, gone = np.asarray(by_heads(snapshot, node)[head][query]), hidden(snapshot, heads.path)[query]
    kept = _kept(on, scores, gone)
    heats = TEMPERATURES if options.temperature == 1.0 else tuple(sorted({1.0, options.temperature}))
    heats = heats if on.room.width >= NARROW * on.small else (options.temperature,)
    shares = [shares_at(scores, gone, heat) for heat in heats]
    ref = Ref(f"{heads.path}/weights", np.array([[head, query]]))
    items = own_cells(snapshot, _panels(on, words, scores, gone, heats, shares, ref, kept))
    notice = tr("The {n} of {count} words that weigh most.", n=len(kept), count=len(words))
    lines = [
        _line(words, scores, gone, heat, share, on.decimals)
        for heat, share in zip(heats, shares, strict=True)
    ]
    columns = (tr("score"), *(f"T = {short(heat)}" for heat in heats))
    cells = tuple((float(scores[i]), *(float(share[i]) for share in shares)) for i in range(len(scores)))
    title = tr("Softmax for “{word}”", word=asks[query])
    notes = "\n".join((tr("share = e^(score / T − largest) / sum of all of these"), *lines))
    return plate(
        on,
        title,
        head_title(heads, head),
        *items,
        description=lines[0],
        notes=notes,
        sheet=Sheet(words, columns, cells).lying(options.manner.aside),
        notice=notice if len(kept) < len(words) else "",
    )


def _kept(on: Board, scores: Floats, gone: Floats) -> tuple[int, ...]:
    """The words that have a row: as many as can be read, those with the largest scores."""
    most = max(1, int((on.room.height - 3.4 * on.large) / (1.1 * on.small)))
    order = np.argsort(-np.where(gone, -np.inf, scores), kind="stable")
    return tuple(sorted(order[:most].tolist()))


def shares_at(scores: Floats, gone: Floats | Bools, heat: float) -> Floats:
    """softmax(scores / T) over the words that are not hidden; zeros where all are."""
    shown = np.where(gone, -np.inf, scores / heat)
    if np.isnan(shown).any() or shown.max() == np.inf:
        return np.full(len(shown), np.nan)  # as the model's own softmax has it
    if not np.isfinite(shown).any():
        return np.zeros_like(shown)
    grown = np.exp(shown - shown.max())
    return np.asarray(grown / grown.sum())


def heat_names(heats: tuple[float, ...], room: float, size: int) -> tuple[str, ...]:
    """“temperature 0.5” for each, or “T = 0.5” where that has no room."""
    whole = tuple(tr("temperature {t}", t=short(heat)) for heat in heats)
    fits = max(approximate(text, "semibold", size) for text in whole) <= room
    return whole if fits else tuple(f"T = {short(heat)}" for heat in heats)


def _line(
    words: tuple[str, ...], scores: Floats, gone: Floats, heat: float, share: Floats, decimals: int
) -> str:
    best = int(share.argmax())
    shown = np.where(gone, -np.inf, scores / heat)
    top = float(shown.max())
    total = float(np.exp(shown - top).sum()) if np.isfinite(top) else 0.0
    text = "T = {heat}: {word} gets e^({score} / {heat} − {top}) / {total} = {share}"
    numbers = {"score": scores[best], "top": top, "total": total, "share": share[best]}
    return tr(text, heat=short(heat), word=words[best], **{k: fixed(v, decimals) for k, v in numbers.items()})


class Rows(NamedTuple):
    """Where the rows stand: x of names, scores and panels; the top, a row, the type, the baselines."""

    names: tuple[str, ...]
    left: float
    score: float
    x: float
    top: float
    row: float
    size: int

    def base(self) -> list[float]:
        """The baseline of each row."""
        return [middle(self.top + i * self.row, self.row, self.size) for i in range(len(self.names))]


def _rows(on: Board, words: tuple[str, ...], scores: Floats, kept: tuple[int, ...]) -> Rows:
    head, foot = 2.0 * on.large, 1.4 * on.large * (len(kept) < len(words))
    row = min(3.0 * on.large, (on.room.height - head - foot) / len(kept))
    size = max(11, min(on.large, int(0.8 * row)))
    top = on.room.y + head + max(0.0, (on.room.height - head - foot - row * len(kept)) / 4.0)
    names = tuple(shorten(words[i], 0.2 * on.room.width, "regular", size) for i in kept)
    left = on.room.x + max(approximate(name, "regular", size) for name in names)
    number = max(approximate(fixed(v, on.decimals), "regular", size) for v in scores)
    score = left + 1.0 * size + max(number, approximate(tr("score"), "medium", on.small))
    return Rows(names, left, score, score + 1.4 * size, top, row, size)


def _panels(
    on: Board,
    words: tuple[str, ...],
    scores: Floats,
    gone: Floats,
    heats: tuple[float, ...],
    shares: list[Floats],
    ref: Ref,
    kept: tuple[int, ...],
) -> list[Item]:
    """Names and scores at the left, a panel of bars for each temperature."""
    at = _rows(on, words, scores, kept)
    above = at.top - 0.8 * on.small
    texts = tuple("−∞" if gone[i] else fixed(scores[i], on.decimals) for i in kept)
    items: list[Item] = [
        Texts(at.names, table(at.left, at.base()), at.size, anchor="end"),
        Texts(texts, table(at.score, at.base()), at.size, color="ink2", anchor="end"),
        Texts((tr("score"),), table(at.score, above), on.small, "medium", "ink2", "end"),
    ]
    panel = (on.room.right - at.x) / len(heats)
    label = max(approximate(t, "regular", at.size) for t in percent_texts(shares[0]))
    reach = (panel - label - 1.6 * at.size) / (
        max(float(np.nan_to_num(share).max()) for share in shares) or 1.0
    )
    names = heat_names(heats, panel - 0.5 * on.small, on.small)
    for i, (heat, share) in enumerate(zip(heats, shares, strict=True)):
        x, plain = at.x + i * panel, heat == 1.0
        own = Ref(ref.node, np.array([[*ref.index[0].tolist(), j] for j in kept])) if plain else None
        items += _panel(on, at, share, gone, kept, (x, reach), own)
        face, color = ("semibold", "ink") if plain else ("medium", "ink2")
        items.append(said(names[i], x, above, on.small, color, face))  # type: ignore[arg-type]
    return items


def _panel(
    on: Board,
    at: Rows,
    share: Floats,
    gone: Floats,
    kept: tuple[int, ...],
    place: tuple[float, float],
    ref: Ref | None,
) -> list[Item]:
    """The bars of one temperature with their percents; `place` is x and the length of a whole share."""
    (x, reach), few = place, list(kept)
    marks = percent_texts(np.where(gone, 0.0, share))
    long = np.nan_to_num(share[few])
    ends = x + long * reach + 0.4 * at.size
    text = tuple("" if gone[j] else marks[j] for j in few)
    bars = _bars(on, long, gone[few], (x, at.top, at.row, reach), ref)
    return [*bars, Texts(text, table(ends, at.base()), at.size)]


def _bars(
    on: Board, share: Floats, gone: Floats, place: tuple[float, float, float, float], ref: Ref | None
) -> list[Item]:
    """One bar a row; `place` is x, top, height of a row, and the length of a whole share."""
    x, top, row, reach = place
    count, thick = len(share), max(2.0, min(0.62 * row, 1.5 * on.large))
    y = top + np.arange(count) * row + (row - thick) / 2.0
    items: list[Item] = [Rects(table(x - 0.75, top - 0.15 * row, 1.5, count * row + 0.3 * row), fill="line2")]
    seen = ~np.asarray(gone, bool)
    width = np.maximum(share * reach, 1.0)
    items.append(
        Rects(
            table(x, y[seen], width[seen], thick),
            fill="out",
            radius=min(3.0, 0.1 * thick),
            ref=None if ref is None else Ref(ref.node, ref.index[seen]),
        )
    )
    if (~seen).any():
        items.append(Hatch(table(x + 2.0, y[~seen], 2.6 * on.small, thick)))
    return items
