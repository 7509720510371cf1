"""Every figure in SVG, PDF and PNG, light and dark: labels are text, nothing is cropped, all can be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.render.looked_at import faint_texts, inked_edges
from tests.render.readers import pdf_text, run, svg_texts
from transformer_lab import session
from transformer_lab.figures.legibility import texts_of
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.render.film.gif import to_gif
from transformer_lab.render.film.webp import to_webp
from transformer_lab.render.pdf import pages_to_pdf
from transformer_lab.render.setting import Setting
from transformer_lab.render.svg import to_svg
from transformer_lab.render.theme import theme

Drawn = Mapping[str, Picture]
THEMES = ("paper", "slate")
ALL_THEMES = (*THEMES, "paper-contrast", "slate-contrast")
VARIANTS = {
    **{f"stage {zoom}": ("stage", {"zoom": zoom}) for zoom in ("far", "near", "closest")},
    "stage attention": ("stage", {"parts": "attention"}),
    "positions distance": ("positions", {"show": "distance"}),
}
NAMES = [*FIGURES, *VARIANTS]


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    """Every figure, drawn once."""
    lab = session.new("first-sentence")
    other = {"other": lab.snapshot}
    found = {n: draw_figure(n, lab.snapshot, **(other if n == "comparison" else {})) for n in FIGURES}
    return found | {n: draw_figure(f, lab.snapshot, **given) for n, (f, given) in VARIANTS.items()}


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def labels(picture: Picture) -> set[str]:
    return {text for batch in texts_of(picture) if batch.opacity > 0 for text in batch.text if text.strip()}


@pytest.mark.parametrize("look", THEMES)
def test_all_labels_are_text_in_an_svg(drawn: Drawn, look: str, tmp_path: Path) -> None:
    for name, picture in drawn.items():
        file = tmp_path / "a.svg"
        file.write_text(to_svg(picture, theme(look)), "utf-8")
        found = {squeezed(text) for text in svg_texts(file)}
        assert {t for t in labels(picture) if squeezed(t) not in found} == set(), name


@pytest.mark.parametrize("look", THEMES)
def test_all_labels_are_text_in_a_pdf(drawn: Drawn, look: str, tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(pages_to_pdf(tuple(drawn.values()), Setting(theme(look))))
    pages = pdf_text(file).split("\f")
    for (name, picture), page in zip(drawn.items(), pages, strict=False):
        found = squeezed(page)
        assert {t for t in labels(picture) if squeezed(t) not in found} == set(), name


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_a_margin_of_pure_ground_is_left_on_all_sides(drawn: Drawn, name: str, look: str) -> None:
    assert inked_edges(drawn[name], theme(look)) == []


@pytest.mark.parametrize("look", ALL_THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_every_text_stands_out_from_what_lies_under_it(drawn: Drawn, name: str, look: str) -> None:
    assert faint_texts(drawn[name], theme(look)) == []


def test_films_are_the_same_twice(drawn: Drawn) -> None:
    pages = (drawn["attention"], drawn["attention"], drawn["attention-steps"])
    setting = Setting(theme("paper"), scale=0.5)
    for write in (to_gif, to_webp):
        assert write(pages, setting) == write(pages, setting)


def test_a_pdf_has_the_same_pixels_twice(drawn: Drawn, tmp_path: Path) -> None:
    seen = []
    for number in "ab":
        file = tmp_path / f"{number}.pdf"
        file.write_bytes(pages_to_pdf((drawn["stage"], drawn["attention"]), Setting(theme("slate"))))
        run("pdftoppm", "-r", "48", "-png", file, tmp_path / number)
        seen.append([page.read_bytes() for page in sorted(tmp_path.glob(f"{number}-*.png"))])
    assert seen[0] == seen[1]
    assert len(seen[0]) == 2
