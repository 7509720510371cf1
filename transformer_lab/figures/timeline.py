"""Time as a value: the beats of a graph in the order in which it is computed, and a cursor on them.

A beat is a move and a rest. Which nodes make which beat, what it is called and how long it takes is said once
(`KINDS`). A beat whose nodes are absent does not exist.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

import regex

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.language import tr

Grain = Literal["cell", "operation", "sublayer", "block"]
CELL_STEPS = 10
"""Into how many steps the finest grain cuts one operation."""
OVERVIEW_MOVE, OVERVIEW_REST = 170.0, 70.0
LEAST_REST = 80.0
"""A rest is where understanding happens: at no speed is it shorter (ms), but where it is so by itself."""


class Kind(NamedTuple):
    """One kind of operation: the ids it gathers (a pattern), its names, its role colour, its times in ms."""

    pattern: str
    name: str
    title: str
    role: str
    move: float
    rest: float


KINDS = (
    Kind(r"embed/(tokens|scaled)(/.*)?", "look-up", tr("Look up"), "residual", 320.0, 160.0),
    Kind(r"(.*/)?(final_)?norm(_\d+)?(/.*)?", "norm", tr("Norm"), "residual", 520.0, 200.0),
    Kind(r"embed(/.*)?", "positions", tr("Add positions"), "position", 620.0, 180.0),
    Kind(
        r".*/(rotary/.*|[qk]/(partner|along|across)|[qk]_turned)",
        "turn",
        tr("Turn queries and keys"),
        "position",
        620.0,
        200.0,
    ),
    Kind(r".*/[qkv](/.*)?", "project", tr("Queries, keys, values"), "query", 1400.0, 240.0),
    Kind(r".*/scores(/.*)?", "scores", tr("Scores"), "key", 900.0, 240.0),
    Kind(r".*/scaled", "scale", tr("Scale"), "residual", 280.0, 160.0),
    Kind(r".*/slant(ed)?", "slant", tr("Less with distance"), "position", 320.0, 160.0),
    Kind(r".*/(masked|painted)(/.*)?", "mask", tr("Mask"), "mask", 420.0, 200.0),
    Kind(r".*/weights(/.*)?", "softmax", tr("Softmax"), "out", 700.0, 240.0),
    Kind(r".*/mixed", "mix", tr("Mix values"), "value", 960.0, 240.0),
    Kind(r".*/ffn[^/]*/pre(/.*)?", "widen", tr("Widen"), "ffn", 360.0, 120.0),
    Kind(r".*/ffn[^/]*/act(/.*)?", "relu", tr("Cut negatives"), "ffn", 280.0, 120.0),
    Kind(r".*/ffn[^/]*/gate(d|/.*)?", "gate", tr("Gate"), "ffn", 320.0, 120.0),
    Kind(r".*/ffn[^/]*/out(/.*)?", "narrow", tr("Narrow"), "ffn", 360.0, 200.0),
    Kind(r".*/out(/.*)?", "join", tr("Join heads"), "out", 400.0, 180.0),
    Kind(r".*/resid_[^/]*", "add", tr("Add"), "residual", 360.0, 300.0),
    Kind(r"logits(/.*)?", "logits", tr("Score every word"), "out", 420.0, 200.0),
    Kind(r"probs(/.*)?", "probabilities", tr("Probabilities"), "out", 700.0, 300.0),
    Kind(r"loss(/.*)?", "loss", tr("Loss"), "error", 420.0, 200.0),
    Kind(r".*", "compute", tr("Compute"), "residual", 280.0, 160.0),
)
BENDS = {"gelu": tr("Bend by GELU"), "gelu_tanh": tr("Bend by GELU"), "silu": tr("Bend by SiLU")}
"""What the beat of an activation is called where it is no ReLU."""
PATTERNS = tuple(regex.compile(kind.pattern) for kind in KINDS)


class Beat(NamedTuple):
    """One operation of the whole run."""

    section: str
    """``sentence``, ``block.0`` …, ``output``; with two towers also ``source``, ``encoder.0``, ``memory``"""
    place: str
    """The sublayer it belongs to (``block.0/attn``), or the section itself."""
    name: str
    """The kind of operation: ``mix``."""
    title: str
    """The same for people: “Mix values”."""
    role: str
    """A colour token."""
    nodes: tuple[str, ...]
    """Ids of the values it brings, in order."""
    move: float
    rest: float


class Cursor(NamedTuple):
    """A place in time: a beat, and how much of its move is done (it stays 1 through the rest)."""

    beat: int
    u: float


@dataclass(frozen=True)
class Timeline:
    """All beats and the times (ms) at which they start."""

    beats: tuple[Beat, ...]

    @cached_property
    def starts(self) -> tuple[float, ...]:
        """When each beat starts, in ms."""
        found, now = [], 0.0
        for beat in self.beats:
            found.append(now)
            now += beat.move + beat.rest
        return tuple(found)

    @cached_property
    def index(self) -> Mapping[tuple[str, str], int]:
        """(place, name) → the number of the beat."""
        return MappingProxyType({(beat.place, beat.name): i for i, beat in enumerate(self.beats)})

    @cached_property
    def sections(self) -> Mapping[str, tuple[int, ...]]:
        """Section → the numbers of its beats, in order."""
        found: dict[str, list[int]] = {}
        for i, beat in enumerate(self.beats):
            found.setdefault(beat.section, []).append(i)
        return MappingProxyType({section: tuple(beats) for section, beats in found.items()})

    @property
    def total(self) -> float:
        """The length of the whole run, the last rest included, in ms."""
        return self.starts[-1] + self.beats[-1].move + self.beats[-1].rest

    @property
    def end(self) -> Cursor:
        """Everything has been played."""
        return Cursor(len(self.beats) - 1, 1.0)

    def at(self, ms: float) -> Cursor:
        """Where the run is after `ms`; times outside count as its ends."""
        i = max(0, bisect_right(self.starts, ms) - 1)
        return Cursor(i, min(1.0, max(0.0, (ms - self.starts[i]) / self.beats[i].move)))

    def time(self, cursor: Cursor) -> float:
        """The earliest moment at which the run is at `cursor`, in ms."""
        return self.starts[cursor.beat] + cursor.u * self.beats[cursor.beat].move

    def step(
        self, cursor: Cursor, direction: int, grain: Grain = "operation", cells: int = CELL_STEPS
    ) -> Cursor:
        """The next (1) or previous (−1) rest of an operation, a sublayer or a block, or one of `cells` parts
        of a move.
        """
        if grain == "cell":
            return _fine_step(self, cursor, direction, max(1, cells))
        ends = _ends(self, GROUPS[grain])
        if direction > 0:
            later = [e for e in ends if (e, 1.0) > cursor]
            return Cursor(later[0], 1.0) if later else self.end
        earlier = [e for e in ends if (e, 1.0) < cursor]
        return Cursor(earlier[-1], 1.0) if earlier else Cursor(0, 0.0)

    def overview(self) -> Timeline:
        """The same beats at the tempo of a first look."""
        return Timeline(tuple(b._replace(move=OVERVIEW_MOVE, rest=OVERVIEW_REST) for b in self.beats))

    def paced(self, speed: float) -> Timeline:
        """The same beats `speed` times as fast; rests are not cut below what can be seen."""

        def slower(beat: Beat) -> Beat:
            rest = max(beat.rest / speed, min(beat.rest, LEAST_REST))
            return beat._replace(move=beat.move / speed, rest=rest)

        return self if speed == 1.0 else Timeline(tuple(slower(beat) for beat in self.beats))


GROUPS: dict[str, Callable[[int, Beat], object]] = {
    "operation": lambda i, beat: i,
    "sublayer": lambda i, beat: beat.place,
    "block": lambda i, beat: beat.section,
}


def _ends(timeline: Timeline, group: Callable[[int, Beat], object]) -> list[int]:
    """The last beat of each run of beats that `group` calls equal."""
    names = [group(i, beat) for i, beat in enumerate(timeline.beats)]
    return [i for i, name in enumerate(names) if i + 1 == len(names) or names[i + 1] != name]


def _fine_step(timeline: Timeline, cursor: Cursor, direction: int, cells: int) -> Cursor:
    done = round(cursor.u * cells) + direction
    if done > cells:
        last = cursor.beat + 1 == len(timeline.beats)
        return timeline.end if last else Cursor(cursor.beat + 1, 1.0 / cells)
    if done < 0:
        return Cursor(cursor.beat - 1, 1.0 - 1.0 / cells) if cursor.beat else Cursor(0, 0.0)
    return Cursor(cursor.beat, done / cells)


@lru_cache(maxsize=8)
def timeline_of(graph: Graph) -> Timeline:
    """The beats of `graph`, in the order in which its nodes are computed."""
    beats: list[Beat] = []
    waiting: tuple[str, ...] = ()
    places = _places(graph)
    for node in (node for node in graph if node.op is not None):
        owner = owner_of(graph, node.id)
        here = bool(beats) and _section(owner) == beats[-1].section
        beat = _beat(graph, node, owner, places[owner])
        if here and (_passes_on(graph, node) or beats[-1][:3] == beat[:3]):
            beats[-1] = beats[-1]._replace(nodes=(*beats[-1].nodes, node.id))
        elif _passes_on(graph, node):
            waiting = (*waiting, node.id)
        else:
            beats.append(beat._replace(nodes=(*waiting, node.id)))
            waiting = ()
    beats[-1] = beats[-1]._replace(nodes=(*beats[-1].nodes, *waiting))
    return Timeline(tuple(beats))


def owner_of(graph: Graph, node_id: str) -> str:
    """The id under which a node is told: what was computed before a hand set it goes with what was set, and
    padding with the mask that reads it first.
    """
    own, bar, tag = node_id.partition("|")
    if bar and tag.startswith("to."):
        return owner_of(graph, tag.removeprefix("to.").partition("|")[0])
    if own in PADDING and graph.users(node_id):
        return owner_of(graph, graph.users(node_id)[0])
    return own


PADDING = ("real/hidden", "encoder/real/hidden")


def _passes_on(graph: Graph, node: Node) -> bool:
    """Whether the node only hands on what it reads, by itself or but for what a hand has set."""
    return next(reversed([*_operations(graph, node.id)]), "") == "same"


def _beat(graph: Graph, node: Node, owner: str, place: str) -> Beat:
    told = owner.removeprefix("encoder/") if owner.startswith("encoder/embed") else owner
    kind = next(kind for kind, pattern in zip(KINDS, PATTERNS, strict=True) if pattern.fullmatch(told))
    title = kind.title
    if kind.name == "relu":
        title = next((BENDS[n] for n in _operations(graph, node.id) if n in BENDS), title)
    return Beat(_section(owner), place, kind.name, title, kind.role, (node.id,), kind.move, kind.rest)


def _operations(graph: Graph, node_id: str) -> Iterator[str]:
    """The operation of a node, and of what was computed before a hand set it."""
    for i in (node_id, f"{node_id}|computed"):
        node = graph.nodes.get(i)
        if node is not None and node.op is not None:
            yield node.op.name


def _section(node_id: str) -> str:
    head, _, rest = node_id.partition("/")
    if head == "embed":
        return "sentence"
    if head == "encoder":
        return "source" if rest.startswith("embed") else "memory"
    return head if "." in head else "output"


def _places(graph: Graph) -> dict[str, str]:
    """For each id its sublayer: norms belong to the sublayer of their number, sums to the one before them."""
    sublayers = sublayers_of(graph)
    found: dict[str, str] = {}
    last = ""
    for node in graph:
        section, _, inside = node.id.partition("/")
        part = inside.split("/", 1)[0].partition("|")[0]
        if section not in sublayers or not part:
            found[node.id] = _section(node.id)
        elif part.startswith("norm_"):
            found[node.id] = sublayers[section][int(part.removeprefix("norm_")) - 1]
        elif part.startswith("resid"):
            found[node.id] = last if last.startswith(f"{section}/") else section
        else:
            last = found[node.id] = f"{section}/{part}"
    return found


@lru_cache(maxsize=8)
def sublayers_of(graph: Graph) -> dict[str, tuple[str, ...]]:
    """The sublayers of each block, by the block's path, in the order in which they act."""
    found: dict[str, dict[str, None]] = {}
    for node in graph:
        section, _, inside = node.id.partition("/")
        if "." in section and inside:
            paths = found.setdefault(section, {})
            if not inside.startswith(("norm_", "resid")):
                paths[f"{section}/{inside.split('/', 1)[0].partition('|')[0]}"] = None
    return {section: tuple(paths) for section, paths in found.items()}
