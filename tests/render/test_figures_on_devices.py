"""Every figure of the app, on every device, with sentences of all kinds."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.render.reading import parsed
from transformer_lab import session
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.render.pdf import to_pdf
from transformer_lab.render.raster import to_image
from transformer_lab.render.svg import to_svg
from transformer_lab.render.theme import theme, themes

SENTENCES = {
    "default": None,
    "one word": "Hi",
    "no word": "",
    "many scripts": "The cat 猫 שלום مرحبا नमस्ते 👩‍🚀 Größe e\u0301",
    "awkward": '<bos> & "quotes" ]]> a\x00b \u202ereversed',
    "long": " ".join(f"word{i % 9}" for i in range(64)),
}


NAME_EVERY_WORD = ("stage", "attention", "mask", "softmax", "attention-steps", "matrix-product")
AT_REST = ("stage", "attention", "head-grid")
PAINTED = [(f, s) for f in FIGURES for s in SENTENCES if f in AT_REST or s in ("one word", "many scripts")]


def drawn_words(root: ElementTree.Element) -> set[str]:
    """Texts, and the names of those that became shapes."""
    named = {element.attrib.get("aria-label", "") for element in root.iter()}
    return named | {element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")}


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_of_any_sentence_is_valid_svg(figure: str, sentence: str) -> None:
    lab = session.new("first-sentence", SENTENCES[sentence])
    picture = draw_figure(figure, lab.snapshot)
    for name in themes():
        text = to_svg(picture, theme(name))
        words = drawn_words(parsed(text))
        assert text == to_svg(draw_figure(figure, lab.snapshot), theme(name))
    if figure in NAME_EVERY_WORD and sentence in ("default", "many scripts", "one word"):
        assert set(lab.snapshot.words) <= words


@pytest.mark.parametrize(("figure", "sentence"), PAINTED)
def test_a_figure_of_any_sentence_can_be_painted(qapp: object, figure: str, sentence: str) -> None:
    picture = draw_figure(figure, session.new("first-sentence", SENTENCES[sentence]).snapshot)
    for name in themes():
        image = to_image(picture, theme(name))
        assert (image.width(), image.height()) == tuple(round(side) for side in picture.size)
    assert to_pdf(picture, theme("paper")).startswith(b"%PDF")
