"""Menus of the builder: what can be done with a row, and what can be put at a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from transformer_lab.document.building import moves
from transformer_lab.document.building.moves import Change
from transformer_lab.document.building.names import block_title
from transformer_lab.document.building.racks import Tower, block_path, blocks_of, names_of, spot_of
from transformer_lab.document.building.repairs import turned_into
from transformer_lab.document.building.settings import configured, part_at
from transformer_lab.document.schema import MOST_BLOCKS, MOST_SUBLAYERS
from transformer_lab.engine.model import Attention, CrossAttention, Model
from transformer_lab.language import tr
from transformer_lab.ui.build.rows import Place, Row

Entry = tuple[str, Callable[[], Change | None] | None]
"""A text with the change that it makes; None draws a line."""
LINE: Entry = ("", None)


def row_menu(model: Model, row: Row) -> list[Entry]:
    """What can be done with a row."""
    return list(MENUS[row.kind](model, row)) if row.kind in MENUS else []


def place_menu(model: Model, place: Place) -> list[Entry]:
    """What can be put at a place: blocks, sublayers, a norm for the sublayer that follows."""
    return list(_at_place(model, place))


def popup(
    parent: QWidget, entries: list[Entry], at: QPoint, do: Callable[[Callable[[], object]], None]
) -> QMenu:
    """Show entries as a menu at a global point."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for text, make in entries:
        if make is None:
            menu.addSeparator()
        else:
            menu.addAction(text).triggered.connect(lambda _on=False, make=make: do(make))
    menu.popup(at)
    return menu


def _block(model: Model, row: Row) -> Iterator[Entry]:
    spot = spot_of(model, row.path)
    full = len(blocks_of(model, spot.tower)[spot.block].sublayers) >= MOST_SUBLAYERS
    if len(blocks_of(model, spot.tower)) < MOST_BLOCKS:
        yield tr("Duplicate\tCtrl+Shift+D"), lambda: moves.duplicate(row.path)
        yield tr("Add a block below"), lambda: moves.add_block(spot.tower, spot.block + 1)
    if not full:
        yield from _sublayers(model, Place(spot.tower, 99, row.path))
    yield LINE
    yield from _shifts(model, row.path)
    yield tr("Delete\tDel"), lambda: moves.remove(row.path)


def _sub(model: Model, row: Row) -> Iterator[Entry]:
    spot, part = spot_of(model, row.path), part_at(model, row.path)
    if len(blocks_of(model, spot.tower)[spot.block].sublayers) < MOST_SUBLAYERS:
        yield tr("Duplicate\tCtrl+Shift+D"), lambda: moves.duplicate(row.path)
    yield from _norms(model, row.path)
    if not getattr(part, "residual", True):
        yield tr("Add its result to the residual stream"), lambda: configured(row.path, "residual", True)
    if type(part) is Attention and model.encoder and spot.tower == "decoder":
        yield tr("Make it cross-attention"), lambda: turned_into(row.path, CrossAttention)
    if isinstance(part, CrossAttention):
        yield tr("Make it self-attention"), lambda: turned_into(row.path, Attention)
    yield LINE
    yield from _shifts(model, row.path)
    yield tr("Delete\tDel"), lambda: moves.remove(row.path)


def _norms(model: Model, path: str) -> Iterator[Entry]:
    names = {"before": tr("Norm before it"), "after": tr("Norm after the sum"), "none": tr("No norm")}
    here = getattr(part_at(model, path), "norm", "none")
    for value, title in names.items():
        if value != here:
            yield title, lambda value=value: configured(path, "norm", value)


def _norm(model: Model, row: Row) -> Iterator[Entry]:
    yield from _norms(model, row.path)


def _add(model: Model, row: Row) -> Iterator[Entry]:
    yield tr("Take the residual connection out\tDel"), lambda: configured(row.path, "residual", False)


def _tower(model: Model, row: Row) -> Iterator[Entry]:
    tower: Tower = "encoder" if row.key == "encoder" else "decoder"
    yield tr("Add a block"), lambda: moves.add_block(tower, len(blocks_of(model, tower)))


def _shifts(model: Model, path: str) -> Iterator[Entry]:
    for by, title in ((-1, tr("Move up\tAlt+Up")), (1, tr("Move down\tAlt+Down"))):
        if moves.nudge(model, path, by) is not None:
            yield title, lambda by=by: moves.nudge(model, path, by)


def _sublayers(model: Model, place: Place) -> Iterator[Entry]:
    kinds = {"attention": tr("Add self-attention"), "feed-forward": tr("Add feed-forward")}
    if model.encoder and place.tower == "decoder":
        kinds["cross-attention"] = tr("Add cross-attention")
    for kind, title in kinds.items():
        at = None if place.at == 99 else place.at
        yield title, lambda kind=kind, at=at: moves.add_sublayer(place.path, kind, at)


def _at_place(model: Model, place: Place) -> Iterator[Entry]:
    stack = blocks_of(model, place.tower)
    if place.path:
        subs = stack[spot_of(model, place.path).block].sublayers
        if len(subs) < MOST_SUBLAYERS:
            yield from _sublayers(model, place)
        near = min(place.at, len(subs) - 1)
        if subs and subs[near].norm == "none":
            yield LINE
            path = list(_paths(model, place.path))[near]
            yield from _norms(model, path)
        return
    if len(stack) < MOST_BLOCKS:
        yield tr("Add a block"), lambda: moves.add_block(place.tower, place.at)
        for i in {max(0, place.at - 1), min(place.at, len(stack) - 1)} if stack else ():
            title = tr("Copy of {block}", block=block_title(model, place.tower, i))
            yield title, lambda i=i: _copied(model, place, i)
    if place.at > 0:
        above = block_path(model, place.tower, place.at - 1)
        if len(stack[place.at - 1].sublayers) < MOST_SUBLAYERS:
            yield LINE
            yield from _sublayers(model, Place(place.tower, 99, above))
    if not model.encoder:
        yield LINE
        yield tr("Add an encoder"), lambda: moves.add_block("encoder", 0)


def _copied(model: Model, place: Place, block: int) -> Change:
    """A copy of a block next to it: at this place, seen from either side."""
    return moves.duplicate(block_path(model, place.tower, block))


def _paths(model: Model, block: str) -> Iterator[str]:
    spot = spot_of(model, block)
    yield from (names.path for names, _ in names_of(model, spot.tower, spot.block))


MENUS: dict[str, Callable[[Model, Row], Iterator[Entry]]] = {
    "block": _block,
    "sub": _sub,
    "norm": _norm,
    "add": _add,
    "tower": _tower,
}
