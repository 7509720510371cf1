"""A graph that owns its storage: every value has a place, and running it allocates nothing.

A `Program` makes new arrays and shares the old ones; an `Owner` writes into its own, which is faster for
models of real size: no page of memory is new. It has two sides, used in turns, so that the values before an
edit stay readable until the run after the next. Each side knows which leaves it was computed from, and runs
only what depends on those that changed.

`keep` names the values that stay readable; others may be written over by what reads them, or share rooms one
after another. Whatever is not kept is recomputed from what is (`inside.look_inside`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import compress
from math import prod
from operator import is_not
from types import MappingProxyType

import numpy as np

from transformer_lab.engine.graph import Graph
from transformer_lab.engine.into import Calls
from transformer_lab.engine.ops import Array
from transformer_lab.engine.places import Places
from transformer_lab.engine.program import DType, Trace
from transformer_lab.engine.side import Common, Side, Stop
from transformer_lab.errors import LabError
from transformer_lab.language import tr


class Revisions(Mapping[str, int]):
    """A node is as new as the newest leaf it depends on; told when somebody asks."""

    def __init__(self, places: Places, leaves: tuple[int, ...]) -> None:
        self._places, self._leaves = places, leaves

    def __getitem__(self, node_id: str) -> int:
        return self._all[node_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _all(self) -> Mapping[str, int]:
        found = dict(zip(self._places.leaves, self._leaves, strict=True))
        for node in self._places.graph:
            if node.op is not None:
                found[node.id] = max((found[r.source] for r in node.reads), default=0)
        return found


class Owner:
    """A graph bound to storage of its own. Not for several threads at once: ask `own` for one each."""

    def __init__(self, graph: Graph, dtype: DType, keep: Collection[str] | None, sides: int) -> None:
        self.graph, self.dtype = graph, dtype
        self._places = Places(graph, keep)
        common = Common(self._places, dtype)
        self._sides = [Side(self._places, dtype, common) for _ in range(sides)]
        self._turn = 0
        self._last: tuple[object, ...] = ()
        self._newest: tuple[int, ...] = ()

    def run(self, leaves: Mapping[str, Array], words: int | None = None, stop: Stop = None) -> Trace | None:
        """The kept values, read-only; they last until the run after the next.

        Leaves are compared by identity with those this side was computed from. `words` is for models in which
        no word sees a later one: only so many words exist (rows after them have no meaning), and after a
        change of the text the words before it do not run. `stop` is asked before each node; where it says yes
        there is no trace. Raises LabError as `Program.run`.
        """
        if words is not None and not 1 <= words <= self._places.words:
            raise LabError(
                tr("There is room for {room} words, not for {words}.", room=self._places.words, words=words)
            )
        side = self._sides[self._turn % len(self._sides)]
        with np.errstate(all="ignore"):
            if not side.update(leaves, words, stop):
                return None
        self._newest, self._last = self._counted(side.given), side.given
        self._turn += 1
        return Trace(
            self.graph, MappingProxyType(side.shown), Revisions(self._places, self._newest), self._turn - 1
        )

    def _counted(self, given: tuple[object, ...]) -> tuple[int, ...]:
        """For each leaf the run in which its array last was another one."""
        if not self._last:
            return (0,) * len(given)
        newest = list(self._newest)
        for i in compress(range(len(given)), map(is_not, given, self._last)):
            newest[i] = self._turn
        return tuple(newest)

    def calls(self, node_id: str) -> Calls:
        """The calls of a node on the side that ran last, for measuring. Raises LabError for an unknown id."""
        return self._sides[(self._turn - 1) % len(self._sides)].calls.get(self.graph[node_id].id, [])

    def bytes(self) -> int:
        """How much storage computed values have on one side, with the rooms that they share."""
        roots = set(self._places.roots.values()) - set(self._places.rooms)
        own_place = sum(prod(self.graph[i].shape) for i in roots if self.graph[i].op)
        return (own_place + sum(self._places.room_sizes().values())) * np.dtype(self.dtype).itemsize


def own(graph: Graph, dtype: DType = np.float64, keep: Iterable[str] | None = None, sides: int = 2) -> Owner:
    """`graph` with storage of its own for `keep` (None: every value), twice, so that the last values stay."""
    return Owner(graph, dtype, None if keep is None else frozenset(keep), sides)
