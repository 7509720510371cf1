"""Pictures on a screen: a layer is painted once and laid down in each frame; motion is drawn afresh."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from time import thread_time

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import hit_in
from transformer_lab.figures.picture import Item, Layer, Picture
from transformer_lab.render.flat import Flat
from transformer_lab.render.painting.device import Device, Quality, antialias
from transformer_lab.render.painting.draw import draw_layer
from transformer_lab.render.pixmaps import Box, Sheet, Sheets, draw_sheet, stretch_sheet
from transformer_lab.render.theme import Theme

PATIENCE = 3.0  # budgets that may be spent before a layer never seen stays away for a frame
Key = tuple[object, ...]
Live = list[tuple[Layer, tuple[Item, ...]]]
Visible = list[tuple[Layer, Box]]
"""layers and the part of each that is in view"""


@dataclass
class Frame:
    """When a frame was begun, by the clock of the thread, and how many layers have been built in it."""

    start: float
    built: int = 0


class PicturePainter:
    """Paints Pictures for one view and knows what it has painted.

    With a budget (milliseconds of the processor a frame) a layer that is not ready shows its last pixmaps,
    stretched to its new box, and `more` asks for another frame. `quality` "moving" draws threads coarser
    while a hand drags.
    `limit` is how many bytes of pixmaps are kept at one device pixel for each logical one.
    """

    def __init__(self, theme: Theme, budget_ms: float | None = None, limit: int = 64 << 20) -> None:
        self.theme = theme
        self.budget_ms = budget_ms
        self.quality: Quality = "full"
        self.urgent: Callable[[Layer], bool] = lambda layer: False
        """which layers are built before all others, when not all fit into a frame"""
        self.more = False
        """whether the last frame lacked something, so that another should follow"""
        self.live: Live = []
        """the layers of the last frame that were in view, with their items"""
        self.sheets = Sheets(limit)
        self._limit = limit
        self._flat = Flat()
        self.frame = Frame(0.0)
        """what the last frame has spent"""

    def use(self, theme: Theme) -> None:
        """Paint in another theme from now on."""
        self.theme = theme

    def paint(
        self,
        painter: QPainter,
        picture: Picture,
        dx: float = 0.0,
        dy: float = 0.0,
        dpr: float = 1.0,
        view: Box | None = None,
        frame: Frame | None = None,
    ) -> None:
        """Paint `picture` with its origin at (dx, dy); `view` is x y width height of what is seen.

        `view` is in the coordinates of the painter, as dx and dy are; None stands for everything. The painter
        must have no transform of its own; `dpr` is its device pixels for each logical pixel. `frame`: what is
        painted belongs to a frame that another painter has begun, and has only what that one left over.
        """
        self.frame, self.more = frame or Frame(thread_time()), False
        self.sheets.limit = round(self._limit * max(1.0, dpr * dpr))
        painter.save()
        antialias(painter)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.live = []  # while painting it already tells later layers where the earlier ones lie
        origin, visible = QPointF(dx, dy), _visible(picture, dx, dy, view)
        self._hurry(visible, dpr)
        beneath = list(takewhile(lambda each: each[0].key is not None, visible))
        try:
            if not self._lay_flat(painter, beneath, origin, dpr, view):
                self._lay(painter, beneath, origin, dpr)
            self._lay(painter, visible[len(beneath) :], origin, dpr)
        finally:
            painter.restore()

    def prepare(
        self, picture: Picture, dx: float = 0.0, dy: float = 0.0, dpr: float = 1.0, view: Box | None = None
    ) -> bool:
        """Build one layer that painting `picture` would lack; whether one was built."""
        for layer, seen in _visible(picture, dx, dy, view):
            key = self._key(layer, dpr)
            sheet = self.sheets.get(key)
            if layer.key is not None and (sheet is None or sheet.lacks(seen, self.quality)):
                self._ready(sheet, key, layer, dpr, seen)
                return True
        return False

    def has(self, layer: Layer, dpr: float = 1.0) -> bool:
        """Whether a layer has been built as it is now."""
        return self.sheets.get(self._key(layer, dpr)) is not None

    def hit(self, x: float, y: float) -> Cell | None:
        """The number at a place of the picture (its own coordinates, without dx and dy), topmost first."""
        return hit_in(self.live, x, y)

    def _hurry(self, layers: Visible, dpr: float) -> None:
        """Build what is urgent while the frame has patience; the rest follows from the lowest layer up."""
        for layer, seen in layers:
            if layer.key is None or not self.urgent(layer):
                continue
            key = self._key(layer, dpr)
            sheet = self.sheets.get(key)
            if sheet is None or sheet.lacks(seen, self.quality):
                if self._late(PATIENCE):
                    return
                self._ready(sheet, key, layer, dpr, seen)

    def _lay(self, painter: QPainter, layers: Visible, origin: QPointF, dpr: float) -> None:
        """Draw layers one by one."""
        for layer, seen in layers:
            if layer.key is None:
                items = self._motion(painter, layer, origin, dpr)
            else:
                items = self._ground(painter, layer, origin, dpr, seen)
            self.live.append((layer, items))

    def _lay_flat(
        self, painter: QPainter, layers: Visible, origin: QPointF, dpr: float, view: Box | None
    ) -> bool:
        """Draw still layers as one pixmap, if they are those of the last frame; whether that was done."""
        places = [(layer.key, layer.box, layer.dy, layer.opacity, layer.show) for layer, _ in layers]
        still = self._flat.still((view, dpr, origin, self.theme.name, self.quality, places))
        ready = self._ready_items(layers, dpr) if still and len(layers) > 1 else None
        if view is None or ready is None:
            return False

        def lay(aside: QPainter) -> None:
            for layer, seen in layers:
                self._ground(aside, layer, origin, dpr, seen)

        done = self._flat.draw(painter, view, dpr, lay)
        self.live += ready if done else []
        return done

    def _ready_items(self, layers: Visible, dpr: float) -> Live | None:
        """The layers with their items, if none of them needs to be painted."""
        live: Live = []
        for layer, seen in layers:
            sheet = self.sheets.get(self._key(layer, dpr))
            if sheet is None or sheet.lacks(seen, self.quality):
                return None
            live.append((layer, sheet.items))
        return live

    def _motion(self, painter: QPainter, layer: Layer, origin: QPointF, dpr: float) -> tuple[Item, ...]:
        items = tuple(layer.build())
        painter.save()
        painter.translate(origin)
        draw_layer(painter, layer, items, Device(self.theme, dpr, self.quality))
        painter.restore()
        return items

    def _ground(
        self, painter: QPainter, layer: Layer, origin: QPointF, dpr: float, seen: Box
    ) -> tuple[Item, ...]:
        x, y, width, height = layer.box
        shown, key = min(height, layer.show - y), self._key(layer, dpr)
        sheet = self.sheets.get(key)
        place = QPointF(_whole(origin.x() + x, dpr), _whole(origin.y() + y + layer.dy, dpr))
        painter.setOpacity(layer.opacity)
        if (sheet is None or sheet.lacks(seen, self.quality)) and self._late():
            old = self.sheets.last(self._name(layer))
            self.more = True
            if old is not None:
                stretch_sheet(painter, old, QRectF(place.x(), place.y(), width, height))
                return old.items
            if self._late(PATIENCE):
                return ()
        sheet = self._ready(sheet, key, layer, dpr, seen)
        self.sheets.shown(self._name(layer), key)
        draw_sheet(painter, sheet, place, seen, shown)
        return sheet.items

    def _ready(self, sheet: Sheet | None, key: Key, layer: Layer, dpr: float, seen: Box) -> Sheet:
        """The layer's sheet with all tiles that are seen."""
        if sheet is None:
            moving = self.quality == "moving"
            sheet = Sheet(layer.box, dpr, tuple(layer.build()), passing=moving)
            if moving:
                self.sheets.inherit(self._name(layer), sheet)
            self.sheets.put(key, sheet)
        if sheet.lacks(seen, self.quality):
            self.sheets.fill(key, seen, Device(self.theme, dpr, self.quality, snap=True))
            self.frame.built += 1
        return sheet

    def _key(self, layer: Layer, dpr: float) -> Key:
        return (layer.key, layer.box, dpr, self.theme.name)

    def _name(self, layer: Layer) -> Key:
        """What stays of a key when the layer's version changes; the other theme's sheets are no stand-in."""
        assert layer.key is not None
        return (self.theme.name, *layer.key[:2])

    def _late(self, times: float = 1.0) -> bool:
        """Whether this frame has used up its budget; one layer is built in any case."""
        if self.budget_ms is None or not self.frame.built:
            return False
        return (thread_time() - self.frame.start) * 1e3 > self.budget_ms * times


def _whole(value: float, dpr: float) -> float:
    """The nearest whole device pixel."""
    return round(value * dpr) / dpr


def _visible(picture: Picture, dx: float, dy: float, view: Box | None) -> Visible:
    parts = ((layer, _seen(layer, dx, dy, view)) for layer in picture.layers if layer.opacity > 0)
    return [(layer, seen) for layer, seen in parts if seen is not None]


def _seen(layer: Layer, dx: float, dy: float, view: Box | None) -> Box | None:
    """The part of a layer that is in view, in its own coordinates; None if nothing is."""
    x, y, width, height = layer.box
    height = min(height, layer.show - y)
    if view is None:
        return (x, y, width, height) if height > 0 else None
    left, top = max(x, view[0] - dx), max(y, view[1] - dy - layer.dy)
    right = min(x + width, view[0] + view[2] - dx)
    bottom = min(y + height, view[1] + view[3] - dy - layer.dy)
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None
