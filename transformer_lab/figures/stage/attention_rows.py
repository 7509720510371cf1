"""Rows of an attention: keys and values, weights and threads, queries, mixed values."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from transformer_lab.figures.direction import TALLER, joined
from transformer_lab.figures.look import GUTTER
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Floats, Ints, Item
from transformer_lab.figures.stage.faces.company import legend, together
from transformer_lab.figures.stage.faces.layout import BELOW, has_threads
from transformer_lab.figures.stage.faces.row import faces, way_of
from transformer_lab.figures.stage.places import lead, left_x, middle_x, right_x
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.ribbon import faded, gutter_label, ribbon, slots, spine
from transformer_lab.figures.stage.route import Route
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene, half_cell
from transformer_lab.figures.stage.threads import candidates, chosen, others
from transformer_lab.figures.stage.weights import Stage, hidden, stage_of, weight_row
from transformer_lab.language import tr

QUIET = 0.45
"""Strength of the queries that are not the chosen one's, and of spines beside empty slots."""
NEXT_LABEL = 42.0
"""From the right edge of the gutter's second label to that of its first."""
MIDDLE, LEADING = 15.25, 1.175
"""The middle of a row of weights, and how far apart its two lines stand in sizes of their letters."""


def row_pair(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """Keys left of the wire, values right of it."""
    assert row.sub is not None
    h = scene.head(row.sub)
    done, begun = scene.played(row.sub.path, "project"), scene.begun(row.sub.path, "project")
    labels = (
        gutter_label(
            tr("Key"),
            row.y + 9.5,
            "key" if begun else "ink3",
            "medium",
            before(scene, tr("Value"), NEXT_LABEL),
        ),
        gutter_label(tr("Value"), row.y + 9.5, "value" if begun else "ink3", "medium"),
    )
    return (
        *labels,
        *_beside(scene, row.sub.id(turned(scene, row.sub, "k", row.sub.keys)), h, left_x, row.y, "key", done),
        *_beside(scene, row.sub.id("v"), h, right_x, row.y, "value", done),
    )


def before(scene: Scene, name: str, least: float) -> float:
    """The right end of a label that stands before another one."""
    return GUTTER - 8.0 - max(least, approximate(name, "medium", scene.labels_at) + 6.0)


def turned(scene: Scene, sub: Sublayer, name: str, after: str) -> str:
    """Queries or keys as they are by now: turned by their places once that is played."""
    return after if scene.played(sub.path, "project", "turn") else name


def _beside(
    scene: Scene, node: str, h: int, place: Callable[[Scene, int], Floats], y: float, role: str, done: bool
) -> tuple[Item, ...]:
    values = scene[node][h]
    count = values.shape[1]
    x, cell = place(scene, count), half_cell(scene, count)
    if done:
        return ribbon(scene, node, values, x, y, cell, lead(scene, h), role)
    return slots(x, y, count * cell), *faded(spine(x, y, role), QUIET)


def row_attention(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """Weights of the chosen word, and under them the threads of all, or the matrix, or both."""
    sub = row.sub
    assert sub is not None
    state = stage_of(scene, sub)
    lines = threads_of(scene, sub, state, way_of(scene, row))
    if has_threads(scene.look.face):
        lines += tuple(legend(scene, sub, row.y + BELOW + scene.room.top + 30.0))
    below = faces(scene, row, sub, state, lines)
    return (*weight_labels(scene, row, state), *below, *weight_row(scene, sub, row.y, state))


def threads_of(scene: Scene, sub: Sublayer, state: Stage, route: Route) -> tuple[Item, ...]:
    """The threads of all words once there are weights; before that thin lines of the one that asks."""
    h, q = scene.head(sub), scene.query
    ref = (sub.id("scores" if state == "none" else state), h)
    if state == "weights":
        weights = scene[sub.id("weights")][h]
        mine = together(scene, sub, route) or chosen(weights, q, route, ref, root=scene.look.root)
        return (*others(weights, q, route, ref), *mine)
    if state == "none":
        return ()
    return candidates(may_look(scene, sub, state), q, route, ref)


def row_reading(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """Weights of a decoder's word under the words of the encoder."""
    assert row.sub is not None
    state = stage_of(scene, row.sub)
    return (*weight_labels(scene, row, state), *weight_row(scene, row.sub, row.y, state))


def row_cross(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """Where the threads of the other tower come over: its name at the top, for nothing else stands there."""
    assert row.sub is not None
    begun = scene.begun(row.sub.path, "project")
    return (gutter_label(tr("Cross-attention"), row.y + 12.0, "ink" if begun else "ink3", "medium"),)


def may_look(scene: Scene, sub: Sublayer, state: Stage) -> Ints:
    """A mask over the words: those that the chosen word may look at."""
    seen = np.ones(scene.n, dtype=np.int64)
    if state == "masked":
        seen[hidden(scene, sub)] = 0
    return seen


def weight_labels(scene: Scene, row: Row, state: Stage) -> tuple[Item, ...]:
    """“Weights of scared”, in two lines beside the middle of the row: nothing reaches below it."""
    assert row.sub is not None
    done = scene.begun(row.sub.path, "scores")
    title = tr("Weights of") if not done or state == "weights" else tr("Scores of")
    word = shorten(scene.asks[scene.query], GUTTER - 36.0, "semibold", 12)
    half = LEADING * scene.labels_at / 2.0  # larger letters stand further apart
    over = TALLER / 2.0 if joined(word) else 0.0
    return (
        gutter_label(title, row.y + MIDDLE - half - over, "ink2" if done else "ink3"),
        gutter_label(word, row.y + MIDDLE + half, "ink" if done else "ink3", "semibold"),
    )


def row_query(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """Queries on the wire; those that are not asked now stand back."""
    assert row.sub is not None
    node = row.sub.id(turned(scene, row.sub, "q", row.sub.asks))
    h, q = scene.head(row.sub), scene.query
    done, begun = scene.played(row.sub.path, "project"), scene.begun(row.sub.path, "project")
    values = scene[node][h]
    count = values.shape[1]
    cell = half_cell(scene, count)
    x = middle_x(scene, count, cell)
    label = gutter_label(tr("Query"), row.y + 9.5, "query" if begun else "ink3", "medium")
    if not done:
        return label, slots(x, row.y, count * cell), *faded(spine(x, row.y, "query"), QUIET)
    rest = scene.other_lanes
    mine = np.array([q])
    quiet = (
        ribbon(scene, node, values[rest], x[rest], row.y, cell, lead(scene, h, rest), "query")
        if len(rest)
        else ()
    )
    loud = ribbon(scene, node, values[mine], x[mine], row.y, cell, lead(scene, h, mine), "query")
    return label, *faded(quiet, QUIET), *loud


def has_output(scene: Scene, sub: Sublayer) -> bool:
    """Whether the joined heads are something else than the one head's mix."""
    return scene.has(sub.id("W_O")) or scene[sub.id("mixed")].shape[0] > 1


def mix_x(scene: Scene, sub: Sublayer, count: int) -> Floats:
    """Left ends of the mixed values: left of the wire if the joined heads stand at its right."""
    return left_x(scene, count) if has_output(scene, sub) else middle_x(scene, count, half_cell(scene, count))


def row_mix(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """The mixed values of the chosen head, and what all heads give together."""
    sub = row.sub
    assert sub is not None
    both = has_output(scene, sub)
    name = tr("Output") if scene.has(sub.id("W_O")) else tr("Joined")
    mixed, joined = scene.played(sub.path, "mix"), scene.played(sub.path, "join")
    begun = scene.begun(sub.path, "mix")
    right = before(scene, name, NEXT_LABEL + 6.0) if both else GUTTER - 8.0
    items: tuple[Item, ...] = (
        gutter_label(tr("Mix"), row.y + 9.5, "out" if begun else "ink3", "medium", right),
    )
    items += mix_part(scene, row, mixed)
    if both:
        items += (
            gutter_label(name, row.y + 9.5, "out" if scene.begun(sub.path, "join") else "ink3", "medium"),
        )
        items += _output_part(scene, row, joined)
    return items


def mix_part(scene: Scene, row: Row, done: bool) -> tuple[Item, ...]:
    """The mixed values, or their slots: the chosen word's slot is the loud one."""
    sub = row.sub
    assert sub is not None
    h, q = scene.head(sub), scene.query
    values = scene[sub.id("mixed")][h]
    count = values.shape[1]
    cell, x = half_cell(scene, count), mix_x(scene, sub, count)
    if done:
        return ribbon(scene, sub.id("mixed"), values, x, row.y, cell, lead(scene, h), "out")
    mine = slots(x[q : q + 1], row.y, count * cell, "out")
    return slots(x, row.y, count * cell), mine, *faded(spine(x, row.y, "out"), QUIET)


def _output_part(scene: Scene, row: Row, done: bool) -> tuple[Item, ...]:
    assert row.sub is not None
    values = scene[row.sub.out]
    count = values.shape[1]
    cell, x = half_cell(scene, count), right_x(scene, count)
    if done:
        return ribbon(scene, row.sub.out, values, x, row.y, cell, role="out")
    return slots(x, row.y, count * cell), *faded(spine(x, row.y, "out"), QUIET)
