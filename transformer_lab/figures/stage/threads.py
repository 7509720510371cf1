"""Threads of attention: one curve from each word that is read to each word that asks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from transformer_lab.figures.picture import Curves, Floats, Ints, Item, Ref
from transformer_lab.figures.scales import shade
from transformer_lab.figures.stage.route import Route, flat

Stroke = Callable[[Floats], Floats]
FAINTEST = 0.03
"""Links of words that do not ask now are drawn above this weight."""


def chosen_width(w: Floats) -> Floats:
    """Width of a link of the chosen word."""
    return 1.2 + 13.0 * w


def chosen_opacity(w: Floats) -> Floats:
    """Opacity of a link of the chosen word."""
    return 0.30 + 0.60 * w


def links(
    weights: Floats,
    route: Route,
    color: str,
    width: Stroke,
    opacity: Stroke,
    ref: tuple[str, int],
    least: float = 0.0,
    dash: tuple[float, ...] = (),
) -> tuple[Curves, ...]:
    """Curves for the weights (t, s) above `least`, the heavy ones on top; or none."""
    with np.errstate(invalid="ignore"):
        asks, reads = np.nonzero(weights > least)
    if not len(asks):
        return ()
    w = weights[asks, reads]
    order = np.argsort(w, kind="stable")
    asks, reads, w = asks[order], reads[order], w[order]
    return (curves(route, asks, reads, width(w), opacity(w), color, ref, dash),)


def curves(
    route: Route,
    asks: Ints,
    reads: Ints,
    width: Floats,
    opacity: Floats,
    color: str,
    ref: tuple[str, int],
    dash: tuple[float, ...] = (),
) -> Curves:
    """One thread for each pair of words, in as many pieces as its way has."""
    pieces = route(asks, reads)
    count = pieces.shape[1]
    node, head = ref
    index = np.stack([np.full(len(asks), head), asks, reads], -1)
    shown = Ref(node, index.repeat(count, 0))
    return Curves(flat(pieces), width.repeat(count), opacity.repeat(count), color, dash, shown)


def others(weights: Floats, query: int, route: Route, ref: tuple[str, int]) -> tuple[Item, ...]:
    """The whisper of all words but the chosen one."""
    rest = weights.copy()
    rest[query] = 0.0
    return links(rest, route, "out", lambda w: 0.5 + 3.0 * w, lambda w: 0.05 + 0.16 * w, ref, FAINTEST)


def chosen(
    weights: Floats, query: int, route: Route, ref: tuple[str, int], *, root: bool = False
) -> tuple[Item, ...]:
    """Every link of the chosen word, however small; with `root` as strong as the roots of the weights."""
    own = np.zeros_like(weights)
    own[query] = shade(weights[query], root)
    return links(own, route, "out", chosen_width, chosen_opacity, ref)


def candidates(
    seen: Ints, query: int, route: Route, ref: tuple[str, int], strength: float = 1.0
) -> tuple[Item, ...]:
    """Thin lines to the words `seen` (a mask over s) that the chosen word may look at: no weights yet."""
    reads = np.flatnonzero(seen)
    if not len(reads):
        return ()
    count = len(reads)
    width, opacity = np.full(count, 1.2), np.full(count, 0.3 * strength)
    return (curves(route, np.full(count, query), reads, width, opacity, "out", ref),)
