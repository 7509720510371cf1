"""The stage as it stands in the window, also while A and B are compared on it."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.look import Look
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage import stage
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of
from transformer_lab.session import Lab


def shown_stage(lab: Lab, look: Look, timeline: Timeline | None, cursor: Cursor | None, view: str) -> Picture:
    """What is seen: B, what changed, or A. Where both stand beside each other it is B, as the dialog says."""
    a, b = lab.pinned, lab.snapshot
    if a is None or a.trace is None or b.trace is None or view in ("", "side", "wipe"):
        return stage(b, look, timeline, cursor)
    if view == "a":
        return _stage_of_a(a, b, look)
    from transformer_lab.figures.compare.pairing import pair_of  # late: few compare
    from transformer_lab.figures.compare.stack import stack

    return stack(pair_of(a, b), look, "difference" if view == "difference" else "stage")


def _stage_of_a(a: Snapshot, b: Snapshot, look: Look) -> Picture:
    """A at its end, where it has the words and the blocks that the look is made for."""
    from transformer_lab.figures.look import default_look

    assert a.graph is not None
    timeline = timeline_of(a.graph)
    own = default_look(a, look.width, look.height)
    same = a.words == b.words and len(own.openness) == len(look.openness)
    return stage(a, look if same else own._replace(head=0, manner=look.manner), timeline, timeline.end)
