"""The window: puts the parts together and lets each follow the one document and the one focus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QElapsedTimer, QEvent, QSize, Qt
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow

from transformer_lab.document.history import Edit
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.look import Level
from transformer_lab.figures.timeline import Grain
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui import actions, habits
from transformer_lab.ui.build.draft import Draft
from transformer_lab.ui.build.veil import Veil
from transformer_lab.ui.compare.comparing import Comparing
from transformer_lab.ui.compare.fitting import Comparison
from transformer_lab.ui.deeds import building, looking, trouble, wording
from transformer_lab.ui.dialogs.base import TITLE_BAR
from transformer_lab.ui.drops import Drops
from transformer_lab.ui.first_run import FirstRun
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.frame import Frame
from transformer_lab.ui.header.source import Source
from transformer_lab.ui.header.typing import Typing
from transformer_lab.ui.inspector.study import Study
from transformer_lab.ui.notices import Notice
from transformer_lab.ui.player import Player
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.projects import Projects
from transformer_lab.ui.recent import Recent
from transformer_lab.ui.safekeeping import Safekeeping
from transformer_lab.ui.settings import Settings
from transformer_lab.ui.stage.blank import Blank
from transformer_lab.ui.stage.example import Example
from transformer_lab.ui.stage.hover import Hover
from transformer_lab.ui.stage.row_table import RowTable
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.stage.tinting import Tinting
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.stage.walk import Walk
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.views.docks import Docks
from transformer_lab.ui.words.sentences import Sentences

START_SIZE = QSize(1440, 900)
EXAMPLE = tr("The cat that the dog chased was scared")
LEAST_SIZE = QSize(760, 480)
DRAGGING_MS = 120  # edits this close are a drag: the stage draws threads coarser meanwhile

GRAINS: Mapping[Level, Grain] = MappingProxyType(
    {"far": "block", "middle": "operation", "near": "cell", "closest": "cell"}
)  # the nearer the stage, the finer a step


class MainWindow(QMainWindow):
    """One project in one window. Commands of the action table are its methods."""

    lab: Lab
    theming: Theming
    focus: Focus
    player: Player
    stage: StageView
    projects: Projects
    scene: Scene
    docks: Docks
    walk: Walk
    settings: Settings
    preferences: Preferences

    def __init__(self, lab: Lab, theming: Theming, settings: Settings | None = None) -> None:
        super().__init__()
        self.lab, self.theming = lab, theming
        self.settings = settings or Settings()
        self.preferences = Preferences(self.settings, self)
        self.focus = Focus(lab, self)
        self.study: Study = Study(lab, self.focus, self, self.preferences)
        self.draft = Draft(lab, self)
        self.comparing = Comparing(lab, self)
        self.player = Player(lab, self.focus, self)
        self.scene = Scene(lab, self.focus, self.player, self.preferences, self)
        self._shown = lab.snapshot
        self._since_edit = QElapsedTimer()
        self._since_edit.start()
        self._stop_watching = lab.watch(self._document_changed)
        self.actions_ = actions.make_actions(self)
        self.docks = Docks(self)
        self.frame = Frame(self, self.settings.wishes())
        self.stage = self.frame.stage
        self.blank: Blank = Blank(self.stage, theming)
        self.notice = Notice(theming, self.frame)
        self.veil = Veil(self.stage, self.draft, self.focus, self.player, theming, self.notice.say)
        self.frame.arranged.connect(self._arranged)
        self.typing = Typing(self.frame.header.sentence, self.attempt, lab)
        self.sentences = Sentences(lab, theming, self.do)
        self.source = Source(
            self.frame.header,
            lab,
            self.focus,
            self.attempt,
            self.stage.setFocus,
        )
        self.projects = Projects(lab, self.focus, self, self.notice.say)
        self.safekeeping = Safekeeping(lab, self)
        self.safekeeping.failed.connect(self.notice.say)
        self.drops = Drops(self, self.projects.open)
        self.example = Example(theming, self.stage, lambda: self.typing.typed(EXAMPLE))
        self.hover = Hover(lab, self.focus, self.stage, theming)
        self.walk = Walk(lab, self.focus, self.stage)
        self.row_table = RowTable(lab, self.focus, self.preferences, self.stage)
        self.first_run = FirstRun(lab, self.focus, self.player, self.stage, theming)
        self.comparison = Comparison(self)
        self.tinting: Tinting = Tinting(self)
        self.setCentralWidget(self.frame)
        self.setMinimumSize(LEAST_SIZE)
        self.resize(START_SIZE)
        self._connect()
        self.frame.order_tabs()
        looking.set_calm(self, self.settings.calm)
        self._dress()
        self.frame.crumbs.show_limit(self.scene.limit())
        self.stage.setFocus()

    def _connect(self) -> None:
        header, stage = self.frame.header, self.stage
        header.sentence.textEdited.connect(self.typing.typed)
        header.sentence.word_chosen.connect(self.focus.ask_word)
        header.sentence.left.connect(stage.setFocus)
        header.take_sentences(self.sentences)
        header.new_menu.triggered.connect(lambda action: self.projects.new(action.data()))
        Recent(header.recent_menu, self.settings, self.projects.open)
        stage.typed.connect(self.typing.type_on)
        stage.tapped_space.connect(self.play)
        stage.asked.connect(self._asked)
        self.keys = actions.StageKeys(self)
        stage.keys = self.frame.timeline.keys = self.keys
        self.focus.changed.connect(self._focus_changed)
        self.focus.menu_wanted.connect(lambda cell, at: looking.offer(self, cell, at))
        self.draft.built.connect(partial(building.show_strip, self))
        self.focus.cursor_moved.connect(lambda _cursor: self.scene.follow_acting())
        self.projects.changed.connect(self._project_changed)
        self.projects.leaving.connect(partial(wording.catch_up, self))
        self.theming.changed.connect(self._dress)

    # --- document -------------------------------------------------------------------------------------
    def do(self, edit: Edit) -> bool:
        """Make a change; a refusal becomes a notice."""
        return self.attempt(lambda: self.lab.do(edit))

    def attempt(self, do: Callable[[], object]) -> bool:
        """Do it; a refusal becomes a notice."""
        try:
            do()
        except LabError as error:
            self.notice.say(str(error))
            return False
        return True

    def _document_changed(self, snapshot: Snapshot) -> None:
        before, self._shown = self._shown, snapshot
        self.focus.follow_document()
        refitted = self.scene.fit_folds()
        self.player.follow_document()
        self.scene.follow_document(refitted)
        self.draft.follow_document()
        same_words = (before.words, before.state.source) == (snapshot.words, snapshot.state.source)
        if self._since_edit.restart() < DRAGGING_MS:
            self.stage.draft()
        self.stage.show_change(before.trace if same_words else None, snapshot.trace)
        self.frame.crumbs.refresh()
        self.frame.crumbs.show_limit(self.scene.limit())
        trouble.name_nan(self, before, snapshot)
        self.tinting.follow()
        self._refresh()

    def _dress(self) -> None:
        actions.dress(self, self.actions_)
        self._refresh()

    def refresh_actions(self) -> None:
        """Names, marks and readiness of all commands follow the present moment."""
        actions.refresh(self, self.actions_)

    def _refresh(self) -> None:
        self.refresh_actions()
        header, name = self.frame.header, self.projects.name
        header.project.show_name(name, self.lab.modified)
        self.sentences.refresh()  # before the fields are laid out: it stands before them
        header.align(*self.frame.sentence_span)
        header.sentence.spell(self.lab.state.spelling, int(self.lab.state.spelling.bos))
        header.sentence.show_text(self.lab.text)
        self.source.refresh()
        self.example.setVisible(not self.lab.snapshot.words)
        header.sentence.choose(self.focus.query if self.lab.snapshot.words else None)
        mark = "*" if self.lab.modified else ""
        self.setWindowTitle(tr("{name}{mark} · Transformer Lab", name=name, mark=mark))

    def _project_changed(self) -> None:
        self.notice.dismiss()  # it was about the project before, or about a file that was not this one
        self.scene.follow_document()
        self.player.to_end()
        self._refresh()
        if self.lab.path is not None:
            self.settings.last_project = str(self.lab.path)
            self.settings.remember_recent(str(self.lab.path))
        self.safekeeping.keep()

    def undo(self) -> None:
        """One step back, named by the action's text."""
        self._end_typing()
        building.undo(self)

    def redo(self) -> None:
        """One step on again."""
        self._end_typing()
        building.redo(self)

    def _end_typing(self) -> None:
        """What is typed next is a step of its own."""
        self.typing.end()
        self.source.typing.end()

    # --- looking --------------------------------------------------------------------------------------
    def _focus_changed(self) -> None:
        self.frame.header.sentence.choose(self.focus.query if self.lab.snapshot.words else None)
        looking.show_what_is_asked(self)
        self.refresh_actions()

    def _asked(self, _cell: Cell) -> None:
        self.player.pause()

    # --- time -----------------------------------------------------------------------------------------
    def play(self) -> None:
        """Play or pause."""
        self.player.toggle()

    def step(self, direction: int, grain: Grain | None = None) -> None:
        """One step on or back: of the given grain, else as fine as the stage is near."""
        self.player.step(direction, grain or GRAINS[self.scene.level], len(self.lab.snapshot.words))

    # --- places ---------------------------------------------------------------------------------------
    def to_sentence(self) -> None:
        """The caret goes to the sentence; from there to what an encoder reads."""
        header = self.frame.header
        other = header.sentence.hasFocus() and not header.source.isHidden()
        (header.source if other else header.sentence).setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- coming and going -----------------------------------------------------------------------------
    def open_up(self, *, first: bool) -> None:
        """Show the window where it was; `first` runs the first ten seconds."""
        if not self.restoreGeometry(self.settings.geometry):
            room = self.screen().availableGeometry().size() - TITLE_BAR
            self.resize(START_SIZE.boundedTo(room).expandedTo(LEAST_SIZE))
        self.docks.restore()
        habits.take_up(self)
        self.show()
        if first:
            self.first_run.start(calm=self.scene.calm)

    def leave(self) -> None:
        """Close the window, which may be refused."""
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.projects.may_leave():
            event.ignore()
            return
        self.first_run.stop()
        self.player.pause()
        self.settings.geometry = self.saveGeometry()
        self.settings.keep_wishes(self.frame.wishes, self.frame.width(), self.frame.height())
        self.docks.leave()
        habits.keep(self)
        self.settings.remember_start()
        self.settings.sync()
        self._stop_watching()
        self.safekeeping.close()
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.projects.look_outside()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranged()

    def _arranged(self) -> None:
        self.frame.header.align(*self.frame.sentence_span)
        self.notice.within(self.frame.stage_area)
