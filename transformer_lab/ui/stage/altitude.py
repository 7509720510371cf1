"""How near the stage is looked at: the level that a camera holds, changing it, diving and coming back.

The lane width decides the level. A level is held while lanes are within 8 % of its edge; one turn of the
wheel changes it by one at most, and zooming out never shows more than before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from transformer_lab.figures.look import LEAST_LANE, Level, Look, block_path
from transformer_lab.figures.stage import section_spans
from transformer_lab.figures.stage.headings import head_room
from transformer_lab.figures.stage.level import GUTTERS, LEVELS, MARGINS, RANGES, lane_for, level_at
from transformer_lab.ui.stage.camera import LEAST, MOST, Camera, in_sight, zoomed
from transformer_lab.ui.stage.columns import READ, column, far_lane, spans_at, tower_at, words_of
from transformer_lab.ui.stage.whole_words import settled, whole_lane

if TYPE_CHECKING:
    from transformer_lab.ui.stage.scene import Scene

SLACK = 1.15  # how far lanes of few words are turned before the level becomes another
NOTCH = 120.0  # units of a wheel that clicks; a finger on a pad gives any number
TURN_MS = 120.0  # labels of one level fade into those of the other


@dataclass(frozen=True)
class Turn:
    """A change of level on its way: which one is left, and since when (ms)."""

    before: Level | None = None
    since: float = -1e9

    def share(self, now: float) -> float:
        """How far it has come, 0 to 1."""
        return min(1.0, max(0.0, (now - self.since) / TURN_MS))

    def on(self, look: Look, now: float) -> Look:
        """A look with the change as far as it has come."""
        share = self.share(now)
        return look if share >= 1.0 or self.before is None else look._replace(before=self.before, turn=share)


def risen(level: Level, lane: float, wanted: float, usual: float = 200.0) -> tuple[Level, float]:
    """The level and the lane width after zooming from `lane` to `wanted`.

    Few words at rest have lanes wider than their level; from there the next level starts at `usual`.
    """
    found = level_at(wanted, level)
    step = LEVELS.index(found) - LEVELS.index(level)
    if step == 0 or (step > 0) != (wanted > lane):
        return level, min(MOST, max(LEAST, wanted))
    entered = LEVELS[LEVELS.index(level) + (1 if step > 0 else -1)]
    low, high = RANGES[entered]
    if lane > RANGES[level][1]:
        return entered, min(high, max(low, usual))
    return entered, min(high, max(low, wanted))


def zoom(scene: Scene, delta: float, at: float, at_y: float) -> None:
    """Wider or narrower lanes; the lane at x = `at` and the section at y = `at_y` of the view stay there."""
    level, two = scene.level, len(scene.towers) > 1
    tower = tower_at(scene, at)
    wanted = zoomed(scene.goal, scene.lane, delta, at, scene.gutter).lane
    if (rest := at_rest(scene, wanted)) is not None:
        go(scene, rest, None if two else at_y)
        return
    if two and level != "near" and _left_towers(scene, wanted, delta):
        return
    if two and level == "middle" and delta < 0:
        go(scene, held(scene, at, tower, level, max(wanted, LEAST_LANE)))
        return
    usual = lane_for("near", scene.size[0], words_of(scene, tower))
    entered, lane = risen(level, scene.lane, wanted, usual)
    camera = held(scene, at, tower, entered, lane)
    if entered == "near" and delta % NOTCH == 0.0:
        camera = settled(scene, held(scene, at, tower, entered, whole_lane(scene, lane, tower)))
    go(scene, camera, at_y, tower if two else None)


def at_rest(scene: Scene, wanted: float) -> Camera | None:
    """Where lanes get no narrower than all words need: seen from far. Few words have wide lanes there too,
    and one turn leads to the middle level and back; None where the lanes decide.
    """
    rest, camera = far_lane(scene.lab, scene.size[0]), scene.goal
    if scene.level == "far" and wanted <= rest:
        return Camera(0.0, 0.0, camera.y, "far")
    if rest <= RANGES["far"][1]:
        return None
    if scene.level == "far":
        return Camera() if wanted > SLACK * rest else camera._replace(lane=wanted)
    out = scene.level == "middle" and wanted < min(scene.lane, scene.resting_lane / SLACK)
    return Camera(level="far") if out else None


def _left_towers(scene: Scene, wanted: float, delta: float) -> bool:
    """Two towers go from the middle level to far and back as a whole; whether they did."""
    if scene.level == "middle" and delta < 0 and scene.lane <= LEAST_LANE + 0.5:
        go(scene, Camera(level="far"))
    elif scene.level == "far" and wanted > RANGES["far"][1]:
        go(scene, Camera())
    else:
        return False
    return True


def held(scene: Scene, at: float, tower: int, level: Level, lane: float) -> Camera:
    """The camera at another level or lane width that leaves the lane at x = `at` of the view in its place.

    Where two towers are too wide for the view, numbers from near are those of one of them at a time.
    """
    start, x = scene.towers[tower][0], at + scene.goal.x
    u = 0.0 if scene.level == "closest" else (x - start - GUTTERS[scene.level]) / scene.lane
    spans = spans_at(scene.lab.snapshot, lane, level)
    left, right = spans[tower]
    x = left + u * lane + GUTTERS[level] - at
    if len(spans) > 1 and level == "near" and spans[-1][1] > scene.size[0]:
        x = max(left, min(x, right - scene.size[0]))
    return Camera(lane, x, scene.goal.y, level)


def go(scene: Scene, camera: Camera, at_y: float | None = None, tower: int | None = None) -> None:
    """Let the camera go to a level; what lies at `at_y` of the view (in one `tower`) stays there if the level
    is another.
    """
    if camera.level == scene.level:
        scene.move(camera, at_once=True)
        return
    before = _spans(scene, tower)
    scene.turn = Turn(scene.level, scene.now)
    y = camera.y if at_y is None else at_y + scene.goal.y
    scene.move(camera, at_once=True)
    if at_y is not None:
        scene.move(camera._replace(y=_carried(before, _spans(scene, tower), y) - at_y), at_once=True)


def _spans(scene: Scene, tower: int | None = None) -> dict[str, tuple[float, float]]:
    if scene.level == "closest":
        return {}
    spans = section_spans(scene.lab.snapshot, scene.look_to_be())
    return {name: span for name, span in spans.items() if tower in (None, int(not name.startswith(READ)))}


def _carried(
    before: dict[str, tuple[float, float]], after: dict[str, tuple[float, float]], y: float
) -> float:
    """The height `y` in another level: as far down the same section."""
    for name, (top, bottom) in before.items():
        if name in after and y < bottom and bottom > top:
            low, high = after[name]
            return low + (high - low) * max(0.0, (y - top) / (bottom - top))
    return 0.0


def whole(scene: Scene) -> Camera:
    """All words in sight: at rest if they fit the middle level, else from far."""
    words, width = len(scene.lab.snapshot.words), scene.size[0]
    rest = Camera()
    room = GUTTERS["middle"] + MARGINS["middle"] + words * scene.resting_lane
    if scene.goal.level == "far":
        return rest
    if scene.lab.state.model.encoder:
        shown = scene.resting_lane
        _, right = spans_at(scene.lab.snapshot, shown, "middle")[-1]
        return rest if right <= width + 1.0 or shown > LEAST_LANE else Camera(level="far")
    if room <= width + 1.0:
        return rest
    return Camera(level="far")


def dive(scene: Scene, at: float, block: int) -> None:
    """One level nearer into a block, which opens; `come_back` returns to where this started.

    `at` is where in the view the pointer is: its lane stays there.
    """
    scene.unfold(tuple(1.0 if i == block + 1 else share for i, share in enumerate(scene.folds.goal)))
    nearer: dict[Level, Level] = {"far": "middle", "middle": "near"}
    if scene.level not in nearer:
        return
    before, level = scene.goal, nearer[scene.level]
    encoder = len(scene.lab.state.model.encoder)
    tower = int(0 < encoder <= block)
    lane = lane_for(level, scene.size[0], words_of(scene, tower))
    lane = whole_lane(scene, lane, tower) if level == "near" else lane
    scene.dives.append(before)
    if encoder and level == "middle":
        go(scene, Camera())
        return
    at_title = at + scene.goal.x < scene.towers[tower][0] + GUTTERS[scene.level]
    go(scene, held(scene, at, tower, level, lane)._replace(y=0.0))
    show_top(scene, block_path(scene.look(), block))
    if at_title:  # no lane was meant, so the word that asks is the one to see
        section = block_path(scene.look(), block)
        asks = column(scene.lab.snapshot, scene.focus, scene.towers, scene.lane, section)
        scene.move(in_sight(scene.goal, scene.size[0], scene.lane, asks, scene.gutter), at_once=True)
    if level == "near":
        scene.move(settled(scene, scene.goal), at_once=True)


def show_top(scene: Scene, section: str) -> None:
    """The top of a section comes below the words."""
    span = _spans(scene).get(section)
    if span is not None:
        room = head_room(scene.lab.snapshot, scene.lane)
        scene.move(scene.goal._replace(y=max(0.0, span[0] - room - 8.0)), at_once=True)


def dive_into_number(scene: Scene) -> None:
    """To the closest level, where the chosen number is worked out."""
    if scene.level == "closest" or scene.lab.snapshot.graph is None:
        return
    scene.dives.append(scene.goal)
    go(scene, Camera(lane_for("closest", scene.size[0], 1), 0.0, 0.0, "closest"))


def come_back(scene: Scene) -> bool:
    """Back to where the last dive started; the closest level is left however it was reached.

    Whether there was a way back.
    """
    rank = LEVELS.index(scene.level)
    while scene.dives and LEVELS.index(scene.dives[-1].level) >= rank:
        scene.dives.pop()  # the wheel has led out of it already
    if not scene.dives and scene.level != "closest":
        return False
    go(scene, scene.dives.pop() if scene.dives else whole(scene))
    return True
