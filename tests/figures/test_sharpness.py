"""How sharply heads look, and the grid of heads sorted by it."""

from __future__ import annotations

import numpy as np

from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.figures.heads import all_heads, head_weights
from transformer_lab.figures.picture import Cells, Rects, Texts
from transformer_lab.figures.registry import draw_figure
from transformer_lab.figures.sharpness import sharpest_first, sharpness


def test_a_head_that_looks_at_one_word_is_sharper_than_one_that_looks_at_all() -> None:
    lab = session.new()
    lab.do(edits.switch("heads", 4))
    snapshot = lab.snapshot
    for heads in all_heads(snapshot):
        found = sharpness(snapshot, heads)
        assert found.shape == (4,)
        assert ((found >= -1e-12) & (found <= 1.0)).all()
        peaks = np.asarray(head_weights(snapshot, heads))[:, 1:].max(-1).mean(-1)
        assert int(found.argmax()) == int(peaks.argmax())
        order = sharpest_first(snapshot, heads)
        assert sorted(order) == [0, 1, 2, 3]
        assert list(found[list(order)]) == sorted(found, reverse=True)


def test_the_grid_stands_in_this_order_and_says_whose_map_it_is() -> None:
    lab = session.new()
    lab.do(edits.switch("heads", 4))
    snapshot = lab.snapshot
    drawn = draw_figure("head-grid", snapshot, order="sharpness", block=0, head=2)
    items = [item for layer in drawn.layers for item in layer.build()]
    first = next(i for i in items if isinstance(i, Cells) and i.ref is not None)
    assert first.ref is not None
    order = sharpest_first(snapshot, all_heads(snapshot)[0])
    by_place = [int(first.ref.index[i, 0]) for i in np.argsort(first.at[:, 0], kind="stable")]
    assert tuple(by_place) == order
    texts = [(text, at) for i in items if isinstance(i, Texts) for text, at in zip(i.text, i.at, strict=True)]
    assert any(text.startswith("Sharpest") for text, _ in texts)
    ring = next(i for i in items if isinstance(i, Rects) and i.stroke == "select")
    middle = ring.box[0, 0] + ring.box[0, 2] / 2.0
    under = min((t for t in texts if t[0].split(" ")[0] == "3"), key=lambda t: t[1][1])
    assert abs(under[1][0] - middle) < 1.0
