"""One thing looked at, as a value, and where a document lets one look: pure functions of the snapshot."""

from __future__ import annotations

import math
from typing import NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.by_head import head_at, index_of
from transformer_lab.figures.heads import attention_path, block_count, block_of
from transformer_lab.figures.links import exists


class Gaze(NamedTuple):
    """One thing looked at; the back stack is made of these."""

    block: int = 0
    head: int = 0
    query: int = 0
    selected: Cell | None = None
    source: int = 0
    about: Cell | None = None
    """a link to what the inspector tells instead of the number: a whole value, the path of a word"""

    @property
    def subject(self) -> Cell | None:
        """What the inspector tells of."""
        return self.about or self.selected


def led_by(snapshot: Snapshot, gaze: Gaze, cell: Cell | None) -> Gaze:
    """The gaze after asking for `cell`: an attention weight also chooses its block, head and word."""
    gaze = gaze._replace(selected=cell, about=None)
    graph = snapshot.graph
    if cell is None or graph is None or cell.node not in graph:
        return within(snapshot, gaze)
    block = block_of(snapshot, cell.node)
    if block is not None:
        head = head_at(graph, cell.node, cell.index)
        gaze = gaze._replace(block=block, head=gaze.head if head is None else head)
        if head is not None and graph[cell.node].axes.endswith("ts"):
            word = cell.index[-2]
            reads = cell.node.startswith("encoder")
            gaze = gaze._replace(source=word) if reads else gaze._replace(query=word)
    return within(snapshot, gaze)


def within(snapshot: Snapshot, gaze: Gaze) -> Gaze:
    """The nearest gaze that the document allows."""
    block = _clamp(gaze.block, block_count(snapshot))
    return Gaze(
        block,
        _clamp(gaze.head, head_count(snapshot, block)),
        _clamp(gaze.query, len(snapshot.words)),
        _kept(snapshot, gaze.selected),
        _clamp(gaze.source, last_source(snapshot) + 1),
        _kept(snapshot, gaze.about),
    )


def _kept(snapshot: Snapshot, cell: Cell | None) -> Cell | None:
    return cell if cell is not None and exists(snapshot, cell) else None


def last_source(snapshot: Snapshot) -> int:
    """The last word that an encoder reads; 0 without one."""
    return max(0, len(source_words(snapshot.state)) - 1)


def head_count(snapshot: Snapshot, block: int) -> int:
    """Heads of a block's first attention; 0 if it has none."""
    weights = f"{attention_path(snapshot, block)}/weights"
    if snapshot.graph is None or weights not in snapshot.graph:
        return 0
    return math.prod(snapshot.graph[weights].shape[:-2])


def weight_cell(snapshot: Snapshot, block: int, head: int, query: int, key: int) -> Cell | None:
    """The weight that a word gives to another, as near as the attention has it; None without attention."""
    node = f"{attention_path(snapshot, block)}/weights"
    if snapshot.graph is None or node not in snapshot.graph:
        return None
    asks, reads = snapshot.graph[node].shape[-2:]
    return Cell(node, index_of(snapshot.graph, node, (head, min(query, asks - 1), min(key, reads - 1))))


def _clamp(value: int, count: int) -> int:
    return max(0, min(value, count - 1))
