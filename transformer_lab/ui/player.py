"""Plays the timeline: elapsed time in, a cursor out. It knows no picture; the focus spreads the cursor."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

from transformer_lab.figures.timeline import CELL_STEPS, Cursor, Grain, Timeline, timeline_of
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.timeline.loop import Loop

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
TICK_MS = 8


class Player(QObject):
    """Play, pause, step, scrub. `changed`: playing, speed or timeline is another."""

    changed = Signal()
    stopped_at_end = Signal()

    def __init__(self, lab: Lab, focus: Focus, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab, self._focus = lab, focus
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._clock = QElapsedTimer()
        self._ms = 0.0
        self._goal: Cursor | None = None  # where a single step will stop
        self._way = 1  # −1: time runs backwards
        self.speed = 1.0
        self.overview, self.calm = False, False
        self.timeline: Timeline | None = None
        self.loop: Loop | None = None
        self._paced: tuple[object, Timeline] | None = None
        self._graph: object = None
        self._stop: int | None = None  # the beat that cannot be played
        self.follow_document()

    # --- reading --------------------------------------------------------------------------------------
    @property
    def playing(self) -> bool:
        """Whether time runs on; a single step on its way is no playing."""
        return self._timer.isActive() and self._goal is None

    @property
    def cursor(self) -> Cursor | None:
        """The place on the timeline, None for an empty text."""
        return self._focus.cursor

    @property
    def at_end(self) -> bool:
        """Whether everything has been played."""
        return self.timeline is None or self.cursor == self.timeline.end

    @property
    def stopped(self) -> bool:
        """Whether the cursor stands before something that cannot be played."""
        return self._stop is not None and self.cursor is not None and self.cursor.beat >= self._stop

    # --- time runs ------------------------------------------------------------------------------------
    def play(self, *, overview: bool = False, backwards: bool = False) -> None:
        """Let time run; from the end it starts anew. Backwards the same frames come in the other order."""
        if self.timeline is None or self.playing:
            return
        self.overview, self._goal, self._way = overview, None, -1 if backwards else 1
        if self._looping and not self._looping.holds(self._here()):
            self._go(Cursor(self._looping.last, 1.0) if backwards else Cursor(self._looping.first, 0.0))
        elif self._is_over and not self._looping:
            self._go(self.timeline.end if backwards else self.timeline.at(0.0))
        self._ms = self._tempo.time(self._here())
        self._clock.start()
        self._timer.start()
        self.changed.emit()

    def pause(self) -> None:
        """Stop time where it is; a step on its way arrives at once."""
        goal, was_playing = self._goal, self.playing
        self._timer.stop()
        self._goal = None
        if goal is not None:
            self._go(goal)
        if was_playing:
            self.overview = False
            self.changed.emit()

    def toggle(self, *, backwards: bool = False) -> None:
        """Play or pause; the other direction turns round."""
        turns = self.playing and backwards != (self._way < 0)
        playing = self.playing
        self.pause()
        if turns or not playing:
            self.play(backwards=backwards)

    # --- moving by hand -------------------------------------------------------------------------------
    def step(self, direction: int, grain: Grain = "operation", cells: int = CELL_STEPS) -> None:
        """One operation, sublayer, block or cell back (−1) or on (1). An operation is seen moving.

        `cells` is into how many cells an operation is cut.
        """
        self.pause()
        if self.timeline is None:
            return
        here = self._here()
        goal = self.timeline.step(here, direction, grain, cells)
        if grain != "operation" or goal == here or self.calm:
            self._go(goal)
        elif direction > 0:
            self._glide(here if here.beat == goal.beat else Cursor(goal.beat, 0.0), goal)
        else:
            self._glide(here, goal, -1)

    def _glide(self, start: Cursor, goal: Cursor, way: int = 1) -> None:
        self._go(start)
        self._ms, self._goal, self._way = self._tempo.time(start), goal, way
        self._clock.start()
        self._timer.start()

    def to_start(self) -> None:
        """Nothing has been played."""
        self.pause()
        if self.timeline is not None:
            self._go(self.timeline.at(0.0))

    def to_end(self) -> None:
        """The finished result."""
        self.pause()
        if self.timeline is not None:
            self._go(self.timeline.end)

    def scrub(self, ms: float) -> None:
        """Any moment, forward or back."""
        self.pause()
        if self.timeline is not None:
            self._go(self.timeline.at(min(max(ms, 0.0), self.timeline.total)))

    def settle(self) -> None:
        """After scrubbing: the nearest end of a beat."""
        if self.timeline is not None:
            here = self._here()
            done = here.u >= 0.5 or here.beat == 0
            self._go(Cursor(here.beat, 1.0) if done else Cursor(here.beat - 1, 1.0))

    def stop_before(self, beat: int | None) -> None:
        """Nothing is played from this beat on, and the cursor stands before it; None: everything is."""
        self._stop = beat
        self.changed.emit()
        if beat is not None and self.timeline is not None:
            self.pause()
            self._go(Cursor(beat, 0.0))

    def set_speed(self, speed: float) -> None:
        """Time runs this much faster."""
        if speed != self.speed:
            self.speed = speed
            if self._timer.isActive():
                self._ms = self._tempo.time(self._here())
            self.changed.emit()

    def change_speed(self, direction: int) -> None:
        """The next slower or faster of SPEEDS."""
        nearest = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.set_speed(SPEEDS[max(0, min(len(SPEEDS) - 1, nearest + direction))])

    def set_loop(self, loop: Loop | None) -> None:
        """Play this range again and again; None: play on to the end."""
        if loop != self.loop:
            self.loop = loop
            self.changed.emit()

    # --- the document ---------------------------------------------------------------------------------
    def follow_document(self) -> None:
        """After an edit: the same place on the new timeline."""
        graph = self._lab.snapshot.graph
        if graph is self._graph and graph is not None:
            return
        old, here = self.timeline, self._arrived()
        was_at_end = old is None or here == old.end
        self._graph = graph
        self.timeline = None if graph is None else timeline_of(graph)
        if self.timeline is None or (self.loop and self.loop.last >= len(self.timeline.beats)):
            self.loop = None
        if self.timeline is None:
            self.pause()
            self._focus.move_cursor(None)
        elif old is None or here is None or was_at_end:
            self._go(self.timeline.end)
        else:
            self._go(_same_place(old, self.timeline, here))
        self._ms = self._tempo.time(self._here()) if self.timeline is not None else 0.0
        self.changed.emit()

    # --- inside ---------------------------------------------------------------------------------------
    def _arrived(self) -> Cursor | None:
        """The cursor; a step on its way counts as done, because its goal lies on the old timeline."""
        if self._goal is None:
            return self.cursor
        self._timer.stop()
        here, self._goal = self._goal, None
        return here

    def _here(self) -> Cursor:
        assert self.timeline is not None
        return self.cursor or self.timeline.end

    def _go(self, cursor: Cursor) -> None:
        if self._stop is not None and cursor.beat >= self._stop:
            cursor = Cursor(self._stop, 0.0)
            self._timer.stop()
            self._goal = None
        self._focus.move_cursor(cursor)

    def _tick(self) -> None:
        assert self.timeline is not None
        self.advance(float(self._clock.restart()))

    def advance(self, ms: float) -> None:
        """Let `ms` of real time pass; the tests and the bench call this too."""
        if self.timeline is None:
            return
        self._ms += self._way * ms
        tempo, loop = self._tempo, self._looping
        if loop is not None and self._goal is None:
            self._ms = loop.wrapped(tempo, self._ms, self._way)
        if self._goal is not None and self._has_arrived(self._goal):
            self.pause()
        elif self._way < 0 and self._ms <= 0.0:
            self._go(self.timeline.at(0.0))
            self.pause()
        elif self._ms >= tempo.total:
            self._go(self.timeline.end)
            self.pause()
            self.stopped_at_end.emit()
        else:
            here = tempo.at(self._ms)
            self._go(Cursor(here.beat, 1.0) if self.calm else here)

    def _has_arrived(self, goal: Cursor) -> bool:
        """Whether a step has reached its goal; one back needs not wait out the rest that lies before it."""
        tempo = self._tempo
        if self._way > 0:
            return self._ms >= tempo.time(goal)
        return self._ms <= (tempo.starts[goal.beat + 1] if goal.u >= 1.0 else tempo.time(goal))

    @property
    def _is_over(self) -> bool:
        """Whether nothing is left in the direction in which time runs."""
        return self.at_end if self._way > 0 else self._here() == Cursor(0, 0.0)

    @property
    def _looping(self) -> Loop | None:
        return self.loop if self.loop is not None and self.loop.on and not self.overview else None

    @property
    def _tempo(self) -> Timeline:
        """The timeline at the tempo and the speed that are played."""
        assert self.timeline is not None
        key = (self._graph, self.overview, self.speed)
        if self._paced is None or self._paced[0] != key:
            whole = self.timeline.overview() if self.overview else self.timeline
            self._paced = (key, whole.paced(self.speed))
        return self._paced[1]


def _same_place(old: Timeline, new: Timeline, here: Cursor) -> Cursor:
    """The beat of the same place and name in another timeline, else the same share of it."""
    beat = old.beats[here.beat]
    for i, other in enumerate(new.beats):
        if (other.section, other.place, other.name) == (beat.section, beat.place, beat.name):
            return Cursor(i, here.u)
    return new.at(old.time(here) / max(old.total, 1.0) * new.total)
