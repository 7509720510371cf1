"""The Qt-free measure: close to the real font, and never so small that something would be clipped."""

from __future__ import annotations

import pytest

from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Face

WORDS = [
    "The",
    "scared",
    "Who looks at whom",
    "mix values, 6 of 12",
    "−0.25",
    "word56",
    "is read →",
    "asks ↓",
    "été",
]
FACES: list[Face] = ["regular", "medium", "semibold", "display", "display-medium", "display-light"]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("text", WORDS)
def test_it_agrees_with_the_font_of_the_devices(qapp: object, text: str, face: Face) -> None:
    from transformer_lab.render.fonts import advance, load_fonts

    load_fonts()
    real = advance(text, face, 24)
    assert 0.97 * real <= approximate(text, face, 24) <= 1.15 * real


def test_it_grows_with_the_size() -> None:
    assert approximate("dog", "regular", 24) == pytest.approx(2.0 * approximate("dog", "regular", 12))


def test_pictures_made_of_several_characters_count_once() -> None:
    family, flag = "👩‍👩‍👧‍👦", "🇨🇭"
    assert (
        approximate(family, "regular", 10)
        == approximate(flag, "regular", 10)
        == approximate("🐱", "regular", 10)
    )
    assert approximate("e\u0301", "regular", 10) == approximate("e", "regular", 10)


def test_a_text_is_cut_only_where_it_must_be() -> None:
    assert shorten("scared", 200.0, "regular", 12) == "scared"
    cut = shorten("Donaudampfschifffahrt", 60.0, "regular", 12)
    assert cut.endswith("…")
    assert approximate(cut, "regular", 12) <= 60.0
    assert shorten("scared", 1.0, "regular", 12) == "…"


def test_a_cut_never_parts_a_letter_from_its_accent() -> None:
    for room in range(10, 60):
        cut = shorten("ae\u0301ae\u0301ae\u0301ae\u0301", float(room), "regular", 12).removesuffix("…")
        assert not cut.endswith("e")
