"""Where the numbers of a model sit: how many parameters each part has."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import percent
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Picture, Rects, Sheet, Texts, table
from transformer_lab.figures.plates.board import board, middle, plate
from transformer_lab.language import tr, translatable

COLORS: Mapping[str, str] = {
    "embed": "residual",
    "positions": "position",
    "attn": "out",
    "ffn": "ffn",
    "norm": "ink3",
    "W_U": "query",
}
SUBLAYERS = (
    ("attn", "attn", translatable("attention")),
    ("self", "attn", translatable("self-attention")),
    ("cross", "attn", translatable("cross-attention")),
    ("ffn", "ffn", translatable("feed-forward")),
)
"""How ids of parameters begin within a block, what they are coloured as, and what they are called."""
MOST_ROWS = 11


def budget_figure(snapshot: Snapshot, options: Options) -> Picture:
    """Bars of parameter counts by part; blocks are put together where there are too many."""
    on, rows = board(options), _rows(snapshot, per_block=True)
    if len(rows) > MOST_ROWS:
        rows = _rows(snapshot, per_block=False)
    names, kinds, counts = zip(*rows, strict=True)
    total = sum(counts)
    high = min(3.2 * on.large, (on.room.height - 0.4 * on.large) / len(rows))
    size = max(11, min(on.large, int(0.72 * high)))
    left = on.room.x + max(approximate(n, "regular", size) for n in names) + 0.7 * size
    texts = tuple(f"{grouped(c)}  ·  {percent(c / total)}" for c in counts)
    reach = on.room.right - left - max(approximate(t, "regular", size) for t in texts) - 0.7 * size
    y = on.room.y + 0.4 * on.large + np.arange(len(rows)) * high
    base = [middle(v, high, size) for v in y]
    width = np.maximum(np.array(counts) / max(counts) * reach, 1.5)
    thick = min(0.6 * high, 1.6 * on.large)
    items: list[Item] = [Texts(tuple(names), table(left - 0.7 * size, base), size, anchor="end")]
    for kind in dict.fromkeys(kinds):
        which = np.array([k == kind for k in kinds])
        items.append(
            Rects(
                table(left, y[which] + (high - thick) / 2.0, width[which], thick),
                fill=COLORS[kind],
                radius=3.0,
            )
        )
    items.append(Rects(table(left - 0.75, y[0], 1.5, high * len(rows)), fill="line2"))
    items.append(Texts(texts, table(left + width + 0.5 * size, base), size))
    model = snapshot.state.model
    place = tr("{total} in all", total=grouped(total))
    said = tr(
        "{total} parameters; the most in {part}.", total=grouped(total), part=names[int(np.argmax(counts))]
    )
    notes = "\n".join(
        (f"d = {model.d_model}", *(f"{n}: {grouped(c)}" for n, c in zip(names, counts, strict=True)))
    )
    sheet = Sheet(tuple(names), (tr("parameters"), tr("share")), tuple((str(c), c / total) for c in counts))
    return plate(
        on, tr("Where the parameters sit"), place, *items, description=said, notes=notes, sheet=sheet
    )


def grouped(count: int) -> str:
    """``1 234 567`` with thin spaces; four digits stay together."""
    return str(count) if count < 10_000 else f"{count:,}".replace(",", "\u202f")


def _rows(snapshot: Snapshot, per_block: bool) -> list[tuple[str, str, int]]:
    """(name, kind, count) of every part that has parameters, in the order of the model."""
    assert snapshot.graph is not None
    found: dict[tuple[str, str], int] = {}
    for node in snapshot.graph:
        if node.kind == "parameter":
            name, kind = _part(node.id, per_block)
            found[name, kind] = found.get((name, kind), 0) + int(np.prod(node.shape, dtype=np.int64))
    return [(name, kind, count) for (name, kind), count in found.items()]


def _part(node_id: str, per_block: bool) -> tuple[str, str]:
    section, _, rest = node_id.partition("/")
    if node_id == "embed/positions":
        return tr("positions"), "positions"
    if section == "embed":
        return (tr("embedding norm"), "norm") if rest.startswith("norm") else (tr("embedding"), "embed")
    tower, dot, number = section.partition(".")
    if not dot:
        return (tr("next word"), "W_U") if section in ("W_U", "b_U") else (tr("last norm"), "norm")
    kind, name = next(
        ((k, tr(n)) for start, k, n in SUBLAYERS if rest.startswith(start)), ("norm", tr("norms"))
    )
    name = f"{tr(tower)} {name}" if tower != "block" else name
    return (f"{name} {int(number) + 1}" if per_block else name), kind
