"""How a person looked at things when the window was left: taken up again at the next start.

What a view was asked for is kept by the view itself, panels and their sizes by `Settings.wishes`, where docks
lie by `Docks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from transformer_lab.figures.look import Level
from transformer_lab.ui.player import SPEEDS
from transformer_lab.ui.stage.camera import LEAST, MOST, Camera
from transformer_lab.ui.stage.faces import FACES, show_roots

if TYPE_CHECKING:
    from transformer_lab.ui.editors.sheet import KeySheet
    from transformer_lab.ui.frame import Frame
    from transformer_lab.ui.inspector.panel import Inspector
    from transformer_lab.ui.window import MainWindow


class Habit(NamedTuple):
    """Something that is looked at in one way or another: how it is written down, and taken up again."""

    read: Callable[[MainWindow], str]
    take: Callable[[MainWindow, str], None]
    """what is written down may be anything; what is no way of looking is passed over"""


def keep(window: MainWindow) -> None:
    """Write down how things are looked at."""
    for name, habit in HABITS.items():
        window.settings.keep_way(name, habit.read(window))


def take_up(window: MainWindow) -> None:
    """Look at things as when the window was left; without a word of it nothing changes."""
    for name, habit in HABITS.items():
        way = window.settings.way(name)
        if way:
            habit.take(window, way)


def _face(window: MainWindow, way: str) -> None:
    face = next((face for face in FACES if face == way), None)
    if face is not None:
        window.scene.faces = window.scene.faces.turned(face, window.scene.now, at_once=True)
        window.scene.changed.emit()


def _near(window: MainWindow) -> str:
    camera = window.scene.goal
    return f"{camera.level} {camera.lane:.1f}"


def _nearer(window: MainWindow, way: str) -> None:
    level, _, width = way.partition(" ")
    known = next((name for name in LEVELS if name == level), None)
    try:
        lane = float(width)
    except ValueError:
        return
    if known is not None and (lane == 0.0 or LEAST <= lane <= MOST):
        window.scene.move(Camera(lane=lane, level=known), at_once=True)


def _speed(window: MainWindow, way: str) -> None:
    speed = next((speed for speed in SPEEDS if str(speed) == way), None)
    if speed is not None:
        window.player.set_speed(speed)


def _building(window: MainWindow) -> str:
    frame: Frame = window.frame
    return "yes" if frame.wishes.build else "no"


def _builds(window: MainWindow, way: str) -> None:
    from transformer_lab.ui.deeds.building import show_builder

    if way == "yes":
        show_builder(window, on=True)
        window.stage.setFocus()


NOTHING = "-"
LEVELS: tuple[Level, ...] = ("far", "middle", "near")
"""Closest by, one number is looked at; a new start begins a step further away."""
HABITS: Mapping[str, Habit] = MappingProxyType(
    {
        "face": Habit(lambda w: w.scene.faces.face, _face),
        "root": Habit(
            lambda w: "yes" if w.scene.faces.root else "no", lambda w, way: show_roots(w.scene, way == "yes")
        ),
        "near": Habit(_near, _nearer),
        "speed": Habit(lambda w: str(w.player.speed), _speed),
        "follow": Habit(
            lambda w: "yes" if w.scene.follow else "no", lambda w, way: w.scene.set_follow(way != "no")
        ),
        "build": Habit(_building, _builds),
    }
)


def follow_folds(window: MainWindow, inspector: Inspector) -> None:
    """The sections that are folded, from now on and as they were left."""
    way = window.settings.way("folded")
    if way:
        inspector.folded = frozenset(part for part in way.split(" ") if part.isidentifier())
    inspector.folds_changed.connect(
        lambda: window.settings.keep_way("folded", " ".join(sorted(inspector.folded)) or NOTHING)
    )


def follow_scale(window: MainWindow, keys: KeySheet) -> None:
    """Whose scale the keys of the matrix editor are coloured on, from now on and as it was left."""
    keys.share(window.settings.way("keys") == "shared")
    keys.shares.connect(lambda on: window.settings.keep_way("keys", "shared" if on else NOTHING))
