"""What lies between two towers: threads, feet, the matrix, places for pointer, keys and camera."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.figures.stage_frames import leaves, timeline
from tests.figures.two_towers import CROSS, VIEW, at, frame, shown
from transformer_lab import session
from transformer_lab.document.overriding import override_cell
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.geometry import HAND
from transformer_lab.figures.hit import hit_in, laid_down, locate_in
from transformer_lab.figures.look import block_number, block_path, default_look, following, tower_spans
from transformer_lab.figures.neighbours import neighbour
from transformer_lab.figures.picture import Curves, Picture, Stamps, Texts
from transformer_lab.figures.stage import block_at, row_span, section_spans, stage
from transformer_lab.figures.stage.plan import plan_of
from transformer_lab.figures.stage.towers import towers_of


def buses(picture: Picture, node: str) -> Iterator[Curves]:
    for layer in picture.layers:
        for item in leaves(layer.build()):
            if isinstance(item, Curves) and item.ref is not None and item.ref.node == node:
                yield item


def test_threads_leave_the_foot_and_drop_on_the_queries_without_crossing_on_the_way() -> None:
    snapshot = shown("small-red-house")
    picture = frame(snapshot, timeline(snapshot).end, query=2)
    (_, chosen) = buses(picture, "decoder.0/cross/weights")
    ways = chosen.points.reshape(-1, 3, 4, 2)
    reads = chosen.ref.index[::3, 2]  # type: ignore[union-attr]
    order = np.argsort(reads)
    lines = ways[order, 1, 0, 1]
    assert (np.diff(lines) < 0.0).all(), "the nearest word is on top"
    assert np.abs(np.diff(lines)).min() >= 9.0
    assert np.allclose(ways[:, 0, -1], ways[:, 1, 0])
    assert np.allclose(ways[:, 1, -1], ways[:, 2, 0])
    cell = locate_in(laid_down(picture), Cell("decoder.0/cross/q", (0, 2, 0)))
    assert cell is not None
    ends = ways[:, 2, -1]
    assert np.ptp(ends[:, 0]) == 0.0
    assert 0.0 <= cell[1] - ends[0, 1] <= 6.0


def test_a_thread_answers_with_its_weight() -> None:
    snapshot = shown("small-red-house")
    laid = laid_down(frame(snapshot, timeline(snapshot).end, query=2))
    look = default_look(snapshot, *VIEW)
    foot = towers_of(snapshot, look, timeline(snapshot), timeline(snapshot).end).feet[0]
    between = tower_spans(snapshot, look.lane)[1][0] - 12.0
    for word, y in enumerate(foot.lines):
        assert hit_in(laid, between, y) == Cell("decoder.0/cross/weights", (0, 2, word))


def test_a_weight_set_by_hand_has_its_corner_in_the_matrix() -> None:
    lab = session.new("small-red-house")
    lab.do(override_cell("decoder.0/cross/weights", (0, 2, 1), 0.5))
    marked = [
        layer.key[0]
        for layer in frame(lab.snapshot, timeline(lab.snapshot).end, query=2).layers
        for item in leaves(layer.build())
        if layer.key and isinstance(item, Stamps) and item.outline is HAND
    ]
    assert "matrix decoder.0/cross" in marked
    assert "reading decoder.0/cross" in marked


def test_a_weight_is_found_in_the_row_and_in_the_matrix() -> None:
    snapshot = shown("small-red-house")
    laid = laid_down(frame(snapshot, timeline(snapshot).end, query=2))
    left = tower_spans(snapshot, default_look(snapshot, *VIEW).lane)[0]
    cell = Cell("decoder.0/cross/weights", (0, 2, 3))
    box = locate_in(laid, cell)
    assert box is not None
    assert hit_in(laid, box[0] + box[2] / 2.0, box[1] + box[3] / 2.0) == cell
    above = neighbour(laid, box, -1, 0, left)
    assert above == Cell("decoder.0/cross/weights", (0, 1, 3)), "the arrows walk through the matrix"
    assert neighbour(laid, box, 0, -1) == Cell("decoder.0/cross/weights", (0, 2, 2))


def test_towers_are_drawn_by_the_same_rows_beside_each_other() -> None:
    snapshot = shown("small-red-house")
    look = default_look(snapshot, 1232.0, 900.0)
    assert look.openness == (1.0, 1.0), "in a high view both are open"
    laid = laid_down(stage(snapshot, look, timeline(snapshot), None))
    (_, right), (left, _) = tower_spans(snapshot, look.lane)
    for word in range(4):
        one = locate_in(laid, Cell("encoder.0/attn/q", (0, word, 0)))
        two = locate_in(laid, Cell("decoder.0/self/q", (0, word, 0)))
        assert one is not None
        assert two is not None
        assert one[0] < right < left < two[0]
        assert two[0] - one[0] == pytest.approx(left)
        assert one[1:] == pytest.approx(two[1:])


def test_the_word_of_the_source_asks_in_the_encoder_alone() -> None:
    snapshot = shown("small-red-house")
    end = timeline(snapshot).end
    first, other = (
        stage(snapshot, default_look(snapshot, 1232.0, 900.0)._replace(source=n), timeline(snapshot), end)
        for n in (0, 2)
    )
    changed = {b.key[0] for a, b in zip(first.layers, other.layers, strict=True) if a.key != b.key and b.key}
    assert changed
    assert all(str(name).startswith("encoder") for name in changed)


def test_each_block_is_found_where_it_stands() -> None:
    snapshot = shown("three write of twelve")
    look = default_look(snapshot, *VIEW)
    found = section_spans(snapshot, look)
    assert list(found)[:4] == ["source", "encoder.0", "encoder.1", "memory"]
    for section in ("encoder.0", "encoder.1", "decoder.0", "decoder.1", "decoder.2"):
        number = block_number(look, section)
        assert block_path(look, number) == section
        x = 50.0 if section.startswith("encoder") else tower_spans(snapshot, look.lane)[1][0] + 50.0
        assert block_at(snapshot, look, x, sum(found[section]) / 2.0) == number


def test_a_camera_that_follows_sees_the_foot_and_the_queries() -> None:
    snapshot = shown("small-red-house")
    cursor = at(snapshot, *CROSS, 0.5)
    look = following(default_look(snapshot, *VIEW), timeline(snapshot), cursor)
    top, bottom = row_span(snapshot, look, timeline(snapshot), cursor)
    towers = towers_of(snapshot, look, timeline(snapshot), cursor)
    assert top <= towers.feet[0].top
    assert bottom >= towers.feet[0].low


@pytest.mark.parametrize("name", ["three write of twelve", "norm before, two crosses"])
def test_two_open_blocks_have_a_foot_each_one_below_the_other(name: str) -> None:
    snapshot = shown(name)
    blocks = len(default_look(snapshot, *VIEW).openness)
    run = timeline(snapshot)
    look = default_look(snapshot, *VIEW)._replace(openness=(1.0,) * blocks)
    towers = towers_of(snapshot, look, run, run.end)
    assert snapshot.graph is not None
    crosses = [s for b in plan_of(snapshot.graph).blocks for s in b.sublayers if s.kind == "cross"]
    assert [foot.sub for foot in towers.feet] == crosses
    for above, below in zip(towers.feet, towers.feet[1:], strict=False):
        assert above.lines.max() < below.top
        assert above.low < below.low
    assert towers.memory < towers.feet[0].top


def test_nothing_jumps_while_a_block_opens() -> None:
    snapshot = shown("three write of twelve")
    run = timeline(snapshot)
    before: tuple[float, ...] | None = None
    for share in np.linspace(0.0, 1.0, 41):
        openness = (0.0, 0.0, 1.0 - share, 0.0, share)
        look = default_look(snapshot, *VIEW)._replace(openness=openness)
        towers = towers_of(snapshot, look, run, run.end)
        now = (towers.memory, towers.encoder_end, towers.decoder_end)
        if before is not None:
            assert np.abs(np.subtract(now, before)).max() < 45.0, share
        before = now


def test_in_words_both_texts_are_told() -> None:
    snapshot = shown("small-red-house")
    said = frame(snapshot, timeline(snapshot).end, query=2).description
    assert "reads “the small red house”" in said
    assert "petite reads mostly house, 87%" in said
    assert "After petite: maison, 83%." in said


def test_an_empty_source_is_asked_for() -> None:
    lab = session.new("small-red-house")
    lab.source = ""
    picture = stage(lab.snapshot, default_look(lab.snapshot, *VIEW), None, None)
    texts = [t for layer in picture.layers for i in layer.build() if isinstance(i, Texts) for t in i.text]
    assert texts == ["Type what the encoder reads"]
