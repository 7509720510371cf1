"""The header bar: whose project this is, the sentence, and what can be done with the whole of it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QWidget

from transformer_lab.document.presets import FURTHER, PRESETS
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.actions import hint
from transformer_lab.ui.commands import FOLDED, in_menu
from transformer_lab.ui.controls import IconButton, ring, smooth
from transformer_lab.ui.header.sentence import SentenceField
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.theming import Theming

NAMELESS = 44  # width of a button that has room for its icon alone
LEAST = 120  # a sentence field is never narrower
BETWEEN = 12  # from one sentence field to the other
ELIDED = 20  # letters of a project's name that always fit
ROOMY = 430  # a sentence field that would be narrower gets the room that other things can spare


class ProjectButton(QToolButton):
    """The mark of the app, the name of the project, a chevron; opens the project menu."""

    def __init__(self, theming: Theming) -> None:
        super().__init__()
        self._theming, self._name, self._modified = theming, "", False
        self._said: tuple[str, bool] | None = None
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theming.changed.connect(self.update)

    def show_name(self, name: str, modified: bool) -> None:
        """Another name, with or without the mark of unsaved work."""
        if self._said == (name, modified):
            return
        self._said = (name, modified)
        short = name if len(name) <= ELIDED else name[: ELIDED - 1] + "…"
        self._name, self._modified = short, modified
        said = tr("Project {name}, not saved", name=name) if modified else tr("Project {name}", name=name)
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(36 + round(advance(self._name, "semibold", 14)) + 40, 36)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            box = QRectF(self.rect())
            if self.underMouse() or self.isDown():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._theming.color("well"))
                painter.drawRoundedRect(box, 8, 8)
            mark = pixmap(f"mark-{self._theming.theme.plain_name}", "", 28, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(3, round(box.center().y() - 14)), mark)
            painter.setFont(font("semibold", 14))
            painter.setPen(self._theming.color("ink"))
            painter.drawText(box.adjusted(38, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._name)
            x = 38 + advance(self._name, "semibold", 14) + 6
            self._tail(painter, x, box.center().y())
            if self.hasFocus():
                ring(painter, self._theming, box, 8)

    def _tail(self, painter: QPainter, x: float, y: float) -> None:
        if self._modified:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theming.color("ink2"))
            painter.drawEllipse(QPointF(x + 3, y), 3, 3)
            x += 11
        ink = self._theming.theme.color("ink2")
        painter.drawPixmap(QPointF(x, y - 6), pixmap("chevron-down", ink, 13, self.devicePixelRatioF()))


class Header(QWidget):
    """Lays its parts out by hand so that the sentence starts where the stage starts."""

    def __init__(self, theming: Theming, actions: dict[str, QAction]) -> None:
        super().__init__()
        self._theming, self._actions = theming, actions
        self.sentence_left, self.sentence_right = 240, 0
        self.project = ProjectButton(theming)
        self.source, self.sentence = SentenceField(theming), SentenceField(theming)
        self.source.hide()
        self.sentences: QWidget | None = None
        self.compare: QWidget | None = None
        self.export = QPushButton(" " + tr("Export figure"))
        self.export.setAccessibleName(tr("Export figure"))
        self.export.setToolTip(hint("export"))
        self.export.clicked.connect(actions["export"].trigger)
        self.more = IconButton(theming, "ellipsis", tr("More"), 18)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        for part in (self.project, self.source, self.sentence, self.export, self.more):
            part.setParent(self)
        for field in (self.source, self.sentence):
            field.textChanged.connect(self._share_anew)
        self.new_menu = QMenu(tr("New from preset"), self)
        self.recent_menu = QMenu(tr("Open recent"), self)
        self.project.setMenu(self._project_menu())
        self.more.setMenu(self._more_menu())
        theming.changed.connect(self._dress)
        self._dress()

    def regions(self) -> tuple[QWidget, ...]:
        """Its parts from left to right, as they are read and as Tab goes."""
        parts = (
            self.project,
            self.sentences,
            self.source,
            self.sentence,
            self.compare,
            self.export,
            self.more,
        )
        return tuple(part for part in parts if part is not None)

    def align(self, left: int, right: int) -> None:
        """The sentence field spans from x `left` to x `right` where there is room."""
        self.sentence_left, self.sentence_right = left, right
        self._arrange()

    def take_sentences(self, button: QWidget) -> None:
        """The button that leads from one kept sentence to another stands before the fields."""
        self.sentences = button
        button.setParent(self)
        self._arrange()

    def take_compare(self, switch: QWidget) -> None:
        """What pins a state and tells which one is looked at stands before the export."""
        self.compare = switch
        switch.setParent(self)
        switch.show()
        self._arrange()

    def arrange(self) -> None:
        """A part needs other room."""
        self._arrange()

    def show_source(self, shown: bool) -> None:
        """Room for what an encoder reads, before what the decoder writes."""
        if shown == self.source.isHidden():
            self.source.setVisible(shown)
            self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("canvas"))
            painter.setPen(QPen(self._theming.color("line"), 1))
            painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def _arrange(self) -> None:
        middle, wide = self.height() // 2, self.width()
        hint_size = self.project.sizeHint()
        self.project.setGeometry(12, middle - 18, hint_size.width(), 36)
        self.more.move(wide - 16 - self.more.width(), middle - self.more.height() // 2)
        left = max(self.sentence_left, self.project.geometry().right() + 12)
        wanted = ROOMY if self.source.isHidden() else 2 * ROOMY + BETWEEN
        last = self._lay_right(spelled=True)
        if last - 12 - left < wanted:
            last = self._lay_right(spelled=False)
        right = min(self.sentence_right or wide, last - 12)
        if right - left < wanted:
            right = min(left + wanted, last - 12)
        if self.sentences is not None and not self.sentences.isHidden():
            self.sentences.move(left, middle - 18)
            left += self.sentences.width() + BETWEEN
        room = max(LEAST, right - left)
        if not self.source.isHidden():
            share = _share(self.source.needed(), self.sentence.needed(), room - BETWEEN)
            self.source.setGeometry(left, middle - 18, share, 36)
            left, room = left + share + BETWEEN, max(LEAST, room - share - BETWEEN)
        self.sentence.setGeometry(left, middle - 18, room, 36)

    def _share_anew(self, _text: str) -> None:
        """Of two fields the one with the longer text gets more."""
        if not self.source.isHidden():
            self._arrange()

    def _lay_right(self, *, spelled: bool) -> int:
        """What stands right of the sentence, the export with or without its name; where it begins."""
        middle = self.height() // 2
        self.export.setText(" " + tr("Export figure") if spelled else "")
        export = self.export.sizeHint().width() if spelled else NAMELESS
        last = self.more.x() - 12 - export
        self.export.setGeometry(last, middle - 17, export, 34)
        if self.compare is not None:
            size = self.compare.sizeHint()
            last -= 12 + size.width()
            self.compare.setGeometry(last, middle - size.height() // 2, size.width(), size.height())
        return last

    def _project_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addMenu(self.new_menu)
        for preset in (*PRESETS.values(), *FURTHER.values()):
            action = self.new_menu.addAction(preset.title)
            action.setData(preset.name)
        menu.addMenu(self.recent_menu)
        self._fill(menu, "project")
        return menu

    def _more_menu(self) -> QMenu:
        menu = QMenu(self)
        self._fill(menu, "more")
        return menu

    def _fill(self, menu: QMenu, name: str) -> None:
        """The commands of a menu, a line between its sections."""
        for place, section in enumerate(in_menu(name)):
            folded = FOLDED.get(section[0].menu)
            if place and folded is None:
                menu.addSeparator()
            into = menu if folded is None else menu.addMenu(folded)
            into.addActions([self._actions[command.name] for command in section])

    def _dress(self) -> None:
        self.export.setIcon(self._theming.icon("upload"))
        self.update()


def _share(first: int, second: int, room: int) -> int:
    """What the first of two fields gets: half, unless one needs more and the other one has it to spare."""
    half = room // 2
    if first + second > room:
        half = round(room * first / (first + second))
    elif max(first, second) > half:
        half = first if first > half else room - second
    return max(LEAST, min(half, room - LEAST))
