"""Switching off from views that show no head or sublayer: what is looked at, or what wrote a value.

A number of the residual stream leads to the sublayer that wrote it; any other to the block, the head and the
strongest link that are looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from transformer_lab.document.building.names import title_of
from transformer_lab.document.history import Edit
from transformer_lab.document.overrides import head_letters
from transformer_lab.document.overriding import scale_head, scale_node
from transformer_lab.document.what_if import is_cut, with_link, without_link
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.edge import is_link_weight
from transformer_lab.language import tr
from transformer_lab.ui.first_run import strongest
from transformer_lab.ui.menus import setting

if TYPE_CHECKING:
    from transformer_lab.ui.menus.number_menu import Row, Target

WROTE = {"resid_mid": ("attn", "self"), "resid_post": ("ffn",)}
"""Which sublayers wrote a value of the residual stream, by their names."""


def looked_rows(target: Target) -> tuple[Row, ...]:
    """Link, head and sublayers for a number that belongs to none; for one of a head only the link."""
    if not target.is_number or setting.node_of(target) is None:
        return ()
    if setting.is_of_a_head(target):
        return () if is_link_weight(target.cell.node) else _link(target)
    if setting.is_of_a_sublayer(target):
        return ()
    return (*_link(target), *_head(target), *_sublayers(target))


def _row(name: str, text: str, edit: Callable[[], Edit]) -> Row:
    from transformer_lab.ui.menus.number_menu import Row

    def told(target: Target) -> str:
        return setting.told(target, text, edit())

    return Row(name, told, lambda target: target.window.lab.do(edit()))


def _link(target: Target) -> tuple[Row, ...]:
    """The strongest link of the word that asks."""
    window = target.window
    snapshot, cell = window.lab.snapshot, strongest(window.lab, window.focus)
    if cell is None or not is_link_weight(cell.node):
        return ()
    cut = is_cut(snapshot, cell)
    if not cut and snapshot[cell.node][cell.index] == 0.0:
        return ()
    asks, read = _words(target, cell)
    text = tr("Put the link {asks} → {read} back") if cut else tr("Remove the link {asks} → {read}")
    do = with_link if cut else without_link
    return (_row("link", text.format(asks=asks, read=read), partial(do, snapshot, cell)),)


def _words(target: Target, cell: Cell) -> tuple[str, str]:
    from transformer_lab.document.axes import axis_names

    asks, read = axis_names(target.window.lab.snapshot, cell.node)[-2:]
    return asks[cell.index[-2]], read[cell.index[-1]]


def _head(target: Target) -> tuple[Row, ...]:
    """The head that is looked at."""
    window = target.window
    graph, focus = window.lab.snapshot.graph, window.focus
    mixed = f"{focus.attention}/mixed"
    if graph is None or mixed not in graph or not head_letters(graph[mixed]):
        return ()
    hand = window.lab.state.overrides.get(mixed, setting.NOTHING)
    off = hand.heads.get(focus.head) == 0.0
    text = tr("Switch on: {part}, head {n}") if off else tr("Switch off: {part}, head {n}")
    said = text.format(part=title_of(window.lab.state.model, focus.attention), n=focus.head + 1)
    return (_row("head", said, partial(scale_head, mixed, focus.head, 1.0 if off else 0.0)),)


def _sublayers(target: Target) -> tuple[Row, ...]:
    """The sublayers that wrote the value, else all of the block that is looked at."""
    window = target.window
    graph = window.lab.snapshot.graph
    section, _, name = target.cell.node.partition("/")
    wrote = WROTE.get(name, ())
    block = section if wrote else window.focus.attention.partition("/")[0]
    outs = [node.id for node in graph or () if node.id.count("/") == 2 and node.id.endswith("/out")]
    own = [out for out in outs if out.startswith(f"{block}/") and (not wrote or out.split("/")[1] in wrote)]
    return tuple(_sublayer(target, out) for out in own)


def _sublayer(target: Target, out: str) -> Row:
    lab = target.window.lab
    off = lab.state.overrides.get(out, setting.NOTHING).factor == 0.0
    text = tr("Switch on: {part}") if off else tr("Switch off: {part}")
    said = text.format(part=title_of(lab.state.model, out.removesuffix("/out")))
    return _row(f"sublayer-{out}", said, partial(scale_node, out, 1.0 if off else 0.0))
