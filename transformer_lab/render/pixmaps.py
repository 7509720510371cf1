"""Layers as pixmaps, in tiles no larger than a viewport, and the store that keeps the last used ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from math import ceil, floor

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from transformer_lab.figures.picture import Curves, Group, Item
from transformer_lab.render.painting.device import Device, Quality, antialias
from transformer_lab.render.painting.draw import draw_items

TILE = 1024  # device pixels
WHOLE = 2048  # a layer up to here is one pixmap

Box = tuple[float, float, float, float]
Spot = tuple[int, int]


@dataclass(eq=False, slots=True)
class Sheet:
    """A layer as painted once: its items, and its pixmaps by tile as far as they were seen."""

    box: Box
    dpr: float
    items: tuple[Item, ...]
    tiles: dict[Spot, QPixmap] = field(default_factory=dict)
    bytes: int = 0
    """of all tiles; counted as they come and go, because it is asked in every frame"""
    coarse: bool = False
    """whether a tile shows threads as they are drawn while something moves"""
    passing: bool = False
    """made while something moved: nobody will come back to it"""
    spare: dict[Spot, QPixmap] = field(default_factory=dict)
    """pixmaps of a sheet that this one replaces: memory that is warm"""

    @property
    def whole(self) -> bool:
        """Whether it is one tile, as nearly all are."""
        return max(self.box[2], self.box[3]) * self.dpr <= WHOLE

    def spots(self, seen: Box) -> Iterator[tuple[Spot, QRectF]]:
        """The tiles that meet the part `seen` of the layer, in its own coordinates."""
        x, y, width, height = self.box
        if self.whole:
            yield (0, 0), QRectF(x, y, width, height)
            return
        columns, wide = _cut(width, self.dpr)
        rows, high = _cut(height, self.dpr)
        for row in _range(seen[1] - y, seen[1] + seen[3] - y, high, rows):
            for column in _range(seen[0] - x, seen[0] + seen[2] - x, wide, columns):
                left, top = column * wide, row * high
                size = min(wide, width - left), min(high, height - top)
                yield (column, row), QRectF(x + left, y + top, *size)

    def lacks(self, seen: Box, quality: Quality) -> bool:
        """Whether something that is seen has not been painted, or not as well as it should be."""
        if self.coarse and quality == "full":
            return True
        if self.whole:
            return not self.tiles
        return any(spot not in self.tiles for spot, _ in self.spots(seen))

    def fill(self, seen: Box, device: Device) -> None:
        """Paint the tiles that are seen and missing."""
        if self.coarse and device.quality == "full":
            self.tiles, self.bytes, self.coarse = {}, 0, False
        for spot, rect in self.spots(seen):
            if spot not in self.tiles:
                tile = self.tiles[spot] = _paint(rect, self.items, device, self.spare.pop(spot, None))
                self.bytes += _bytes(tile)
        self.spare = {}
        self.coarse = self.coarse or (device.quality == "moving" and _has_threads(self.items))

    def drop_all_but(self, seen: Box) -> None:
        kept = {spot for spot, _ in self.spots(seen)}
        self.tiles = {spot: tile for spot, tile in self.tiles.items() if spot in kept}
        self.bytes = sum(_bytes(tile) for tile in self.tiles.values())


def _has_threads(items: tuple[Item, ...]) -> bool:
    return any(
        _has_threads(item.items) if isinstance(item, Group) else isinstance(item, Curves) for item in items
    )


def _bytes(tile: QPixmap) -> int:
    return 4 * tile.width() * tile.height()


def _cut(length: float, dpr: float) -> tuple[int, float]:
    """How many tiles a side needs, and the length of each."""
    if length * dpr <= WHOLE:
        return 1, max(length, 1e-9)
    return ceil(length * dpr / TILE), TILE / dpr


def _range(low: float, high: float, step: float, count: int) -> range:
    return range(max(0, floor(low / step)), min(count, ceil(high / step)))


def _paint(rect: QRectF, items: tuple[Item, ...], device: Device, spare: QPixmap | None = None) -> QPixmap:
    size = QSize(max(1, ceil(rect.width() * device.dpr)), max(1, ceil(rect.height() * device.dpr)))
    pixmap = spare if spare is not None and spare.size() == size else QPixmap(size)
    pixmap.setDevicePixelRatio(device.dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        antialias(painter)
        painter.translate(-rect.left(), -rect.top())
        draw_items(painter, items, device)
    return pixmap


class Sheets:
    """The sheets by key, and what each layer name showed last; the least used go when bytes run out."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._sheets: OrderedDict[Hashable, Sheet] = OrderedDict()
        self._shown: dict[Hashable, Hashable] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._sheets)

    @property
    def bytes(self) -> int:
        return self._bytes

    def get(self, key: Hashable) -> Sheet | None:
        """The sheet under a key, which thereby counts as used."""
        sheet = self._sheets.get(key)
        if sheet is not None:
            self._sheets.move_to_end(key)
        return sheet

    def put(self, key: Hashable, sheet: Sheet) -> None:
        """Keep a sheet on which nothing has been painted yet."""
        self._sheets[key] = sheet

    def fill(self, key: Hashable, seen: Box, device: Device) -> None:
        """Paint what the sheet under `key` lacks; others go if there is no room for it."""
        sheet = self._sheets[key]
        self._bytes -= sheet.bytes
        sheet.fill(seen, device)
        self._bytes += sheet.bytes
        self._trim(key, seen)

    def inherit(self, name: Hashable, sheet: Sheet) -> None:
        """Let `sheet` have the pixmaps of what its layer showed last, if that was only passing by."""
        held = self._shown.get(name)
        old = self._sheets.get(held)
        if old is not None and old.passing:
            del self._sheets[held]
            self._bytes -= old.bytes
            sheet.spare = old.tiles

    def shown(self, name: Hashable, key: Hashable) -> None:
        """Remember what a layer name showed last."""
        self._shown[name] = key

    def last(self, name: Hashable) -> Sheet | None:
        """The sheet that a layer name showed last, whatever its version, if it is still there."""
        return self._sheets.get(self._shown.get(name))

    def _trim(self, key: Hashable, seen: Box) -> None:
        """Keep within the limit; the sheet under `key`, just painted, loses at most what is not seen."""
        while self._bytes > self.limit and len(self._sheets) > 1:
            oldest = next(other for other in self._sheets if other != key)
            self._bytes -= self._sheets.pop(oldest).bytes
        if self._bytes > self.limit:
            self._sheets[key].drop_all_but(seen)
            self._bytes = self._sheets[key].bytes
        if len(self._shown) > 2 * len(self._sheets) + 64:
            self._shown = {name: held for name, held in self._shown.items() if held in self._sheets}


def draw_sheet(painter: QPainter, sheet: Sheet, at: QPointF, seen: Box, shown: float) -> None:
    """Draw the tiles of a fresh sheet with its origin at `at`, a whole device pixel, down to `shown`."""
    if sheet.whole and shown >= sheet.box[3]:
        painter.drawPixmap(at, sheet.tiles[0, 0])
        return
    for spot, rect in sheet.spots(seen):
        tile = sheet.tiles[spot]
        high = min(rect.height(), shown - (rect.top() - sheet.box[1]))
        if high <= 0:
            continue
        place = at + rect.topLeft() - QPointF(sheet.box[0], sheet.box[1])
        if high >= rect.height():
            painter.drawPixmap(place, tile)
        else:
            painter.drawPixmap(place, tile, QRectF(0, 0, tile.width(), high * sheet.dpr))


def stretch_sheet(painter: QPainter, sheet: Sheet, target: QRectF) -> None:
    """Draw what there is of an older sheet over the box that its layer takes now."""
    x, y, width, height = sheet.box
    across, down = target.width() / max(width, 1e-9), target.height() / max(height, 1e-9)
    seen = {spot: rect for spot, rect in sheet.spots(sheet.box) if spot in sheet.tiles}
    for spot, rect in seen.items():
        tile = sheet.tiles[spot]
        place = QRectF(
            target.left() + (rect.left() - x) * across,
            target.top() + (rect.top() - y) * down,
            tile.width() / sheet.dpr * across,
            tile.height() / sheet.dpr * down,
        )
        painter.drawPixmap(place, tile, QRectF(tile.rect()))
