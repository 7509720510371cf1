"""Mouse and keys of the builder's list: choosing, opening, dragging, moving, adding, removing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from transformer_lab.document.building import moves
from transformer_lab.document.building.moves import Change
from transformer_lab.document.building.racks import spot_of
from transformer_lab.document.building.settings import configured
from transformer_lab.errors import LabError
from transformer_lab.ui.build.column import Column, Laid
from transformer_lab.ui.build.menus import place_menu, popup, row_menu
from transformer_lab.ui.build.painting import GLYPH, INDENT, MENU, TWIST, has_menu
from transformer_lab.ui.build.rows import Place, Row

CLOSE, FAR = 5.0, 6.0
"""so near to an edge the plus appears; so far a press becomes a drag"""


class Hands(QObject):
    """Watches a column; the list that holds it forwards its keys."""

    def __init__(self, column: Column) -> None:
        super().__init__(column)
        self.column = column
        self._pressed: tuple[Row, QPointF] | None = None
        self._dragging = False
        column.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Mouse events of the column."""
        deeds: dict[QEvent.Type, Callable[[QMouseEvent], bool]] = {
            QEvent.Type.MouseButtonPress: self._press,
            QEvent.Type.MouseMove: self._move,
            QEvent.Type.MouseButtonRelease: self._release,
        }
        if event.type() == QEvent.Type.Leave:
            self._hover(QPointF(-1.0, -1.0))
        deed = deeds.get(event.type())
        return deed(event) if deed is not None and isinstance(event, QMouseEvent) else False

    # --- mouse -------------------------------------------------------------------------------------------
    def _press(self, event: QMouseEvent) -> bool:
        at = event.position()
        column = self.column
        if column.gap is not None and event.button() == Qt.MouseButton.LeftButton:
            self.add_at(column.gap[0], column.gap[1])
            return True
        laid = self._laid(at)
        if laid is None or laid.row is None:
            return False
        row = laid.row
        column.choose(row.key)
        if event.button() == Qt.MouseButton.RightButton or self._on_menu(row, at):
            self.open_menu(row)
        elif at.x() < INDENT * row.depth + (TWIST if row.kind == "block" else GLYPH) + 16 and row.folds:
            if at.x() < INDENT * row.depth + TWIST - 2 and row.movable:
                self._pressed = (row, at)
            else:
                column.open_row(row.key)
        else:
            self._pressed = (row, at)
        return False

    def _move(self, event: QMouseEvent) -> bool:
        at = event.position()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            row, start = self._pressed
            if self.column.row_of(row.key) is None:
                return False
            if row.movable and (self._dragging or abs(at.y() - start.y()) > FAR):
                self._dragging = True
                target = self._target(row, at.y())
                self.column.drop = target[1] if target is not None else None
                self.column.update()
            return False
        self._hover(at)
        return False

    def _release(self, event: QMouseEvent) -> bool:
        pressed, self._pressed = self._pressed, None
        dragging, self._dragging = self._dragging, False
        self.column.drop = None
        self.column.update()
        if pressed is None or self.column.row_of(pressed[0].key) is None:  # a key may have taken the row away
            return False
        row = pressed[0]
        if not dragging:
            if row.folds:
                self.column.open_row(row.key)
            return False
        target = self._target(row, event.position().y())
        if target is not None:
            self._land(row, target[0])
        return False

    def _hover(self, at: QPointF) -> None:
        column = self.column
        edge = next(
            (
                (laid.places[-1], laid.box.top() - (3 if not laid.places[-1].path else 0))
                for laid in column.laid
                if laid.places and abs(laid.box.top() - at.y()) < CLOSE and at.x() >= 0
            ),
            None,
        )
        laid = None if edge is not None else self._laid(at)
        near = laid.row.key if laid is not None and laid.row is not None else None
        if (near, edge) != (column.near, column.gap):
            column.near, column.gap = near, edge
            column.setCursor(
                Qt.CursorShape.PointingHandCursor if near or edge else Qt.CursorShape.ArrowCursor
            )
            column.update()

    def _laid(self, at: QPointF) -> Laid | None:
        found = (x for x in self.column.laid if x.row is not None and x.box.contains(at))
        return next(found, None)

    def _on_menu(self, row: Row, at: QPointF) -> bool:
        return has_menu(row) and at.x() > self.column.width() - MENU - 14

    # --- dragging ----------------------------------------------------------------------------------------
    def _target(self, row: Row, y: float) -> tuple[Place, float] | None:
        """The nearest place for a block among blocks, for a sublayer in an open block."""
        wants_path = row.kind == "sub"
        places = [
            (place, laid.box.top())
            for laid in self.column.laid
            for place in laid.places
            if bool(place.path) == wants_path
        ]
        return min(places, key=lambda p: abs(p[1] - y), default=None)

    def _land(self, row: Row, place: Place) -> None:
        model = self.column.draft.model
        spot = spot_of(model, row.path)
        if row.kind == "block":
            at = place.at - (place.tower == spot.tower and place.at > spot.block)
            if (place.tower, at) != (spot.tower, spot.block):
                self._carry(row, moves.move(row.path, place.tower, at))
            return
        there = spot_of(model, place.path)
        same = (there.tower, there.block) == (spot.tower, spot.block)
        at = place.at - (same and place.at > (spot.sub or 0))
        if not same or at != spot.sub:
            self._carry(row, moves.move(row.path, there.tower, there.block, at))

    def _carry(self, row: Row, change: Change) -> None:
        """Make a move; what was open and current stays so under its new address."""
        column = self.column
        try:
            came = change.plan(column.draft.model).came
        except LabError:
            came = {}
        went = {old: new for new, old in came.items()}
        opened = {went.get(key, key) for key in column.opened}
        column.current = went.get(row.path, column.current)
        column.opened = opened
        column.do(lambda: change)

    # --- keys --------------------------------------------------------------------------------------------
    def key(self, event: QKeyEvent) -> bool:
        """A key of the list; whether it meant something."""
        row = self.column.row_of(self.column.current)
        code, alt = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if code in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            by = 1 if code == Qt.Key.Key_Down else -1
            self._shift(row, by) if alt else self._walk(by)
            return True
        deed = KEYS.get(code)
        if row is None or deed is None:
            return False
        deed(self, row)
        return True

    def _walk(self, by: int) -> None:
        keys = [row.key for row in self.column.rows()]
        here = keys.index(self.column.current) if self.column.current in keys else -1 if by > 0 else 0
        self.column.choose(keys[max(0, min(len(keys) - 1, here + by))])

    def _shift(self, row: Row | None, by: int) -> None:
        if row is not None and row.movable:
            change = moves.nudge(self.column.draft.model, row.path, by)
            if change is not None:
                self._carry(row, change)

    def open(self, row: Row) -> None:
        """→: open a row; an open one leads to its settings."""
        if row.folds and row.key not in self.column.opened:
            self.column.open_row(row.key, on=True)
        elif row.kind == "block":
            self._walk(1)

    def close(self, row: Row) -> None:
        """←: close a row; a closed one leads to its block."""
        if row.key in self.column.opened and row.folds:
            self.column.open_row(row.key, on=False)
        elif row.depth:
            self.column.choose(row.path.partition("/")[0])

    def settings(self, row: Row) -> None:
        """Enter: to the first field."""
        if row.kind in ("norm", "add"):
            self.open_menu(row)
            return
        self.column.open_row(row.key, on=True)
        panel = self.column.panel_of(row.key)
        if panel is not None:
            next(iter(panel.fields.values())).setFocus(Qt.FocusReason.TabFocusReason)

    def duplicate(self) -> None:
        """Ctrl+Shift+D."""
        row = self.column.row_of(self.column.current)
        if row is not None and row.movable:
            self.column.do(lambda: moves.duplicate(row.path))

    def remove(self, row: Row) -> None:
        """Delete: a block, a sublayer, its norm, its residual."""
        made: dict[str, Callable[[], Change]] = {
            "block": lambda: moves.remove(row.path),
            "sub": lambda: moves.remove(row.path),
            "norm": lambda: configured(row.path, "norm", "none"),
            "add": lambda: configured(row.path, "residual", False),
        }
        if row.kind in made:
            keys = [r.key for r in self.column.rows()]
            at = keys.index(row.key)
            self.column.do(made[row.kind])
            left = [r.key for r in self.column.rows()]
            self.column.choose(left[max(0, min(at, len(left) - 1))])

    def add_here(self, row: Row) -> None:
        """Insert or +: the list of what can be put after the current row."""
        laid = self.column.laid
        at = next(i for i, one in enumerate(laid) if one.row is not None and one.row.key == row.key)
        places = next((one for one in laid[at + 1 :] if one.places), None)
        if places is not None:
            self.add_at(places.places[-1], places.box.top())

    def add_at(self, place: Place, y: float) -> None:
        """The list of what can be put at a place."""
        at = self.column.mapToGlobal(QPointF(48.0, y + 12.0).toPoint())
        popup(self.column, place_menu(self.column.draft.model, place), at, self.column.do)

    def open_menu(self, row: Row) -> None:
        """The menu of a row, under its dots."""
        box = self.column.box_of(row.key)
        at = self.column.mapToGlobal(QPointF(box.right() - 200.0, box.bottom()).toPoint())
        entries = row_menu(self.column.draft.model, row)
        if entries:
            popup(self.column, entries, at, self.column.do)


KEYS: dict[Qt.Key, Callable[[Hands, Row], None]] = {
    Qt.Key.Key_Right: Hands.open,
    Qt.Key.Key_Left: Hands.close,
    Qt.Key.Key_Return: Hands.settings,
    Qt.Key.Key_Enter: Hands.settings,
    Qt.Key.Key_F2: Hands.settings,
    Qt.Key.Key_Delete: Hands.remove,
    Qt.Key.Key_Backspace: Hands.remove,
    Qt.Key.Key_Insert: Hands.add_here,
    Qt.Key.Key_Plus: Hands.add_here,
    Qt.Key.Key_Menu: Hands.open_menu,
}
