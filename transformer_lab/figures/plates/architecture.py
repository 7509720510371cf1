"""The model drawn to plan, in the manner of figure 1 of Vaswani et al. 2017, from what it really is.

Words enter at the foot. A run of equal blocks is drawn once, with its number. Every box has the sizes that
count; norms stand where they act; a residual is an arrow round its sublayer.
"""

from __future__ import annotations

from itertools import groupby

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model, Sublayer
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture, Texts, table
from transformer_lab.figures.plates.board import Box, board, fitting, plate
from transformer_lab.figures.plates.tower import Part, Stack, draw_tower
from transformer_lab.figures.prose import Run, broken, set_lines
from transformer_lab.language import tr

POSITIONS = {
    "sinusoidal": "positions: sines and cosines",
    "table": "positions: a table",
    "rotary": "positions: queries and keys turn",
    "alibi": "positions: scores fall with distance",
    "none": "no positions",
}


def architecture_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The drawing and, beside it, what all its parts have in common."""
    on, model = board(options), snapshot.state.model
    stacks = tuple(_stack(spec, len(list(run))) for spec, run in groupby(model.blocks))
    facts = _facts(model, len(snapshot.vocabulary))
    wide = on.wide
    aside = 0.36 * on.room.width if wide else 0.0
    top = on.room.y if not wide else max(on.room.x, 0.0) * 0.75
    room = Box(on.room.x + aside, top, on.room.width - aside, on.room.low - top)
    items = draw_tower(on, model, stacks, snapshot, room)
    if wide:
        size = on.small
        y = on.room.y + 1.3 * size
        for fact in facts:
            lines = broken([Run(fact, color="ink2")], aside - 1.5 * size, size)
            items += set_lines(lines, on.room.x, y, size, 1.4 * size)
            y += (1.4 * len(lines) + 0.25) * size
    title = tr("This model, drawn to plan")
    if wide:
        on = on._replace(head=False)
        room_ = aside + 0.08 * on.width
        large = fitting((title,), room_, max(13, round(30 * on.unit)), on.small, "display") or on.small
        items.insert(
            0,
            Texts(
                (shorten(title, room_, "display", large),),
                table(on.room.x, 0.75 * on.room.x + large),
                large,
                "display",
            ),
        )
    return plate(on, title, "", *items, description=", ".join(facts), notes="\n".join(facts))


def _stack(spec: BlockSpec, count: int) -> Stack:
    parts: list[Part] = []
    loops: list[tuple[int, int]] = []
    for sub in spec.sublayers:
        start = len(parts)
        if sub.norm == "before":
            parts.append(Part(tr("Normalise"), "residual"))
        parts.append(_sublayer(sub))
        after = [tr("Add")] * sub.residual + [tr("normalise")] * (sub.norm == "after")
        if after:
            text = ", ".join(after)
            parts.append(Part(text[:1].upper() + text[1:], "residual"))
        if sub.residual:
            loops.append((start, len(parts) - 1))
    return Stack(count, tuple(parts), tuple(loops))


def _sublayer(sub: Sublayer) -> Part:
    if isinstance(sub, FeedForward):
        name = tr("Gated feed-forward, {width}") if sub.gated else tr("Feed-forward, {width}")
        return Part(name.format(width=sub.width), "ffn")
    heads = tr("1 head") if sub.heads == 1 else tr("{n} heads", n=sub.heads)
    if isinstance(sub, CrossAttention):
        return Part(tr("Cross-attention, {heads}", heads=heads), "out")
    name = tr("Masked self-attention, {heads}") if sub.mask == "causal" else tr("Self-attention, {heads}")
    return Part(name.format(heads=heads), "out")


def _facts(model: Model, vocabulary: int) -> list[str]:
    """What holds for the whole: widths, heads, norms, positions."""
    subs = [sub for block in model.blocks for sub in block.sublayers]
    attention = next((sub for sub in subs if isinstance(sub, Attention)), None)
    facts = [tr("{n} words in the vocabulary", n=vocabulary), tr("d = {d} numbers a word", d=model.d_model)]
    if attention is not None:
        facts.append(tr("{d} numbers a head", d=attention.d_head))
        facts.append(
            tr("scores divided by √{d}", d=attention.d_head) if attention.scale else tr("scores not scaled")
        )
    norms = {sub.norm for sub in subs}
    named = {
        "after": tr("norm after the sum"),
        "before": tr("norm before each sublayer"),
        "none": tr("no norms"),
    }
    facts += [
        named[n] for n in ("before", "after", "none") if n in norms and (n != "none" or len(norms) == 1)
    ]
    if model.encoder:
        facts.append(tr("reads an encoder of {n} blocks (not drawn)", n=len(model.encoder)))
    return [*facts, tr(POSITIONS[model.positions.kind])]
