"""Every figure in every format, light and dark, opened by a reader that is not ours."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import transformer_lab as tl
from tests.figures.lawful import texts
from tests.render import readers
from transformer_lab.errors import LabError
from transformer_lab.figures.film import pages, span
from transformer_lab.figures.picture import Picture, Rects, Texts, picture, table
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.render.export import export
from transformer_lab.render.formats import FORMATS, find_format
from transformer_lab.render.pptx.deck import MOST_SHAPES

pytestmark = pytest.mark.usefixtures("qapp")
LAB = tl.new()
DRAWN = {name: draw_figure(name, LAB.snapshot) for name in FIGURES}
CARD = picture((200.0, 100.0), Texts(("50% & a_b",), table(20, 40), 18), title="Card", description="A card.")


class EveryFigure:
    """A class of tests for one format: each figure in both themes, checked by `check`."""

    suffix = ""
    scale = 1.0

    @pytest.mark.parametrize("theme", ["paper", "slate"])
    @pytest.mark.parametrize("name", FIGURES)
    def test_it_can_be_read(self, tmp_path: Path, name: str, theme: str) -> None:
        drawn = DRAWN[name]
        path = export(drawn, tmp_path / f"{name}{self.suffix}", theme, "theme", self.scale)
        assert list(tmp_path.iterdir()) == [path]
        self.check(path, drawn)

    def check(self, path: Path, drawn: Picture) -> None:
        raise NotImplementedError


class TestSvg(EveryFigure):
    suffix = ".svg"

    def check(self, path: Path, drawn: Picture) -> None:
        assert {text for text in texts(drawn) if text} <= readers.svg_texts(path)
        assert path.stat().st_size < 400_000
        readers.run("rsvg-convert", path, "-o", path.with_suffix(".png"))


class TestPdf(EveryFigure):
    suffix = ".pdf"

    def check(self, path: Path, drawn: Picture) -> None:
        found = "".join(readers.pdf_text(path).split())
        upright = {text for text in texts(drawn) if text.isascii() and text.isalpha()}
        assert {text for text in upright if text not in found} == set()


class TestPptx(EveryFigure):
    suffix = ".pptx"

    def check(self, path: Path, drawn: Picture) -> None:
        (found,) = readers.slide_texts(path)
        assert {text for text in texts(drawn) if text.strip()} <= found
        (width, height), (left, top, right, low) = readers.slide_reach(path)
        assert (width, height) == tuple(round(side * 12700) for side in drawn.size)
        slack = 12700 * 3
        assert min(left, top) >= -slack
        assert right <= width + slack
        assert low <= height + slack
        xml = readers.slide_xml(path.read_bytes())
        assert "p:style" not in xml
        assert "outerShdw" not in xml


class TestTikz(EveryFigure):
    suffix = ".tex"

    def check(self, path: Path, drawn: Picture) -> None:
        text = path.read_text("utf-8")
        assert text.count("{") == text.count("}")
        plain = [word for word in texts(drawn) if word.isascii() and word.isalpha()]
        assert {word for word in plain if "{" + word + "}" not in text} == set()
        assert r"\begin{tikzpicture}" in text


class TestImages(EveryFigure):
    suffix = ".png"

    def check(self, path: Path, drawn: Picture) -> None:
        from PIL import Image

        with Image.open(path) as image:
            assert image.size == tuple(int(np.ceil(side - 1e-6)) for side in drawn.size)
            edge = np.asarray(image.convert("RGB"))
        lanes = 0.2  # the stage lets the chosen lane run to the edge, all others keep off it
        assert (edge[:, 0] != edge[0, 0]).any(-1).mean() <= lanes
        assert (edge[:, -1] != edge[0, 0]).any(-1).mean() <= lanes


class TestGif(EveryFigure):
    suffix = ".gif"
    scale = 0.25

    def check(self, path: Path, drawn: Picture) -> None:
        from PIL import Image

        with Image.open(path) as image:
            image.load()
            assert image.format == "GIF"


class TestWebp(EveryFigure):
    suffix = ".webp"
    scale = 0.25

    def check(self, path: Path, drawn: Picture) -> None:
        from PIL import Image

        with Image.open(path) as image:
            image.load()
            assert image.format == "WEBP"


@pytest.mark.parametrize("suffix", [".svg", ".tex", ".pptx", ".gif", ".webp"])
def test_equal_pictures_give_equal_bytes(tmp_path: Path, suffix: str) -> None:
    for name in ("stage", "attention-steps", "positions"):
        drawn = [draw_figure(name, tl.new().snapshot) for _ in range(2)]
        one, two = (
            export(each, tmp_path / f"{name}{i}{suffix}", scale=0.5).read_bytes()
            for i, each in enumerate(drawn)
        )
        assert one == two


def test_an_unknown_ending_names_all_formats(tmp_path: Path) -> None:
    with pytest.raises(LabError) as caught:
        export(CARD, tmp_path / "a.bmp")
    assert all(suffix in str(caught.value) for suffix in FORMATS)
    assert find_format("A.TABLE.TEX").suffix == ".table.tex"


def test_slides_of_steps_pair_their_shapes_and_carry_the_arithmetic(tmp_path: Path) -> None:
    shown = pages("stage", LAB.snapshot, {}, "5:7", "steps")
    path = export(shown, tmp_path / "a.pptx")
    names = readers.slide_names(path)
    assert len(names) == 3
    for one, two in pairwise(names):
        assert len(one & two) > 0.6 * len(one)
    assert all(len(n) > 100 for n in names)
    assert [note.splitlines()[1] for note in readers.slide_notes(path)] != [""] * 3
    assert (
        "scaled[hts] = scores[hts] / √d_k" in readers.slide_notes(path)[0]
        or "=" in readers.slide_notes(path)[0]
    )


def test_a_slide_knows_no_clipping_so_boxes_are_cut(tmp_path: Path) -> None:
    boxes = Rects(table([10.0, 150.0], 10.0, 100.0, 20.0), fill="ink", radius=5.0)
    xml = readers.slide_xml(export(picture((200.0, 100.0), boxes), tmp_path / "a.pptx").read_bytes())
    assert xml.count('prst="roundRect"') == 1
    assert xml.count('prst="rect"') == 1
    assert f'cx="{50 * 12700}"' in xml


def test_a_slide_of_too_many_shapes_becomes_a_picture_and_says_so(tmp_path: Path) -> None:
    side = int(MOST_SHAPES**0.5) + 2
    x, y = np.meshgrid(np.arange(side) * 10.0, np.arange(side) * 10.0)
    many = picture((500.0, 500.0), Rects(table(x.ravel(), y.ravel(), 8.0, 8.0), fill="ink"), title="Many")
    said: list[str] = []
    path = export(many, tmp_path / "a.pptx", notice=said.append)
    assert len(said) == 1
    assert f"{side * side} shapes" in said[0]
    assert readers.slide_names(path) == [{"!!figure"}]
    assert "svgBlip" in readers.slide_xml(path.read_bytes())
    export(many, tmp_path / "b.pptx", shapes="shapes", notice=said.append)
    assert len(said) == 1


def test_letters_as_outlines_need_no_typeface(tmp_path: Path) -> None:
    path = export(CARD, tmp_path / "a.svg", text="outlines")
    written = path.read_text("utf-8")
    assert "<text" not in written
    assert 'aria-label="50% &amp; a_b"' in written


def test_a_film_has_its_length_loops_and_can_be_stopped(tmp_path: Path) -> None:
    from PIL import Image

    film = pages("stage", LAB.snapshot, {"size": "320x240"}, "5:6", "frames", 100)
    path = export(film, tmp_path / "a.gif", scale=1.0, delay=100)
    with Image.open(path) as image:
        length = 0
        for i in range(image.n_frames):
            image.seek(i)
            length += image.info["duration"]
        assert image.info["loop"] == 0
    assert length == len(film) * 100
    for suffix in (".gif", ".webp", ".png", ".pptx", ".pdf"):
        with pytest.raises(LabError, match="stopped; nothing was written"):
            export(film, tmp_path / f"b{suffix}", scale=1.0, progress=lambda done, total: done < 2)
    assert list(tmp_path.iterdir()) == [path]


def test_mp4_holds_every_frame_on_even_sides(tmp_path: Path) -> None:
    av = pytest.importorskip("av", reason="MP4 is an optional extra")
    film = pages("stage", LAB.snapshot, {"size": "321x241"}, "5:5", "frames", 100)
    path = export(film, tmp_path / "a.mp4", scale=1.0, delay=100, background="none")
    with av.open(str(path)) as container:
        frames = list(container.decode(video=0))
        assert container.streams.video[0].average_rate == 10
    assert len(frames) == len(film)
    assert (frames[0].width % 2, frames[0].height % 2) == (0, 0)
    assert frames[0].to_ndarray(format="rgb24")[0, 0].min() > 200


def test_several_pages_of_a_one_page_format_become_a_folder(tmp_path: Path) -> None:
    shown = pages("stage", LAB.snapshot, {"size": "320x240"}, "5:6", "one")
    folder = export(shown, tmp_path / "steps.png", scale=1.0)
    assert [path.name for path in sorted(folder.iterdir())] == ["001.png", "002.png"]
    assert list(tmp_path.iterdir()) == [folder]
    with pytest.raises(LabError, match="is there already"):
        export(shown, tmp_path / "steps.png", scale=1.0)


def test_a_missing_package_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(LabError, match=r"MP4 needs one more package: pip install '.*\[video\]'"):
        export(CARD, tmp_path / "a.mp4")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("given", ["9:2", "a:b", "0:999", "-1:2"])
def test_steps_that_cannot_be_are_named(given: str) -> None:
    with pytest.raises(LabError, match=r"first:last|goes from 0:"):
        span(given, 30)
    with pytest.raises(LabError, match="does not happen in steps"):
        pages("attention", LAB.snapshot, {}, "0:1")


@pytest.mark.readers
def test_latex_compiles_steps_and_scripts(tmp_path: Path) -> None:
    shown = pages("stage", LAB.snapshot, {}, "5:6", "steps")
    for name, drawn in {"steps": shown, "card": CARD, **DRAWN}.items():
        path = export(drawn, tmp_path / f"{name}.tex")
        readers.run(
            "pdflatex", "-interaction=batchmode", "-halt-on-error", "-output-directory", tmp_path, path
        )
        assert (tmp_path / f"{name}.pdf").stat().st_size > 1000


@pytest.mark.readers
def test_libreoffice_opens_one_deck_of_all_figures(tmp_path: Path) -> None:
    path = export(tuple(DRAWN.values()), tmp_path / "deck.pptx", background="theme")
    readers.run("soffice", "--headless", "--convert-to", "pdf", "--outdir", tmp_path, path)
    assert f"Pages:           {len(DRAWN)}" in readers.run("pdfinfo", tmp_path / "deck.pdf")
