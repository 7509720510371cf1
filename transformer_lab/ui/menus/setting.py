"""Changing a value by hand, from any view: a number, a link, a head, a sublayer; and letting it go again.

Each row is an edit that is not made yet, so that its effect on the next word can stand beside it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QCursor

from transformer_lab.document import handiwork, overriding
from transformer_lab.document.history import Edit
from transformer_lab.document.overrides import MOST_CELLS, ByHand, head_letters
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.what_if import effect, is_cut, what_if, with_link, without_link
from transformer_lab.engine.graph import Cell, Node
from transformer_lab.errors import LabError
from transformer_lab.figures.ask.edge import is_link_weight as is_weights
from transformer_lab.figures.by_head import head_at
from transformer_lab.figures.numbers import percent
from transformer_lab.language import tr
from transformer_lab.ui.inspector.errand import is_small

if TYPE_CHECKING:
    from transformer_lab.ui.menus.number_menu import Target

NOTHING = ByHand()


def told(target: Target, text: str, edit: Edit) -> str:
    """The text of a row, and at its right what would become of the next word: “cat 88% → 15%”."""
    said = effect_text(target.window.lab.snapshot, edit, target.window.focus.query)
    return f"{text}\t{said}" if said else text


def effect_text(snapshot: Snapshot, edit: Edit, place: int) -> str:
    """“cat 88% → 15%”, “cat stays 88%”, or nothing where it takes too long or nothing is expected."""
    if not is_small(snapshot):
        return ""
    try:
        with np.errstate(all="ignore"):
            found = effect(snapshot, what_if(snapshot, edit), place)
    except LabError:
        return ""
    if found is None:
        return ""
    before, after = percent(found.before), percent(found.after)
    if before == after and found.word == found.instead:
        return tr("{word} stays {p}", word=found.word, p=before)
    if found.word == found.instead:
        return tr("{word} {before} → {after}", word=found.word, before=before, after=after)
    text = tr("{word} {before} → {after}, then {other}")
    return text.format(word=found.word, before=before, after=after, other=found.instead)


# --- one number ----------------------------------------------------------------------------------------
def can_be_set(target: Target) -> bool:
    """Whether a hand may set this number."""
    node = node_of(target)
    return node is not None and target.is_number and handiwork.can_be_set(node)


def ask_number(target: Target) -> None:
    """A small field at the pointer, with the effect of what is typed."""
    from transformer_lab.ui.menus.set_to import SetTo

    SetTo(target.window, target.cell).open_at(QCursor.pos())


def edit_of(cell: Cell, value: float) -> Edit:
    """Set one number, whatever it is a part of."""
    return handiwork.set_numbers(cell.node, tuple(np.array([i]) for i in cell.index), np.array([value]))


def has_grid(target: Target) -> bool:
    """Whether its value can be shown as keys."""
    node = node_of(target)
    return node is not None and bool(node.axes) and handiwork.can_be_set(node)


def open_grid(target: Target) -> None:
    """Its value in the matrix editor, with this number chosen."""
    window, cell = target.window, target.cell
    window.frame.show_parts(replace(window.frame.wishes, editors=True, strip=False))
    window.focus.open_parameter(cell.node)
    window.focus.point_out(cell)
    window.refresh_actions()


# --- links, heads, sublayers ---------------------------------------------------------------------------
def is_link_weight(target: Target) -> bool:
    """Whether it is an attention weight that is not hidden already."""
    snapshot, cell = target.window.lab.snapshot, target.cell
    if not target.is_number or node_of(target) is None or not is_weights(cell.node):
        return False
    return is_cut(snapshot, cell) or snapshot[cell.node][cell.index] != 0.0


def link_text(target: Target) -> str:
    """“Remove this link”, or put it back."""
    cut = is_cut(target.window.lab.snapshot, target.cell)
    return told(target, tr("Put this link back") if cut else tr("Remove this link"), _link_edit(target))


def turn_link(target: Target) -> None:
    """Cut it, or let it count again."""
    target.window.lab.do(_link_edit(target))


def _link_edit(target: Target) -> Edit:
    snapshot, cell = target.window.lab.snapshot, target.cell
    return (with_link if is_cut(snapshot, cell) else without_link)(snapshot, cell)


def is_of_a_head(target: Target) -> bool:
    """Whether it belongs to one head, whose mixed values can be taken away."""
    return _head_of(target) is not None


def head_text(target: Target) -> str:
    """“Switch head 2 off”, or on."""
    node, head, off = _head_of(target) or ("", 0, False)
    text = tr("Switch head {n} on") if off else tr("Switch head {n} off")
    edit = overriding.scale_head(node, head, 1.0 if off else 0.0)
    return told(target, text.format(n=head + 1), edit)


def turn_head(target: Target) -> None:
    """Switch it off, or on."""
    found = _head_of(target)
    if found is not None:
        node, head, off = found
        target.window.lab.do(overriding.scale_head(node, head, 1.0 if off else 0.0))


def _head_of(target: Target) -> tuple[str, int, bool] | None:
    """The mixed values of its attention, the head, and whether it is switched off."""
    graph, node = target.window.lab.snapshot.graph, node_of(target)
    if graph is None or node is None or not target.is_number:
        return None
    mixed = f"{_path(node.id)}/mixed"
    head = head_at(graph, node.id, target.cell.index) if mixed in graph else None
    if head is None or not head_letters(graph[mixed]):
        return None
    hand = target.window.lab.state.overrides.get(mixed, NOTHING)
    return mixed, head, hand.heads.get(head) == 0.0


def is_of_a_sublayer(target: Target) -> bool:
    """Whether it belongs to a sublayer that writes on the wire."""
    return _sublayer(target) is not None


def sublayer_text(target: Target) -> str:
    """“Switch this sublayer off”, or on."""
    path, off = _sublayer(target) or ("", False)
    text = tr("Switch this sublayer on") if off else tr("Switch this sublayer off")
    return told(target, text, overriding.scale_node(path, 1.0 if off else 0.0))


def turn_sublayer(target: Target) -> None:
    """Switch it off, or on."""
    found = _sublayer(target)
    if found is not None:
        target.window.lab.do(overriding.scale_node(found[0], 1.0 if found[1] else 0.0))


def _sublayer(target: Target) -> tuple[str, bool] | None:
    graph, node = target.window.lab.snapshot.graph, node_of(target)
    if graph is None or node is None or "." not in node.id.partition("/")[0]:
        return None
    out = f"{_path(node.id)}/out"
    if out not in graph or graph[out].op is None:
        return None
    return out, target.window.lab.state.overrides.get(out, NOTHING).factor == 0.0


def _path(node_id: str) -> str:
    return "/".join(node_id.split("/")[:2])


# --- whole values --------------------------------------------------------------------------------------
def can_be_frozen(target: Target) -> bool:
    """Whether its value is computed, small enough, and full of numbers."""
    node, snapshot = node_of(target), target.window.lab.snapshot
    if node is None or node.op is None or snapshot[node.id].size > MOST_CELLS:
        return False
    hand = target.window.lab.state.overrides.get(node.id, NOTHING)
    return len(hand.cells) < snapshot[node.id].size and bool(np.isfinite(snapshot[node.id]).all())


def freeze(target: Target) -> None:
    """It stays as it is, whatever changes before it."""
    node = node_of(target)
    if node is not None:
        target.window.lab.do(overriding.freeze(node.id, target.window.lab.snapshot[node.id]))


def is_by_hand(target: Target) -> bool:
    """Whether something of its value was set by hand."""
    node = node_of(target)
    return node is not None and node.id in target.window.lab.state.overrides


def release_text(target: Target) -> str:
    """“Compute it again”: the number if it was set itself, else all of its value."""
    text = tr("Compute it again") if _alone(target) else tr("Compute the whole value again")
    return told(target, text, _release(target))


def release(target: Target) -> None:
    """Let it go."""
    target.window.lab.do(_release(target))


def _release(target: Target) -> Edit:
    cell = target.cell
    if _alone(target):
        return overriding.release_cell(cell.node, cell.index)
    node = node_of(target)
    return overriding.release(None if node is None else node.id)


def _alone(target: Target) -> bool:
    hand = target.window.lab.state.overrides.get(target.cell.node, NOTHING)
    index = tuple(target.cell.index)
    return target.is_number and (index in hand.cells or index in hand.cut)


def note_text(target: Target) -> str:
    """“Write a note…”, or how the one that is there begins."""
    said = target.window.lab.state.notes.get(_noted(target), "").partition("\n")[0]
    return (
        tr("Note: {text}", text=said if len(said) <= 40 else said[:39] + "…") if said else tr("Write a note…")
    )


def write_note(target: Target) -> None:
    """A note on the value that the number belongs to."""
    from transformer_lab.document.axes import place
    from transformer_lab.ui.outline.writing import NoteSheet

    address = _noted(target)
    NoteSheet(target.window, target.window.lab, address, place(address)).open()


def _noted(target: Target) -> str:
    from transformer_lab.ui.menus.copying import node_of as named

    return named(target.cell)


def node_of(target: Target) -> Node | None:
    """The value that is meant, if the model has it."""
    from transformer_lab.ui.menus.copying import node_of as named

    graph, name = target.window.lab.snapshot.graph, named(target.cell)
    return graph[name] if graph is not None and name in graph else None
