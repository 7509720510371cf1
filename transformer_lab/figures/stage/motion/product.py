"""What acts in a product: the matrix of a head or of a network, the vector that meets it, what comes out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.figures.by_head import by_head, one_head
from transformer_lab.figures.picture import Floats, Ints
from transformer_lab.figures.stage.motion.project import SLOW, done_at
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.scene import Scene

FIRST = 0.4
"""The share of a short move in which the first column is multiplied term by term."""


class Moment(NamedTuple):
    """Which column is being multiplied for which word; `term` is the last product of its sum, None: all."""

    lane: int
    column: int
    term: int | None


class Bias(NamedTuple):
    """What is added behind a matrix."""

    node: str
    values: Floats
    """(k,)"""
    places: Ints
    """where each number stands in the node: (k, p)"""


class Factor(NamedTuple):
    """A matrix at work."""

    name: str
    """``W_Q``"""
    role: str
    node: str
    matrix: Floats
    """(d, k)"""
    places: Ints
    """where each number stands in the node: (d, k, p)"""
    vectors: Floats
    """what goes in: (n, d)"""
    results: Floats
    """what comes out: (n, k)"""
    bias: Bias | None = None

    def partial(self, moment: Moment) -> float:
        """The sum so far; once it is complete what comes out, a bias included."""
        if moment.term is None:
            return float(self.results[moment.lane, moment.column])
        upto = moment.term + 1
        with np.errstate(over="ignore", invalid="ignore"):
            return float(self.vectors[moment.lane, :upto] @ self.matrix[:upto, moment.column])


def projections(scene: Scene, sub: Sublayer, names: tuple[str, ...], source: str) -> tuple[Factor, ...]:
    """The matrices that make keys, values and queries of the chosen head."""
    found = []
    for name in names:
        node = sub.id(f"W_{name.upper()}")
        if scene.has(node):
            matrix, index = _of_head(scene, node, scene.head(sub))
            role = {"q": "query", "k": "key", "v": "value"}[name]
            results = scene[sub.id(name)][scene.head(sub)]
            bias = _bias(scene, node, scene.head(sub))
            found.append(Factor(f"W_{name.upper()}", role, node, matrix, index, scene[source], results, bias))
    return tuple(found)


def _bias(scene: Scene, node: str, head: int | None = None) -> Bias | None:
    """What is added behind the matrix `node`, that of one head or all of it."""
    path, letter, low = node.rpartition("W_")
    own = f"{path}b_{low}"
    if not letter or not scene.has(own):
        return None
    if head is None:
        return Bias(own, scene.snapshot[own], _places(scene.snapshot[own].shape))
    values = scene[own][head]  # heads are counted through
    return Bias(own, values, np.stack([np.full(len(values), head), np.arange(len(values))], -1))


def _of_head(scene: Scene, node_id: str, head: int) -> tuple[Floats, Ints]:
    graph = scene.snapshot.graph
    assert graph is not None
    values, axes = scene.snapshot[node_id], graph[node_id].axes
    where = list(_places(values.shape).astype(np.float64).transpose(-1, *range(values.ndim)))
    places = [one_head(graph, node_id, axes, each, head).values for each in where]
    return one_head(graph, node_id, axes, values, head).values, np.stack(places, -1).astype(np.int64)


def _places(shape: tuple[int, ...]) -> Ints:
    return np.moveaxis(np.indices(shape), 0, -1).astype(np.int64)


def whole(scene: Scene, name: str, role: str, node: str, source: str, out: str) -> tuple[Factor, ...]:
    """A matrix without heads; () where the model has none."""
    if not scene.has(node):
        return ()
    values = scene.snapshot[node]
    index = _places(values.shape)
    return (Factor(name, role, node, values, index, scene[source], scene[out], _bias(scene, node)),)


def joining(scene: Scene, sub: Sublayer) -> tuple[Factor, ...]:
    """The output weights of all heads, one below the other, and the mixes of all heads side by side."""
    node, graph = sub.id("W_O"), scene.snapshot.graph
    if not scene.has(node) or graph is None:
        return ()
    values = by_head(graph, node, scene.snapshot[node])
    index = _places(values.shape)
    mixed = np.moveaxis(scene[sub.id("mixed")], 0, 1)
    flat, places = values.reshape(-1, values.shape[-1]), index.reshape(-1, values.shape[-1], index.shape[-1])
    vectors = mixed.reshape(len(mixed), -1)
    return (Factor("W_O", "out", node, flat, places, vectors, scene[sub.out], _bias(scene, node)),)


def unembedding(scene: Scene) -> tuple[Factor, ...]:
    """The scores of all words: a matrix of its own, or the table of the embedding once more."""
    source = "final_norm" if scene.plan.last_norm else _last_wire(scene)
    found = whole(scene, "W_U", "out", "W_U", source, "logits")
    if found or not scene.has("embed/W_E"):
        return found
    (table,) = whole(scene, "W_E", "out", "embed/W_E", source, "logits")
    places, bias = np.moveaxis(table.places, 0, 1), _bias(scene, "W_U")
    return (table._replace(matrix=table.matrix.T, places=places, bias=bias),)


def _last_wire(scene: Scene) -> str:
    if not scene.plan.blocks:
        return scene.plan.embedded
    last = scene.plan.blocks[-1].sublayers
    return (last[-1].norm_after or last[-1].wire) if last else scene.plan.blocks[-1].source


def reading_order(u: float, lanes: int, columns: int, terms: int) -> Moment:
    """Word after word and column after column, the first one term by term: as projections fill."""
    at = int(min(done_at(u, lanes * columns), lanes * columns - 1))
    term = min(terms - 1, int(u / SLOW * terms)) if u < SLOW else None
    return Moment(*divmod(at, columns), term)


def sweeping(u: float, lane: int, columns: int, terms: int) -> Moment:
    """Column after column for one word, the first one term by term."""
    if u < FIRST:
        return Moment(lane, 0, min(terms - 1, int(u / FIRST * terms)))
    return Moment(lane, min(columns - 1, int((u - FIRST) / (1.0 - FIRST) * columns)), None)
