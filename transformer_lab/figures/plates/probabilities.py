"""What the model thinks comes next: the likeliest words after one word, on one scale from 0."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import chosen_query
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import fixed, percent_texts, percents
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Face, Floats, Ints, Item, Picture, Rects, Ref, Sheet, table
from transformer_lab.figures.plates.board import Board, board, middle, plate, said
from transformer_lab.figures.plates.card import card
from transformer_lab.language import tr

MOST = 8


class Best(NamedTuple):
    """The likeliest next words after one word, best first, and what all others have together."""

    query: int
    order: Ints
    words: tuple[str, ...]
    row: Floats
    logits: Floats

    @property
    def shown(self) -> Ints:
        """Those that have a bar."""
        return self.order[:MOST]

    @property
    def others(self) -> Ints:
        """Those that have none."""
        return self.order[MOST:]


class Bars(NamedTuple):
    """Where bars begin, how high a row is, and the size of the type."""

    left: float
    top: float
    high: float
    size: int


def probabilities_figure(snapshot: Snapshot, options: Options) -> Picture:
    """Bars of the eight likeliest next words; a model that predicts none gets a card that says so."""
    if "probs" not in snapshot:
        missing = tr("This model predicts no next word, so there are no probabilities to show.")
        advice = tr("Switch its output on, or choose another model.")
        return card(options, tr("What comes next"), missing, advice)
    query, on = chosen_query(snapshot, options.query), board(options)
    row, logits = np.asarray(snapshot["probs"][query]), np.asarray(snapshot["logits"][query])
    order = np.argsort(-row, kind="stable")
    best = Best(query, order, tuple(snapshot.vocabulary[i] for i in order), row, logits)
    word, count, ordinal = snapshot.words[query], len(snapshot.words), options.manner.ordinal
    said_ = tr(
        "After {word} the model expects {next} ({share}).",
        word=word,
        next=best.words[0],
        share=percent_texts(row)[order[0]],
    )
    cells = tuple((float(logits[i]), float(row[i])) for i in order)
    return plate(
        on,
        tr("What comes after “{word}”", word=shorten(word, 0.4 * on.width, "regular", on.large)),
        tr("word {n} of {first}–{last}", n=ordinal(query), first=ordinal(0), last=ordinal(count - 1)),
        *_drawn(on, best),
        description=said_,
        notes=_spoken(best, on.decimals),
        sheet=Sheet(best.words, (tr("logit"), tr("probability")), cells),
    )


def _drawn(on: Board, best: Best) -> list[Item]:
    """Names, bars, shares, and a line about the rest."""
    at = _placed(on, best)
    shares = best.row[best.shown]
    texts = [percent_texts(best.row)[i] for i in best.shown]
    wide = max(approximate(t, "semibold", at.size) for t in texts)
    reach = on.room.right - at.left - wide - 0.8 * at.size
    shares = np.nan_to_num(shares, nan=0.0)
    top = float(shares[0])
    width = np.maximum(shares / max(top, 1e-12) * reach * max(0.25, min(1.0, top * 1.25)), 1.5)
    thick = 0.6 * at.high
    y = at.top + np.arange(len(shares)) * at.high + (at.high - thick) / 2.0
    ref = Ref("probs", np.stack([np.full(len(shares), best.query), best.shown], 1))
    items: list[Item] = [
        Rects(table(at.left, y, width, thick), fill="out", radius=3.0, opacity=1.0, ref=ref),
        Rects(table(at.left - 0.75, at.top, 1.5, at.high * len(shares)), fill="line2"),
    ]
    for i, text in enumerate(texts):
        face: Face = "semibold" if i == 0 else "regular"
        name = shorten(best.words[i], 0.3 * on.room.width, "regular", at.size)
        base = middle(at.top + i * at.high, at.high, at.size)
        items.append(said(name, at.left - 0.7 * at.size, base, at.size, face=face, anchor="end"))
        items.append(said(text, at.left + float(width[i]) + 0.5 * at.size, base, at.size, face=face))
    return [*items, *_rest(on, best, at)]


def _placed(on: Board, best: Best) -> Bars:
    count = len(best.shown)
    foot = 2.2 * on.small if len(best.others) else 0.6 * on.small
    high = min(2.2 * on.large, (on.room.height - foot - 0.4 * on.large) / count)
    size = max(11, min(on.large, int(0.7 * high)))
    names = [shorten(word, 0.3 * on.room.width, "regular", size) for word in best.words[:count]]
    left = on.room.x + max(approximate(name, "semibold", size) for name in names) + 0.7 * size
    return Bars(left, on.room.y + 0.4 * on.large, high, size)


def _rest(on: Board, best: Best, at: Bars) -> list[Item]:
    """“12 other words together 4%”."""
    if not len(best.others):
        return []
    whole = percents(best.row)
    share = f"{sum(whole[i] for i in best.others)}%"  # so that all that is written makes 100
    line = tr("{count} other words together {share}", count=len(best.others), share=share)
    y = at.top + at.high * len(best.shown) + 1.5 * on.small
    return [said(line, at.left, y, on.small, "ink2", room=on.room.right - at.left)]


def _spoken(best: Best, decimals: int) -> str:
    """The softmax of the best word with its numbers."""
    first, top = best.order[0], float(best.logits.max())
    return tr(
        "probability = e^(logit − largest) / sum of these; {word}: e^({logit} − {top}) / {total} = {share}",
        logit=fixed(best.logits[first], decimals),
        top=fixed(top, decimals),
        total=fixed(np.exp(best.logits - top).sum(), decimals),
        share=fixed(best.row[first], decimals),
        word=best.words[0],
    )
