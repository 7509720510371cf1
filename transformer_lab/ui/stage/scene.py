"""What the stage shows now: the look made of focus, folds and camera, and the Picture that follows."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from transformer_lab.figures.look import Level, Look, block_number, default_look, following, opened
from transformer_lab.figures.manner import USUAL
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage import limit_of, row_span, section_spans, stage
from transformer_lab.figures.stage.headings import head_room
from transformer_lab.figures.stage.level import GUTTERS
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.player import Player
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.stage import altitude
from transformer_lab.ui.stage.altitude import Turn
from transformer_lab.ui.stage.camera import Camera, clamped, in_sight, into_sight
from transformer_lab.ui.stage.camera import following as keep_amid
from transformer_lab.ui.stage.columns import at_work, column, lane_width, picked_word, spans_at
from transformer_lab.ui.stage.drop import drop_length, dropped
from transformer_lab.ui.stage.faces import Faces
from transformer_lab.ui.stage.folds import Folds
from transformer_lab.ui.stage.morph import Morph
from transformer_lab.ui.stage.whole_words import Settling


class Scene(QObject):
    """Holds folds and camera of one stage. `changed` asks for another frame."""

    changed = Signal()

    def __init__(
        self,
        lab: Lab,
        focus: Focus,
        player: Player,
        preferences: Preferences | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.lab, self.focus, self.player, self._preferences = lab, focus, player, preferences
        self.camera = self.goal = Camera()
        self.size, self.follow, self.calm, self.foot = (0.0, 0.0), True, False, 0.0
        self.folds = Folds()
        self.turn, self.dives, self.faces, self.morph = Turn(), list[Camera](), Faces(), Morph()
        self._clock = QElapsedTimer()
        self._clock.start()
        self._section, self._block, self._query = "", -1, -1
        self._dropping: float | None = None
        self._settling = Settling(self)
        self._picture: tuple[object, Picture] | None = None
        focus.changed.connect(self._focus_changed)
        focus.cursor_moved.connect(self._cursor_moved)
        if preferences is not None:
            preferences.changed.connect(self.changed)
        self._open_chosen(at_once=True)

    @property
    def now(self) -> float:
        """Milliseconds since the scene was set up."""
        return self._clock.nsecsElapsed() / 1e6

    # --- looking --------------------------------------------------------------------------------------
    @property
    def lane(self) -> float:
        """Width of one lane at present."""
        return lane_width(self.lab, self.camera.lane, self.size[0], self.level)

    @property
    def resting_lane(self) -> float:
        """Width of one lane while nobody zooms."""
        return lane_width(self.lab, 0.0, self.size[0])

    @property
    def level(self) -> Level:
        """How much is drawn of each block."""
        return self.goal.level

    @property
    def gutter(self) -> float:
        """Where the lanes begin."""
        return GUTTERS[self.level]

    @property
    def towers(self) -> tuple[tuple[float, float], ...]:
        """Left and right end of each tower in the picture."""
        return spans_at(self.lab.snapshot, self.lane, self.level)

    def look(self) -> Look:
        """The look of this moment."""
        base = default_look(self.lab.snapshot, *self.size)
        sentence, *openness = self.folds.at(self.now)
        look = base._replace(
            lane=self.lane,
            query=self.focus.query,
            source=self.focus.source,
            head=self.focus.head,
            pick=picked_word(self.lab.snapshot, self.focus),
            picked=self.focus.attention,
            openness=tuple(openness),
            sentence=sentence,
            scroll=round(self.camera.y),
            manner=self._preferences.manner if self._preferences is not None else USUAL,
            level=self.level,
            cell=self.focus.selected if self.level == "closest" else None,
        )
        return self.turn.on(self.faces.on(look, self.now), self.now)

    def picture(self) -> Picture:
        """The picture of this moment, made once for equal moments."""
        snapshot = self.morph.shown(self.lab.snapshot, self.now)
        look, timeline, cursor = self.look(), self.player.timeline, self.player.cursor
        key = (snapshot, look, cursor)
        if self._picture is None or self._picture[0] != key:
            drawn = stage(snapshot, look, timeline, cursor, in_words=False)
            self._picture = (key, self.morph.loosened(drawn, snapshot, self.lab.snapshot))
        self._keep_inside(self._picture[1])
        if self._dropping is not None:
            return dropped(self._picture[1], look.lane, self.now - self._dropping, self.gutter)
        return self._picture[1]

    def drop(self, delay: float) -> float:
        """Let the words drop into their lanes after `delay` ms; returns when the last one has landed."""
        self._dropping = self.now + delay
        self.changed.emit()
        return delay + drop_length(len(self.lab.snapshot.words))

    def land(self) -> None:
        """The words lie in their lanes."""
        self._dropping = None
        self.changed.emit()

    # --- moving ---------------------------------------------------------------------------------------
    def resize(self, width: float, height: float) -> None:
        """The view has another size."""
        first, self.size = self.size[0] <= 0.0, (width, height)
        if first:
            self.move(self._asking_in_sight(), at_once=True)
        self.changed.emit()

    def give_way(self, foot: float) -> None:
        """So much of the view is taken at its foot: all that is drawn stands above it."""
        (wide, high), self.foot = (self.size[0], self.size[1] + self.foot - foot), foot
        self.resize(wide, high)

    def move(self, camera: Camera, *, at_once: bool = False) -> None:
        """Let the camera go there."""
        self.goal = camera
        here = self.camera._replace(lane=camera.lane, level=camera.level)
        self.camera = camera if at_once or self.calm else here
        self.changed.emit()

    def zoom(self, delta: float, at: float, at_y: float | None = None) -> None:
        """Wider or narrower lanes; what lies at x = `at` and y = `at_y` of the view stays there."""
        altitude.zoom(self, delta, at, self.size[1] / 2.0 if at_y is None else at_y)

    def toggle(self, block: int) -> None:
        """Open or fold a block by hand (−1: the sentence band)."""
        self.folds = self.folds.toggled(block + 1, self.now, at_once=self.calm)
        self.changed.emit()

    def set_follow(self, on: bool) -> None:
        """Let the camera follow what is played, or stay."""
        self.follow = on
        if on:
            self.follow_acting()
        self.changed.emit()

    def fit(self) -> None:
        """All words across the stage, from the top."""
        altitude.go(self, altitude.whole(self))

    def follow_acting(self) -> None:
        """Bring what acts into the middle of the stage, if it would leave it."""
        span = self.acting_span() if self.follow and self.size[1] > 0 else None
        if span is not None:
            heads = head_room(self.lab.snapshot, self.lane)
            self.move(keep_amid(self._sideways(), self.size[1], heads, *span))

    def _sideways(self) -> Camera:
        """The camera moved to the tower that acts, from near to the lane at work, if out of sight."""
        timeline, cursor = self.player.timeline, self.player.cursor
        if timeline is None or cursor is None:
            return self.goal
        beat = timeline.beats[cursor.beat]
        if len(self.towers) < 2 or self.level == "near":
            return at_work(self, beat, cursor.u)
        return self._asking_in_sight(beat.section)

    def _asking_in_sight(self, section: str = "") -> Camera:
        """The camera moved sideways so far that the word that asks is seen."""
        lane = self.lane
        word = column(self.lab.snapshot, self.focus, self.towers, lane, section)
        return in_sight(self.goal, self.size[0], lane, word, self.gutter)

    def moving(self) -> bool:
        """Whether the next moment differs from this one by itself."""
        turning = min(self.turn.share(self.now), self.faces.share(self.now)) < 1.0
        settled = self._dropping is None and self.camera == self.goal
        return turning or not settled or self.folds.moving(self.now) or self.morph.moving(self.now)

    def fit_folds(self) -> bool:
        """As many folds as there are blocks now, before anything else looks; whether they differed."""
        if len(self.folds.goal) == self._blocks + 1:
            return False
        self._open_chosen(at_once=True)
        return True

    def follow_document(self, refitted: bool = False) -> None:
        """Another model may have other blocks."""
        if (self.fit_folds() or refitted) and not self.player.at_end:
            self._section = ""  # what acts opens again
            self.open_acting()
        self.changed.emit()

    def open_acting(self) -> None:
        """With following: the section of the cursor opens, the others fold."""
        if (timeline := self.player.timeline) is None or (cursor := self.player.cursor) is None:
            return
        section = timeline.beats[cursor.beat].section
        if section != self._section:
            self._section = section
            if self.follow and self.size[0] > 0:
                look = following(self.look(), timeline, cursor)
                self.unfold((look.sentence, *look.openness))

    def acting_span(self) -> tuple[float, float] | None:
        """Top and bottom of what the beat at the cursor moves: following keeps it in sight."""
        timeline, cursor = self.player.timeline, self.player.cursor
        if timeline is None or cursor is None or self.lab.snapshot.graph is None:
            return None
        return row_span(self.lab.snapshot, self.look_to_be(), timeline, cursor)

    def look_to_be(self) -> Look:
        """The look once all blocks have opened and folded, at the level that is being entered."""
        sentence, *blocks = self.folds.goal
        return self.look()._replace(sentence=sentence, openness=tuple(blocks), before=None, turn=1.0)

    def limit(self) -> float:
        """The scale on which the stage shows signed numbers."""
        return limit_of(self.lab.snapshot)

    # --- inside ---------------------------------------------------------------------------------------
    @property
    def _blocks(self) -> int:
        """How many blocks there are, in both towers where there are two."""
        return len(self.lab.state.model.encoder) + len(self.lab.state.model.blocks)

    def _open_chosen(self, *, at_once: bool = False) -> None:
        """The block of the chosen attention opens, the others fold."""
        look = default_look(self.lab.snapshot, *self.size)
        chosen = block_number(look, self.focus.attention.partition("/")[0])
        blocks = opened(look, self._blocks, chosen)
        self.unfold((0.0 if blocks else 1.0, *blocks), at_once=at_once)

    def unfold(self, goal: tuple[float, ...], *, at_once: bool = False) -> None:
        """Let the sentence band and the blocks open so far."""
        self.folds = self.folds.toward(goal, self.now, at_once=at_once or self.calm)
        self.changed.emit()

    def _focus_changed(self) -> None:
        if self.focus.block != self._block:
            self._block = self.focus.block
            if not self.player.playing:
                self._open_chosen()
                self._show_block()
        if self.focus.asking != self._query:
            self._query = self.focus.asking
            self.move(self._asking_in_sight())
        self.changed.emit()

    def _show_block(self) -> None:
        """The block that has been chosen comes into sight once it has opened."""
        snapshot, section = self.lab.snapshot, self.focus.attention.partition("/")[0]
        span = section_spans(snapshot, self.look_to_be()).get(section)
        if span is not None and self.size[1] > 0:
            self.move(into_sight(self.goal, self.size[1], head_room(snapshot, self.lane), *span))

    def _cursor_moved(self, _cursor: object) -> None:
        self.open_acting()
        self.changed.emit()

    def _keep_inside(self, picture: Picture) -> None:
        """The camera stays on the picture: its goal on the one to be, itself on the one that is."""
        if self.goal[1:3] == self.camera[1:3] == (0.0, 0.0):
            return
        high = picture.size[1]
        if self.folds.moving(self.now):
            spans = section_spans(self.lab.snapshot, self.look_to_be())
            high = max([high, *(bottom for _, bottom in spans.values())])
        room = (picture.size[0], high)
        self.goal, self.camera = (clamped(c, self.size, room) for c in (self.goal, self.camera))
