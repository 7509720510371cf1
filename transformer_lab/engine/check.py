"""Which descriptions can be models: what cannot work is refused by name and remedy, what is odd is told."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any, get_args

from transformer_lab.engine.model import (
    Activation,
    Attention,
    BlockSpec,
    CrossAttention,
    FeedForward,
    Mask,
    Model,
    NormKind,
    NormPlace,
    Paint,
    Pairs,
    PositionKind,
    Precision,
    Sublayer,
)
from transformer_lab.errors import LabError
from transformer_lab.language import tr, translatable


def check(model: Model) -> None:
    """Raises LabError, naming the field and the remedy, for a description that no graph can be made of.

    Whether widths fit is found while the graph is built: see `build.join_wire`.
    """
    _whole(tr("The width d_model"), model.d_model)
    _check_positions(model)
    _choice(tr("The kind of norm"), model.norm_kind, NormKind)
    _choice(tr("The precision"), model.precision, Precision)
    if not (isfinite(model.epsilon) and model.epsilon >= 0.0):
        raise LabError(tr("Epsilon must be 0 or a small positive number, not {n}.", n=model.epsilon))
    if not (isfinite(model.temperature) and model.temperature > 0.0):
        raise LabError(tr("The temperature must be above 0, not {n}.", n=model.temperature))
    if model.loss and not model.output:
        raise LabError(tr("The loss compares probabilities with a target: switch the output on."))
    for tower, i, sub in _all(model):
        _check_sublayer(tr(tower, block=i + 1), model, sub)
        if isinstance(sub, CrossAttention) and not (model.encoder and tower == DECODER):
            raise LabError(tr(CROSS, where=tr(tower, block=i + 1)))


def warnings(model: Model) -> tuple[str, ...]:
    """What works but was hardly meant: a norm directly after a norm, in sentences for people."""
    towers = ((ENCODER, model.encoder, model.encoder_norm), (_name(model), model.blocks, model.final_norm))
    return tuple(line for tower in towers for line in _twice(model.embedding_norm, *tower))


BLOCK, ENCODER, DECODER = translatable(("Block {block}", "Encoder block {block}", "Decoder block {block}"))
CROSS = (
    "{where}: cross-attention reads an encoder, and there is none here. Give the model encoder blocks, or "
    "use self-attention."
)
ALL_AT_ONCE = (
    "{where}: the words of the source come all at once; leave mask “causal” and the window out of a "
    "cross-attention."
)
TWICE = "{where}: a norm stands directly after a norm and changes almost nothing; leave one of them out."


def _name(model: Model) -> str:
    return DECODER if model.encoder else BLOCK


def _all(model: Model) -> Iterator[tuple[str, int, Sublayer]]:
    for tower, blocks in ((ENCODER, model.encoder), (_name(model), model.blocks)):
        for i, block in enumerate(blocks):
            for sub in block.sublayers:
                yield tower, i, sub


def _twice(normed: bool, tower: str, blocks: tuple[BlockSpec, ...], last: bool) -> Iterator[str]:
    """One sentence for each norm whose input is the result of a norm and nothing else."""
    subs = [(i, sub) for i, block in enumerate(blocks) for sub in block.sublayers]
    ends = [normed, *(sub.norm == "after" for _, sub in subs)]
    for (i, sub), behind in zip(subs, ends, strict=False):
        if behind and sub.norm == "before":
            yield tr(TWICE, where=tr(tower, block=i + 1))
    if last and ends[-1] and blocks:
        yield tr(TWICE, where=tr("The final norm"))


def _check_positions(model: Model) -> None:
    where = model.positions
    _choice(tr("The kind of positions"), where.kind, PositionKind)
    _choice(tr("The pairs of positions"), where.pairs, Pairs)
    if not (isfinite(where.base) and where.base > 0.0):
        raise LabError(tr("The base of the position waves must be above 0, not {n}.", n=where.base))


def _check_sublayer(where: str, model: Model, sub: Sublayer) -> None:
    CHECKS[isinstance(sub, Attention)](where, model, sub)
    _choice(tr("{where}: the place of the norm", where=where), sub.norm, NormPlace)
    if sub.norm_kind is not None:
        _choice(tr("{where}: the kind of norm", where=where), sub.norm_kind, NormKind)
    if sub.epsilon is not None and not (isfinite(sub.epsilon) and sub.epsilon >= 0.0):
        raise LabError(
            tr("{where}: epsilon must be 0 or a small positive number, not {n}.", where=where, n=sub.epsilon)
        )


def _check_attention(where: str, model: Model, sub: Attention) -> None:
    _whole(tr("{where}: the number of heads", where=where), sub.heads)
    _whole(tr("{where}: the width of a head, d_head,", where=where), sub.d_head)
    _choice(tr("{where}: the mask", where=where), sub.mask, Mask)
    _choice(tr("{where}: the painted mask", where=where), sub.painted, Paint)
    if sub.window is not None:
        _whole(tr("{where}: the window (None for no window)", where=where), sub.window)
    if sub.kv_heads is not None:
        _check_groups(where, sub)
    if sub.divisor is not None and not (isfinite(sub.divisor) and sub.divisor != 0.0):
        raise LabError(
            tr(
                "{where}: scores cannot be divided by {n}; use a number that is not 0.",
                where=where,
                n=sub.divisor,
            )
        )
    if isinstance(sub, CrossAttention):
        if sub.mask == "causal" or sub.window is not None:
            raise LabError(tr(ALL_AT_ONCE, where=where))
    elif model.positions.kind == "rotary" and sub.d_head % 2:
        raise LabError(
            tr(
                "{where}: rotary positions turn numbers in pairs; make d_head even, not {n}.",
                where=where,
                n=sub.d_head,
            )
        )


def _check_groups(where: str, sub: Attention) -> None:
    assert sub.kv_heads is not None
    _whole(tr("{where}: the number of key and value heads, kv_heads,", where=where), sub.kv_heads)
    if sub.heads % sub.kv_heads:
        raise LabError(
            tr(
                "{where}: {heads} heads cannot share {kv} key and value heads evenly; choose a kv_heads that "
                "divides {heads}.",
                where=where,
                heads=sub.heads,
                kv=sub.kv_heads,
            )
        )


def _check_feed_forward(where: str, model: Model, sub: FeedForward) -> None:
    _whole(tr("{where}: the number of hidden units", where=where), sub.width)
    _choice(tr("{where}: the activation", where=where), sub.activation, Activation)


CHECKS: dict[bool, Any] = {True: _check_attention, False: _check_feed_forward}


def head_width(d_model: int, heads: int) -> int:
    """d_model / heads, the usual d_head. Raises LabError if heads do not divide the width."""
    if heads < 1 or d_model % heads:
        raise LabError(
            tr("{heads} heads do not divide d_model = {d}; choose another number, or give d_head itself.",
               heads=heads, d=d_model)
        )  # fmt: skip
    return d_model // heads


def _whole(what: str, n: object) -> None:
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise LabError(tr("{what} must be a whole number from 1 on, not {n}.", what=what, n=n))


def _choice(what: str, chosen: object, choices: object) -> None:
    known = get_args(choices)
    if chosen not in known:
        raise LabError(
            tr("{what} must be one of {all}, not “{n}”.", what=what, all=", ".join(known), n=chosen)
        )
