"""Every weight that acts is drawn while it acts: which column, which sum so far."""

from __future__ import annotations

import numpy as np
import pytest

from tests.figures.stage_frames import frame, leaves, timeline
from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.picture import Cells, Picture, Texts
from transformer_lab.figures.timeline import Cursor

EVERY = ("first-sentence", "worked-example", "tiny-gpt", "tiny-llama", "small-red-house", "tiny-bert")


def keys(picture: Picture, snapshot: Snapshot) -> dict[str, Cells]:
    """The matrices that are seen as keys, by their address."""
    found = {}
    for layer in picture.layers:
        for item in leaves(layer.build()) if layer.key is None else ():
            if isinstance(item, Cells) and item.ref is not None:
                assert snapshot.graph is not None
                if snapshot.graph[item.ref.node].kind == "parameter" and item.radius > 0.0:
                    found[item.ref.node] = item
    return found


def weights(snapshot: Snapshot) -> set[str]:
    """All weights, biases, gains and shifts that are small enough to be keys.

    The table of positions is not among them: its rows are the ribbons of the band themselves.
    """
    assert snapshot.graph is not None
    nodes = (node for node in snapshot.graph if node.kind == "parameter")
    return {node.id for node in nodes if np.prod(node.shape) <= 512} - {"embed/positions"}


@pytest.mark.parametrize("name", EVERY)
def test_every_weight_is_seen_acting_with_its_true_numbers(name: str) -> None:
    snapshot = session.new(name).snapshot
    seen: set[str] = set()
    for number in range(len(timeline(snapshot).beats)):
        for node, cells in keys(frame(snapshot, Cursor(number, 0.5)), snapshot).items():
            seen.add(node)
            assert cells.ref is not None
            true = snapshot[node][tuple(cells.ref.index.T)]
            assert np.array_equal(cells.values[:, 0, 0], true), node
    assert weights(snapshot) - seen == set()


def said(picture: Picture) -> list[str]:
    items = (i for layer in picture.layers if layer.key is None for i in leaves(layer.build()))
    return [text for item in items if isinstance(item, Texts) for text in item.text]


def test_the_first_sum_runs_term_by_term_to_the_true_number() -> None:
    snapshot = session.new("first-sentence").snapshot
    number = timeline(snapshot).index["block.0/attn", "project"]
    x, w = snapshot["block.0/resid_pre"][0], snapshot["block.0/attn/W_Q"][:, 0, 0]
    for term in range(len(x)):
        u = 0.64 * (term + 0.5) / len(x)
        texts = said(frame(snapshot, Cursor(number, u)))
        partial = float(x[: term + 1] @ w[: term + 1])
        shown = f"{abs(partial):.2f}" if round(partial, 2) >= 0 else f"−{abs(partial):.2f}"
        sign = "= " if term + 1 == len(x) else "… "
        assert sign + shown in texts, (term, texts)


def test_a_row_lifts_out_of_the_table_and_lands_in_its_lane() -> None:
    snapshot = session.new("first-sentence").snapshot

    def left(u: float) -> float:
        layers = frame(snapshot, Cursor(0, u)).layers
        ribbons = [
            item
            for layer in layers
            if layer.key is None
            for item in leaves(layer.build())
            if isinstance(item, Cells) and item.ref is not None and item.ref.node == "embed/tokens"
        ]
        return min(float(item.at[0, 0]) for item in ribbons if item.ref and item.ref.index[0, 0] == 0)

    xs = [left(u) for u in (0.02, 0.1, 0.3, 0.9)]
    table = keys(frame(snapshot, Cursor(0, 0.02)), snapshot)["embed/W_E"]
    assert xs[0] == pytest.approx(float(table.at[:, 0].min()), abs=20.0)
    assert xs[-1] < xs[0]
