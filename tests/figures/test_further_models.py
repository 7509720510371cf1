"""Every figure of every model that the engine builds is drawn with true references or refused in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from tests.figures.lawful import unknown_tokens
from tests.figures.models import TOWERS, UNUSUAL, snapshot_of
from tests.figures.stage_frames import assert_refs_are_cells
from transformer_lab import session
from transformer_lab.document.presets import FURTHER
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.attention import attention
from transformer_lab.figures.heads import all_heads, chosen_asking, head_weights, sides
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Cells
from transformer_lab.figures.registry import FIGURES

MODELS = {**UNUSUAL, **TOWERS}


@cache
def snapshot_called(name: str) -> Snapshot:
    return session.new(name).snapshot if name in FURTHER else snapshot_of(MODELS[name])


@pytest.mark.parametrize("name", FURTHER)
@pytest.mark.parametrize("figure", FIGURES)
def test_every_figure_of_the_further_presets_is_drawn(name: str, figure: str) -> None:
    snapshot = snapshot_called(name)
    if not all_heads(snapshot):
        return  # below: drawn or refused
    picture = FIGURES[figure].draw(snapshot, Options())
    assert_refs_are_cells(snapshot, picture)
    assert not unknown_tokens(picture)


@pytest.mark.parametrize("name", [*MODELS, *FURTHER])
def test_a_figure_is_drawn_or_refused_in_words(name: str) -> None:
    snapshot = snapshot_called(name)
    for figure in FIGURES.values():
        try:
            picture = figure.draw(snapshot, Options())
        except LabError:
            continue
        assert_refs_are_cells(snapshot, picture)


@pytest.mark.parametrize("name", [*TOWERS, "small-red-house", "rotary, shared keys", "tiny-llama"])
@pytest.mark.parametrize("panel", [False, True])
def test_every_map_shows_its_own_words_and_the_true_weights(name: str, panel: bool) -> None:
    snapshot = snapshot_called(name)
    bare = {"title": False, "notes": False, "width": 300.0, "height": 200.0} if panel else {}
    for heads in all_heads(snapshot):
        asks, reads = sides(snapshot, heads)
        weights = head_weights(snapshot, heads)
        assert weights.shape == (len(heads.names), len(asks), len(reads))
        for head in range(len(heads.names)):
            options = Options(block=heads.block, head=head, **bare)
            picture = attention(snapshot, options)
            assert_refs_are_cells(snapshot, picture)
            assert_true(snapshot, picture.layers[0].build)


def assert_true(snapshot: Snapshot, build: Callable[[], tuple[object, ...]]) -> None:
    """The first number of each cell of the map is the one that its reference names."""
    for item in build():
        if isinstance(item, Cells) and item.ref is not None and item.ref.tail == "":
            shown = item.values[:, 0, 0]
            true = snapshot[item.ref.node][tuple(item.ref.index.T)]
            seen = ~np.isnan(shown)
            np.testing.assert_allclose(shown[seen], true[seen])


def test_a_word_that_only_the_source_has_asks_in_the_encoder_alone() -> None:
    lab = session.new("small-red-house", "one")
    lab.source = "a b c d e f g h i"
    snapshot = lab.snapshot
    assert chosen_asking(snapshot, all_heads(snapshot)[0], 8) == 8
    with pytest.raises(LabError, match="The source text has 9 words"):
        chosen_asking(snapshot, all_heads(snapshot)[0], 9)
    with pytest.raises(LabError, match="This text has 1 word"):
        chosen_asking(snapshot, all_heads(snapshot)[-1], 8)
