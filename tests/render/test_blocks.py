"""In files that keep groups a block of the stage is one of them; films count pixels and tell what happens."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import transformer_lab as tl
from tests.render.readers import slide_xml
from transformer_lab.figures.film import pages
from transformer_lab.render.export import export

pytestmark = pytest.mark.usefixtures("qapp")
LAB = tl.new()


def test_a_slide_holds_one_group_for_each_block(tmp_path: Path) -> None:
    xml = slide_xml(export(LAB.figure("stage", parts="all").picture, tmp_path / "a.pptx").read_bytes())
    assert re.findall(r'name="!!(block \d)"', xml) == ["block 1", "block 2"]


def test_blocks_pair_over_steps(tmp_path: Path) -> None:
    import pptx

    steps = pages("stage", LAB.snapshot, {"parts": "all"}, "10:12", "steps")
    deck = pptx.Presentation(str(export(steps, tmp_path / "a.pptx")))
    names = [{shape.name for shape in slide.shapes if "block" in shape.name} for slide in deck.slides]
    assert all({"!!block 1", "!!block 2"} <= each for each in names)


def test_the_part_of_a_slide_is_one_group_that_pairs_over_its_steps(tmp_path: Path) -> None:
    import pptx

    steps = pages("stage", LAB.snapshot, {}, "15:18", "steps")
    deck = pptx.Presentation(str(export(steps, tmp_path / "a.pptx")))
    names = [[shape.name for shape in slide.shapes if "block" in shape.name] for slide in deck.slides]
    assert names == [["!!block 2"]] * 4


def test_an_svg_has_an_id_for_each_block(tmp_path: Path) -> None:
    text = export(LAB.figure("stage", parts="all").picture, tmp_path / "a.svg").read_text("utf-8")
    assert 'id="block-1"' in text
    assert 'id="block-2"' in text
    assert 'id="block-' not in export(LAB.figure("mask").picture, tmp_path / "b.svg").read_text("utf-8")


@pytest.mark.parametrize("pixels", [(1920, 1080), (300, 300)])
def test_an_image_has_the_pixels_that_were_asked_for(tmp_path: Path, pixels: tuple[int, int]) -> None:
    from PIL import Image

    drawn = LAB.figure("mask").picture
    with Image.open(export(drawn, tmp_path / "a.png", "slate", pixels=pixels)) as image:
        assert image.size == pixels
        edge = np.asarray(image.convert("RGB"))
    assert (edge[0] == edge[0, 0]).all(), "the ground goes on where the figure ends"


def test_a_film_has_captions_pixels_and_an_end(tmp_path: Path) -> None:
    from PIL import Image

    film = pages("attention-steps", LAB.snapshot, {}, ":", "steps")
    more = {"pixels": (480, 300), "loop": False}
    paths = [
        export(film, tmp_path / f"{on}.gif", delay=100, captions=on, **more)  # type: ignore[arg-type]
        for on in (True, False)
    ]
    with Image.open(paths[0]) as told, Image.open(paths[1]) as plain:
        assert told.size == plain.size == (480, 300)
        assert "loop" not in told.info
        foot = [np.asarray(film.convert("L"))[-22:-4] for film in (told, plain)]
    assert (foot[0] < 128).any(), "a caption stands at the foot"
    assert not (foot[1] < 128).any()


def test_frames_become_a_folder_of_images(tmp_path: Path) -> None:
    film = pages("stage", LAB.snapshot, {}, "12:12", "frames", 200)
    folder = export(film, tmp_path / "frames.png", pixels=(320, 180))
    assert len(list(folder.iterdir())) == len(film) > 2
