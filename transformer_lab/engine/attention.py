"""Attention: from the wire to queries, keys and values, over scores and masks to weights, and back.

Letters: t words that ask, s words that are asked, h heads, k slots of a head; with shared keys and values g
groups and r heads of a group stand in the place of h.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from transformer_lab.engine.constants import distances, number, partners, places, rates, side_by_side, slopes
from transformer_lab.engine.graph import Builder
from transformer_lab.engine.masks import masked
from transformer_lab.engine.model import Attention, CrossAttention, Positions
from transformer_lab.engine.parts import Around, project, softmax


class Heads(NamedTuple):
    """Letters and sizes of the heads that ask and of those that are asked."""

    asking: str
    asked: str
    many: tuple[int, ...]
    few: tuple[int, ...]


def heads_of(spec: Attention) -> Heads:
    """Plain heads ``h``; groups ``g`` of ``r`` heads where keys and values are shared."""
    if spec.kv_heads is None:
        return Heads("h", "h", (spec.heads,), (spec.heads,))
    groups = spec.kv_heads
    return Heads("gr", "g", (groups, spec.heads // groups), (groups,))


def attention(g: Builder, path: str, x: str, spec: Attention, around: Around) -> str:
    """softmax(Q Kᵀ / √d_k) V, each head by itself, joined by W_O (Vaswani 2017, eq. 1 and 3.2.2).

    Reads ``td`` and gives ``td``; without W_O the heads stand side by side, heads · d_head wide.
    """
    of = heads_of(spec)
    a, b = of.asking, of.asked
    source = around.memory if isinstance(spec, CrossAttention) else x
    assert source is not None
    width, other, slots = g.shape(x)[1], g.shape(source)[1], (spec.d_head,)
    q = project(g, f"{path}/q", "Q", f"td,d{a}k->{a}tk", x, (width, *of.many, *slots), spec.biases)
    k = project(g, f"{path}/k", "K", f"sd,d{b}k->{b}sk", source, (other, *of.few, *slots), spec.biases)
    v = project(g, f"{path}/v", "V", f"sd,d{b}k->{b}sk", source, (other, *of.few, *slots), spec.biases)
    turned = around.model.positions.kind == "rotary" and source == x
    if turned:
        q, k = rotated(g, path, q, k, of, around.model.positions)
    z = g.add(f"{path}/scores", "dot", f"{a}tk,{b}sk->{a}ts", q, k)
    z = divided(g, path, z, spec, f"{a}ts")
    if around.model.positions.kind == "alibi" and source == x:
        z = slanted(g, path, z, of)
    z = masked(g, path, z, spec, around, f"{a}ts")
    weights = softmax(g, f"{path}/weights", z, f"{a}ts", "s")
    mixed = g.add(f"{path}/mixed", "dot", f"{a}ts,{b}sk->{a}tk", weights, v)
    size = (*of.many, spec.d_head)
    if spec.output:
        return project(g, f"{path}/out", "O", f"{a}tk,{a}kd->td", mixed, (*size, width), spec.biases)
    join = g.constant(f"{path}/join", f"{a}kd", (*size, math.prod(size)), side_by_side, size)
    return g.add(f"{path}/out", "dot", f"{a}tk,{a}kd->td", mixed, join)


def divided(g: Builder, path: str, z: str, spec: Attention, axes: str) -> str:
    """Scores divided by √d_k, or by a number of one's own, or left alone."""
    if not spec.scale:
        return z
    name, value = ("root_d_k", math.sqrt(spec.d_head)) if spec.divisor is None else ("divisor", spec.divisor)
    by = g.constant(f"{path}/{name}", "", (), number, value)
    return g.add(f"{path}/scaled", "div", f"{axes},->{axes}", z, by)


def rotated(g: Builder, path: str, q: str, k: str, of: Heads, where: Positions) -> tuple[str, str]:
    """Each pair of slots turned by an angle that grows with the place (Su et al. 2021, eq. 34)."""
    words, width = g.shape(q)[-2:]
    place = g.constant(f"{path}/rotary/place", "t", (words,), places, words, where.first)
    rate = g.constant(f"{path}/rotary/rate", "k", (width,), rates, width, where.base, where.pairs)
    angle = g.add(f"{path}/rotary/angle", "mul", "t,k->tk", place, rate)
    cos = g.add(f"{path}/rotary/cos", "cosine", "tk->tk", angle)
    sin = g.add(f"{path}/rotary/sin", "sine", "tk->tk", angle)
    partner = g.constant(f"{path}/rotary/partner", "kj", (width, width), partners, width, where.pairs)
    both = (("q", q, f"{of.asking}t"), ("k", k, f"{of.asked}s"))
    turned = []
    for name, x, axes in both:
        word = axes[-1]
        other = g.add(f"{path}/{name}/partner", "dot", f"{axes}k,kj->{axes}j", x, partner)
        along = g.add(f"{path}/{name}/along", "mul", f"{axes}k,{word}k->{axes}k", x, cos)
        across = g.add(f"{path}/{name}/across", "mul", f"{axes}k,{word}k->{axes}k", other, sin)
        turned.append(g.add(f"{path}/{name}_turned", "add", f"{axes}k,{axes}k->{axes}k", along, across))
    return turned[0], turned[1]


def slanted(g: Builder, path: str, z: str, of: Heads) -> str:
    """Scores that fall with distance, in each head with a slope of its own (Press et al. 2022)."""
    a = of.asking
    words = g.shape(z)[-1]
    distance = g.constant(f"{path}/distance", "ts", (words, words), distances, words)
    slope = g.constant(f"{path}/slope", a, of.many, slopes, of.many)
    slant = g.add(f"{path}/slant", "mul", f"{a},ts->{a}ts", slope, distance)
    return g.add(f"{path}/slanted", "add", f"{a}ts,{a}ts->{a}ts", z, slant)
