"""Finding a value or a number by its id or by words: “query block 2 head 1 scared”, “W_Q”, “attention cat”.

The words of a search name a value (its address, its name, its block) or a place on one of its axes. What is
left over of the axes is filled with the strongest number. Pure search: the same snapshot and words give the
same list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from transformer_lab.document.axes import axis_labels, head_name
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell, Node
from transformer_lab.figures.ask.address import address_of
from transformer_lab.figures.find_terms import SPLIT, PlaceNames, named, terms_of
from transformer_lab.figures.links import whole, word, words_of
from transformer_lab.figures.names import full_name
from transformer_lab.language import tr

MOST = 12
MOST_HEADS = 4
INDEXED = re.compile(r"^(?P<node>[\w./|]+)(\[|\s+)(?P<index>\d[\d,\s]*|)\]?$")
COUNTED = {
    "block": "b",
    "layer": "b",
    "head": "h",
    "slot": "k",
    "unit": "f",
    "feature": "d",
    "word": "t",
    "norm": "n",
}
"""Words that are followed by a number, and the axis that they count; b is a block, n a norm."""
COUNTED |= dict(zip(tr("block layer head slot unit feature word norm").casefold().split(), "bbhkfdtn"))  # noqa: B905
PLAIN = "a after an at for from how in is much of on the to what word"
FILLING = f"{PLAIN} {tr(PLAIN)}".split()
"""Words of a question that name nothing, unless the text has them."""
WEIGHTED = {"probs": 3.0, "weights": 2.5, **dict.fromkeys(("scores", "q", "k", "v", "out"), 1.0)}
"""Values that people mean more often than others of the same name."""

INNER = 1.5
"""Steps on the way to a value, such as those inside a softmax, are meant more seldom."""


class Found(NamedTuple):
    """One answer: what it is, where it stands, where it leads, and how well it fits (higher is better)."""

    title: str
    place: str
    target: Cell
    fit: float


class Query(NamedTuple):
    """A search in parts: plain words, and numbers that were named (“head 1”), by axis letter, from 0."""

    words: tuple[str, ...]
    counted: tuple[tuple[str, int], ...]


def find(snapshot: Snapshot, text: str, most: int = MOST, first: int = 0) -> tuple[Found, ...]:
    """The best answers first; nothing for an empty search or text. `first` numbers the first word."""
    graph = snapshot.graph
    if graph is None or not text.strip():
        return ()
    direct = _indexed(snapshot, text.strip())
    if direct is not None:
        return (_placed(snapshot, direct, first),)
    query = _spoken(snapshot, parsed(text, first))
    found = next(filter(None, (_all(snapshot, way, first) for way in (query, *_meant(query)))), [])
    found.sort(key=lambda one: -one.fit)
    return tuple(_placed(snapshot, one, first) for one in found[:most])


def _placed(snapshot: Snapshot, one: Found, first: int) -> Found:
    """An answer that is a number, with its places in the title: “Attention: head 1, scared → cat”."""
    assert snapshot.graph is not None
    if one.target.node not in snapshot.graph or not one.target.index:
        return one
    places = cell_places(snapshot, snapshot.graph[one.target.node], one.target.index, first)
    return one._replace(title=f"{one.title}: {places}")


def _all(snapshot: Snapshot, query: Query, first: int) -> list[Found]:
    """Everything that fits, in no order."""
    assert snapshot.graph is not None
    found, known = [*_words(snapshot, query, first)], PlaceNames(snapshot.state)
    for node in snapshot.graph:
        found += _match(snapshot, node, query, known) if "|" not in node.id else ()
    return found


def _meant(query: Query) -> Iterable[Query]:
    """“W_Q 2” where nothing is called 2: block 2, else head 2."""
    numbers = [w for w in query.words if w.isdigit()]
    if len(numbers) != 1 or len(query.words) < 2:
        return
    words = tuple(w for w in query.words if not w.isdigit())
    for letter in "bh":
        if letter not in dict(query.counted):
            yield Query(words, (*query.counted, (letter, int(numbers[0]) - 1)))


def parsed(text: str, first: int = 0) -> Query:
    """The search in parts; “head 1” and “head1” name one number, people count from 1 (words from `first`)."""
    words: list[str] = []
    counted: list[tuple[str, int]] = []
    tokens = SPLIT.findall(re.sub(r"\b([A-Za-z]{4,})(\d+)\b", r"\1 \2", text))
    for token in tokens:
        last = words[-1].lower() if words else ""
        if token.isdigit() and last in COUNTED:
            letter = COUNTED[words.pop().lower()]
            counted.append((letter, int(token) - {"t": first, "n": 0}.get(letter, 1)))
        else:
            words.append(token)
    return Query(tuple(words), tuple(counted))


def _spoken(snapshot: Snapshot, query: Query) -> Query:
    """“query of cat” as “query cat”: without what only fills the sentence."""
    known = {name.casefold() for side in ("", "encoder/") for name in words_of(snapshot, side)}
    kept = tuple(w for w in query.words if w.casefold() in known or w.casefold() not in FILLING)
    return query._replace(words=kept or query.words)


def _indexed(snapshot: Snapshot, text: str) -> Found | None:
    """``block.0/attn/q[0,7,1]`` as it was copied, or ``block.0/attn/q 0,7,1`` as the inspector prints it."""
    match = INDEXED.match(text)
    graph = snapshot.graph
    if match is None or graph is None or match["node"] not in graph:
        return None
    node = graph[match["node"]]
    index = tuple(int(i) for i in re.findall(r"\d+", match["index"]))
    if len(index) != len(node.shape) or any(i >= n for i, n in zip(index, node.shape, strict=True)):
        return None
    return _found(snapshot, node, index, 100.0)


def _words(snapshot: Snapshot, query: Query, first: int) -> Iterable[Found]:
    """Words of the text, when nothing else was said."""
    if len(query.words) != 1 or query.counted:
        return
    asked = query.words[0].casefold()
    for side, place in (("", tr("word of the text")), ("encoder/", tr("word of the source"))):
        for i, name in enumerate(words_of(snapshot, side)):
            if name.casefold().startswith(asked):
                title = tr("The path of {word}", word=name)
                yield Found(title, f"{place} {i + first}", word(i, side), 6.0 + (name.casefold() == asked))


def _match(snapshot: Snapshot, node: Node, query: Query, known: PlaceNames) -> tuple[Found, ...]:
    """How well a node fits: each word must name it or a place on an axis of it that is still open."""
    fit, places = _counted(snapshot, node, query)
    if fit < 0.0:
        return ()
    names, tags = terms_of(node)
    said = 0.0
    for token in query.words:
        asked = token.casefold()
        part = named(asked, names, tags, node.id)
        if part:
            said += part
            continue
        axis = _on_axis(asked, node, places, known)
        if axis is None:
            return ()
        places[axis[0]] = axis[1]
        fit += 1.5
    if not said and not (places and query.words):
        return () if not query.counted or query.words else (_found(snapshot, node, None, fit),)
    if not said and len(places) < len(node.axes):
        fit -= 2.0
    graph = snapshot.graph
    inner = node.kind == "constant" or (graph is not None and node.id.rpartition("/")[0] in graph)
    fit += said + _usual(node) - 0.05 * len(node.id.split("/")) - (INNER if inner else 0.0)
    if not places:
        return (_found(snapshot, node, None, fit),)
    return tuple(_found(snapshot, node, _filled(snapshot, node, at), fit) for at in _each_head(node, places))


def _each_head(node: Node, places: dict[int, int]) -> list[dict[int, int]]:
    """The places once for each head, where no head was named; the first few."""
    axis = node.axes.find("h")
    if axis < 0 or axis in places:
        return [places]
    return [{**places, axis: head} for head in range(min(node.shape[axis], MOST_HEADS))]


def _counted(snapshot: Snapshot, node: Node, query: Query) -> tuple[float, dict[int, int]]:
    """The places that numbers name; −1 if one of them names none here."""
    places: dict[int, int] = {}
    fit = 0.0
    block = address_of(node.id).block
    for letter, n in query.counted:
        if letter == "b":
            if block != n + 1:
                return -1.0, places
        elif letter == "n":
            if f"norm_{n}" not in node.id:
                return -1.0, places
        elif letter == "h" and "h" not in node.axes:
            if not {"g", "r"} <= set(node.axes):
                return -1.0, places
            shared = node.shape[node.axes.index("r")]
            places |= {node.axes.index("g"): n // shared, node.axes.index("r"): n % shared}
        else:
            axis = node.axes.find(letter)
            if axis < 0 or not 0 <= n < node.shape[axis]:
                return -1.0, places
            places[axis] = n
        fit += 2.0
    sized = all(0 <= i < node.shape[axis] for axis, i in places.items())
    return (fit if sized else -1.0), places


def _on_axis(asked: str, node: Node, places: dict[int, int], known: PlaceNames) -> tuple[int, int] | None:
    """The first open axis with a place of this name: (axis, place); a word's last occurrence counts."""
    for axis, letter in enumerate(node.axes):
        if axis in places or letter not in "tsdv":
            continue
        place = known.of(node, axis).get(asked)
        if place is not None:
            return axis, place
    return None


def _usual(node: Node) -> float:
    name = node.id.rpartition("/")[2]
    return WEIGHTED.get(name, 0.0) / 10.0


def _filled(snapshot: Snapshot, node: Node, places: dict[int, int]) -> tuple[int, ...]:
    """An index: what was named, and elsewhere the strongest number."""
    if node.id.endswith("/weights") and node.axes.endswith("ts") and not {*_pair(node)} & {*places}:
        places = places | {_pair(node)[0]: node.shape[-2] - 1}  # the first word has nobody but itself
    at = tuple(places.get(axis, slice(None)) for axis in range(len(node.axes)))
    part = np.abs(np.nan_to_num(snapshot[node.id][at], nan=0.0, posinf=0.0, neginf=0.0))
    free = iter(np.unravel_index(int(part.argmax()), part.shape)) if part.ndim else iter(())
    return tuple(places[axis] if axis in places else int(next(free)) for axis in range(len(node.axes)))


def _pair(node: Node) -> tuple[int, int]:
    """The axes of the word that asks and of the word that is read."""
    return len(node.axes) - 2, len(node.axes) - 1


def _found(snapshot: Snapshot, node: Node, index: tuple[int, ...] | None, fit: float) -> Found:
    place = block_line(node.id)
    if index is None:
        shape, name = " × ".join(map(str, node.shape)), node.id.rpartition("/")[2]
        parts = (place, name if name != place else "", shape)
        return Found(full_name(node.id), " · ".join(p for p in parts if p), whole(node.id), fit)
    return Found(full_name(node.id), place, Cell(node.id, index), fit + 0.01)


def cell_places(snapshot: Snapshot, node: Node, index: tuple[int, ...], first: int = 0) -> str:
    """“head 1, scared → cat”, repeated words told apart."""
    names = axis_labels(snapshot, node.id, first)
    told = [names[axis][i].partition(" · ")[0] for axis, i in enumerate(index)]
    if {"g", "r"} <= set(node.axes):
        head = head_name(snapshot.state, node, index).partition(" · ")[0]
        told = [head, *(t for t, a in zip(told, node.axes, strict=True) if a not in "gr")]
    if node.axes.endswith("ts"):
        return ", ".join([*told[:-2], f"{told[-2]} → {told[-1]}"])
    return ", ".join(told)


def block_line(node_id: str) -> str:
    """“block 2”, “decoder 1, cross-attention”, or the id where there is no block."""
    address = address_of(node_id)
    if not address.block:
        return node_id
    line = tr("{side} {n}", side=tr(address.side), n=address.block)
    return tr("{line}, cross-attention", line=line) if "/cross" in node_id else line


def strongest(snapshot: Snapshot, node_id: str) -> Cell:
    """The strongest number of a value. Raises LabError for an unknown id or an empty text."""
    snapshot[node_id]
    assert snapshot.graph is not None
    return Cell(node_id, _filled(snapshot, snapshot.graph[node_id], {}))
