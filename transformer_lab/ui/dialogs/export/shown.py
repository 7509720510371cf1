"""The stage as it stands in the window, also while A and B are compared on it."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.compare.grids import chip
from transformer_lab.figures.look import Look, default_look
from transformer_lab.figures.picture import Layer, Picture, Rects, table
from transformer_lab.figures.shift import aside
from transformer_lab.figures.stage import stage
from transformer_lab.figures.stage.level import gutter_of
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.compare.signs import BESIDE

LEAST = 42.0
"""The narrowest lanes with which both stand beside each other."""


def shown_stage(lab: Lab, look: Look, timeline: Timeline | None, cursor: Cursor | None, view: str) -> Picture:
    """What is seen: B, what changed, A, or both beside each other. Of a wipe it is B, as the dialog says."""
    a, b = lab.pinned, lab.snapshot
    if a is None or a.trace is None or b.trace is None or view in ("", "wipe"):
        return stage(b, look, timeline, cursor)
    if view == "side":
        return _side(a, b, look, timeline, cursor)
    if view == "a":
        return _stage_of_a(a, b, look)
    from transformer_lab.figures.compare.pairing import pair_of  # late: few compare
    from transformer_lab.figures.compare.stack import stack

    return stack(pair_of(a, b), look, "difference" if view == "difference" else "stage")


def _side(a: Snapshot, b: Snapshot, look: Look, timeline: Timeline | None, cursor: Cursor | None) -> Picture:
    """A and B beside each other, on narrow figures above each other, each with its letter."""
    most = max(len(a.words), len(b.words))
    beside = _lane(look, look.width / 2.0, most) >= LEAST and not (a.state.source or b.state.source)
    size = (look.width / 2.0, look.height) if beside else (look.width, look.height / 2.0)
    played = timeline_of(a.graph)
    same = cursor is not None and timeline is not None and len(timeline.beats) == len(played.beats)
    drawn = (
        stage(a, _half(a, b, look, size), played, cursor if same else played.end),
        stage(b, _half(b, b, look, size), timeline, cursor),
    )
    dx, dy = (size[0], 0.0) if beside else (0.0, drawn[0].size[1])
    layers: list[Layer] = []
    for picture, letter, x, y in zip(drawn, "AB", (0.0, dx), (0.0, dy), strict=True):
        moved = (aside(layer, x, letter) for layer in picture.layers)
        layers += [layer._replace(dy=layer.dy + y) for layer in moved]
    high = max(drawn[0].size[1], drawn[1].size[1]) if beside else dy + drawn[1].size[1]
    whole, left = (look.width, high), BESIDE if b.state.model.encoder else 14.0
    line = table(dx, 0.0, 1.0, high) if beside else table(0.0, dy, look.width, 1.0)
    signs = (*chip("A", left, 27.0, 14), *chip("B", dx + left, dy + 27.0, 14), Rects(line, fill="line2"))
    layers.append(Layer(("letters", 0, whole), (0.0, 0.0, *whole), lambda: signs))
    told = tr("A: {a} B: {b}", a=drawn[0].description, b=drawn[1].description)
    return Picture(whole, tuple(layers), drawn[1].title, told)


def _lane(look: Look, width: float, words: int) -> float:
    """The lanes with which so many words fill a width."""
    return (width - gutter_of(look) - 16.0) / max(1, words)


def _half(state: Snapshot, b: Snapshot, look: Look, size: tuple[float, float]) -> Look:
    """How one of both is looked at: as B where it has the same words and blocks."""
    own = default_look(state, *size)._replace(manner=look.manner, root=look.root)
    own = own._replace(lane=min(own.lane, max(LEAST, _lane(look, size[0], len(state.words)))))
    if state.words != b.words or len(own.openness) != len(look.openness):
        return own
    return own._replace(head=look.head, query=look.query, source=look.source, openness=look.openness)


def _stage_of_a(a: Snapshot, b: Snapshot, look: Look) -> Picture:
    """A at its end, where it has the words and the blocks that the look is made for."""
    assert a.graph is not None
    timeline = timeline_of(a.graph)
    own = default_look(a, look.width, look.height)
    same = a.words == b.words and len(own.openness) == len(look.openness)
    return stage(
        a, look if same else own._replace(head=0, manner=look.manner, root=look.root), timeline, timeline.end
    )
