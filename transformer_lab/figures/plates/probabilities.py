"""What the model thinks comes next: the likeliest words after one word, on one scale from 0."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.heads import chosen_query
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import fixed, percent
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Picture, Rects, Ref, Sheet, table
from transformer_lab.figures.plates.board import board, middle, plate, said
from transformer_lab.language import tr

MOST = 8


def probabilities_figure(snapshot: Snapshot, options: Options) -> Picture:
    """Bars of the eight likeliest next words. Raises LabError for a model that predicts none."""
    if "probs" not in snapshot:
        raise LabError(tr("This model predicts no next word, so there are no probabilities to show."))
    query, on = chosen_query(snapshot, options.query), board(options)
    row, logits = np.asarray(snapshot["probs"][query]), np.asarray(snapshot["logits"][query])
    order = np.argsort(-row, kind="stable")
    best = order[:MOST]
    words = [snapshot.vocabulary[i] for i in best]
    rest = float(row[order[MOST:]].sum()) if len(order) > MOST else 0.0
    foot = 2.2 * on.small if len(order) > MOST else 0.6 * on.small
    high = min(2.2 * on.large, (on.room.height - foot - 0.4 * on.large) / len(best))
    size = max(11, min(on.large, int(0.7 * high)))
    names = [shorten(word, 0.3 * on.room.width, "regular", size) for word in words]
    left = on.room.x + max(approximate(name, "semibold", size) for name in names) + 0.7 * size
    texts = [percent(row[i]) for i in best]
    reach = on.room.right - left - max(approximate(t, "semibold", size) for t in texts) - 0.8 * size
    top = on.room.y + 0.4 * on.large
    y = top + np.arange(len(best)) * high
    base = [middle(v, high, size) for v in y]
    thick = 0.6 * high
    width = np.maximum(
        row[best] / max(row[best[0]], 1e-12) * reach * max(0.25, min(1.0, row[best[0]] * 1.25)), 1.5
    )
    ref = Ref("probs", np.stack([np.full(len(best), query), best], 1))
    items: list[Item] = [
        Rects(
            table(left, y + (high - thick) / 2.0, width, thick), fill="out", radius=3.0, opacity=1.0, ref=ref
        )
    ]
    items.append(Rects(table(left - 0.75, top, 1.5, high * len(best)), fill="line2"))
    for i, (name, text) in enumerate(zip(names, texts, strict=True)):
        face = "semibold" if i == 0 else "regular"
        items.append(said(name, left - 0.7 * size, base[i], size, face=face, anchor="end"))  # type: ignore[arg-type]
        items.append(said(text, left + float(width[i]) + 0.5 * size, base[i], size, face=face))  # type: ignore[arg-type]
    if len(order) > MOST:
        line = tr("{count} other words together {share}", count=len(order) - MOST, share=percent(rest))
        items.append(
            said(
                line,
                left,
                top + high * len(best) + 1.5 * on.small,
                on.small,
                "ink2",
                room=on.room.right - left,
            )
        )
    total = float(np.exp(logits - logits.max()).sum())
    notes = tr(
        "probability = e^(logit − largest) / sum of these; {word}: e^({logit} − {top}) / {total} = {share}",
        logit=fixed(logits[best[0]]),
        top=fixed(logits.max()),
        total=fixed(total),
        share=fixed(row[best[0]]),
        word=words[0],
    )
    said_ = tr(
        "After {word} the model expects {next} ({share}).",
        word=snapshot.words[query],
        next=words[0],
        share=texts[0],
    )
    sheet = Sheet(
        tuple(snapshot.vocabulary[i] for i in order),
        (tr("logit"), tr("probability")),
        tuple((float(logits[i]), float(row[i])) for i in order),
    )
    title = tr(
        "What comes after “{word}”", word=shorten(snapshot.words[query], 0.4 * on.width, "regular", on.large)
    )
    return plate(
        on,
        title,
        tr("word {n} of {count}", n=query + 1, count=len(snapshot.words)),
        *items,
        description=said_,
        notes=notes,
        sheet=sheet,
    )
