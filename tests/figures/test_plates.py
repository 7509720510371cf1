"""Figures for slides and papers: whole, inside their edges, true to the model, and the same tomorrow."""

from __future__ import annotations

import re

import numpy as np
import pytest

import transformer_lab as tl
from tests.figures import goldens, lawful
from tests.figures.models import TEXT, UNUSUAL, snapshot_of
from transformer_lab.errors import LabError
from transformer_lab.figures.legibility import too_small
from transformer_lab.figures.picture import Picture, Stamps
from transformer_lab.figures.plates.factors import factors, worked
from transformer_lab.figures.plates.softmax import shares_at
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.figures.scales import limit_covering

PLATES = [name for name in FIGURES if name not in ("stage", "attention", "head-grid")]
PRESETS = ("first-sentence", "worked-example", "tiny-encoder", "tiny-gpt")
SIZES = ("16:9", "4:3", "84mm", "174mm")
LABS = {name: tl.new(name).snapshot for name in PRESETS}
LONG = tl.new("tiny-gpt", " ".join(f"word{i}" for i in range(40))).snapshot


def drawn(name: str, preset: str, size: str, **more: object) -> Picture:
    return draw_figure(name, LABS[preset], size=size, **more)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", PLATES)
def test_all_is_inside_readable_and_can_be_asked(name: str, preset: str, size: str) -> None:
    picture = drawn(name, preset, size)
    assert lawful.outside(picture) == []
    assert lawful.overlapping(picture) == []
    assert lawful.unknown_tokens(picture) == set()
    assert lawful.lost(picture) == []
    assert picture.title
    assert picture.description
    assert picture.notes
    assert not any("…" in text for text in lawful.texts(picture) if text.rstrip("…") in LABS[preset].words)


@pytest.mark.parametrize("name", PLATES)
def test_forty_words_are_thinned_or_cropped_with_a_word_about_it(name: str) -> None:
    picture = draw_figure(name, LONG)
    assert lawful.outside(picture) == []
    assert lawful.overlapping(picture) == []


@pytest.mark.parametrize("model", UNUSUAL)
@pytest.mark.parametrize("name", PLATES)
def test_unusual_models_are_drawn_or_refused_in_a_sentence(name: str, model: str) -> None:
    snapshot = snapshot_of(UNUSUAL[model], TEXT)
    try:
        picture = draw_figure(name, snapshot)
    except LabError:
        return
    assert lawful.outside(picture) == []
    assert lawful.overlapping(picture) == []


@pytest.mark.parametrize("name", PLATES)
def test_golden(name: str) -> None:
    goldens.check(f"plate-{name}", draw_figure(name, LABS["first-sentence"]))


def test_the_worked_example_shows_the_numbers_of_the_textbook() -> None:
    texts = lawful.texts(draw_figure("attention-steps", LABS["worked-example"], query=0))
    assert {"1.000", "0.000", "0.700", "0.707", "0.495", "0.434", "0.214", "0.351"} <= set(texts)
    sheet = draw_figure("attention-steps", LABS["worked-example"], query=0).sheet
    assert sheet is not None
    np.testing.assert_allclose(sheet.cells[-1], LABS["worked-example"]["block.0/attn/weights"][0, 0])


def test_steps_come_one_after_the_other() -> None:
    counts = [
        len(lawful.texts(draw_figure("attention-steps", LABS["worked-example"], step=i))) for i in range(5)
    ]
    assert counts == sorted(counts)
    assert len(set(counts)) == 5
    with pytest.raises(LabError, match="--step goes from 0 to 4"):
        draw_figure("attention-steps", LABS["worked-example"], step=5)


def test_a_worksheet_hides_what_its_key_tells() -> None:
    blank = set(lawful.texts(draw_figure("worksheet", LABS["worked-example"], query=0)))
    key = set(lawful.texts(draw_figure("worksheet", LABS["worked-example"], query=0, answers=True)))
    assert {"0.707", "0.214"} <= key - blank
    assert not any("sum 2" in text or "÷ 2" in text for text in blank)


def test_a_product_is_the_product_of_what_is_shown() -> None:
    for node in ("block.0/attn/scores", "block.0/attn/q", "block.1/attn/mixed", "block.0/ffn/pre/product"):
        parts = factors(LABS["first-sentence"], node, 1)
        np.testing.assert_allclose(parts.left @ parts.right, parts.result, atol=1e-9)
        assert (len(parts.rows), len(parts.columns)) == parts.result.shape
    for node in ("block.0/attn/out", "embed", "block.0/attn/W_Q"):
        with pytest.raises(LabError, match=r"no product of two matrices"):
            factors(LABS["first-sentence"], node, 0)


def test_a_cell_is_written_out_with_its_signs() -> None:
    parts = factors(LABS["first-sentence"], "block.1/attn/scores", 0)
    line, short = worked(parts, 7, 1)
    assert line == "3.41 × 1.07 − 3.22 × 0.00 + 0.01 × 0.00 + 0.00 × 0.00 = 3.66"
    assert short.endswith("+ … = 3.66")


def test_temperature_sharpens_and_flattens() -> None:
    scores, gone = np.array([1.0, 2.0, 9.0]), np.array([False, False, True])
    np.testing.assert_allclose(shares_at(scores, gone, 1.0), [0.2689414, 0.7310586, 0.0], atol=1e-6)
    assert shares_at(scores, gone, 0.1)[1] > 0.99
    assert abs(shares_at(scores, gone, 20.0)[1] - 0.5) < 0.02
    assert not shares_at(scores, np.array([True] * 3), 1.0).any()


def test_the_printed_limit_covers_nearly_all() -> None:
    assert limit_covering(np.array([[0.1, -0.2]])) == 0.25
    assert limit_covering(np.array([[1.0, -0.2]])) == 1.0
    assert limit_covering(np.array([[1.01, -0.2]])) == 2.0
    assert limit_covering(np.array([[np.nan, np.inf, 0.0]])) == 1.0


def test_the_drawing_tells_pre_and_post_norm_and_counts_equal_blocks() -> None:
    before = lawful.texts(draw_figure("architecture", LABS["tiny-gpt"]))
    after = lawful.texts(draw_figure("architecture", LABS["tiny-encoder"]))
    assert before.count("Norm") == 3
    sums = [i for i in lawful.items(draw_figure("architecture", LABS["tiny-gpt"])) if _circled_plus(i)]
    assert len(sums) == 2 + 1  # two residuals, and the positions at the foot
    assert "2 ×" in before
    assert "Masked self-attention, 2 heads" in before
    assert after.count("Add, norm") == 2
    assert "Norm" not in after
    mixed = lawful.texts(draw_figure("architecture", snapshot_of(UNUSUAL["two attentions"])))
    assert "1 ×" in mixed


def _circled_plus(item: object) -> bool:
    """The two strokes of a plus."""
    return isinstance(item, Stamps) and [step[0] for step in item.outline] == ["M", "L", "M", "L"]


def test_the_budget_counts_every_parameter() -> None:
    snapshot = LABS["tiny-gpt"]
    assert snapshot.graph is not None
    total = sum(int(np.prod(node.shape)) for node in snapshot.graph if node.kind == "parameter")
    picture = draw_figure("budget", snapshot)
    assert f"{total} in all" in lawful.texts(picture)
    assert picture.sheet is not None
    assert sum(int(row[0]) for row in picture.sheet.cells) == total


def test_slides_are_readable_from_the_back_or_say_that_they_are_not() -> None:
    assert too_small(draw_figure("softmax", LABS["first-sentence"])) == ""
    assert too_small(draw_figure("mask", LABS["first-sentence"], size="4:3")) == ""
    said = too_small(draw_figure("stage", LABS["first-sentence"], title=False, parts="all"))
    assert re.fullmatch(r"“.+” is 1[0-7] pt on a slide; below 18 pt .+", said)
    assert too_small(draw_figure("mask", LABS["first-sentence"], size="84mm")) == ""


def test_narrow_figures_say_whole_things() -> None:
    snapshot = tl.new().snapshot
    said = lawful.texts(draw_figure("matrix", snapshot, size="84mm"))
    assert said[said.index("from −3.00") + 1] == "to 3.00"
    assert set(snapshot.words) <= set(lawful.texts(draw_figure("matrix-product", snapshot, size="84mm")))


def test_any_value_can_be_a_matrix() -> None:
    snapshot = LABS["first-sentence"]
    assert snapshot.graph is not None
    for node in snapshot.graph:
        picture = draw_figure("matrix", snapshot, node=node.id)
        assert lawful.outside(picture) == []
        assert picture.sheet is not None
    with pytest.raises(LabError):
        draw_figure("matrix", snapshot, node="nowhere")
