"""All heads at once: blocks down, heads across, each a small map of who looks at whom."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.attention import attention
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture


def head_grid(snapshot: Snapshot, options: Options) -> Picture:
    return attention(snapshot, options)
