"""What the person looks at: block, head, asking word, selected number, place on the timeline.

This is view state. It lies outside undo and follows the document only so far that it never points at
something that is no longer there.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.heads import all_heads, attention_path, block_count, block_of
from transformer_lab.figures.links import exists, is_page, whole, word
from transformer_lab.figures.timeline import Cursor
from transformer_lab.session import Lab
from transformer_lab.ui.gaze import Gaze, last_source, led_by, weight_cell, within


class Focus(QObject):
    """Shared by all panels of a window: each reads it, and each may move it."""

    changed = Signal()
    """block, head, query or selected is another"""
    hovered = Signal(object)
    """the Cell under the pointer anywhere, or None"""
    opened = Signal(str)
    """a parameter was opened in the matrix editor"""
    pointed = Signal(object)
    """Cells (a tuple) are to be the chosen ones of the grid that shows them"""
    cursor_moved = Signal(object)
    """the place on the timeline (a Cursor or None)"""
    join_wanted = Signal(int)
    """this head shall be drawn on the stage beside the chosen one, or no longer"""
    menu_wanted = Signal(object, object)
    """what can be done with a Cell (or a link) is asked for at a point of the screen (a QPoint)"""

    def __init__(self, lab: Lab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self._past: list[Gaze] = []
        self._cursor: Cursor | None = None
        self._under: Cell | None = None
        self._parameter: str | None = None
        blocks, words = block_count(lab.snapshot), len(lab.snapshot.words)
        self._gaze = Gaze(max(0, blocks - 1), 0, max(0, words - 1), None, last_source(lab.snapshot))
        self._words, self._sources = words, last_source(lab.snapshot)

    # --- reading --------------------------------------------------------------------------------------
    @property
    def block(self) -> int:
        """The chosen block, from 0."""
        return self._gaze.block

    @property
    def head(self) -> int:
        """The chosen head of that block, from 0."""
        return self._gaze.head

    @property
    def query(self) -> int:
        """The chosen word: the one that asks, from 0."""
        return self._gaze.query

    @property
    def source(self) -> int:
        """The chosen word of what an encoder reads: the one that asks there, from 0."""
        return self._gaze.source

    @property
    def in_encoder(self) -> bool:
        """Whether the chosen attention is the encoder's."""
        return self.attention.startswith("encoder")

    @property
    def asking(self) -> int:
        """The word that asks in the chosen attention."""
        return self.source if self.in_encoder else self.query

    @property
    def selected(self) -> Cell | None:
        """The number being explained, if any."""
        return self._gaze.selected

    @property
    def subject(self) -> Cell | None:
        """What the inspector tells of: the selected number, or a link to a whole value or a word's path."""
        return self._gaze.subject

    @property
    def under_pointer(self) -> Cell | None:
        """The number hovered last, if the pointer is still on one."""
        return self._under

    @property
    def parameter(self) -> str | None:
        """Address of the parameter in the matrix editor; None while nobody has chosen one (or it is gone)."""
        graph = self._lab.snapshot.graph
        return self._parameter if graph is not None and self._parameter in graph else None

    @property
    def cursor(self) -> Cursor | None:
        """The place on the timeline, None for an empty text."""
        return self._cursor

    @property
    def attention(self) -> str:
        """Address of the chosen block's attention."""
        return attention_path(self._lab.snapshot, self.block)

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier question."""
        return bool(self._past)

    @property
    def previous(self) -> Cell | None:
        """The number asked before this one, for the back link."""
        return self._past[-1].subject if self._past else None

    # --- moving ---------------------------------------------------------------------------------------
    def select(self, cell: Cell | None) -> None:
        """Ask for a number; an attention weight also chooses its block, head and word. None: ask nothing.

        A link to a whole value or to the path of a word is told instead of the number.
        """
        if cell == self.subject:
            return
        if self.subject is not None and cell is not None:
            self._remember()
        if cell is None:
            self._past = []
        if cell is not None and is_page(cell):
            self._look(self.within(self._gaze._replace(about=cell)))
        else:
            self._look(self._led_by(cell))

    def ask_whole(self, node_id: str, cell: Cell | None = None) -> None:
        """Tell of a whole value, and ring one of its numbers."""
        if self._gaze.subject not in (None, whole(node_id)):
            self._remember()
        gaze = self._gaze if cell is None else self._led_by(cell)
        self._look(self.within(gaze._replace(about=whole(node_id))))

    def offer(self, cell: Cell | None, at: object) -> None:
        """Show what can be done with a number at this point of the screen."""
        if cell is not None:
            self.menu_wanted.emit(cell, at)

    def ask_word(self, place: int) -> None:
        """Let this word ask, and tell its path."""
        if self._gaze.subject not in (None, word(place)):
            self._remember()
        self._look(self.within(self._gaze._replace(query=place, about=word(place))))

    def back(self) -> None:
        """Return to the question before (Alt+←)."""
        if self._past:
            self._look(self.within(self._past.pop()))

    def choose_word(self, word: int) -> None:
        """Let this word ask: its attention lights up."""
        block = block_count(self._lab.snapshot) - 1 if self.in_encoder else self.block
        self._look(self.within(self._gaze._replace(query=word, block=block)))

    def choose_source(self, word: int) -> None:
        """Let this word of the source ask; the encoder's last attention is looked at."""
        block = self.block
        if not self.in_encoder:
            found = all_heads(self._lab.snapshot)
            block = max((h.block for h in found if h.path.startswith("encoder")), default=block)
        self._look(self.within(self._gaze._replace(source=word, block=block)))

    def ask_source(self, place: int) -> None:
        """Let this word of the source ask, and tell its path."""
        self.choose_source(place)
        if self._gaze.subject not in (None, word(place, "encoder/")):
            self._remember()
        self._look(self.within(self._gaze._replace(about=word(place, "encoder/"))))

    def choose_head(self, block: int, head: int) -> None:
        """Look at one head."""
        self._look(self.within(self._gaze._replace(block=block, head=head)))

    def open_parameter(self, node_id: str) -> None:
        """Show this parameter in the matrix editor; its block comes into view."""
        self._parameter = node_id
        block = block_of(self._lab.snapshot, node_id)
        if block is not None:
            self._look(self.within(self._gaze._replace(block=block)))
        self.opened.emit(node_id)

    def point_out(self, *cells: Cell) -> None:
        """Make them the chosen numbers of the matrix editor, without asking for them."""
        self.pointed.emit(cells)

    def enter(self) -> None:
        """By keyboard into the weights: the asking word's look at itself."""
        cell = weight_cell(self._lab.snapshot, self.block, self.head, self.asking, self.asking)
        if cell is not None:
            self.select(cell)

    def walk(self, down: int, right: int) -> None:
        """From the selected number to its neighbour along the last two axes (a vector counts as a row)."""
        if self.selected is None:
            return
        index = list(self.selected.index)
        for axis, step in ((-1, right), (-2, down)):
            if len(index) >= -axis:
                index[axis] += step
        self.walk_to(Cell(self.selected.node, tuple(index)))

    def walk_to(self, cell: Cell) -> None:
        """On to this number by keyboard: no question to come back to."""
        if self._exists(cell):
            self._look(self._led_by(cell))

    def hover(self, cell: Cell | None) -> None:
        """The pointer is on this number, or on none."""
        if cell != self._under:
            self._under = cell
            self.hovered.emit(cell)

    def move_cursor(self, cursor: Cursor | None) -> None:
        """Another place on the timeline."""
        if cursor != self._cursor:
            self._cursor = cursor
            self.cursor_moved.emit(cursor)

    def follow_document(self) -> None:
        """After an edit: forget what is gone; while the last word asks, a newly typed one takes over."""
        words, self._words = self._words, len(self._lab.snapshot.words)
        sources, self._sources = self._sources, last_source(self._lab.snapshot)
        gaze = self._gaze._replace(query=self._words - 1) if self.query >= words - 1 else self._gaze
        gaze = gaze._replace(source=self._sources) if self.source >= sources else gaze
        self._past = [gaze for gaze in self._past if self._exists(gaze.subject)]
        self._look(self.within(gaze))

    def start_over(self) -> None:
        """Another project: the last block, its first head, the last word."""
        self._past, self._under = [], None
        snapshot = self._lab.snapshot
        self._words, self._sources = len(snapshot.words), last_source(snapshot)
        last = max(0, len(snapshot.words) - 1)
        self._look(Gaze(max(0, block_count(snapshot) - 1), 0, last, None, last_source(snapshot)))

    # --- inside ---------------------------------------------------------------------------------------
    def _remember(self) -> None:
        """What is looked at now can be come back to."""
        self._past = [*self._past[-63:], self._gaze]

    def _look(self, gaze: Gaze) -> None:
        if gaze != self._gaze:
            self._gaze = gaze
            self.changed.emit()

    def _led_by(self, cell: Cell | None) -> Gaze:
        """The gaze after asking for `cell`."""
        return led_by(self._lab.snapshot, self._gaze, cell)

    def within(self, gaze: Gaze) -> Gaze:
        """The nearest gaze that the present document allows."""
        return within(self._lab.snapshot, gaze)

    def _exists(self, cell: Cell | None) -> bool:
        return cell is not None and exists(self._lab.snapshot, cell)
