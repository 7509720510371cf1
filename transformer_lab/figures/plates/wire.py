"""The residual wire of one tower: its places one behind the other, and who writes at each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.build import places
from transformer_lab.figures.heads import all_heads
from transformer_lab.figures.options import Options
from transformer_lab.language import tr, translatable

NAMES = translatable(
    {
        "attn": "Attention {n}",
        "self": "Self-attention {n}",
        "cross": "Cross-attention {n}",
        "ffn": "Feed-forward {n}",
    }
)


class Station(NamedTuple):
    """A place of the wire."""

    node: str
    """the wire there"""
    name: str
    adds: str = ""
    """the node of what was added to it, if one was"""
    norm: str = ""
    """the norm that stands on the wire itself, behind the sum"""
    residual: bool = True
    """whether what came before goes on"""
    block: int = -1


class Wire(NamedTuple):
    """A tower of the model: “block”, “encoder” or “decoder”."""

    tower: str
    words: tuple[str, ...]
    stations: tuple[Station, ...]


def wire(snapshot: Snapshot, options: Options) -> Wire:
    """The wire of the tower in which `options.block` lies; with two towers the decoder's is the usual one."""
    tower = _tower(snapshot, options.block)
    stations = [s for s in _stations(snapshot, tower) if s.node in snapshot]
    return Wire(tower, _words(snapshot, tower), tuple(stations))


def tower_title(tower: str) -> str:
    """“encoder”, “decoder”; nothing where there is one tower."""
    return {"encoder": tr("encoder"), "decoder": tr("decoder")}.get(tower, "")


def _tower(snapshot: Snapshot, block: int | None) -> str:
    if not snapshot.state.model.encoder:
        return "block"
    chosen = next((h.path for h in all_heads(snapshot) if h.block == block), "decoder.0")
    return "encoder" if chosen.startswith("encoder") else "decoder"


def _words(snapshot: Snapshot, tower: str) -> tuple[str, ...]:
    if tower != "encoder":
        return snapshot.words
    from transformer_lab.document.axes import axis_names

    return axis_names(snapshot, "encoder/embed")[0]


def _stations(snapshot: Snapshot, tower: str) -> Iterator[Station]:
    """The words, every sublayer, and the last norm."""
    model = snapshot.state.model
    encoder = tower == "encoder"
    root = "encoder/" if encoder else ""
    yield Station(f"{root}embed", tr("Words"))
    for i, block in enumerate(model.encoder if encoder else model.blocks):
        each = tuple(places(block.sublayers, decoder=tower == "decoder"))
        kinds = [name.split("_")[0] for name, *_ in each]
        for name, at, behind, sub in each:
            path, after = f"{tower}.{i}", sub.norm == "after"
            title = _title(name, i, kinds)
            norm = f"{path}/{at}" if after else ""
            yield Station(norm or f"{path}/{behind}", title, f"{path}/{name}/out", norm, sub.residual, i)
    yield Station(f"{root}final_norm", tr("Last norm"), norm=f"{root}final_norm")


def _title(name: str, block: int, kinds: list[str]) -> str:
    """“Attention 2”; where a block has several of a kind, “Attention 2.1” and so on."""
    kind, _, number = name.partition("_")
    several = kinds.count(kind) > 1
    return tr(NAMES[kind], n=f"{block + 1}.{number or 1}" if several else block + 1)
