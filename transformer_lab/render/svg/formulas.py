"""Formulas as outlines, with their LaTeX as title."""

from __future__ import annotations

from transformer_lab.figures.picture import Formula
from transformer_lab.render.formula import typeset
from transformer_lab.render.svg.shapes import path_data
from transformer_lab.render.svg.writer import Sheet, number


def write_formula(sheet: Sheet, item: Formula) -> None:
    made = typeset(item.latex, item.size, sheet.color(item.color))
    with sheet.inside("g", transform=f"translate({number(item.at[0])} {number(item.at[1])})"):
        sheet.add("title", item.latex)
        for shape in made.shapes:
            sheet.add("path", d=path_data(shape.outline), fill=shape.fill)
