"""The neuron view: q, every k, their product feature by feature, the sum, and the weight (Vig 2019)."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.heads import head_title
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture, Sheet
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.neuron_aside import drawn_aside
from transformer_lab.figures.plates.neuron_drawn import drawn
from transformer_lab.figures.plates.neuron_values import Neurons, neurons
from transformer_lab.language import tr, within


def neuron_figure(snapshot: Snapshot, options: Options) -> Picture:
    """A row (or column) for each word that is read: k, q × k, the sum, scaled, and the weight.

    Features and words that have no room are left out, the strongest stay, and the figure says so. Raises
    LabError for a block, head or word that does not exist.
    """
    found, on = neurons(snapshot, options), board(options)
    draw = drawn_aside if options.manner.aside else drawn
    items, notice = draw(on, found, options.manner.decimals if options.numbers != "none" else 0)
    assert snapshot.graph is not None
    return plate(
        on,
        tr("Why “{word}” looks where it looks", word=found.asker),
        within(head_title(found.heads, found.head)),
        *told_items(snapshot.graph, items),
        description=_said(found, options.manner.decimals),
        notes=_spoken(found, options.manner.decimals),
        sheet=sheet_of(found).lying(options.manner.aside),
        notice=notice,
    )


def _said(found: Neurons, decimals: int) -> str:
    live = [i for i in range(len(found.words)) if not found.gone[i]]
    if not live:
        return tr("{word} has nobody to look at.", word=found.asker)
    best = max(live, key=lambda i: found.after[0].values[i])
    return tr(
        "The key of {read} fits the query of {word} best: {score}.",
        read=found.words[best],
        word=found.asker,
        score=fixed(found.after[0].values[best], decimals),
    )


def _spoken(found: Neurons, decimals: int) -> str:
    """Every sum written out: “cat: 1.00 × 2.00 + 0.00 × 1.00 = 2.00”."""
    lines = []
    for i, word in enumerate(found.words):
        pairs = list(zip(found.q, found.k[i], strict=True))[:16]
        terms = " + ".join(f"{fixed(a, decimals)} × {fixed(b, decimals)}" for a, b in pairs)
        terms += " + …" if len(found.q) > len(pairs) else ""
        rest = ", ".join(f"{column.name} {fixed(column.values[i], decimals)}" for column in found.after[1:])
        lines.append(f"{word}: {terms} = {fixed(found.after[0].values[i], decimals)}; {rest}")
    return "\n".join(lines)


def sheet_of(found: Neurons) -> Sheet:
    """All numbers as a table: a row for each word that is read."""
    width = range(1, len(found.q) + 1)
    columns = (*(f"k {n}" for n in width), *(f"q × k {n}" for n in width), *(c.name for c in found.after))
    cells = tuple(
        (
            *map(float, found.k[i]),
            *map(float, found.products[i]),
            *(float(c.values[i]) for c in found.after),
        )
        for i in range(len(found.words))
    )
    return Sheet(found.words, columns, cells)
