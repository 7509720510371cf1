"""Which rows the builder lists for a model, and where something can be put between them. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from transformer_lab.document.building.names import block_title, kind_title
from transformer_lab.document.building.racks import Tower, block_path, blocks_of, names_of, towers
from transformer_lab.document.building.table import SETTINGS
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Sublayer
from transformer_lab.language import tr

Kind = Literal["words", "positions", "norms", "tower", "block", "sub", "norm", "add", "output"]
GROUPS = {"words": "words", "positions": "positions", "output": "output", "tower": "encoder"}


class Row(NamedTuple):
    """One row. `path` is that of its block or sublayer; rows of a norm and a sum have that of theirs."""

    key: str
    kind: Kind
    title: str
    note: str = ""
    path: str = ""
    depth: int = 0
    folds: bool = False
    is_open: bool = False
    node: str = ""
    """the weights whose maps stand at the right"""

    @property
    def movable(self) -> bool:
        """Whether it can be dragged."""
        return self.kind in ("block", "sub")


class Place(NamedTuple):
    """Where something new can be put: a block into a tower, or a sublayer into the block at `path`."""

    tower: Tower
    at: int
    path: str = ""


class Listed(NamedTuple):
    """A row, and the places before it, outermost first."""

    row: Row | None
    places: tuple[Place, ...]


def listed(model: Model, opened: Collection[str]) -> Iterator[Listed]:
    """All rows from the words to the next word; the last one is no row, only a place."""
    yield Listed(_words(model), ())
    yield Listed(_positions(model, opened), ())
    yield Listed(_norms(model, opened), ())
    for tower in towers(model):
        if model.encoder:
            yield Listed(_tower(model, tower, opened), ())
        for i, block in enumerate(blocks_of(model, tower)):
            path = block_path(model, tower, i)
            yield Listed(_block(model, tower, i, block, path in opened), (Place(tower, i),))
            if path in opened:
                yield from _inside(model, tower, i, opened)
        yield Listed(None, (Place(tower, len(blocks_of(model, tower))),))
    yield Listed(_output(model, opened), ())


def settings_in(row: Row) -> tuple[str, ...]:
    """Names of the settings of a row that is no sublayer."""
    if row.kind == "norms":
        return ("model-norm-kind", "epsilon")
    group = GROUPS.get(row.kind)
    return tuple(s.name for s in SETTINGS.values() if group and s.group == group)


def _inside(model: Model, tower: Tower, number: int, opened: Collection[str]) -> Iterator[Listed]:
    block = block_path(model, tower, number)
    subs = list(names_of(model, tower, number))
    for place, (names, sub) in enumerate(subs):
        here = (Place(tower, place, block),)
        norm = Row(f"{names.norm}", "norm", tr("Norm"), _norm_note(model, sub), names.path, 1)
        if sub.norm == "before":
            yield Listed(norm, here)
        yield Listed(_sub(sub, names.path, opened), () if sub.norm == "before" else here)
        if sub.residual:
            yield Listed(Row(names.wire, "add", tr("Add"), tr("residual connection"), names.path, 1), ())
        if sub.norm == "after":
            yield Listed(norm, ())
    yield Listed(None, (Place(tower, len(subs), block),))


def _words(model: Model) -> Row:
    note = tr("table") + (tr(", × √d") if model.embedding_scale else "")
    title = tr("Words become {n} numbers", n=model.d_model)
    return Row("words", "words", title, note + (tr(", norm") if model.embedding_norm else ""), folds=True)


def _positions(model: Model, opened: Collection[str]) -> Row:
    kind = model.positions.kind
    titles = {
        "none": tr("No positions"),
        "table": tr("Positions added"),
        "sinusoidal": tr("Positions added"),
        "rotary": tr("Positions turn queries and keys"),
        "alibi": tr("Distance lowers scores"),
    }
    notes = {"table": tr("table"), "sinusoidal": tr("sin, cos"), "rotary": tr("rotary"), "alibi": tr("ALiBi")}
    return Row("positions", "positions", titles[kind], notes.get(kind, ""), folds=True)


def _norms(model: Model, opened: Collection[str]) -> Row:
    kind = tr("RMS norm") if model.norm_kind == "rms" else tr("layer norm")
    return Row(
        "norms", "norms", tr("Norms"), f"{kind}, ε {model.epsilon:g}".replace("-", "\u2212"), folds=True
    )


def _tower(model: Model, tower: Tower, opened: Collection[str]) -> Row:
    if tower == "encoder":
        note = tr("reads the source") + (tr(", norm at its end") if model.encoder_norm else "")
        return Row("encoder", "tower", tr("Encoder"), note, folds=True)
    return Row("decoder", "tower", tr("Decoder"), tr("writes the target"))


def _block(model: Model, tower: Tower, number: int, block: BlockSpec, is_open: bool) -> Row:
    path = block_path(model, tower, number)
    title = block_title(model, tower, number)
    seen = next((n for n, s in names_of(model, tower, number) if isinstance(s, Attention)), None)
    node = f"{seen.path}/weights" if seen is not None else ""
    return Row(path, "block", title, "" if is_open else contents(block), path, 0, True, is_open, node)


def contents(block: BlockSpec) -> str:
    """What a block is made of, in a few words."""
    return ", ".join(_said(sub) for sub in block.sublayers) or tr("empty")


def _said(sub: Sublayer) -> str:
    if isinstance(sub, FeedForward):
        return tr("feed-forward {n}", n=sub.width)
    return f"{kind_title(sub)} {_heads(sub)}"


def _heads(sub: Attention) -> str:
    return tr("1 head") if sub.heads == 1 else tr("{n} heads", n=sub.heads)


def _sub(sub: Sublayer, path: str, opened: Collection[str]) -> Row:
    title = kind_title(sub)
    if isinstance(sub, FeedForward):
        names = {"relu": "ReLU", "gelu": "GELU", "gelu_tanh": tr("GELU with tanh"), "silu": "SiLU"}
        note = tr("{n} units, {kind}", n=sub.width, kind=names.get(sub.activation, sub.activation))
        note += tr(", gated") if sub.gated else ""
    else:
        note = _heads(sub) + (tr(", hides later") if sub.mask == "causal" else "")
    return Row(path, "sub", title[:1].upper() + title[1:], note, path, 1, True, path in opened)


def _norm_note(model: Model, sub: Sublayer) -> str:
    kind = sub.norm_kind or model.norm_kind
    said = tr("RMS") if kind == "rms" else tr("layer")
    return tr("{kind}, before", kind=said) if sub.norm == "before" else tr("{kind}, after the sum", kind=said)


def _output(model: Model, opened: Collection[str]) -> Row:
    notes = [tr("last norm")] if model.final_norm else []
    notes += [tr("table of words read backwards")] if model.tied and model.output else []
    notes += [tr("temperature {n}", n=f"{model.temperature:g}")] if model.temperature != 1.0 else []
    title = tr("Next word") if model.output else tr("No next word")
    return Row("output", "output", title, ", ".join(notes), folds=True)
