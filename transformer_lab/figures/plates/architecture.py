"""The model drawn to plan, in the manner of figure 1 of Vaswani et al. 2017, from what it really is.

Words enter at the foot. A run of equal blocks is drawn once, with its number. Every box has the sizes that
count; norms stand where they act; a residual is an arrow round its sublayer.
"""

from __future__ import annotations

from itertools import groupby

from transformer_lab.document.axes import axis_names
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model, Sublayer
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Picture, Rects, Texts, table
from transformer_lab.figures.plates.board import Board, Box, board, fitting, plate
from transformer_lab.figures.plates.tower import Column, Part, Stack, draw_tower, joined
from transformer_lab.figures.prose import Run, broken, set_lines
from transformer_lab.language import tr, translatable

ADDED = ("table", "sinusoidal")
"""Positions that are added to the words at the foot."""
POSITIONS = translatable(
    {
        "sinusoidal": "positions: sines and cosines",
        "table": "positions: a table",
        "rotary": "positions: queries and keys turn",
        "alibi": "positions: scores fall with distance",
        "none": "no positions",
    }
)


def architecture_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The drawing and, beside it, what all its parts have in common; with an encoder both towers."""
    on, model = board(options), snapshot.state.model
    facts = _facts(model, len(snapshot.vocabulary))
    title = tr("This model, drawn to plan")
    place = tr("encoder and decoder") if model.encoder else ""
    if model.encoder and not on.wide:
        items = _two_towers(on, snapshot, on.room)
    else:
        draw = _beside_towers if model.encoder else _one_tower
        on, items = draw(on, snapshot, facts, title)
    return plate(on, title, place, *items, description=", ".join(facts), notes="\n".join(facts))


def _one_tower(on: Board, snapshot: Snapshot, facts: list[str], title: str) -> tuple[Board, list[Item]]:
    """The tower at the right of a slide, title and facts at its left; alone where there is no room."""
    aside = 0.36 * on.room.width if on.wide else 0.0
    top = on.room.y if not on.wide else max(on.room.x, 0.0) * 0.75
    room = Box(on.room.x + aside, top, on.room.width - aside, on.room.low - top)
    items = draw_tower(on, _column(snapshot), room).items
    if not on.wide:
        return on, items
    size, y = on.small, on.room.y + 1.3 * on.small
    for fact in facts:
        lines = broken([Run(fact, color="ink2")], aside - 1.5 * size, size)
        items += set_lines(lines, on.room.x, y, size, 1.4 * size)
        y += (1.4 * len(lines) + 0.25) * size
    return on._replace(head=False), [_title(on, title, aside + 0.08 * on.width), *items]


def _title(on: Board, title: str, width: float) -> Item:
    """The head line where it stands beside a tower."""
    large = fitting((title,), width, max(13, round(30 * on.unit)), on.small, "display") or on.small
    words = shorten(title, width, "display", large)
    return Texts((words,), table(on.room.x, 0.75 * on.room.x + large), large, "display")


def _beside_towers(on: Board, snapshot: Snapshot, facts: list[str], title: str) -> tuple[Board, list[Item]]:
    """Both towers, the higher one up to the top; title and facts stand over the lower one, the encoder."""
    top = max(on.room.x, 0.0) * 0.75
    items = _two_towers(on, snapshot, on.room._replace(y=top, height=on.room.low - top))
    width, size = 0.5 * on.room.width, on.small
    free = min(rect.box[:, 1].min() for rect in _rects(items) if rect.box[0, 0] < on.room.x + 0.4 * width)
    y = on.room.y + 1.0 * size
    for count in range(len(facts), 0, -1):  # the last ones are told in the notes alone
        lines = broken([Run(", ".join(facts[:count]), color="ink2")], width - 1.5 * size, size)
        if y + (1.35 * len(lines) + 0.9) * size <= free:
            items += set_lines(lines, on.room.x, y, size, 1.35 * size)
            break
    return on._replace(head=False), [_title(on, title, width), *items]


def _rects(items: list[Item]) -> list[Rects]:
    return [item for item in items if isinstance(item, Rects)]


def _two_towers(on: Board, snapshot: Snapshot, room: Box) -> list[Item]:
    """Encoder at the left, decoder at the right, in boxes of one height, joined by what is read across."""
    half = room.width / 2.0
    rooms = [room._replace(width=half), room._replace(x=room.x + half, width=half)]
    columns = (_encoder(snapshot), _column(snapshot)._replace(side="right"))
    first = [draw_tower(on, column, room) for column, room in zip(columns, rooms, strict=True)]
    like = min(tower.pen.high for tower in first), min(tower.pen.size for tower in first)
    left, right = (draw_tower(on, c, room, like) for c, room in zip(columns, rooms, strict=True))
    return [*left.items, *right.items, *joined(left, right)]


def _column(snapshot: Snapshot) -> Column:
    """The only tower, or the decoder."""
    model = snapshot.state.model
    output = tr("Linear, softmax over {n}", n=len(snapshot.vocabulary)) if model.output else ""
    return Column(
        " ".join(snapshot.words),
        tr("Embedding, d = {d}", d=model.d_model),
        model.positions.kind in ADDED,
        _stacks(model.blocks),
        model.final_norm,
        output,
        tr("next word") if model.output else tr("one vector for each word"),
        output_shorter=tr("Softmax over {n}", n=len(snapshot.vocabulary)),
    )


def _encoder(snapshot: Snapshot) -> Column:
    model = snapshot.state.model
    column = _column(snapshot)
    words = " ".join(axis_names(snapshot, "encoder/embed")[0])
    return column._replace(
        sentence=words,
        stacks=_stacks(model.encoder),
        final_norm=model.encoder_norm,
        output="",
        last="",
        side="left",
    )


def _stacks(blocks: tuple[BlockSpec, ...]) -> tuple[Stack, ...]:
    """A run of equal blocks is one stack."""
    return tuple(_stack(spec, len(list(run))) for spec, run in groupby(blocks))


def _stack(spec: BlockSpec, count: int) -> Stack:
    parts: list[Part] = []
    loops: list[tuple[int, int]] = []
    for sub in spec.sublayers:
        start = len(parts)
        if sub.norm == "before":
            parts.append(Part(tr("Norm"), "residual"))
        parts.append(_sublayer(sub))
        after = [tr("Add")] * sub.residual + [tr("norm")] * (sub.norm == "after")
        if after:
            text = ", ".join(after)
            alone = after == [tr("Add")]
            parts.append(Part(text[:1].upper() + text[1:], "residual", brief=tr("Add"), sum=alone))
        if sub.residual:
            loops.append((start, len(parts) - 1))
    return Stack(count, tuple(parts), tuple(loops))


def _sublayer(sub: Sublayer) -> Part:
    if isinstance(sub, FeedForward):
        name = tr("Gated feed-forward, {width}") if sub.gated else tr("Feed-forward, {width}")
        plain = tr("Feed-forward, {width}").format(width=sub.width)
        return Part(name.format(width=sub.width), "ffn", brief=tr("FFN"), shorter=(plain,))
    heads = tr("1 head") if sub.heads == 1 else tr("{n} heads", n=sub.heads)
    if isinstance(sub, CrossAttention):
        short = (tr("Cross-attention, {heads}", heads=heads), tr("Cross, {heads}", heads=heads))
        name = tr("Cross-attention, {heads}", heads=heads)
        return Part(name, "out", joins=True, brief=tr("Cross"), shorter=short)
    masked = sub.mask == "causal"
    name = tr("Masked self-attention, {heads}") if masked else tr("Self-attention, {heads}")
    less = tr("Masked attention, {heads}") if masked else tr("Attention, {heads}")
    least = tr("Masked, {heads}") if masked else tr("Attention, {heads}")
    short = (less.format(heads=heads), least.format(heads=heads))
    return Part(name.format(heads=heads), "out", brief=tr("Self"), shorter=short)


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
        count = len(model.encoder)
        facts.append(tr("encoder of 1 block") if count == 1 else tr("encoder of {n} blocks", n=count))
    return [*facts, tr(POSITIONS[model.positions.kind])]
