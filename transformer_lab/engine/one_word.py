"""One word more: everything is bound once, to rows of its own, and copied to where the row belongs.

When a text grows word by word, binding the calls of each new row would cost more than most of them. So the
row of the new word is computed in arrays that stay, over a fixed `width` of words so far: a causal mask gives
what lies behind the word a weight of 0. Keys and values stand in the whole arrays; their rows behind the word
must be finite, and become 0 when a word comes that does not follow the last one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from transformer_lab.engine.emit import emit
from transformer_lab.engine.graph import Node
from transformer_lab.engine.into import Calls
from transformer_lab.engine.ops import Array
from transformer_lab.engine.places import Places
from transformer_lab.engine.window import WHOLE, Rows, behind
from transformer_lab.engine.words import WORDS, word_letter

Arrays = Mapping[str, Array]
NARROWEST = 64


def width_for(word: int, room: int) -> int:
    """The words over which the row of `word` is computed: a power of two, or all there is room for."""
    return min(room, max(NARROWEST, 1 << word.bit_length()))


class OneWord:
    """The calls that compute `ids` for a single word among the first `width`."""

    def __init__(self, places: Places, ids: Sequence[str], arrays: Arrays, width: int) -> None:
        self._places, self._width, self._ids = places, width, frozenset(ids)
        self._rows: dict[str, Array] = {}
        self._tails: dict[str, Array] = {}
        self._word = [0]
        nodes = [places.graph[i] for i in ids if i not in places.same]
        self._fixed = [self._step(node, arrays) for node in nodes]
        self._behind = [(i, node) for i, node in enumerate(nodes) if node.id in places.behind]

    def calls(self, word: int, arrays: Arrays, *, follows: bool) -> list[Calls]:
        """The calls for one word, node by node; `follows` if the last run was about the word before.

        They are the same for every word and look up which it is, so they must run at once.
        """
        self._word[0] = word
        ready = list(self._fixed)
        for i, node in self._behind if word else ():
            ready[i] = [*ready[i], *behind(self._places, node, arrays, Rows(word, word + 1))]
        return ready if follows else [[(_clear, (tail, word)) for tail in self._tails.values()], *ready]

    def _step(self, node: Node, arrays: Arrays) -> Calls:
        """Rows that are computed elsewhere are brought, the node is computed, its row kept where needed."""
        assert node.op is not None
        mine, brought = word_letter(node) or "t", list[str]()
        xs = [self._operand(r.source, r.axes, mine, arrays, brought) for r in node.reads]
        self._rows[node.id] = out = self._room(node, arrays[node.id])
        size = dict(self._places.sizes[node.id])
        size |= {a: 1 if a == mine else self._width for a in WORDS if a in size}
        calls: Calls = [(_bring, (arrays, i, self._first(i), self._row_of(i), self._word)) for i in brought]
        calls += emit(node.op, [r.axes for r in node.reads], node.axes, size, xs, out)
        if not self._needed(node):
            return calls
        keep = _keep_part if "t" in node.axes and "s" in node.axes else _keep
        there = arrays[node.id].transpose(self._first(node.id))
        return [*calls, (keep, (there, self._row_of(node.id), self._word))]

    def _first(self, name: str) -> list[int]:
        """The axes of a value with words in front, and those that are asked behind them."""
        axes = self._places.graph[name].axes
        return sorted(range(len(axes)), key=lambda i: WORDS.find(axes[i]) % (len(WORDS) + 1))

    def _row_of(self, name: str) -> Array:
        turned = self._rows[name].transpose(self._first(name))
        return np.asarray(turned[0, ...])  # a view, also where nothing is left of it but one number

    def _operand(self, name: str, axes: str, mine: str, arrays: Arrays, brought: list[str]) -> Array:
        """The row of a value; of what is asked about (keys, values) the rows of all words so far."""
        if mine in axes:
            return self._row(name, arrays, brought)
        asked = next((axes.index(a) for a in WORDS if a in axes), None)
        if asked is None:
            return arrays[name]
        if name in self._ids:
            self._tails[name] = np.moveaxis(arrays[name], asked, 0)
        return arrays[name][(WHOLE,) * asked + (slice(0, self._width),)]

    def _row(self, name: str, arrays: Arrays, brought: list[str]) -> Array:
        if name not in self._rows:
            node, source = self._places.graph[name], self._places.same.get(name)
            if source is not None and self._computed(source):
                order = [node.reads[0].axes.index(a) for a in node.axes]
                self._rows[name] = self._row(source, arrays, brought).transpose(order)
            else:
                self._rows[name] = self._room(node, arrays[name])
                brought.append(name)
        return self._rows[name]

    def _computed(self, name: str) -> bool:
        source = self._places.same.get(name)
        return name in self._rows or (source is not None and self._computed(source))

    def _room(self, node: Node, array: Array) -> Array:
        """A place for one word, its axes in memory as those of the whole value are."""
        mine = "t" if "t" in node.axes else "s"
        size = {a: 1 if a == mine else self._width for a in WORDS}
        shape = [size.get(a, n) for a, n in zip(node.axes, node.shape, strict=True)]
        order = sorted(range(len(shape)), key=lambda i: -array.strides[i])
        room: Array = np.zeros([shape[i] for i in order], array.dtype)
        return room.transpose(sorted(range(len(shape)), key=order.__getitem__))

    def _needed(self, node: Node) -> bool:
        """Whether the row must stand in the whole array: somebody may look at it, or later words will."""
        graph = self._places.graph
        return node.id in self._places.kept or any(
            self._looks_back(graph[i], node.id) for i in graph.users(node.id)
        )

    def _looks_back(self, user: Node, name: str) -> bool:
        if user.id in self._places.same:
            return self._needed(user)
        mine = word_letter(user) or "t"
        return user.id in self._places.behind or any(
            r.source == name and mine not in r.axes for r in user.reads
        )


def _bring(arrays: Arrays, name: str, first: list[int], row: Array, word: list[int]) -> None:
    """The row of a value that stands in whole arrays; a leaf's may be another one each time."""
    there = arrays[name].transpose(first)[word[0]]
    row[...] = there[: len(row)] if row.ndim else there


def _keep(there: Array, row: Array, word: list[int]) -> None:
    there[word[0]] = row


def _keep_part(there: Array, row: Array, word: list[int]) -> None:
    """Only words so far are asked; what stands behind them is not known."""
    stop = word[0] + 1
    there[word[0], :stop] = row[:stop]


def _clear(tail: Array, word: int) -> None:
    tail[word + 1 :] = 0.0
