"""What the person looks at: block, head, asking word, selected number, place on the timeline.

This is view state. It lies outside undo and follows the document only so far that it never points at
something that is no longer there.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.by_head import head_at, index_of
from transformer_lab.figures.heads import all_heads, attention_path, block_count, block_of
from transformer_lab.figures.timeline import Cursor
from transformer_lab.session import Lab


class Gaze(NamedTuple):
    """One thing looked at; the back stack is made of these."""

    block: int = 0
    head: int = 0
    query: int = 0
    selected: Cell | None = None
    source: int = 0


class Focus(QObject):
    """Shared by all panels of a window: each reads it, and each may move it."""

    changed = Signal()
    """block, head, query or selected is another"""
    hovered = Signal(object)
    """the Cell under the pointer anywhere, or None"""
    opened = Signal(str)
    """a parameter was opened in the matrix editor"""
    cursor_moved = Signal(object)
    """the place on the timeline (a Cursor or None)"""

    def __init__(self, lab: Lab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self._past: list[Gaze] = []
        self._cursor: Cursor | None = None
        self._under: Cell | None = None
        self._parameter: str | None = None
        blocks, words = block_count(lab.snapshot), len(lab.snapshot.words)
        self._gaze = Gaze(max(0, blocks - 1), 0, max(0, words - 1), None, last_source(lab.snapshot))
        self._words = words

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
        return self._past[-1].selected if self._past else None

    # --- moving ---------------------------------------------------------------------------------------
    def select(self, cell: Cell | None) -> None:
        """Ask for a number; an attention weight also chooses its block, head and word. None: ask nothing."""
        if cell == self.selected:
            return
        if self.selected is not None and cell is not None:
            self._past = [*self._past[-63:], self._gaze]
        if cell is None:
            self._past = []
        self._look(self._led_by(cell))

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
        gaze = self._gaze._replace(query=self._words - 1) if self.query >= words - 1 else self._gaze
        self._past = [gaze for gaze in self._past if self._exists(gaze.selected)]
        self._look(self.within(gaze))

    def start_over(self) -> None:
        """Another project: the last block, its first head, the last word."""
        self._past, self._under = [], None
        snapshot = self._lab.snapshot
        self._words = len(snapshot.words)
        last = max(0, len(snapshot.words) - 1)
        self._look(Gaze(max(0, block_count(snapshot) - 1), 0, last, None, last_source(snapshot)))

    # --- inside ---------------------------------------------------------------------------------------
    def _look(self, gaze: Gaze) -> None:
        if gaze != self._gaze:
            self._gaze = gaze
            self.changed.emit()

    def _led_by(self, cell: Cell | None) -> Gaze:
        """The gaze after asking for `cell`."""
        gaze = self._gaze._replace(selected=cell)
        graph = self._lab.snapshot.graph
        if cell is None or graph is None or cell.node not in graph:
            return self.within(gaze)
        axes = graph[cell.node].axes
        block = block_of(self._lab.snapshot, cell.node)
        if block is not None:
            head = head_at(graph, cell.node, cell.index)
            gaze = gaze._replace(block=block, head=gaze.head if head is None else head)
            if head is not None and axes.endswith("ts"):
                word = cell.index[-2]
                reads = cell.node.startswith("encoder")
                gaze = gaze._replace(source=word) if reads else gaze._replace(query=word)
        return self.within(gaze)

    def within(self, gaze: Gaze) -> Gaze:
        """The nearest gaze that the present document allows."""
        snapshot = self._lab.snapshot
        block = _clamp(gaze.block, block_count(snapshot))
        return Gaze(
            block,
            _clamp(gaze.head, head_count(snapshot, block)),
            _clamp(gaze.query, len(snapshot.words)),
            gaze.selected if self._exists(gaze.selected) else None,
            _clamp(gaze.source, last_source(snapshot) + 1),
        )

    def _exists(self, cell: Cell | None) -> bool:
        graph = self._lab.snapshot.graph
        if cell is None or graph is None or cell.node not in graph:
            return False
        shape = graph[cell.node].shape
        return len(shape) == len(cell.index) and all(
            0 <= i < n for i, n in zip(cell.index, shape, strict=True)
        )


def last_source(snapshot: Snapshot) -> int:
    """The last word that an encoder reads; 0 without one."""
    return max(0, len(source_words(snapshot.state)) - 1)


def head_count(snapshot: Snapshot, block: int) -> int:
    """Heads of a block's first attention; 0 if it has none."""
    weights = f"{attention_path(snapshot, block)}/weights"
    if snapshot.graph is None or weights not in snapshot.graph:
        return 0
    return math.prod(snapshot.graph[weights].shape[:-2])


def weight_cell(snapshot: Snapshot, block: int, head: int, query: int, key: int) -> Cell | None:
    """The weight that a word gives to another, as near as the attention has it; None without attention."""
    node = f"{attention_path(snapshot, block)}/weights"
    if snapshot.graph is None or node not in snapshot.graph:
        return None
    asks, reads = snapshot.graph[node].shape[-2:]
    return Cell(node, index_of(snapshot.graph, node, (head, min(query, asks - 1), min(key, reads - 1))))


def _clamp(value: int, count: int) -> int:
    return max(0, min(value, count - 1))
