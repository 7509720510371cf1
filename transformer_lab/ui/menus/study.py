"""Looking closer at a number: explaining it, its whole value, the path of its word, pins, gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformer_lab.document.gradients import ungraded
from transformer_lab.engine.graph import Node
from transformer_lab.figures.links import WHOLE, word, words_of
from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.menus.number_menu import Target


def is_a_number(target: Target) -> bool:
    """Whether one number is meant."""
    return target.is_number


def is_not_told(target: Target) -> bool:
    """Whether it is not what the inspector tells already."""
    return target.is_number and target.window.focus.subject != target.cell


def explain(target: Target) -> None:
    """Ask for it."""
    target.window.focus.select(target.cell)


def has_whole(target: Target) -> bool:
    """Whether it is one number of many."""
    node = _node(target)
    return target.is_number and node is not None and bool(node.axes) and node.id == target.cell.node


def show_whole(target: Target) -> None:
    """The page of its value, with this number ringed."""
    target.window.focus.ask_whole(target.cell.node, target.cell)


def has_word(target: Target) -> bool:
    """Whether it belongs to a word."""
    return _place(target) is not None


def path_text(target: Target) -> str:
    """“Path of cat”."""
    place = _place(target)
    side = _side(target)
    names = words_of(target.window.lab.snapshot, side)
    return tr("Path of {word}", word=names[place] if place is not None else "")


def show_path(target: Target) -> None:
    """The path of its word."""
    place = _place(target)
    if place is not None:
        target.window.focus.select(word(place, _side(target)))


def is_pinned(target: Target) -> bool:
    """Whether it is pinned."""
    return target.window.study.is_pinned(target.cell)


def pin(target: Target) -> None:
    """Keep it in sight, or let it go."""
    target.window.study.pin(target.cell, not is_pinned(target))


def can_be_target(target: Target) -> bool:
    """Whether it is computed, so that it answers to others."""
    node = _node(target)
    return target.is_number and node is not None and node.op is not None and node.id == target.cell.node


def aim(target: Target) -> None:
    """Differentiate it."""
    target.window.study.aim(target.cell)
    if target.window.focus.subject is None:
        target.window.focus.select(target.cell)


def _node(target: Target) -> Node | None:
    graph = target.window.lab.snapshot.graph
    node_id = ungraded(target.cell.node.removeprefix(WHOLE))
    return graph[node_id] if graph is not None and node_id in graph else None


def _side(target: Target) -> str:
    node = _node(target)
    if node is None:
        return ""
    across = "/cross/" in node.id and _letter(node) == "s"  # the words that a decoder reads there
    return "encoder/" if node.id.startswith("encoder") or across else ""


def _letter(node: Node) -> str:
    """The axis of the words that a value belongs to: those that ask, else those that are read."""
    return "t" if "t" in node.axes else "s"


def _place(target: Target) -> int | None:
    """The word that the number belongs to."""
    node = _node(target)
    if node is None or not target.is_number or _letter(node) not in node.axes:
        return None
    place = target.cell.index[node.axes.index(_letter(node))]
    return place if place < len(words_of(target.window.lab.snapshot, _side(target))) else None
