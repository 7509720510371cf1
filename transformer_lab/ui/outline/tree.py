"""The outline as a tree view: a click shows what a row stands for, arrows fold and unfold."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.by_head import shared_by
from transformer_lab.figures.stage.scene import Held
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.session import Lab
from transformer_lab.ui.edges import Fade
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.outline import writing
from transformer_lab.ui.outline.delegate import OutlineDelegate
from transformer_lab.ui.outline.model import OutlineModel
from transformer_lab.ui.outline.rows import Row, outline_rows
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.presses import OPENING
from transformer_lab.ui.theming import Theming

Index = QModelIndex | QPersistentModelIndex


class OutlineTree(QTreeView):
    """Rows of the present graph; what is unfolded stays unfolded when the graph changes."""

    def __init__(
        self, lab: Lab, focus: Focus, theming: Theming, preferences: Preferences | None = None
    ) -> None:
        super().__init__()
        self._lab, self._gaze, self._theming = lab, focus, theming
        self._made_from: object = None
        self._listed: tuple[Row, ...] = ()
        self._looks: dict[str, tuple[object, ...]] = {}
        self.rows = OutlineModel(self)
        self.painting = OutlineDelegate(lab, focus, theming, self, preferences)
        if preferences is not None:
            preferences.changed.connect(self.viewport().update)
        self.setModel(self.rows)
        self.setItemDelegate(self.painting)
        self.setHeaderHidden(True)
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setMouseTracking(True)
        self.setUniformRowHeights(False)
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setAccessibleName(tr("Model"))
        self.fade = Fade(self, theming)
        focus.changed.connect(self.repaint_changed)
        focus.opened.connect(self._parameter_opened)
        theming.changed.connect(self.viewport().update)

    def wanted(self) -> int:
        """How high all rows are that are unfolded now."""
        return self.viewportSizeHint().height()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Follow an edit: new rows if the graph or its names are others, new paint in any case."""
        made_from = (
            snapshot.graph,
            snapshot.state.head_names,
            snapshot.state.block_names,
            snapshot.state.notes,
            snapshot.state.model,
        )
        old = self._made_from
        if not isinstance(old, tuple) or any(a is not b for a, b in zip(old, made_from, strict=True)):
            self._rebuild(snapshot, first=old is None)
            self._made_from = made_from
        self.repaint_changed()
        if self._lab.pinned is not None:
            self.viewport().update()

    def repaint_changed(self) -> None:
        """Paint anew the rows that look different from what was painted last."""
        before, self._looks = self._looks, dict(self._looks_now())
        for key in before.keys() | self._looks.keys():
            if before.get(key) != self._looks.get(key):
                self.viewport().update(self.visualRect(self.rows.find(key)))

    def _looks_now(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        """All that looks depend on besides the rows themselves; most rows depend on nothing else."""
        snapshot, gaze = self._lab.snapshot, self._gaze
        marked = gaze.selected.node if gaze.selected is not None else gaze.parameter
        asks = (gaze.query, snapshot.vocabulary)
        for row in self.rows.all():  # while the outline is hidden, its rows may be those of an older model
            if row.kind == "bar" and "probs" in snapshot:
                yield row.key, (Held(snapshot["probs"]), *asks)
            elif row.kind == "head" and row.node in snapshot:
                yield row.key, (Held(snapshot[row.node]), self.painting.is_chosen(row))
            elif row.node and row.node == marked:
                yield row.key, (self.painting.is_chosen(row),)

    def _rebuild(self, snapshot: Snapshot, first: bool) -> None:
        rows = outline_rows(snapshot)
        if rows == self._listed and not first:
            return
        self._listed = rows
        if not first and self.rows.retell(rows):
            return
        known = {row.key for row in self.rows.all() if row.rows}
        opened = {key for key in known if self.isExpanded(self.rows.find(key))}
        current = self.rows.row_at(self.currentIndex())
        self.rows.show_rows(rows)
        for row in self.rows.all():
            fresh = row.kind == "block" and (first or row.key not in known)
            if row.key in opened or fresh:  # all others are folded after a reset
                self.setExpanded(self.rows.find(row.key), True)
        if current is not None:
            self.setCurrentIndex(self.rows.find(current.key))

    # --- acting ----------------------------------------------------------------------------------------
    @property
    def lab(self) -> Lab:
        """The project that it lists."""
        return self._lab

    @property
    def theming(self) -> Theming:
        """The colours that it wears."""
        return self._theming

    def open_row(self, row: Row, index: QModelIndex) -> None:
        """What a click or Enter on a row does."""
        graph = self._lab.snapshot.graph
        if row.kind == "head":
            self._gaze.choose_head(row.block, row.head)
        elif row.kind == "array" and graph is not None and graph[row.node].kind == "parameter":
            if row.head >= 0:
                self._gaze.choose_head(row.block, row.head)
            self._gaze.open_parameter(row.node)
        elif row.kind == "array":
            self._gaze.ask_whole(row.node, self._cell(row))
            self._gaze.open_parameter(row.node)
        elif row.kind == "bar":
            self._gaze.select(self._cell(row))
        else:
            self.setExpanded(index, not self.isExpanded(index))

    def _cell(self, row: Row) -> Cell:
        """The number of an array that the chosen word is about: its own row, and there the largest."""
        snapshot = self._lab.snapshot
        assert snapshot.graph is not None
        if row.kind == "bar":
            return Cell("probs", (self._gaze.query, self.painting.likeliest()[row.rank][0]))
        node, values = snapshot.graph[row.node], snapshot[row.node]
        word = "t" if "t" in node.axes else "s"
        head = max(0, row.head)
        group, place = divmod(head, shared_by(snapshot.graph, row.node))
        fixed = {"h": head, "g": group, "r": place}
        if word in node.axes:
            fixed[word] = min(self._gaze.query, node.shape[node.axes.index(word)] - 1)
        at = tuple(fixed.get(a, slice(None)) for a in node.axes)
        part = np.abs(np.nan_to_num(values[at], nan=0.0, posinf=0.0, neginf=0.0))
        free = iter(np.unravel_index(int(part.argmax()), part.shape)) if part.ndim else iter(())
        return Cell(row.node, tuple(fixed[a] if a in fixed else int(next(free)) for a in node.axes))

    def _parameter_opened(self, node_id: str) -> None:
        self.viewport().update()

    # --- events ----------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        row = self.rows.row_at(index)
        if row is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.setCurrentIndex(index)
        if row.rows and event.position().x() < self.painting.left(row) - 2:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.open_row(row, index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        row = self.rows.row_at(self.currentIndex() if by_key else self.indexAt(event.pos()))
        if row is not None and row.kind in ("array", "bar"):
            self._gaze.offer(self._cell(row), event.globalPos())
        elif row is not None:
            writing.part_menu(self, row, event.globalPos())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        row = self.rows.row_at(index)
        if row is not None and row.kind == "head":
            self.setExpanded(index, not self.isExpanded(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.rows.row_at(self.currentIndex())
        if event.key() == Qt.Key.Key_F2 and row is not None:
            writing.ask_name(self, row)
        elif event.key() in OPENING and row is not None:
            self.open_row(row, self.currentIndex())
        elif event.key() == Qt.Key.Key_Left and row is not None and not self.isExpanded(self.currentIndex()):
            self.setCurrentIndex(
                self.rows.parent(self.currentIndex()) if row.kind != "block" else self.currentIndex()
            )
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.rows.rowCount() == 0:
            with QPainter(self.viewport()) as painter:
                painter.setFont(font("regular", 12))
                painter.setPen(self._theming.color("ink2"))
                box = QRectF(16, 8, self.viewport().width() - 32, 60)
                text = tr("The parts of the model appear with the first word.")
                painter.drawText(box, Qt.TextFlag.TextWordWrap, text)

    def drawBranches(self, painter: QPainter, rect: object, index: Index) -> None:
        """The delegate draws the twists."""
