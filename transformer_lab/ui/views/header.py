"""The line over a view: what it is (and, in the panel, a list of others), its scale, and what can be done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QMenu, QToolButton, QWidget

from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.controls import IconButton, ring, smooth
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.views.table import VIEWS
from transformer_lab.ui.views.view import Choice, View

HIGH, BUTTON, LEAST = 36, 26, 220
Deed = tuple[str, Callable[[], object]]
"""A row of the menu of a view: its text and what it does."""


class Picker(QToolButton):
    """The name of the view with a chevron; opens the list of all views."""

    picked = Signal(str)

    def __init__(self, theming: Theming) -> None:
        super().__init__()
        self._theming, self.name = theming, ""
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMenu(QMenu(self))
        self.menu().aboutToShow.connect(self._fill)
        theming.changed.connect(self.update)

    def show_name(self, name: str) -> None:
        """The view of this name is shown."""
        self.name = name
        self.setAccessibleName(tr("View: {name}", name=VIEWS[name].title))
        self.setToolTip(tr("Choose a view  (Ctrl+Shift+V)"))
        self.resize(self.sizeHint())
        self.update()

    def _fill(self) -> None:
        fill_picker(self.menu(), self._theming, self.name, self.picked.emit)

    def sizeHint(self) -> QSize:
        return QSize(round(advance(VIEWS[self.name].title, "semibold", 13)) + 36 if self.name else 80, BUTTON)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            box = QRectF(self.rect())
            if self.underMouse() or self.isDown():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._theming.color("well"))
                painter.drawRoundedRect(box, 7, 7)
            painter.setFont(font("semibold", 13))
            painter.setPen(self._theming.color("ink"))
            title = VIEWS[self.name].title
            painter.drawText(box.adjusted(8, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, title)
            x = 8 + advance(title, "semibold", 13) + 6
            ink = self._theming.theme.color("ink2")
            painter.drawPixmap(
                QPointF(x, box.center().y() - 6), pixmap("chevron-down", ink, 13, self.devicePixelRatioF())
            )
            if self.hasFocus():
                ring(painter, self._theming, box, 7)


def fill_picker(menu: QMenu, theming: Theming, shown: str, pick: Callable[[str], object]) -> None:
    """All views with a few words each, the shown one ticked."""
    menu.clear()
    for row in VIEWS.values():
        action = menu.addAction(f"{row.title}\t{row.about}")
        action.setIcon(theming.icon("check") if row.name == shown else QIcon())
        action.setData(row.name)
        action.triggered.connect(lambda _=False, name=row.name: pick(name))


def is_outside(part: QWidget) -> bool:
    """Whether it is a part of a window of its own, which wears a hairline."""
    dock = part.parentWidget()
    return isinstance(dock, QDockWidget) and dock.isFloating()


class ViewHeader(QWidget):
    """Title or picker at the left, the scale beside it, at the right a menu and further buttons."""

    def __init__(self, theming: Theming, name: str, deeds: tuple[Deed, ...], *, picks: bool) -> None:
        super().__init__()
        self._theming, self.name, self._deeds = theming, name, deeds
        self.view: View | None = None
        self._key: QWidget | None = None
        self.picker = Picker(theming) if picks else None
        self.buttons: tuple[QToolButton, ...] = ()
        self.more = IconButton(theming, "ellipsis", tr("Settings of this view"), 14)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(QMenu(self.more))
        self.more.menu().aboutToShow.connect(self._fill)
        if self.picker is not None:
            self.picker.setParent(self)
            self.picker.show_name(name)
        self.more.setParent(self)  # after the picker, as Tab goes
        self.setFixedHeight(HIGH)
        theming.changed.connect(self.update)

    def show_view(self, name: str, view: View) -> None:
        """It stands over this view from now on."""
        self.name, self.view = name, view
        if self._key is not None:
            self._key.deleteLater()
        self._key = view.key_line()
        if self._key is not None:
            self._key.setParent(self)
            self._key.show()
        if self.picker is not None:
            self.picker.show_name(name)
        self._lay()
        self.update()

    def add_buttons(self, *buttons: QToolButton) -> None:
        """More buttons at the right end."""
        self.buttons = buttons
        for button in buttons:
            button.setParent(self)
        self._lay()

    def ask(self, at: QPoint) -> None:
        """Open the menu of the view there."""
        self.more.menu().popup(at)

    def sizeHint(self) -> QSize:
        return QSize(LEAST, HIGH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        right, first = self.width() - (4 if self.buttons else 0), self._title_end() + 12
        for button in reversed((self.more, *self.buttons)):
            right -= button.width()
            button.move(right, (HIGH - button.height()) // 2 + 2)
        if self.picker is not None:
            self.picker.move(-8, (HIGH - BUTTON) // 2 + 2)
        if self._key is not None:
            room = right - 8 - first
            self._key.setVisible(room >= 60)
            self._key.setGeometry(first, 8, max(0, room), 26)

    def _title_end(self) -> int:
        if self.picker is not None:
            return self.picker.width() - 8
        return 14 + round(advance(VIEWS[self.name].title, "semibold", 13))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.picker is None:
            with QPainter(self) as painter:
                painter.fillRect(self.rect(), self._theming.color("panel"))
                if is_outside(self):
                    painter.setPen(self._theming.color("line2"))
                    painter.drawRect(self.rect().adjusted(0, 0, -1, 2))
                painter.setPen(QPen(self._theming.color("ink")))
                painter.setFont(font("semibold", 13))
                painter.drawText(QPointF(14.0, HIGH / 2.0 + 7.0), VIEWS[self.name].title)

    def _fill(self) -> None:
        """The settings of the view, then what can be done with it."""
        menu = self.more.menu()
        menu.clear()
        for choice in self.view.choices if self.view is not None else ():
            self._offer(menu.addMenu(choice.title), choice)
        if menu.actions() and self._deeds:
            menu.addSeparator()
        for text, do in self._deeds:
            menu.addAction(text).triggered.connect(lambda _=False, do=do: do())

    def _offer(self, menu: QMenu, choice: Choice) -> None:
        view = self.view
        assert view is not None
        for value, text in choice.values:
            action = menu.addAction(text)
            action.setIcon(self._theming.icon("check") if view.taken(choice.option) == value else QIcon())
            action.triggered.connect(lambda _=False, value=value: view.take(choice.option, value))
