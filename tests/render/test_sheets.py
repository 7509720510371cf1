"""Tables and LaTeX: what is written reads back, and no character of a text can do harm."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture, Sheet, Texts, picture, table
from transformer_lab.render.setting import Setting
from transformer_lab.render.sheets import sheet_text, to_sheet
from transformer_lab.render.theme import theme
from transformer_lab.render.tikz import to_tikz
from transformer_lab.render.tikz.letters import latex, needs_unicode

SHEET = Sheet(("a|b", 'say "hi", you'), ("x_1", "50%"), ((0.1, -1e-7), (float("-inf"), "−∞")))


def test_csv_reads_back_to_the_same_numbers() -> None:
    rows = list(csv.reader(StringIO(sheet_text(SHEET, "csv"))))
    assert rows[0] == ["", "x_1", "50%"]
    assert [row[0] for row in rows[1:]] == list(SHEET.rows)
    assert [float(cell) for cell in rows[1][1:]] == [0.1, -1e-7]
    assert rows[2][1:] == ["-inf", "-inf"]
    assert sheet_text(Sheet(("a",), ("b",), ((-0.0,),)), "csv").splitlines()[1] == "a,0"


def test_markdown_escapes_its_bars_and_aligns_numbers_right() -> None:
    lines = sheet_text(SHEET, "md").splitlines()
    assert lines[1].startswith("|--")
    assert lines[1].endswith(":|")
    assert lines[2].startswith(r"| a\|b ")
    assert len({len(line) for line in lines}) == 1


def test_a_latex_table_has_as_many_cells_in_each_row() -> None:
    text = sheet_text(SHEET, "tex")
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert [row.count("&") for row in rows] == [2, 2, 2]
    assert r"x\_1 & 50\%" in text
    assert "$0.10$" in text


def test_a_figure_without_numbers_says_so() -> None:
    with pytest.raises(LabError, match="shows no table"):
        to_sheet(picture((10.0, 10.0)), "csv")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a_b & 50% #1", r"a\_b \& 50\% \#1"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("−0.5 × √2 → ∞", r"$-$0.5 $\times$ $\surd$2 $\rightarrow$ $\infty$"),
        ("kᵀ 10⁻³", "k$^{T}$ 10$^{-}$$^{3}$"),
        ("--", "{-}{-}"),
    ],
)
def test_latex_shows_every_character_and_obeys_none(text: str, wanted: str) -> None:
    assert latex(text) == wanted


def test_scripts_that_pdflatex_cannot_set_become_shapes() -> None:
    def document(word: str) -> str:
        drawn: Picture = picture((100.0, 50.0), Texts((word,), table(10.0, 20.0)))
        return to_tikz((drawn,), Setting(theme("paper")))

    assert needs_unicode("猫")
    assert not needs_unicode("Größe − é")
    assert "猫" not in document("猫")
    assert ".. controls" in document("猫")
    assert "{cat}" in document("cat")
