"""The editor panel: tabs of one part of the model, the printed scale, and the keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell, Node
from transformer_lab.figures.heads import block_of
from transformer_lab.figures.numbers import short
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.session import Lab
from transformer_lab.ui.controls import IconButton, smooth
from transformer_lab.ui.editors.grid import group_of, group_title
from transformer_lab.ui.editors.model import MatrixModel
from transformer_lab.ui.editors.more import fill_more
from transformer_lab.ui.editors.ready import ReadyLine, fill_menu
from transformer_lab.ui.editors.region import spanning
from transformer_lab.ui.editors.table import KeyTable
from transformer_lab.ui.editors.tabs import SymbolTabs
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.theming import Theming

if TYPE_CHECKING:
    from transformer_lab.figures.stage.tint import Tint


class MatrixEditor(QWidget):
    """Shows the parameter that the focus has opened; `refused` tells why a number was not taken."""

    refused = Signal(str)

    def __init__(
        self, lab: Lab, focus: Focus, theming: Theming, preferences: Preferences | None = None
    ) -> None:
        super().__init__()
        self._lab, self._focus, self._theming, self._preferences = lab, focus, theming, preferences
        self._seen: Cell | None = None
        self._reason = ""
        self.setAccessibleName(tr("Matrix editor"))
        self.model = MatrixModel(lab, self)
        self.table = KeyTable(self.model, focus, theming)
        self.tabs = SymbolTabs(theming)
        self._place, self._sign, self._scale = QLabel(), QLabel(), QLabel()
        self.line = ReadyLine(self.table, theming)
        self.ready = IconButton(theming, "grid-3x3", tr("Ready-made numbers"), 14)
        self.more = IconButton(theming, "ellipsis", tr("Copy, paste, fill, import, export"), 14)
        self._build()
        self._connect()
        self._dress()
        self.follow(lab.snapshot)

    @property
    def parameter(self) -> str | None:
        """Address of what is shown: what was opened, in the chosen block; W_Q while nothing was opened."""
        graph = self._lab.snapshot.graph
        if graph is None:
            return None
        opened = self._focus.parameter
        block = block_of(self._lab.snapshot, opened) if opened is not None else None
        towers = bool(self._lab.state.model.encoder)
        if opened is not None and block is not None and block != self._focus.block and not towers:
            opened = opened.replace(f"block.{block}/", f"block.{self._focus.block}/", 1)
        usual = (opened, f"{self._focus.attention}/W_Q", *(n.id for n in graph if n.kind == "parameter"))
        return next((i for i in usual if i is not None and i in graph and has_keys(graph[i])), None)

    def sizeHint(self) -> QSize:
        return QSize(600, 244)

    # --- following -------------------------------------------------------------------------------------
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show(self._lab.snapshot)

    def follow(self, snapshot: Snapshot) -> None:
        """Show an edit."""
        if not self.isVisible():
            return
        self._show(snapshot)
        self._say("")

    def _show(self, snapshot: Snapshot) -> None:
        node_id, before = self.parameter, self.model.grid
        self.model.show_parameter(snapshot, node_id)
        if self.model.grid != before:
            self.line.keep() if self.line.isVisible() else None
            self.table.lay_out()
            self._show_selected()
            self.update()
        self.table.rescale()
        self.table.repaint_changed()
        for part in (self.table, self.tabs, self._place, self._scale, self.more):
            part.setVisible(node_id is not None)
        self.ready.setVisible(node_id is not None and self.model.editable)
        if node_id is not None and snapshot.graph is not None and self.model.grid is not before:
            self.tabs.offer(group_of(snapshot.graph, node_id), node_id)
            self._place.setText(group_title(node_id))
        self._print_scale()
        layout = self.layout()
        if layout is not None:
            layout.activate()  # now, not one frame later

    def show_tint(self, gradients: Tint | None) -> None:
        """Colour the keys by gradient; None: by value."""
        self.model.show_tint(gradients)
        self.table.repaint_all()
        self._print_scale()

    def _refocused(self) -> None:
        """Another block, or a parameter's number was asked for: that matrix comes up."""
        cell = self._focus.selected
        fresh = cell is not None and cell != self._seen
        self._seen = cell
        if fresh and cell is not None and self._is_parameter(cell) and self._focus.parameter != cell.node:
            self._focus.open_parameter(cell.node)
        self._show(self._lab.snapshot)
        self._show_selected()

    def _is_parameter(self, cell: Cell) -> bool:
        graph = self._lab.snapshot.graph
        return graph is not None and cell.node in graph and graph[cell.node].kind == "parameter"

    def _show_selected(self) -> None:
        cell = self._focus.selected
        index = self.model.place(cell) if cell is not None else None
        if index is not None and index.isValid():
            self.table.setCurrentIndex(index)

    def _point_out(self, cells: tuple[Cell, ...]) -> None:
        """Choose the smallest rectangle that holds them."""
        self._show(self._lab.snapshot)
        places = [self.model.place(cell) for cell in cells]
        rows, columns = ([at.row() for at in places], [at.column() for at in places])
        if places and all(at.isValid() for at in places):
            self.table.choose(spanning((min(rows), min(columns)), (max(rows), max(columns))))
            self.table.scrollTo(self.model.index(min(rows), min(columns)))

    def _opened(self, node_id: str) -> None:
        self._show(self._lab.snapshot)

    def _count_on(self) -> None:
        """Rows and columns of formulas are counted as the person counts words."""
        self.model.first = 0 if self._preferences is None else self._preferences.manner.first

    # --- inside ----------------------------------------------------------------------------------------
    def _refuse(self, reason: str) -> None:
        self._say(reason)
        self.refused.emit(reason)

    def _say(self, reason: str) -> None:
        self._reason = reason
        self._print_scale()

    def _print_scale(self) -> None:
        color = self._theming.theme.color("error" if self._reason else "ink2")
        style = f"color: {color}; font-size: 12px;"
        if style != self._scale.styleSheet():
            self._scale.setStyleSheet(style)
        self._scale.setText(self._reason or self._told())
        self._scale.setToolTip(self._reason)
        asking = self.line.isVisible()
        self._sign.setVisible(bool(self._reason))
        self._place.setVisible(not self._reason and not asking and self.model.grid is not None)
        self._scale.setVisible((bool(self._reason) or not asking) and self.model.grid is not None)

    def _told(self) -> str:
        """The printed scale; what is chosen; and the number in focus where keys are too narrow to show it."""
        tint, region = self.model.tint, self.table.region
        said = tr("scale ±{limit}", limit=short(self.table.keys.limit if tint is None else tint.limit))
        if tint is None and self.table.shared:
            said = tr("{scale} as on the stage", scale=said)
        said = said if tint is None else tr("colour: gradient, {scale}", scale=said)
        if region is not None and region.many:
            return said + tr(" · {r} × {c} chosen", r=region.shape[0], c=region.shape[1])
        if region is not None and self.table.keys.narrow and self.table.hasFocus():
            index = self.table.currentIndex()
            value = short(float(self.model.values[index.row(), index.column()]))
            row, column = self.model.grid.row_name(index.row()), self.model.grid.column_name(index.column())
            return f"{said} · {row} → {column}: {value}" if row else f"{said} · {column}: {value}"
        return said

    # --- looks -----------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            if self.model.grid is None:
                painter.setFont(font("regular", 13))
                painter.setPen(self._theming.color("ink2"))
                text = tr("The numbers of the model stand here once there is a sentence.")
                painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, text)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(19, 9, 12, 0)
        head.setSpacing(12)
        for part in (self.tabs, self._place, self._sign, self._scale, self.line, self.ready, self.more):
            head.addWidget(part)
        head.setSpacing(8)
        self._scale.setWordWrap(True)
        self._scale.setFixedHeight(30)  # two lines: a reason does not move the keys
        self._scale.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        head.setStretchFactor(self._scale, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 2)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.table, 1)

    def _connect(self) -> None:
        self.model.refused.connect(self._refuse)
        self.table.scaled.connect(self._print_scale)
        self.table.moved.connect(self._print_scale)
        for button, fill in (
            (self.ready, lambda menu: fill_menu(menu, self.line)),
            (self.more, lambda menu: fill_more(menu, self.table)),
        ):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setMenu(QMenu(button))
            button.menu().aboutToShow.connect(partial(_renew, button.menu(), fill))
        if self._preferences is not None:
            self._preferences.changed.connect(self._count_on)
        self._count_on()
        self.tabs.chosen.connect(self._focus.open_parameter)
        self._focus.changed.connect(self._refocused)
        self._focus.opened.connect(self._opened)
        self._focus.pointed.connect(self._point_out)
        self._theming.changed.connect(self._dress)
        stop = self._lab.watch(self.follow)
        self.destroyed.connect(lambda: stop())

    def _dress(self) -> None:
        self._place.setStyleSheet("font-weight: 500;")
        sign = pixmap("triangle-alert", self._theming.theme.color("error"), 14, self.devicePixelRatioF())
        self._sign.setPixmap(sign)
        self._print_scale()
        self.table.repaint_all()
        self.update()


def has_keys(node: Node) -> bool:
    """Whether a value can be shown as keys."""
    return bool(node.axes) and "|" not in node.id


def _renew(menu: QMenu, fill: Callable[[QMenu], None]) -> None:
    menu.clear()
    fill(menu)
