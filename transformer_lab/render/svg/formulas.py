"""Formulas as outlines, with their LaTeX as title."""

from __future__ import annotations

from xml.etree import ElementTree

from transformer_lab.figures.picture import Formula
from transformer_lab.render.formula import typeset
from transformer_lab.render.svg.writer import Sheet, number

KEPT = ("d", "x", "y", "width", "height", "fill", "stroke", "stroke-width", "transform")


def write_formula(sheet: Sheet, item: Formula) -> None:
    made = typeset(item.latex, item.size, sheet.color(item.color))
    place = f"translate({number(item.at[0])} {number(item.at[1])})"
    with sheet.inside("g", transform=place):
        sheet.add("title", item.latex)
        for element in ElementTree.fromstring(made.svg).iter():  # noqa: S314 (made by ziamath, not read)
            name = element.tag.rpartition("}")[2]
            if name in {"path", "rect"}:
                kept = {key: element.attrib[key] for key in KEPT if key in element.attrib}
                sheet.add(name, **kept)
