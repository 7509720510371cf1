"""Frames of the stage for tests: any snapshot at any moment, and what can be seen in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.look import Level, Look, default_look, following
from transformer_lab.figures.picture import Cells, Group, Item, Picture, Texts
from transformer_lab.figures.stage import stage
from transformer_lab.figures.stage.level import lane_for
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of

VIEW = (856.0, 484.0)
PRESETS = ("first-sentence", "worked-example", "three-tokens", "tiny-encoder", "tiny-gpt")


def timeline(snapshot: Snapshot) -> Timeline:
    assert snapshot.graph is not None
    return timeline_of(snapshot.graph)


def look_at(snapshot: Snapshot, cursor: Cursor, **changes: Any) -> Look:
    look = following(default_look(snapshot, *VIEW), timeline(snapshot), cursor)
    return look._replace(**changes)


def frame(snapshot: Snapshot, cursor: Cursor, **changes: Any) -> Picture:
    return stage(snapshot, look_at(snapshot, cursor, **changes), timeline(snapshot), cursor)


def moments(snapshot: Snapshot, *shares: float) -> Iterator[Cursor]:
    yield from (Cursor(b, u) for b in range(len(timeline(snapshot).beats)) for u in shares)


def leaves(items: tuple[Item, ...], strength: float = 1.0) -> Iterator[Item]:
    """Items that can be seen, groups opened."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items, strength * item.opacity)
        elif strength > 0.02:
            yield item


def refs(picture: Picture) -> Iterator[tuple[str, np.ndarray, str, tuple[int, int]]]:
    for layer in picture.layers:
        for item in leaves(layer.build()):
            ref = getattr(item, "ref", None)
            if ref is not None:
                grid = item.values.shape[1:] if isinstance(item, Cells) else (1, 1)
                yield ref.node, ref.index, ref.tail, grid


def assert_refs_are_cells(snapshot: Snapshot, picture: Picture) -> None:
    for node, index, tail, grid in refs(picture):
        shape = np.array(snapshot[node].shape)
        lead = index.shape[1]
        assert lead + len(tail) == len(shape), node
        assert ((index >= 0) & (index < shape[:lead])).all(), node
        assert tuple(shape[lead:]) == {"": (), "c": grid[1:], "rc": grid}[tail], node


def at(snapshot: Snapshot, cursor: Cursor, level: Level, **changes: Any) -> Picture:
    lane = lane_for(level, VIEW[0], len(snapshot.words))
    return frame(snapshot, cursor, **{"level": level, "lane": lane, **changes})


def some(snapshot: Snapshot, *shares: float) -> list[Cursor]:
    """Each operation once, and the end."""
    first: dict[str, int] = {}
    for number, each in enumerate(timeline(snapshot).beats):
        first.setdefault(each.name, number)
    return [*(Cursor(number, u) for number in first.values() for u in shares), timeline(snapshot).end]


def beat(snapshot: Snapshot, name: str, which: int = 0) -> int:
    return [i for i, b in enumerate(timeline(snapshot).beats) if b.name == name][which]


def written_texts(picture: Picture) -> set[str]:
    items = (item for layer in picture.layers for item in leaves(layer.build()))
    return {text for item in items if isinstance(item, Texts) for text in item.text}
