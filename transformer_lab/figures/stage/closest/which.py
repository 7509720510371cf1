"""Which number the closest level works out, and how far the work has come."""

from __future__ import annotations

import numpy as np

from transformer_lab.engine.graph import Cell, Node
from transformer_lab.figures.by_head import index_of
from transformer_lab.figures.stage.scene import Scene


def cell_of(scene: Scene) -> Cell:
    """The number that was chosen, else one that the beat under the cursor brings to the word that asks."""
    assert scene.snapshot.graph is not None
    graph, chosen = scene.snapshot.graph, scene.look.cell
    if chosen is not None and chosen.node in graph and _inside(graph[chosen.node], chosen.index):
        return chosen
    node = graph[scene.timeline.beats[scene.cursor.beat].nodes[-1]]
    return Cell(node.id, _usual(scene, node))


def _inside(node: Node, index: tuple[int, ...]) -> bool:
    return len(index) == len(node.shape) and all(0 <= i < n for i, n in zip(index, node.shape, strict=True))


def _usual(scene: Scene, node: Node) -> tuple[int, ...]:
    """The head and the word that are looked at, and of a vector its largest number."""
    assert scene.snapshot.graph is not None
    heads = "".join(letter for letter in node.axes if letter in "hgr")
    asks = scene.look.source if node.id.startswith("encoder") else scene.look.query
    across = node.id.rpartition("/")[0].endswith("cross")
    wanted = {"t": asks, "s": scene.look.source if across else asks}
    if heads in ("g", "gr"):
        tail = [
            min(wanted.get(a, 0), n - 1) for a, n in zip(node.axes, node.shape, strict=True) if a not in "gr"
        ]
        return index_of(scene.snapshot.graph, node.id, (max(0, scene.look.head), *tail))
    wanted["h"] = scene.look.head
    index = tuple(max(0, min(wanted.get(a, 0), n - 1)) for a, n in zip(node.axes, node.shape, strict=True))
    if not node.axes or node.axes[-1] in wanted:
        return index
    row = np.nan_to_num(scene.snapshot[node.id][index[:-1]])
    return (*index[:-1], int(row.argmax()))


def worked(scene: Scene, cell: Cell) -> float:
    """How much of the number has been worked out: 0 before its beat, 1 after it; 1 for what is given."""
    beat = next((i for i, b in enumerate(scene.timeline.beats) if cell.node in b.nodes), -1)
    if scene.cursor.beat != beat:
        return float(scene.cursor.beat > beat)
    return scene.cursor.u
