"""What the outline lists: friendly rows first, and below each the arrays that belong to it. Pure, from a
snapshot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.figures.heads import all_heads, block_of
from transformer_lab.figures.names import array_name
from transformer_lab.figures.timeline_track import section_name
from transformer_lab.language import tr

Kind = Literal["part", "block", "head", "quiet", "array", "bar"]
BARS = 3


@dataclass(frozen=True)
class Row:
    """One line. `key` names it across edits; `node` is the array it stands for (arrays, heads: their
    weights).
    """

    key: str
    kind: Kind
    title: str
    note: str = ""
    node: str = ""
    block: int = -1
    head: int = -1
    rank: int = -1
    """bars: the how manieth likely word"""
    rows: tuple[Row, ...] = ()
    where: str = ""
    """with two towers: the block that it stands in"""
    written: str = ""
    """the note that somebody wrote about it"""


def address_of_row(row: Row) -> str:
    """What a note on a row belongs to: its array, or the part that it names."""
    return row.node if row.kind == "array" else row.key


def noted(row: Row, notes: Mapping[str, str]) -> Row:
    """The row and all below it with what was written about them."""
    below = tuple(noted(inner, notes) for inner in row.rows)
    return replace(row, rows=below, written=notes.get(address_of_row(row), ""))


def outline_rows(snapshot: Snapshot) -> tuple[Row, ...]:
    """All rows of a snapshot, with what was written about them."""
    rows, notes = _outline_rows(snapshot), snapshot.state.notes
    return tuple(noted(row, notes) for row in rows) if notes else rows


def _outline_rows(snapshot: Snapshot) -> tuple[Row, ...]:
    """All rows of a snapshot; every node of its graph is in exactly one place, those of heads once for each
    head. What a hand set stands for what was computed there; that is told when the number is asked.
    """
    graph = snapshot.graph
    if graph is None:
        return ()
    model = snapshot.state.model
    below = (final_norm(graph), *next_word(graph))
    if not model.encoder:
        blocks = [block(snapshot, graph, f"block.{i}", i) for i in range(len(model.blocks))]
        return tuple(row for row in (*entrance(snapshot, graph), *blocks, *below) if row is not None)
    encoder = tower(snapshot, graph, "encoder", len(model.encoder))
    decoder = tower(snapshot, graph, "decoder", len(model.blocks))
    source, target = entrance(snapshot, graph, "encoder/"), entrance(snapshot, graph)
    found = (*source, *encoder, final_norm(graph, "encoder/"), *target, *decoder, *below)
    return tuple(row for row in found if row is not None)


def tower(snapshot: Snapshot, graph: Graph, name: str, count: int) -> list[Row]:
    """The blocks of an encoder or a decoder; choosing a head of them chooses its attention."""
    found = []
    for i in range(count):
        path = f"{name}.{i}"
        row = block(snapshot, graph, path, block_of(snapshot, f"{path}/") or 0)
        found.append(placed(row, section_name(path)))
    return found


def placed(row: Row, where: str) -> Row:
    """The row, and all below it, with the name of its block."""
    title = where if row.kind == "block" else row.title
    return replace(row, title=title, where=where, rows=tuple(placed(inner, where) for inner in row.rows))


def entrance(snapshot: Snapshot, graph: Graph, side: str = "") -> list[Row | None]:
    """What words become before the first block: looked up, placed, normed."""
    real = [n for n in graph if n.id in (f"{side}real", f"{side}real/hidden")]
    inner = [n for n in graph if n.id.startswith(f"{side}embed/norm")]
    return [
        embedding(snapshot, graph, side),
        position(snapshot, graph, side),
        part(f"{side}embed/norm", tr("Norm"), "", inner),
        part(f"{side}real", tr("Padding"), "", real),
    ]


WORDS = ("tokens", "embed", "embed/W_E", "embed/tokens", "embed/root_d_model", "embed/scaled", "embed/sum")


def embedding(snapshot: Snapshot, graph: Graph, side: str = "") -> Row | None:
    """The table of words and what is looked up."""
    words = {side + name for name in WORDS}
    found = [n for n in graph if n.id in words]
    note = tr("{n} features", n=snapshot.state.model.d_model)
    title = tr("Target words") if snapshot.state.model.encoder else tr("Embedding")
    title = tr("Source words") if side else title
    return part(f"{side}embed", title, note, found)


def position(snapshot: Snapshot, graph: Graph, side: str = "") -> Row | None:
    """Where words stand."""
    others = (*(side + name for name in WORDS), f"{side}embed/norm")
    found = [n for n in graph if n.id.startswith(f"{side}embed/") and n.id not in others]
    found = [n for n in found if not n.id.startswith(f"{side}embed/norm/")]
    notes = {"table": tr("table"), "sinusoidal": tr("sin, cos")}
    note = notes.get(snapshot.state.model.positions.kind, "")
    return part(f"{side}position", tr("Position"), note, found)


def block(snapshot: Snapshot, graph: Graph, path: str, number: int) -> Row:
    """One block: its parts in the order in which they act, the wire at the end."""
    inside = path + "/"
    nodes = [n for n in graph if n.id.startswith(inside) and "|" not in n.id]
    groups: dict[str, list[Node]] = {}
    between: list[Node] = []
    for node in nodes:
        name = node.id.split("/")[1]
        shared = name.startswith(ATTENTIONS) and not of_a_head(node)
        (between if shared or name.startswith("resid") else groups.setdefault(name, [])).append(node)
    found: list[Row] = []
    for name, members in groups.items():
        found += sublayer(snapshot, f"{path}/{name}", members, number)
    carried = part(f"{path}/between", tr("Residual stream"), "", between, number)
    found += [replace(carried, kind="quiet")] if carried is not None else []
    name = snapshot.state.block_names.get(path, "")
    return Row(path, "block", tr("Block {n}", n=number + 1), name, block=number, rows=tuple(found))


def of_a_head(node: Node) -> bool:
    """Whether an array of attention belongs to its heads one by one."""
    return bool(set("hg") & set(node.axes)) and not node.id.endswith("/join")


ATTENTIONS = ("attn", "self", "cross")


def sublayer(snapshot: Snapshot, path: str, nodes: list[Node], number: int) -> list[Row]:
    """Attention as its heads; anything else as one row."""
    name = path.rsplit("/", 1)[-1]
    if name.startswith(ATTENTIONS):
        return attention(snapshot, path, nodes, number)
    titles = {"ffn": tr("Feed-forward"), "norm": tr("Norm")}
    title = titles.get(name.split("_")[0], name)
    found = part(path, title, widths(nodes) if name.startswith("ffn") else norm_note(name), nodes, number)
    return [found] if found is not None else []


def attention(snapshot: Snapshot, path: str, nodes: list[Node], number: int) -> list[Row]:
    """One row for each head."""
    heads = next((h for h in all_heads(snapshot) if h.path == path), None)
    across = tr("cross") if path.rpartition("/")[2].startswith("cross") else ""
    number = heads.block if heads is not None else number
    return [
        Row(
            f"{path}/head.{h}",
            "head",
            tr("Head {n}", n=h + 1),
            name or across,
            f"{path}/weights",
            number,
            h,
            rows=tuple(array(n, f"{path}/head.{h}", number, h) for n in nodes),
        )
        for h, name in enumerate(heads.names if heads is not None else ())
    ]


def final_norm(graph: Graph, side: str = "") -> Row | None:
    """The norm before the words are weighed, or before the decoder reads."""
    path = f"{side}final_norm"
    return part(path, tr("Last norm"), "", [n for n in graph if f"{n.id}/".startswith(f"{path}/")])


OUTPUT = ("W_U", "b_U", "temperature", "logits", "probs", "target", "loss")


def next_word(graph: Graph) -> list[Row]:
    """The likeliest words as bars, and the arrays behind them."""
    if "probs" not in graph:
        return []
    found = [n for n in graph if n.id.split("/")[0] in OUTPUT]
    bars = tuple(
        Row(f"next/{i}", "bar", "", node="probs", rank=i) for i in range(min(BARS, graph["probs"].shape[-1]))
    )
    behind = part("next/arrays", tr("How it is made"), "", found)
    return [
        Row(
            "next",
            "block",
            tr("Next word"),
            rows=(*bars, *([replace(behind, kind="quiet")] if behind is not None else [])),
        )
    ]


def part(key: str, title: str, note: str, nodes: Iterable[Node], number: int = -1) -> Row | None:
    """A friendly row over arrays; None when there are none."""
    rows = tuple(array(node, key, number) for node in nodes if "|" not in node.id)
    return Row(key, "part", title, note, block=number, rows=rows) if rows else None


def array(node: Node, key: str, number: int, head: int = -1) -> Row:
    """The row of one array: its name in words, and its axes with their lengths."""
    name, note = _told(node.id, node.axes, node.shape)
    return Row(f"{key}:{node.id}", "array", name, note, node.id, number, head)


@lru_cache(maxsize=1024)
def _told(node_id: str, axes: str, shape: tuple[int, ...]) -> tuple[str, str]:
    """Name and note of an array: the same for each of its heads, and after most edits."""
    note = " × ".join(f"{a} {n}" for a, n in zip(axes, shape, strict=True))
    return array_name(node_id), note or tr("one number")


def widths(nodes: Iterable[Node]) -> str:
    """“8 – 32 – 8”: what goes in, the hidden units, what comes out."""
    shape = {n.id.rsplit("/", 1)[-1]: n.shape for n in nodes}
    first, second = shape.get("W_1"), shape.get("W_2")
    return f"{first[0]} – {first[1]} – {second[1]}" if first and second else ""


def norm_note(name: str) -> str:
    """Which of the block's norms it is."""
    return name.rpartition("_")[2] if name.startswith("norm_") else ""
