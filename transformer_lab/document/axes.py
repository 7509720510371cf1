"""Names for every place in every array: words, features, heads, slots. What people read instead of indices.

Letters alone do not decide: heads joined without W_O give a wire (letter d) that is not as wide as the model,
and its numbers have no feature names. So the sizes are looked at too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from transformer_lab.document.layout import Layout, layout
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import State
from transformer_lab.engine.gradient import PREFIX
from transformer_lab.engine.graph import Node
from transformer_lab.language import tr

Names = tuple[str, ...]
SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def axis_names(snapshot: Snapshot, node_id: str, first: int = 0) -> tuple[Names, ...]:
    """For each axis of the node one name for each place on it. Raises LabError for an unknown id.

    `first` is the number of the first place where places have no names of their own.
    """
    found = layout(snapshot.state)
    node = (snapshot.graph or found.graph)[node_id]
    return names_of(snapshot.state, found, node, first)


def axis_labels(snapshot: Snapshot, node_id: str, first: int = 0) -> tuple[Names, ...]:
    """As `axis_names`, with repeated names told apart by their place: “the₃”."""
    return tuple(distinct(names, first) for names in axis_names(snapshot, node_id, first))


def distinct(names: Names, first: int = 0) -> Names:
    """Names that occur more than once get their place, counted as on the stage."""
    count = Counter(names)
    if len(count) == len(names):
        return names
    return tuple(n if count[n] == 1 else n + str(i + first).translate(SUBSCRIPT) for i, n in enumerate(names))


def names_of(state: State, found: Layout, node: Node, first: int = 0) -> tuple[Names, ...]:
    """As `axis_names`, for a state that is not computed (yet). A gradient is named as what it belongs to."""
    if node.id.startswith(PREFIX):
        node = replace(node, id=node.id.removeprefix(PREFIX).partition("|")[0])
    return tuple(
        NAMERS.get(a, _numbered)(state, found, node, n) or _places(n, first)
        for a, n in zip(node.axes, node.shape, strict=True)
    )


def place(node_id: str) -> str:
    """Where a node stands, for people: “W_Q, block 2” for ``block.1/attn/W_Q``."""
    first, _, rest = node_id.partition("/")
    kind, dot, number = first.partition(".")
    if not dot or not number.isdigit():
        return node_id.replace("/", " ")
    inner = rest.removeprefix("attn/") or kind
    return tr("{name}, {kind} {number}", name=inner.replace("/", " "), kind=tr(kind), number=int(number) + 1)


def cell_name(
    state: State,
    node_id: str,
    index: tuple[int, ...],
    found: Layout | None = None,
    first: int | None = None,
) -> str:
    """One cell for people: “W_Q, block 2, head 1: state → slot 1”. Raises LabError for an unknown id.

    With the number of the `first` word repeated words are told apart: “the₀ → the₃”.
    """
    found = found or layout(state)
    node = found.graph[node_id]
    every = names_of(state, found, node, first or 0)
    every = every if first is None else tuple(distinct(each, first) for each in every)
    names = dict(zip(node.axes, zip(every, index, strict=True), strict=True))
    named = {
        a: values[i] if i < len(values) else _beyond(i + (first or 0)) for a, (values, i) in names.items()
    }
    if "g" in named and "r" in named:
        named = {"h": head_name(state, node, index)} | {a: x for a, x in named.items() if a not in "gr"}
    head = named.pop("h", "")
    where = place(node_id) + (tr(", {head}", head=head) if head else "")
    parts = list(named.values())
    return f"{where}: {' → '.join(parts)}" if parts else where


def _beyond(place: int) -> str:
    """What was set by hand may lie where the present text or model does not reach."""
    return tr("place {n}", n=place)


def head_name(state: State, node: Node, index: tuple[int, ...]) -> str:
    """The head of a cell with axes g and r, counted through all groups: h = g · R + r."""
    place = dict(zip(node.axes, zip(node.shape, index, strict=True), strict=True))
    head = place["g"][1] * place["r"][0] + place["r"][1]
    return heads_named(state, node, head + 1)[head]


def heads_named(state: State, node: Node, n: int) -> Names:
    """The first `n` heads, with their own names where they have some."""
    return _heads(state, layout(state), node, n)


def _words(state: State, found: Layout, node: Node, n: int) -> Names:
    return _named(found.source if node.id.startswith("encoder") else found.words, n)


def _asked(state: State, found: Layout, node: Node, n: int) -> Names:
    """Keys of cross-attention are the encoder's words."""
    across = node.id.startswith("encoder") or "/cross" in node.id
    return _named(found.source if across else found.words, n)


def _named(words: Names, n: int) -> Names:
    return words if n == len(words) else ()


def _vocabulary(state: State, found: Layout, node: Node, n: int) -> Names:
    return found.vocabulary if n == len(found.vocabulary) else _numbered(state, found, node, n)


def _features(state: State, found: Layout, node: Node, n: int) -> Names:
    """Not slots, when they have no names: beside the slots of a head nobody could tell which are meant."""
    named = state.features if n == state.model.d_model else ()
    plain = (tr("feature {n}", n=i + 1) for i in range(n))
    return tuple(name or number for name, number in zip((*named, *("",) * n), plain, strict=False))


def _heads(state: State, found: Layout, node: Node, n: int) -> Names:
    own = state.head_names.get("/".join(node.id.split("/")[:2]), ())
    plain = tuple(tr("head {n}", n=i + 1) for i in range(n))
    return tuple(f"{p} · {own[i]}" if i < len(own) and own[i] else p for i, p in enumerate(plain))


def _slots(state: State, found: Layout, node: Node, n: int) -> Names:
    own = state.slot_names.get("/".join(node.id.split("/")[:2]), ())
    plain = (tr("slot {n}", n=i + 1) for i in range(n))
    return tuple(name or number for name, number in zip((*own, *("",) * n), plain, strict=False))


def _units(state: State, found: Layout, node: Node, n: int) -> Names:
    return tuple(tr("unit {n}", n=i + 1) for i in range(n))


def _nameless(state: State, found: Layout, node: Node, n: int) -> Names:
    """Places that are counted as words are."""
    return ()


def _places(n: int, first: int) -> Names:
    return tuple(tr("place {n}", n=i + first) for i in range(n))


def _groups(state: State, found: Layout, node: Node, n: int) -> Names:
    return tuple(tr("key head {n}", n=i + 1) for i in range(n))


def _members(state: State, found: Layout, node: Node, n: int) -> Names:
    """Heads of a group are counted through all groups only where the group is known; here within it."""
    return tuple(tr("head {n}", n=i + 1) for i in range(n))


def _numbered(state: State, found: Layout, node: Node, n: int) -> Names:
    return tuple(str(i + 1) for i in range(n))


NAMERS: Mapping[str, Callable[[State, Layout, Node, int], Names]] = {
    "t": _words,
    "s": _asked,
    "v": _vocabulary,
    "d": _features,
    "h": _heads,
    "g": _groups,
    "r": _members,
    "k": _slots,
    "j": _slots,
    "f": _units,
    "p": _nameless,
}
