"""All figures of a slide pack have one page, and type that is read from the back of a room."""

from __future__ import annotations

import pytest

from transformer_lab import session
from transformer_lab.errors import LabError
from transformer_lab.figures.legibility import smallest
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.render.formats import find_format
from transformer_lab.render.pack import pack


@pytest.mark.parametrize("text", [None, " ".join(["cat"] * 20)])
@pytest.mark.parametrize("size", ["16:9", "84mm"])
def test_all_pages_are_of_one_size(size: str, text: str | None) -> None:
    snapshot = session.new("first-sentence", text).snapshot
    pages = dict(pack(snapshot, {"size": size}))
    assert len({drawn.size for drawn in pages.values()}) == 1
    assert set(FIGURES) - {"comparison"} == set(pages)


def test_a_stage_that_is_wider_than_its_page_shows_the_part_at_work() -> None:
    said: list[str] = []
    snapshot = session.new("tiny-encoder", " ".join(["cat"] * 40)).snapshot
    wide = draw_figure("stage", snapshot, size="84mm", parts="all")
    assert wide.size[0] > 318
    two = session.new("transformer-2017").snapshot
    pages = dict(pack(two, {"size": "84mm"}, said.append))
    assert {drawn.size for drawn in pages.values()} == {(317.5, 238.0)}
    assert not any("stage" in sentence for sentence in said)


def test_the_stage_of_a_slide_can_be_read() -> None:
    found = smallest(draw_figure("stage", session.new().snapshot, parts="attention"))
    assert found is not None
    assert found.points >= 18.0


def test_what_the_attention_alone_cannot_show_is_said() -> None:
    for given in ({"step": 3}, {"zoom": "near"}):
        with pytest.raises(LabError, match="--parts attention"):
            draw_figure("stage", session.new().snapshot, parts="attention", **given)


def test_a_name_that_is_only_an_ending_is_refused() -> None:
    with pytest.raises(LabError, match="only an ending"):
        find_format("somewhere/.svg")
