"""Which layers of a stage make up a block, so that a file holds each block as one group."""

from __future__ import annotations

import re
from collections.abc import Sequence

from transformer_lab.figures.picture import Layer

ADDRESS = re.compile(r"\b(block|encoder|decoder)\.(\d+)")
BEGINS = re.compile(r"\b(block|encoder|decoder)$")
"""Of a row that is numbered by its key, such as ``("frame block", 1)``."""


def by_block(layers: Sequence[Layer]) -> list[tuple[str, list[Layer]]]:
    """Neighbouring layers of one block together, under its name; the others one by one, without a name."""
    found: list[tuple[str, list[Layer]]] = []
    for layer in layers:
        name = block_of(layer, found[-1][0] if found else "")
        if name and found and found[-1][0] == name:
            found[-1][1].append(layer)
        else:
            found.append((name, [layer]))
    return found


def block_of(layer: Layer, before: str) -> str:
    """The block that a layer is a row of (``block 2``), or nothing; `before` is that of the layer below."""
    if layer.key is None or len(layer.key) < 2:
        return ""
    first, number = str(layer.key[0]), layer.key[1]
    address = ADDRESS.search(first)
    if address is not None:
        return f"{address[1]} {int(address[2]) + 1}"
    if not isinstance(number, int) or isinstance(number, bool):
        return ""
    begins = BEGINS.search(first)
    if begins is not None:
        return f"{begins[1]} {number + 1}"
    return before if before.endswith(f" {number + 1}") else ""
