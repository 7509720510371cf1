"""The page of exported figures shows every figure, light and dark."""

from __future__ import annotations

from pathlib import Path

from transformer_lab.figures.registry import FIGURES

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_figure_is_on_the_page_and_its_pictures_are_there() -> None:
    page = (DOCS / "gallery.md").read_text("utf-8")
    for name in (*FIGURES, "stage-far", "stage-near", "stage-closest", "stage-towers", "positions-distance"):
        for look in ("paper", "slate"):
            picture = f"images/gallery/{name}-{look}.png"
            assert picture in page
            assert (DOCS / picture).is_file()
