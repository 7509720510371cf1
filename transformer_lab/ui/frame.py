"""The frame: all parts of the window, laid out by `arrange` and joined by dividers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.language import tr
from transformer_lab.ui import arrangement, habits
from transformer_lab.ui.arrangement import Box, Places, Wishes, arrange
from transformer_lab.ui.controls import IconButton
from transformer_lab.ui.deeds import building, looking
from transformer_lab.ui.edges import Divider, Rail, Shadow
from transformer_lab.ui.header.bar import Header
from transformer_lab.ui.later import Later
from transformer_lab.ui.stage.crumbs import CrumbBar
from transformer_lab.ui.stage.surface import FURNISH_MS
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.timeline.strip import TimelineStrip

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


class Frame(QWidget):
    """Knows where everything lies; `wishes` says what is wanted."""

    arranged = Signal()

    def __init__(self, window: MainWindow, wishes: Wishes) -> None:
        super().__init__(window)
        lab, focus, theming = window.lab, window.focus, window.theming
        self._theming, self._docks = theming, window.docks
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.wishes = wishes
        self.places: Places = arrange(1440, 900, wishes)
        self.header = Header(theming, window.actions_)
        self.rail = Rail(theming, self)
        self.crumbs = CrumbBar(lab, focus, window.scene, theming)
        self.stage = StageView(window.scene, focus, theming)
        self.editors = Later(theming, lambda: _lower(window), FURNISH_MS)
        self.timeline = TimelineStrip(window.player, window.scene, theming)
        self.shadows = (Shadow(self, to_left=True), Shadow(self, to_left=False))
        self.inspector = Later(theming, lambda: _inspector(window))
        self.outline = Later(theming, lambda: _left(window), FURNISH_MS)
        self.strip = Later(theming, lambda: _strip(window))
        parts: tuple[QWidget, ...] = (self.header, self.crumbs, self.stage, self.editors, self.timeline)
        for part in (*parts, self.strip, self.inspector, self.outline):
            part.setParent(self)
        self.close_inspector = IconButton(theming, "x", tr("Close the inspector  (Esc)"), 16)
        self.close_inspector.setParent(self)
        self.close_inspector.clicked.connect(lambda: looking.close_one(window))
        self.rail.chosen.connect(lambda part: looking.toggle(window, part))
        for later in (self.inspector, self.editors, self.outline, self.strip):
            later.made.connect(self.order_tabs)
        self._dividers(window)
        theming.changed.connect(self.update)

    def _dividers(self, window: MainWindow) -> None:
        theming = window.theming
        self.left = Divider(theming, self, upright=True, name=tr("Width of the outline"))
        self.right = Divider(theming, self, upright=True, name=tr("Width of the inspector"))
        self.low = Divider(theming, self, upright=False, name=tr("Height of the editors"))
        for divider, name, sign, default in (
            (self.left, "outline_width", 1, arrangement.OUTLINE),
            (self.right, "inspector_width", -1, arrangement.INSPECTOR),
            (self.low, "editors_height", -1, arrangement.EDITORS),
        ):
            divider.dragged.connect(self._dragger(name, sign))
            divider.restored.connect(self._restorer(name, default))

    def _dragger(self, name: str, sign: int) -> Callable[[int], None]:
        return lambda by: self._resize_part(name, getattr(self.wishes, name) + sign * by)

    def _resize_part(self, name: str, size: int) -> None:
        wanted: dict[str, Any] = {name: size}
        self.show_parts(replace(self.wishes, **wanted))

    def _restorer(self, name: str, default: int) -> Callable[[], None]:
        return lambda: self._resize_part(name, default)

    def order_tabs(self) -> None:
        """Tab goes through the regions in reading order; what is moved by hand comes last."""
        regions = (
            *self.header.regions(),
            self.rail,
            self.outline,
            self.crumbs,
            self.stage,
            self.editors,
            self.strip,
            self.inspector,
            self.close_inspector,
            *(part for dock in self._docks.all if not dock.isFloating() for part in dock.regions()),
            self.timeline,
            *(self.left, self.right, self.low),
        )
        _chain(regions)
        for dock in self._docks.all:
            if dock.isFloating():
                _chain(dock.regions())

    # --- arranging ------------------------------------------------------------------------------------
    @property
    def sentence_span(self) -> tuple[int, int]:
        """From where to where the sentence field reaches: over the stage."""
        stage = self.places.stage
        return max(stage.x, 0) + 16, stage.x + stage.width - 16

    @property
    def stage_area(self) -> QRect:
        """The stage's place, for what stands over it."""
        return QRect(*self.places.stage)

    def show_parts(self, wishes: Wishes) -> None:
        """Show these parts, at these sizes."""
        if wishes != self.wishes:
            self.wishes = wishes
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.wishes = arrangement.collapsed(self.wishes, _size(event.oldSize()), _size(event.size()))
        self._arrange()

    def _arrange(self) -> None:
        places = self.places = arrange(self.width(), self.height(), self.wishes)
        for part, box in (
            (self.header, places.header),
            (self.rail, places.rail),
            (self.crumbs, places.crumbs),
            (self.stage, places.stage),
            (self.editors, places.editors),
            (self.strip, places.strip),
            (self.timeline, places.timeline),
            (self.outline, places.outline),
            (self.inspector, places.inspector),
        ):
            _lay(part, box)
        self._lay_edges(places)
        self.timeline.align(places.stage.x + 16)
        self.arranged.emit()

    def _lay_edges(self, places: Places) -> None:
        outline, inspector, editors = places.outline, places.inspector, places.editors
        docked = 0 if places.outline_floats or self.wishes.build else outline.height
        self.left.lie_along(outline.x + outline.width, outline.y, docked)
        self.right.lie_along(inspector.x, inspector.y, 0 if places.floats else inspector.height)
        self.low.lie_along(editors.x, editors.y, editors.width if editors.height else 0)
        shadow, high = Shadow.WIDTH, inspector.height
        _lay(
            self.shadows[0],
            Box(inspector.x - shadow, inspector.y, shadow, high) if places.floats and high else Box(),
        )
        edge = Box(outline.x + outline.width, outline.y, shadow, outline.height)
        _lay(self.shadows[1], edge if places.outline_floats and outline.height else Box())
        cross = inspector.height > 0
        self.close_inspector.setVisible(cross)
        self.close_inspector.move(inspector.x + inspector.width - 42, inspector.y + 12)
        for edge_part in (
            *self.shadows,
            self.inspector,
            self.outline,
            self.close_inspector,
            self.left,
            self.right,
            self.low,
        ):
            edge_part.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("canvas"))


def _lower(window: MainWindow) -> QWidget:
    from transformer_lab.ui.editors import MatrixEditor
    from transformer_lab.ui.habits import follow_scale
    from transformer_lab.ui.lower import Lower

    lab, focus, theming = window.lab, window.focus, window.theming
    editor = MatrixEditor(lab, focus, theming, window.preferences)
    follow_scale(window, editor.table)
    return Lower(editor, window.docks.panel(), theming)


def _inspector(window: MainWindow) -> QWidget:
    from transformer_lab.ui.inspector.panel import Inspector

    inspector = Inspector(window.lab, window.focus, window.theming, window.study)
    inspector.refused.connect(window.notice.say)
    habits.follow_folds(window, inspector)
    window.comparing.changed.connect(inspector.refresh)
    return inspector


def _left(window: MainWindow) -> QWidget:
    from transformer_lab.ui.left import Left

    return Left(window)


def _strip(window: MainWindow) -> QWidget:
    from transformer_lab.ui.build.strip import Strip

    return Strip(
        window.lab,
        window.draft,
        window.theming,
        partial(building.undo, window),
        partial(building.edit_by_hand, window),
        window.preferences,
    )


def _chain(regions: tuple[QWidget, ...]) -> None:
    """Tab goes from one to the next."""
    for before, after in pairwise(stop for region in regions for stop in _stops(region)):
        QWidget.setTabOrder(before, after)


def _stops(region: QWidget) -> list[QWidget]:
    """Everything in a region that Tab stops at in the order in which it was made."""
    found = [region, *region.findChildren(QWidget)]
    same = region.window()  # lists that unfold are windows of their own
    return [p for p in found if p.focusPolicy() & Qt.FocusPolicy.TabFocus and p.window() is same]


def _size(size: QSize) -> tuple[int, int]:
    return size.width(), size.height()


def _lay(part: QWidget, box: Box) -> None:
    shown = box.width > 0 and box.height > 0
    if shown:
        part.setGeometry(*box)
    part.setVisible(shown)
