"""A slide of the stage can be read from the back of a room: every preset, every part, both shapes."""

from __future__ import annotations

from functools import cache

import pytest

import transformer_lab as tl
from tests.figures import lawful
from tests.figures.models import UNUSUAL
from tests.figures.models import snapshot_of as unusual
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.film import pages
from transformer_lab.figures.legibility import placed_texts, unit_of
from transformer_lab.figures.options import PROPORTIONS
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import draw_figure
from transformer_lab.figures.slide.part import part_at
from transformer_lab.figures.timeline import timeline_of

PRESETS = ("first-sentence", "small-red-house", "tiny-gpt", "tiny-encoder", "worked-example", "three-tokens")
SHAPES = ("16:9", "4:3")


@cache
def snapshot_of(preset: str, text: str | None = None) -> Snapshot:
    return tl.new(preset, text).snapshot


def last_steps(snapshot: Snapshot) -> list[int]:
    """The last step of each part."""
    assert snapshot.graph is not None
    timeline = timeline_of(snapshot.graph)
    parts = [part_at(snapshot, timeline, i) for i in range(len(timeline.beats))]
    return [i for i, part in enumerate(parts) if i + 1 == len(parts) or parts[i + 1] != part]


def faults(picture: Picture, words: tuple[str, ...]) -> list[str]:
    """What a lecturer would see from the back row."""
    unit = unit_of(picture)
    small = [f"{t.text} {t.size / unit:.1f}" for t, _ in placed_texts(picture) if t.size / unit < 17.99]
    labels = {"Query", "Key", "Value", "Input", "Mix", "Add", "Result", "Next word", "Embedding"}
    names = [
        f"{t.text} {t.size / unit:.1f}"
        for t, _ in placed_texts(picture)
        if (_names(t.text, words) or labels & {*t.text}) and t.size / unit < 23.5
    ]
    return [*small, *names, *map(str, lawful.outside(picture)), *map(str, lawful.overlapping(picture))]


def _names(texts: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return all(text in words for text in texts)


@pytest.mark.parametrize("size", SHAPES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_part_can_be_read_from_the_back_row(preset: str, size: str) -> None:
    snapshot = snapshot_of(preset)
    for step in last_steps(snapshot):
        picture = draw_figure("stage", snapshot, step=step, size=size)
        assert picture.size == PROPORTIONS[size]
        assert faults(picture, snapshot.words) == [], step


@pytest.mark.parametrize("size", SHAPES)
def test_steps_within_a_part_stand_still(size: str) -> None:
    snapshot = snapshot_of("tiny-gpt")
    steps = pages("stage", snapshot, {"size": size}, "2:10", "steps")
    places = [{str(layer.key[0]): layer.dy for layer in page.layers if layer.key} for page in steps]
    assert all(place == places[0] for place in places)
    assert len(places[0]) > 8


def test_with_many_words_those_around_the_query_are_shown_and_told() -> None:
    text = " ".join(["cat"] * 24)
    picture = draw_figure("stage", snapshot_of("first-sentence", text), size="16:9", query=20)
    said = [text for text in lawful.texts(picture) if "of 24" in text]
    assert len(said) == 1
    assert "of 24" in picture.notice
    assert faults(picture, ("cat",)) == []
    assert sum(text == "cat" for text in lawful.texts(picture)) >= 16


@pytest.mark.parametrize("size", SHAPES)
@pytest.mark.parametrize("name", UNUSUAL)
def test_unusual_models_can_be_read_too(name: str, size: str) -> None:
    snapshot = unusual(UNUSUAL[name])
    if snapshot.trace is None:
        pytest.skip("no numbers")
    for step in last_steps(snapshot):
        picture = draw_figure("stage", snapshot, step=step, size=size)
        assert faults(picture, snapshot.words) == [], step


@pytest.mark.parametrize(("size", "point"), [("84mm", 96 / 72), ("174mm", 96 / 72)])
@pytest.mark.parametrize("preset", PRESETS)
def test_columns_of_papers_keep_type_that_can_be_printed(preset: str, size: str, point: float) -> None:
    snapshot = snapshot_of(preset)
    for step in (None, *last_steps(snapshot)):
        picture = draw_figure("stage", snapshot, step=step, size=size)
        shrunk = min(1.0, PROPORTIONS[size][0] / picture.size[0])
        assert min(t.size for t, _ in placed_texts(picture)) * shrunk / point >= 6.0


@pytest.mark.parametrize("face", ["threads", "matrix", "both"])
@pytest.mark.parametrize("preset", ["tiny-encoder", "small-red-house", "three-tokens"])
def test_films_of_slides_run_through_all_parts(preset: str, face: str) -> None:
    film = pages("stage", snapshot_of(preset), {"face": face, "size": "16:9"}, ":", "frames", 200)
    for i in range(0, len(film), 3):
        drawn = film[i]
        assert drawn.size == PROPORTIONS["16:9"]
        assert [item for layer in drawn.layers for item in layer.build()]


def test_near_by_the_tower_at_work_is_shown_alone() -> None:
    snapshot = snapshot_of("small-red-house")
    whole = draw_figure("stage", snapshot, zoom="near", parts="all")
    for step, name in ((4, "encoder"), (None, "decoder")):
        drawn = draw_figure("stage", snapshot, zoom="near", step=step)
        assert drawn.size[0] < 0.6 * whole.size[0]
        assert name in drawn.notice


@pytest.mark.parametrize("size", SHAPES)
@pytest.mark.parametrize("preset", ["tiny-gpt", "tiny-encoder", "first-sentence"])
def test_a_small_model_from_far_fills_a_slide_that_can_be_read(preset: str, size: str) -> None:
    picture = draw_figure("stage", snapshot_of(preset), zoom="far", size=size)
    assert picture.size == PROPORTIONS[size]
    assert lawful.outside(picture) == [] or all("wash" in what for what in lawful.outside(picture))
    least = 17.5 if size == "16:9" else 12.5
    assert min(t.size for t, _ in placed_texts(picture)) / unit_of(picture) >= least


SCRIPTS = ("القطة التي طاردها الكلب خافت", "החתול שהכלב רדף", "गई बिल्ली", "那只猫", "The tired")


@pytest.mark.parametrize("text", SCRIPTS)
@pytest.mark.parametrize("size", SHAPES)
def test_words_of_any_script_stand_clear_of_the_labels(text: str, size: str) -> None:
    snapshot = snapshot_of("first-sentence", text)
    for step in last_steps(snapshot):
        picture = draw_figure("stage", snapshot, step=step, size=size)
        assert lawful.overlapping(picture) == [], step
    both = [c for t, c in lawful.text_corners(draw_figure("stage", snapshot, size=size)) if t == "Weights of"]
    word = [c for t, c in lawful.text_corners(picture) if t == snapshot.words[-1]]
    assert both
    assert word


@pytest.mark.parametrize("face", ["matrix", "both"])
@pytest.mark.parametrize("size", SHAPES)
@pytest.mark.parametrize(
    ("preset", "text"), [("tiny-encoder", None), *(("first-sentence", t) for t in SCRIPTS)]
)
def test_names_of_rows_stand_clear(preset: str, text: str | None, size: str, face: str) -> None:
    picture = draw_figure("stage", snapshot_of(preset, text), size=size, face=face)
    assert lawful.overlapping(picture) == []


@pytest.mark.parametrize("size", SHAPES)
def test_all_columns_of_five_arabic_words_are_named(size: str) -> None:
    snapshot = snapshot_of("first-sentence", "القطة التي طاردها الكلب خافت")
    written = lawful.texts(draw_figure("attention", snapshot, size=size))
    assert all(written.count(word) >= 2 for word in snapshot.words)


def test_a_slide_says_what_it_shows() -> None:
    shown = draw_figure("stage", snapshot_of("first-sentence"), size="16:9", step=20)
    assert shown.title.startswith("Block 2 of 2 · attention")
    assert "Now: " in shown.description
