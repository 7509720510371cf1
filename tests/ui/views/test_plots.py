"""The pure parts of the views with axes: which numbers stand where, and what is drawn shorter."""

from __future__ import annotations

import numpy as np
import pytest

from tests.figures.models import TOWERS, UNUSUAL, snapshot_of
from transformer_lab import session
from transformer_lab.errors import LabError
from transformer_lab.figures.options import Options
from transformer_lab.figures.plates.plane import by_features
from transformer_lab.figures.plates.slices import sliced
from transformer_lab.ui.views.plots.families import MEET, SOURCES, TABLE, families, shortened, sources
from transformer_lab.ui.views.plots.where import cell_of, flat_of, order_of

MODELS = [session.new().snapshot, snapshot_of(UNUSUAL["norm after"]), *map(snapshot_of, TOWERS.values())]


@pytest.mark.parametrize("snapshot", MODELS)
def test_every_place_of_a_matrix_leads_to_the_number_that_stands_there(snapshot: object) -> None:
    for node in snapshot.graph:  # type: ignore[attr-defined]
        for head in (0, 1):
            try:
                found = sliced(snapshot, node.id, head)  # type: ignore[arg-type]
            except LabError:
                continue
            order = order_of(snapshot, node.id, head)  # type: ignore[arg-type]
            assert order.shape == found.values.shape
            for row, column in ((0, 0), (-1, -1), (0, -1)):
                cell = cell_of(snapshot, node.id, int(order[row, column]))  # type: ignore[arg-type]
                assert flat_of(snapshot, cell) == order[row, column]  # type: ignore[arg-type]
                shown, there = found.values[row, column], snapshot[node.id][cell.index]  # type: ignore[index]
                assert shown == there or (np.isnan(shown) and np.isnan(there))


def test_every_source_gives_vectors_of_the_graph() -> None:
    snapshot = session.new().snapshot
    assert [name for name, _ in sources(snapshot)] == [name for name, _ in SOURCES]
    for name, _ in SOURCES:
        for family in families(snapshot, name, Options(block=1, head=1, query=3)):
            flat = snapshot[family.node].ravel()
            assert (flat[family.order] == family.vectors).all(), name
            assert len(family.names) == len(family.vectors)


def test_a_query_meets_all_keys_and_the_most_read_one_is_loud() -> None:
    keys, query = families(session.new().snapshot, MEET, Options(block=1, head=0, query=7))
    assert keys.names[keys.loud] == "cat"
    assert query.names == ("scared",)
    assert (keys.ink, query.ink) == ("key", "query")


def test_the_table_is_that_of_the_words_of_the_text_each_once() -> None:
    (family,) = families(session.new(text="cat dog cat").snapshot, TABLE, Options(query=2))
    assert family.names == ("cat", "dog")
    assert family.names[family.loud] == "cat"


def test_a_long_query_is_drawn_shorter_and_says_by_how_much() -> None:
    keys, query = families(session.new().snapshot, MEET, Options(block=1, head=0, query=7))
    long = query._replace(vectors=keys.vectors[:1] * 0.0 + np.array([40.0, 0.0, 0.0, 0.0]))
    stacked = np.concatenate([keys.vectors, long.vectors])
    (_, named), (kept, drawn) = shortened((keys, long), by_features(stacked, tuple("abcd"), (0, 1)))
    factor = float(named.names[0].split("÷")[1])
    assert drawn[0, 0] == 40.0 / factor
    assert (kept == keys.vectors[:, :2]).all()
    assert drawn[0, 0] <= 1.8 * np.hypot(*kept.T).max() < 2.0 * drawn[0, 0]
    same, _ = shortened((keys, keys), by_features(np.concatenate([keys.vectors] * 2), tuple("abcd"), (0, 1)))
    assert same[1].names == keys.names
