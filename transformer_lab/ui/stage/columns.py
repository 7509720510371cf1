"""Which lane the camera keeps in sight, and what does not grow with the lanes: in one tower or in two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.figures.by_head import head_at
from transformer_lab.figures.direction import on_lane
from transformer_lab.figures.look import BETWEEN, Level, fitting_lane, tower_spans
from transformer_lab.figures.stage.level import FAR_MOST, GUTTERS, MARGINS, RANGES, lane_for
from transformer_lab.figures.stage.near.reveal import written
from transformer_lab.figures.timeline import Beat
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.stage.camera import Camera, in_sight

if TYPE_CHECKING:
    from transformer_lab.ui.stage.scene import Scene

Towers = tuple[tuple[float, float], ...]
"""Left and right end of each tower."""
READ = ("source", "encoder", "memory")
"""Sections of the encoder."""
ACROSS = ("scores", "scale", "mask", "softmax", "mix")
"""Beats of a cross-attention that go from word to word of the source."""


def lane_width(lab: Lab, wanted: float, width: float, level: Level = "middle") -> float:
    """The width of a lane: the camera's, or what the words need to fill the view."""
    if not wanted and level == "far":
        return far_lane(lab, width)
    return wanted or fitting_lane(lab.snapshot, width)


def far_lane(lab: Lab, width: float) -> float:
    """The width of a lane at which all words are seen from far, in one tower or in two."""
    words, source = len(lab.snapshot.words), len(source_words(lab.state))
    if not lab.state.model.encoder:
        return lane_for("far", width, words)
    room = width - 2.0 * (GUTTERS["far"] + MARGINS["far"]) - BETWEEN
    return min(FAR_MOST, max(RANGES["far"][0], room / max(1, words + source)))


def column(snapshot: Snapshot, focus: Focus, towers: Towers, lane: float, section: str = "") -> float:
    """The lane of the word that asks (in `section`, else in the chosen attention), counted in lanes from the
    first one of the picture.
    """
    reads = section.startswith(READ) if section else focus.in_encoder
    if reads:
        return float(on_lane(source_words(snapshot.state), focus.source))
    return on_lane(snapshot.words, focus.query) + towers[-1][0] / lane


def at_work(scene: Scene, beat: Beat, u: float) -> Camera:
    """From near: the camera moved sideways so far that the lane written last at `u` of a beat is seen."""
    snapshot, reads = scene.lab.snapshot, beat.section.startswith(READ)
    across = beat.place.rpartition("/")[2].startswith("cross") and beat.name in ACROSS
    two = len(scene.towers) > 1
    words = source_words(snapshot.state) if two and (reads or across) else snapshot.words
    word = written(u, len(words)).begun - 1
    if scene.level != "near" or word < 0:
        return scene.goal
    start = 0.0 if reads else scene.towers[-1][0]
    at = on_lane(words, word) + start / scene.lane
    return in_sight(scene.goal, scene.size[0], scene.lane, at, scene.gutter)


def spans_at(snapshot: Snapshot, lane: float, level: Level) -> Towers:
    """Left and right end of each tower in the picture."""
    return tower_spans(snapshot, lane, GUTTERS[level] + MARGINS[level], shared=level == "near")


def tower_at(scene: Scene, at: float) -> int:
    """The tower at x = `at` of the view (closest by: that of the number): 0, or 1 beside an encoder."""
    if scene.level == "closest":
        chosen = scene.focus.selected
        return int(len(scene.towers) > 1 and (chosen is None or not chosen.node.startswith(READ)))
    return sum(at + scene.goal.x >= start for start, _ in scene.towers[1:])


def words_of(scene: Scene, tower: int) -> int:
    """How many lanes of its own a tower has."""
    snapshot = scene.lab.snapshot
    return len(source_words(snapshot.state) if len(scene.towers) > 1 and not tower else snapshot.words)


def picked_word(snapshot: Snapshot, focus: Focus) -> int | None:
    """The word read by the selected weight, if it is one of the row that is shown."""
    cell = focus.selected
    if cell is None or cell.node != f"{focus.attention}/weights":
        return None
    *_, query, key = cell.index
    head = head_at(snapshot.graph, cell.node, cell.index) if snapshot.graph is not None else None
    return key if (head, query) == (focus.head, focus.asking) else None
