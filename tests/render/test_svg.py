"""SVG files: valid, equal for equal pictures, with text as text and numbers told apart by what they show."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from tests.render.marks import MARKS, SIZE, picture_of
from tests.render.reading import parsed
from transformer_lab.figures.picture import (
    Cells,
    Formula,
    Group,
    Item,
    Layer,
    Picture,
    Rects,
    Stamps,
    Texts,
    picture,
    table,
)
from transformer_lab.render.digits import slots
from transformer_lab.render.plain import plain
from transformer_lab.render.svg import to_svg
from transformer_lab.render.svg.cells import MOST_RECTS
from transformer_lab.render.svg.writer import number
from transformer_lab.render.theme import NOTHING, theme

SVG = "{http://www.w3.org/2000/svg}"
ANY_TEXT = st.text(st.characters(), min_size=1)


def written(*items: Item, name: str = "paper", **more: str) -> ElementTree.Element:
    return parsed(to_svg(picture(SIZE, *items, **more), theme(name)))


def all_of(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return list(root.iter(SVG + name))


@pytest.mark.parametrize("kind", MARKS)
def test_every_mark_is_valid_svg_and_the_same_each_time(kind: str) -> None:
    first, again = (to_svg(picture_of(kind), theme("paper"), "none") for _ in range(2))
    assert first == again
    root = parsed(first)
    assert root.get("viewBox") == "0 0 120 80"
    assert len(list(root.iter())) > 4


def test_qt_is_not_needed() -> None:
    code = (
        "import sys, transformer_lab.render.svg as s, transformer_lab.render.theme as t;"
        "import transformer_lab.render.export; from transformer_lab.figures.picture import *;"
        "s.to_svg(picture((9, 9), Formula('x', (1, 1))), t.theme('paper'));"
        "sys.exit('PySide6' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2]).returncode == 0


@given(ANY_TEXT)
def test_any_text_is_found_again_in_a_valid_file(text: str) -> None:
    item = Texts((text, "scared"), table([1, 2], [3, 4]))
    root = written(item, Group(text, (Texts((text,), table(1, 1)),)), title=text, description=text)
    found = [
        e.text or e.attrib["aria-label"]
        for e in root.iter()
        if e.tag.endswith("}text") or e.get("aria-label")
    ]
    assert found == [plain(text), "scared", plain(text)]
    assert all_of(root, "title")[0].text == all_of(root, "desc")[0].text == plain(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (-0.001, "0"), (0.125, "0.12"), (-3.5, "-3.5"), (1e9, "1000000000"), (float("nan"), "0")],
)
def test_numbers_are_short_and_never_in_another_notation(value: float, text: str) -> None:
    assert number(value) == text


def test_ids_are_unique_and_groups_keep_their_names() -> None:
    group = Group("block.0/attn", (Group("head 1", ()), Group("head 1", ()), Group("", ()), Group("1", ())))
    layers = [
        Layer(key, (0, 0, 9, 9), lambda: (group,)) for key in (("row", 0, object()), ("row", 0, 5), None)
    ]
    root = parsed(to_svg(Picture(SIZE, tuple(layers)), theme("paper")))
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids)
    assert {"row-0", "row-0-2", "motion", "block.0-attn", "head-1", "head-1-2", "n1"} <= set(ids)


def test_marks_say_which_numbers_they_show() -> None:
    root = written(MARKS["cells"].item)
    assert [g.get("data-node") for g in all_of(root, "g") if g.get("data-node")] == ["block.0/attn/weights"]


@pytest.mark.parametrize("name", ["paper", "slate"])
def test_cells_are_crisp_rectangles_in_the_colours_of_the_theme(name: str) -> None:
    root = written(MARKS["cells"].item, name=name)
    crisp = next(g for g in all_of(root, "g") if g.get("shape-rendering") == "crispEdges")
    colors = theme(name)
    fills = [(rect.get("x"), rect.get("y"), rect.get("fill")) for rect in crisp]
    assert fills == [
        ("20", "20", colors.color("seq:0")),
        ("40", "20", colors.color("seq:1")),
        ("20", "36", colors.color("seq:0.5")),
        ("60", "36", colors.color("seq:1")),
    ]


def test_a_large_matrix_is_an_image_of_crisp_squares(tmp_path: object) -> None:
    values = np.linspace(-2, 2, MOST_RECTS + 50).reshape(1, 50, -1).copy()
    values[0, 0, 0] = np.nan
    root = written(Cells(values, table([0], [0]), table([2], [1]), "div", 2.0))
    (image,) = all_of(root, "image")
    assert "pixelated" in image.attrib["style"]
    shown = QImage.fromData(b64decode(image.attrib["href"].partition(",")[2]))
    side = shown.height() // 50
    assert side >= 8  # a program that smooths images blurs an eighth of a cell
    assert (shown.width(), shown.height()) == (values.shape[2] * side, 50 * side)
    indices = theme("paper").index("div", values[0], 2.0)
    for row, column in ((0, 1), (20, 7), (49, values.shape[2] - 1)):
        for within in (0, side - 1):
            pixel = shown.pixelColor(column * side + within, row * side + within).name().upper()
            assert pixel == theme("paper").palette("div")[indices[row, column]]
    assert indices[0, 0] == NOTHING
    assert shown.pixelColor(0, 0).alpha() == 0


def test_digits_of_a_column_stand_under_one_another() -> None:
    root = written(
        Texts(("1.11", "−0.88", "10.71", "of"), table(100, [10, 20, 30, 40]), 12, "regular", "ink", "end")
    )
    one, two, three, word = all_of(root, "text")
    ends = [float(text.attrib["x"].split()[-1]) for text in (one, two, three)]
    centres = [
        end + own / 2 for end, own in zip(ends, (5.574, 7.398, 5.574), strict=True)
    ]  # advances of 1, 8, 1
    assert centres == pytest.approx([centres[0]] * 3, abs=0.02)
    assert len(one.attrib["x"].split()) == 4
    assert one.get("text-anchor") == "start"
    assert word.get("x") == "100"
    assert float(one.attrib["letter-spacing"]) > float(two.attrib["letter-spacing"])


@pytest.mark.parametrize(("anchor", "before"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_digits_start_where_their_anchor_has_them(anchor: str, before: float) -> None:
    (text,) = all_of(written(Texts(("0.67",), table(100, 10), 12, "regular", "ink", anchor)), "text")  # type: ignore[arg-type]
    spread = slots("0.67", "regular", 12)
    assert spread is not None
    start = float(text.attrib["x"].split()[0]) - spread.offsets[0]
    assert start == pytest.approx(100 - before * spread.width, abs=0.01)


def test_spaces_that_count_are_kept_and_only_those() -> None:
    texts = all_of(written(Texts(("a b", " a", "a  b"), table([1, 2, 3], 1))), "text")
    space = "{http://www.w3.org/XML/1998/namespace}space"
    assert [text.get(space) for text in texts] == [None, "preserve", "preserve"]


def test_texts_carry_face_anchor_colour_and_turn() -> None:
    root = written(Texts(("a", "b"), table([1, 2], [3, 4]), 14, "math-bold", ("query", "key"), "middle", -60))
    group = next(g for g in all_of(root, "g") if g.get("font-family"))
    assert group.attrib["font-family"].startswith("STIX, ")
    assert (group.get("font-size"), group.get("font-weight"), group.get("font-style")) == (
        "14",
        "700",
        "italic",
    )
    assert group.get("text-anchor") == "middle"
    assert [t.get("fill") for t in all_of(root, "text")] == [
        theme("paper").color(c) for c in ("query", "key")
    ]
    assert all_of(root, "text")[1].get("transform") == "rotate(-60 2 4)"


def test_a_formula_is_outlines_with_its_latex_as_title() -> None:
    root = written(Formula(r"\sqrt{d_k}", (10, 40)))
    assert r"\sqrt{d_k}" in [title.text for title in all_of(root, "title")]
    assert all_of(root, "path")


def test_opacity_belongs_to_each_shape_or_to_the_group() -> None:
    rects = Rects(table([1, 2], [1, 2], [5, 5], [5, 5]), fill="key", stroke="ink", opacity=0.5)
    root = written(Group("g", (rects,), opacity=0.25))
    outer = next(g for g in all_of(root, "g") if g.get("id") == "g")
    assert outer.get("opacity") == "0.25"
    assert [g.get("fill-opacity") for g in outer] == [g.get("stroke-opacity") for g in outer] == ["0.5"]
    assert "opacity" not in outer[0].attrib


def test_layers_move_fade_and_are_cut() -> None:
    layer = Layer(
        ("a", 1), (0, 10, 50, 40), lambda: (Stamps((("M", 0.0, 0.0), ("Z",)), table(1, 1)),), 20, 0.5, 30
    )
    root = parsed(to_svg(Picture(SIZE, (layer,)), theme("paper")))
    (clip,) = all_of(root, "clipPath")
    assert (clip[0].get("y"), clip[0].get("height")) == ("10", "20")
    group = next(g for g in all_of(root, "g") if g.get("id") == "a-1")
    assert group.get("transform") == "translate(0 20)"
    assert group.get("clip-path") == f"url(#{clip.get('id')})"


@pytest.mark.parametrize(("background", "fill"), [("white", "#FFFFFF"), ("theme", "#14181D"), ("none", None)])
def test_the_ground_is_what_was_asked_for(background: str, fill: str | None) -> None:
    root = parsed(to_svg(picture(SIZE), theme("slate"), background))  # type: ignore[arg-type]
    assert [rect.get("fill") for rect in all_of(root, "rect")] == ([fill] if fill else [])
