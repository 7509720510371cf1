"""Files: by ending, whole or not at all, and every program sees the same figure."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from tests.render.images import blocks, grey
from tests.render.marks import MARKS, SIZE, picture_of
from transformer_lab.document import files
from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Item, Rects, Texts, picture, table
from transformer_lab.render.export import export
from transformer_lab.render.pdf import to_pdf
from transformer_lab.render.raster import to_image, to_png
from transformer_lab.render.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")
PAPER = theme("paper")
FIGURE = picture(SIZE, Texts(("chased",), table(10, 20)), title="A figure")


def tool(name: str) -> str:
    found = shutil.which(name)
    return found or pytest.skip(f"{name} is not installed: only the look through another program is left out")


@pytest.mark.parametrize(
    ("ending", "start"), [(".svg", b"<?xml"), (".pdf", b"%PDF"), (".png", b"\x89PNG"), (".PNG", b"\x89PNG")]
)
def test_the_ending_decides(tmp_path: Path, ending: str, start: bytes) -> None:
    path = export(FIGURE, tmp_path / f"Größe 猫{ending}")
    assert path.read_bytes().startswith(start)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["figure.jpg", "figure", "figure.svg.bak"])
def test_another_ending_is_refused_with_those_there_are(tmp_path: Path, name: str) -> None:
    with pytest.raises(LabError, match=rf"\.svg, \.pdf, \.png.*“{name}”"):
        export(FIGURE, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_an_unknown_background_or_theme_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="white, none, theme"):
        export(FIGURE, tmp_path / "a.svg", background="pink")  # type: ignore[arg-type]
    with pytest.raises(LabError, match="paper, slate"):
        export(FIGURE, tmp_path / "a.svg", theme="neon")


GROUNDS = [("paper", "#ffffff"), ("slate", theme("slate").color("canvas"))]


@pytest.mark.parametrize(("name", "ground"), GROUNDS)
def test_a_figure_without_a_background_can_be_read(tmp_path: Path, name: str, ground: str) -> None:
    image = QImage(str(export(FIGURE, tmp_path / "a.png", theme=name)))
    assert image.pixelColor(1, 1) == QColor(ground)


@pytest.mark.parametrize("ending", [".svg", ".pdf", ".png"])
def test_a_place_that_cannot_be_written_to_leaves_all_as_it_was(tmp_path: Path, ending: str) -> None:
    for path in (tmp_path / "no" / f"a{ending}", tmp_path / f"folder{ending}"):
        (tmp_path / f"folder{ending}").mkdir(exist_ok=True)
        with pytest.raises(LabError, match="could not be written") as caught:
            export(FIGURE, path)
        assert len(str(caught.value).splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == [f"folder{ending}"]


def test_a_full_disk_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.svg"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(LabError, match="no space left"):
        export(FIGURE, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf"), 1e6])
def test_a_scale_that_makes_no_image_is_refused(scale: float) -> None:
    with pytest.raises(LabError, match="scale"):
        to_png(FIGURE, PAPER, scale)


def test_png_has_the_size_and_ground_that_were_asked_for() -> None:
    for background, color in (("white", "#ffffff"), ("theme", "#14181d")):
        image = QImage.fromData(to_png(FIGURE, theme("slate"), 2.0, background))  # type: ignore[arg-type]
        assert (image.width(), image.height()) == (240, 160)
        assert image.pixelColor(230, 150).name() == color
    assert QImage.fromData(to_png(FIGURE, PAPER, 1.0, "none")).pixelColor(110, 70).alpha() == 0


def test_equal_pictures_give_equal_png_bytes() -> None:
    assert to_png(picture_of("keys"), PAPER) == to_png(picture_of("keys"), PAPER)


# -- other programs -----------------------------------------------------------


def shown_by_librsvg(path: Path) -> QImage:
    subprocess.run([tool("rsvg-convert"), "-z", "2", "-o", "out.png", path.name], cwd=path.parent, check=True)
    return QImage(os.fspath(path.with_name("out.png")))


def shown_by_poppler(path: Path) -> QImage:
    command = [tool("pdftoppm"), "-r", "192", "-png", "-singlefile", path.name, "out"]
    subprocess.run(command, cwd=path.parent, check=True)
    return QImage(os.fspath(path.with_name("out.png")))


PROGRAMS = {".svg": shown_by_librsvg, ".pdf": shown_by_poppler}


@pytest.mark.parametrize("ending", PROGRAMS)
@pytest.mark.parametrize("kind", MARKS)
def test_other_programs_show_what_the_screen_shows(tmp_path: Path, kind: str, ending: str) -> None:
    path = export(picture_of(kind), tmp_path / f"a{ending}")
    other, ours = grey(PROGRAMS[ending](path)), grey(to_image(picture_of(kind), PAPER, 2.0, "white"))
    assert other.shape == ours.shape
    # Coarse blocks: programs differ in edges and in the weight of type, never in where things are.
    assert np.abs(blocks(other) - blocks(ours)).max() < 26
    for x, y, token in MARKS[kind].inked:
        if ending == ".svg":
            assert close(
                QImage(os.fspath(tmp_path / "out.png")).pixelColor(int(2 * x), int(2 * y)), PAPER.color(token)
            )


def close(color: QColor, wanted: str) -> bool:
    parts = zip(color.getRgb()[:3], QColor(wanted).getRgb()[:3], strict=True)  # type: ignore[index, arg-type]
    return max(abs(a - b) for a, b in parts) <= 3


def pdf_words(tmp_path: Path, *items: Item) -> str:
    path = tmp_path / "a.pdf"
    path.write_bytes(to_pdf(picture((400, 100), *items), PAPER))
    return subprocess.run([tool("pdftotext"), path, "-"], capture_output=True, text=True, check=True).stdout


def test_words_and_numbers_of_a_pdf_can_be_searched(tmp_path: Path) -> None:
    words = Texts(("The", "chased", "שלום", "猫", "Größe"), table([10, 60, 130, 200, 250], 30), 14)
    found = pdf_words(
        tmp_path, words, Texts(("0.666", "−1.25"), table([10, 80], 60), 44 // 2, "display-light")
    )
    assert all(word in found for word in ("The", "chased", "שלום", "猫", "Größe", "0.666", "−1.25"))


def test_numbers_of_a_pdf_in_the_usual_face_can_be_searched(tmp_path: Path) -> None:
    found = pdf_words(tmp_path, Texts(("67%", "0.204", "−3"), table([10, 80, 150], 40), 16))
    assert all(number in found.replace(" ", "") for number in ("67%", "0.204", "−3"))


def test_the_page_of_a_pdf_is_the_figure(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(to_pdf(picture((400, 100), Rects(table(0, 0, 9, 9), fill="ink"), title="Größe"), PAPER))
    told = subprocess.run([tool("pdfinfo"), path], capture_output=True, text=True, check=True).stdout
    assert "300 x 75 pts" in told
    assert "Größe" in told
    assert "Pages:           1" in told


def test_a_figure_larger_than_any_page_is_refused() -> None:
    with pytest.raises(LabError, match="page"):
        to_pdf(picture((40000, 10)), PAPER)


# -- starting Qt --------------------------------------------------------------


def test_what_qt_lacks_is_told_before_qt_is_loaded(tmp_path: Path) -> None:
    code = (
        "import transformer_lab.preflight as p, sys;"
        "p._loads = lambda name: False;"
        "from transformer_lab.errors import LabError;"
        "from transformer_lab.render.export import export;"
        "from transformer_lab.figures.picture import picture\n"
        "export(picture((9, 9)), 'a.svg')\n"
        "try: export(picture((9, 9)), 'a.png')\n"
        "except LabError as e: print(e, 'PySide6.QtGui' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    told = subprocess.run(
        command, cwd=tmp_path, env=with_us(), capture_output=True, text=True, check=True
    ).stdout
    if sys.platform.startswith("linux"):
        assert "libgl1" in told
        assert told.endswith("False\n")


def test_files_are_written_where_there_is_no_display(tmp_path: Path) -> None:
    code = (
        "from transformer_lab.render.export import export; from transformer_lab.figures.picture import *\n"
        "for e in ('png', 'pdf'): export(picture((9, 9), Texts(('नमस्ते שלום 👩‍🚀',), table(1, 8))), 'a.' + e)"
    )
    unset = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    bare = {name: value for name, value in with_us().items() if name not in unset}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=bare, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "a.png"]


def with_us() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.fspath(Path(__file__).parents[2])}
