"""Texts that our typefaces lack: shapes in files, numbered boxes where no font helps, never an empty box."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from tests.render import readers
from transformer_lab.figures.picture import Face, Picture, Texts, picture, table
from transformer_lab.render import shaping
from transformer_lab.render.export import export
from transformer_lab.render.faces import STYLES
from transformer_lab.render.fallback import fallback, familiar
from transformer_lab.render.shaping import is_foreign, needs_help, shaped
from transformer_lab.render.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")
SCRIPTS = ("猫が好き", "החתול", "الكلب", "नमस्ते")
EMOJI, NOWHERE = "👩‍👩‍👧", "\U000e1234"


def card(*texts: str, size: int = 24) -> Picture:
    places = table(20.0, 40.0 * np.arange(1, len(texts) + 1))
    return picture((300.0, 40.0 * len(texts) + 40.0), Texts(texts, places, size), title="Card")


@pytest.mark.parametrize("face", STYLES)
def test_what_is_called_familiar_is_in_the_font(face: Face) -> None:
    known = [chr(code) for code in range(0x20, 0x2300) if familiar(chr(code), face)]
    assert [c for c in known if is_foreign(c, face)] == []
    assert familiar("Größe − 50%", face)


@pytest.mark.parametrize("text", SCRIPTS)
def test_other_scripts_become_outlines(text: str) -> None:
    made = fallback(text, "regular", 24)
    assert made is not None
    assert len(made.outline) > 40
    assert made.patches == ()
    assert fallback("cat", "regular", 24) is None


def test_emoji_become_images_of_four_pixels_a_point() -> None:
    from PIL import Image

    made = shaped(EMOJI, "regular", 20)
    if not made.patches:
        pytest.skip("no font with coloured emoji is installed here")
    (patch,) = made.patches
    assert 15.0 < patch.width < 40.0
    assert Image.open(BytesIO(patch.png)).width == round(4 * patch.width)


def test_what_no_font_has_shows_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(shaping, "font", lambda face, size: told.append(str(size)) or _font(face, size))
    assert needs_help(NOWHERE, "regular")
    shaping.shaped.cache_clear()
    frame, *_ = shaped(NOWHERE, "regular", 40)
    assert "12" in told  # digits at three tenths of the size
    assert len(frame) > 40
    assert not needs_help("cat", "regular")


def _font(face: Face, size: int) -> object:
    from transformer_lab.render.fonts import font

    return font(face, size)


@pytest.mark.parametrize("suffix", [".svg", ".tex"])
def test_files_hold_no_letters_that_others_may_lack(tmp_path: Path, suffix: str) -> None:
    path = export(card(*SCRIPTS, EMOJI, NOWHERE, "cat"), tmp_path / f"a{suffix}")
    text = path.read_text("utf-8")
    assert "cat" in text
    shown = text if suffix == ".tex" else "".join(readers.svg_only_texts(path))
    assert not any(script in shown for script in (*SCRIPTS, EMOJI, NOWHERE))
    assert export(card(*SCRIPTS, EMOJI), tmp_path / f"b{suffix}").read_bytes() == (
        export(card(*SCRIPTS, EMOJI), tmp_path / f"c{suffix}").read_bytes()
    )


def test_a_page_keeps_other_scripts_searchable_and_numbers_whole(tmp_path: Path) -> None:
    numbers = ("100%", "111.11", "−0.17", "<1%", "8,118")
    text = readers.pdf_text(export(card("猫が好き", *numbers), tmp_path / "a.pdf"))
    assert set(numbers) <= set(text.split())
    assert "猫が好き" in text


def test_right_to_left_lines_say_so_on_slides(tmp_path: Path) -> None:
    path = export(card("החתול", "cat"), tmp_path / "a.pptx")
    assert readers.slide_xml(path.read_bytes()).count('rtl="1"') == 1


def test_no_box_is_empty_on_the_screen() -> None:
    from transformer_lab.render.raster import to_image

    image = to_image(card(NOWHERE, size=60), theme("paper"), 1.0, "white")
    ink = [image.pixelColor(x, y).lightness() < 128 for y in range(50) for x in range(24, 60)]
    assert sum(ink) > 150  # the frame alone has about a hundred
