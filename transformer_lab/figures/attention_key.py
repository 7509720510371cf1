"""The line over a map of weights in a panel: its scale, and what hatch means."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.attention_notes import key_line
from transformer_lab.figures.heads import all_heads, hidden
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Layer, Picture
from transformer_lab.figures.scales import rooted
from transformer_lab.figures.value_length import measured_of
from transformer_lab.language import tr


def attention_key(snapshot: Snapshot, path: str, options: Options, each: bool = False) -> Picture:
    """What the colours of a map without notes mean, in one line: the scale and the hatch.

    `each`: of several maps, which end where their own largest weights are if they have scales of their own.
    """
    width, height = options.width, options.height
    hatched = snapshot.trace is not None and bool(hidden(snapshot, path).any())
    root = rooted(len(snapshot.words), options.ramp)
    limit = 1.0 if each or snapshot.trace is None else _limit(snapshot, path, options)
    own = each and options.ramp == "own"
    items = key_line(hatched, root, width, height, limit, tr("largest") if own else "")
    key = ("attention", "key", width, height, hatched, root, limit, own)
    layer = Layer(key, (0.0, 0.0, width, height), lambda: items)
    return Picture((width, height), (layer,), tr("Scale of the attention"))


def _limit(snapshot: Snapshot, path: str, options: Options) -> float:
    """Where the scale of the chosen head ends."""
    heads = next((heads for heads in all_heads(snapshot) if heads.path == path), None)
    if heads is None:
        return 1.0
    head = min(options.head or 0, len(heads.names) - 1)
    return measured_of(snapshot, heads, head, 0, options).limit
