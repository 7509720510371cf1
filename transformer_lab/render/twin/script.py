"""The whole script: what goes in, the model block by block, and the numbers it must come to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.render.plain import plain
from transformer_lab.render.twin.dialects import DIALECTS, Dialect
from transformer_lab.render.twin.lines import expression, identifiers, softmax_line, softmax_of
from transformer_lab.render.twin.literals import literal

MOST_INSIDE = 20_000
"""So many numbers stand in the script itself; more go into a file beside it."""
CHECKED = ("weights", "resid_post", "logits", "probs")
"""The last part of the ids whose numbers the script checks, besides the last value of all."""
TOLERANCE = "1e-12"


@dataclass(frozen=True, eq=False)
class Twin:
    """A script, and the arrays that stand in a file beside it; none if they all stand in the script."""

    code: str
    arrays: Mapping[str, Array]


class Line(NamedTuple):
    """A name, what is assigned to it, and what is said beside it."""

    name: str
    value: str
    note: str


def twin(snapshot: Snapshot, dialect: str = "numpy", beside: str = "twin.npz") -> Twin:
    """The script that rebuilds a snapshot; `beside` names the file for its arrays if there are many.

    Raises LabError for an empty text, an unknown dialect, or an operation without a word.
    """
    if dialect not in DIALECTS:
        known = ", ".join(DIALECTS)
        raise LabError(tr("There is no script for “{name}”; choose {known}.", name=dialect, known=known))
    if snapshot.trace is None or snapshot.graph is None:
        raise LabError(tr("There are no values yet: type a sentence first."))
    return _Writer(snapshot, snapshot.graph, DIALECTS[dialect], beside).write()


class _Writer:
    """Writes one script."""

    def __init__(self, snapshot: Snapshot, graph: Graph, dialect: Dialect, beside: str) -> None:
        self._snapshot, self._graph, self._dialect, self._beside = snapshot, graph, dialect, beside
        self._names = identifiers(graph)
        self._softmax = {b.path: source for b in graph.blocks if (source := softmax_of(graph, b))}
        self._folded = {i for b in graph.blocks if b.path in self._softmax for i in b.inner}
        self._tops = {b.path: graph[b.inner[0]] for b in graph.blocks if b.path in self._softmax}
        self._same: dict[bytes, str] = {}
        self.arrays: dict[str, Array] = {}
        checked = [node for node in graph if self._is_checked(node)]
        count = sum(snapshot[node.id].size for node in (*graph.leaves(), *checked))
        self._outside = count > MOST_INSIDE
        self._checked = checked

    def write(self) -> Twin:
        body = "\n".join(self._body())
        checks = "\n".join(self._checks())
        helpers = "\n".join(self._helpers(body))
        code = "\n".join((helpers, body, checks))
        return Twin("\n".join((*self._head(code), code)) + "\n", self.arrays)

    def _is_checked(self, node: Node) -> bool:
        last = tuple(self._graph.nodes)[-1]
        return node.op is not None and (node.id == last or node.id.rsplit("/", 1)[-1] in CHECKED)

    def _head(self, code: str) -> Iterator[str]:
        title = plain(self._snapshot.state.title) or "Transformer"
        yield f'"""{_quiet(title)}, rebuilt with {self._dialect.title}, and a check of its numbers.'
        yield ""
        yield "Letters of axes: t and s words (asking and looked at), d features, h heads, k slots of a head,"
        yield "f hidden units, v vocabulary."
        yield '"""'
        yield ""
        yield from self._imports(code)
        if self.arrays:
            yield ""
            yield f"stored = np.load(Path(__file__).with_name({self._beside!r}), allow_pickle=False)"
        yield ""

    def _imports(self, code: str) -> Iterator[str]:
        own = [f"import {module}" for module in ("math",) if f"{module}." in code]
        own += ["from math import inf"] if re.search(r"\binf\b", code) else []
        own += ["from pathlib import Path"] if self.arrays else []
        theirs = {"import numpy as np"} if self.arrays else set()
        yield from own
        yield from [""] if own else []
        yield from sorted(theirs | {self._dialect.heading[0]})
        yield from self._dialect.heading[1:]

    def _helpers(self, body: str) -> Iterator[str]:
        table = self._dialect.helpers
        for name, lines in table.items():
            needed = f"{name}(" in body or (name == "share" and "softmax(" in body)
            if needed:
                yield from ("", *lines, "")
        yield ""

    def _body(self) -> Iterator[str]:
        yield f"words = {list(map(plain, self._snapshot.words))!r}"
        yield f"vocabulary = {list(map(plain, self._snapshot.vocabulary))!r}"
        section = ""
        for node in self._graph:
            if node.id in self._folded:
                continue
            here = _section(node.id)
            if here != section:
                section = here
                yield f"\n# {'-' * 8} {section} {'-' * (90 - len(section))}"
            line = self._line(node)
            yield f"{line.name} = {line.value}" + (f"  # {line.note}" if "\n" not in line.value else "")

    def _line(self, node: Node) -> Line:
        name, note = self._names[node.id], ", ".join(node.axes) or tr("one number")
        if node.id in self._softmax:
            return Line(name, softmax_line(self._softmax[node.id], self._tops[node.id], self._names), note)
        value = expression(node, self._names, self._dialect) if node.op else self._leaf(node)
        return Line(name, value, note)

    def _leaf(self, node: Node) -> str:
        array = np.asarray(self._snapshot[node.id], dtype=np.float64)
        if node.id == "tokens":
            found = "[vocabulary.index(word) for word in words]"
            return self._dialect.row_of.format("len(vocabulary)", found)
        key = repr(array.shape).encode() + array.tobytes()
        if node.kind == "constant" and array.ndim:  # one mask serves all blocks
            known = self._same.setdefault(key, self._names[node.id])
            if known != self._names[node.id]:
                return known
        return self._written(self._names[node.id], array)

    def _written(self, name: str, array: Array) -> str:
        text = literal(array, self._dialect) if not self._outside or array.size < 64 else ""
        if text:
            return text
        self.arrays[name] = array
        return self._dialect.load.format(name)

    def _checks(self) -> Iterator[str]:
        yield f"\n# {'-' * 8} check {'-' * 85}"
        yield "def check(name, value, expected):"
        yield f'    """Raises AssertionError if a number is off by more than {TOLERANCE} of the largest."""'
        yield "    assert value.shape == expected.shape, name"
        yield f"    most = {TOLERANCE} * max(1.0, float(abs(expected).max()))"
        yield "    error = float(abs(value - expected).max())"
        yield '    assert error <= most, f"{name}: off by {error}"'
        yield ""
        yield ""
        for node in self._checked:
            name = self._names[node.id]
            array = np.asarray(self._snapshot[node.id], dtype=np.float64)
            yield f'check("{node.id}", {name}, {self._written("expected_" + name, array)})'
        yield f'print("{len(self._checked)} values of the model are as the app shows them.")'


def _section(node_id: str) -> str:
    """The part of the model a node belongs to: ``block.0, attn``."""
    first, *rest = node_id.split("|", 1)[0].split("/")
    if "." in first:
        return ", ".join((first.replace(".", " "), *rest[:1])) if len(rest) > 1 else first.replace(".", " ")
    if first in ("tokens", "embed", "encoder", "decoder"):
        return "input"
    return "output"


def _quiet(text: str) -> str:
    """Text that cannot end the docstring it stands in."""
    return text.replace("\\", "/").replace('"', "'")
