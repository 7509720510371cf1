"""Which way texts run, and what turns with them."""

import numpy as np
import pytest

from tests.figures.lawful import cells, lost
from transformer_lab import session
from transformer_lab.figures.direction import joined, lettered, on_lane, right_to_left, set_size
from transformer_lab.figures.hit import laid_down
from transformer_lab.figures.look import default_look
from transformer_lab.figures.manner import Manner
from transformer_lab.figures.mirror import laid, mirrored
from transformer_lab.figures.picture import Cells, Hatch, Picture, Ref, Texts, picture, table
from transformer_lab.figures.registry import draw_figure
from transformer_lab.figures.stage import stage
from transformer_lab.render.outlines import hatch_lines

HEBREW = "החתול שהכלב רדף היה מבוהל"
ARABIC = "القط الذي طارده الكلب كان خائفا"


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        (HEBREW, True),
        (ARABIC, True),
        ("the cat", False),
        ("", False),
        ("123 !", False),
        ("123 חתול cat", True),
        ("the חתול", False),
        ("[CLS] חתול [SEP]", True),
    ],
)
def test_the_first_strong_letter_decides(text: str, turned: bool) -> None:
    assert right_to_left(text.split()) is turned


def test_a_lane_and_its_word_are_each_the_others_inverse() -> None:
    for words in (HEBREW.split(), ["a", "b", "c"]):
        assert [on_lane(words, on_lane(words, i)) for i in range(len(words))] == list(range(len(words)))
    assert on_lane(HEBREW.split(), 0) == 4


def test_arabic_is_set_larger_and_whole() -> None:
    batch = Texts(("cat", ARABIC.split()[0], "dog"), table([1, 2, 3], 0.0), 12, color=("ink", "key", "out"))
    small, large = lettered((batch,))
    assert isinstance(small, Texts)
    assert isinstance(large, Texts)
    assert (small.text, small.size, small.color) == (("cat", "dog"), 12, ("ink", "out"))
    assert (large.size, large.color) == (16, ("key",))
    assert not joined("חתול")
    assert set_size("cat", 12) == 12


def _map() -> Picture:
    ref = Ref("w", np.array([[0]]), "rc")
    return picture(
        (200.0, 200.0), Cells(np.arange(6.0).reshape(1, 2, 3), table(10, 20), table(8, 6), ref=ref)
    )


def test_reflected_and_laid_maps_answer_for_what_they_show() -> None:
    items = laid_down(_map())[0][1]
    for turned in (mirrored(items, 0, 200), laid(items, 10, 20), mirrored(laid(items, 10, 20), 0, 90)):
        drawn = picture((300.0, 300.0), *turned)
        assert len(set(cells(drawn))) == 6
        assert lost(drawn) == []
        batch = turned[0]
        assert isinstance(batch, Cells)
        assert batch.ref is not None
        for row in range(batch.values.shape[1]):
            for column in range(batch.values.shape[2]):
                i, j = batch.ref.ending(row, column)
                assert batch.values[0, row, column] == 3 * i + j
    assert laid(laid(items, 10, 20)[:0], 0, 0) == ()


def test_hatch_turns_with_its_axis() -> None:
    (turned,) = mirrored((Hatch(table(10, 0, 30, 20)),), 0, 100)
    assert isinstance(turned, Hatch)
    assert turned.box.tolist() == [[60, 0, 30, 20]]
    lines = hatch_lines(turned.box, turned.mirrored)
    assert (lines[:, 3] > lines[:, 1]).tolist() == (lines[:, 2] > lines[:, 0]).tolist()  # they fall
    assert lines[:, ::2].min() >= 60
    assert lines[:, ::2].max() <= 90


def test_the_first_word_stands_at_the_right_of_the_stage() -> None:
    lab = session.new(text=HEBREW)
    look = default_look(lab.snapshot, 900.0, 700.0)
    from transformer_lab.figures.timeline import timeline_of

    graph = lab.snapshot.graph
    assert graph is not None
    drawn = stage(lab.snapshot, look, timeline_of(graph), None)
    texts = [i for layer, items in laid_down(drawn) if layer.key and layer.key[0] == "heads" for i in items]
    places = {t: x for i in texts if isinstance(i, Texts) for t, x in zip(i.text, i.at[:, 0], strict=True)}
    xs = [places[str(i)] for i in range(5)]
    assert xs == sorted(xs, reverse=True)
    assert lost(drawn) == []


@pytest.mark.parametrize("text", [HEBREW, ARABIC, "the cat sat"])
@pytest.mark.parametrize("manner", [Manner(), Manner(words="columns", notation="Wx", first=1, decimals=2)])
@pytest.mark.parametrize("name", ["attention", "head-grid", "mask", "matrix"])
def test_every_cell_found_by_a_hit_is_itself(text: str, manner: Manner, name: str) -> None:
    lab = session.new(text=text)
    for size in ("16:9", "260x240"):
        more = {"node": "embed"} if name == "matrix" else {}
        drawn = draw_figure(name, lab.snapshot, manner=manner, size=size, **more)
        assert len(list(cells(drawn))) > 0
        assert lost(drawn) == []
