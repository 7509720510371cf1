"""The first ten seconds: the sentence falls once at overview tempo, then one line of type invites a click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from transformer_lab.document.axes import axis_names
from transformer_lab.engine.graph import Cell
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.gaze import weight_cell
from transformer_lab.ui.player import Player
from transformer_lab.ui.stage.tip import Parts, Tip
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.theming import Theming

FIRST_MS = 300
TRIES, AGAIN_MS = 10, 150
TAKES_OVER = {QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel}


class FirstRun(QObject):
    """Runs once; any key or click takes over and the run ends in its last frame."""

    def __init__(self, lab: Lab, focus: Focus, player: Player, stage: StageView, theming: Theming) -> None:
        super().__init__(stage)
        self._lab, self._focus, self._player, self._stage = lab, focus, player, stage
        self.hint = Tip(theming, stage, size=13)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.timeout.connect(self._play)
        self.running = False
        player.stopped_at_end.connect(self._rest)

    def start(self, *, calm: bool = False) -> None:
        """From the first frame; with reduced motion at once at the finished one."""
        self.running = True
        QApplication.instance().installEventFilter(self)
        if calm:
            self._rest()
        else:
            self._player.to_start()
            self._delay.start(round(self._stage.state.drop(FIRST_MS)))

    def stop(self) -> None:
        """Somebody takes over: the last frame at once, and the hint goes."""
        if not self.running:
            return
        self.running = False
        QApplication.instance().removeEventFilter(self)
        self._delay.stop()
        self.hint.hide()
        self._stage.state.land()
        if not self._player.at_end:
            self._player.to_end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        mine = isinstance(watched, QWidget) and watched.window() is self._stage.window()
        if self.running and event.type() in TAKES_OVER and mine:
            self.stop()
        return False

    def _play(self) -> None:
        self._stage.state.land()
        self._player.play(overview=True)

    def _rest(self) -> None:
        """Stopped at the end: say the one line beside the largest weight."""
        if self.running:
            QTimer.singleShot(500, self, self._invite)

    def _invite(self, tries: int = TRIES) -> None:
        found = strongest(self._lab, self._focus)
        place = self._stage.place_of(found) if found is not None else None
        if self.running and found is not None and place is None and tries > 1:
            QTimer.singleShot(AGAIN_MS, self, lambda: self._invite(tries - 1))  # its block still unfolds
        if not self.running or found is None or place is None:
            return
        x, y, _, height = place
        asks, reads = axis_names(self._lab.snapshot, found.node)[-2:]
        said = invitation(asks[found.index[-2]], reads[found.index[-1]])
        self.hint.say(said, QPoint(round(x), round(y + height)))


def strongest(lab: Lab, focus: Focus) -> Cell | None:
    """The largest weight of the row that is shown."""
    cell = weight_cell(lab.snapshot, focus.block, focus.head, focus.asking, 0)
    if cell is None or lab.snapshot.trace is None:
        return None
    row = lab[cell.node][cell.index[:-1]]
    return Cell(cell.node, (*cell.index[:-1], int(row.argmax())))


def invitation(query: str, key: str) -> Parts:
    """The one line, with the words in the colours of their roles."""
    text = tr("{query} looks mostly at {key}. Click the number.", query="\0q\0", key="\0k\0")
    roles = {"q": (query, "query"), "k": (key, "key")}
    return tuple(roles.get(part, (part, "ink2")) for part in text.split("\0") if part)
