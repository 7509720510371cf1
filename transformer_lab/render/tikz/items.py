"""Items of a Picture as TikZ commands, y downwards, one unit a logical pixel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Formula,
    Group,
    Hatch,
    Item,
    Layer,
    Rects,
    Stamps,
    Texts,
)
from transformer_lab.render.outlines import hatch_lines
from transformer_lab.render.svg.writer import number
from transformer_lab.render.theme import NOTHING
from transformer_lab.render.tikz.sheet import Sheet, box, faint, line, outline, paint, point, rounded
from transformer_lab.render.tikz.texts import write_texts

OVERLAP = 0.3
"""Each cell reaches under the next one, or viewers show the page between them."""


def write_layer(sheet: Sheet, layer: Layer) -> None:
    """The items of a layer in a scope of its own."""
    if layer.opacity <= 0:
        return
    x, y, width, height = layer.box
    options = [f"yshift={number(-layer.dy * sheet.unit)}bp"] if layer.dy else []
    options += faint("opacity", layer.opacity)
    clip = (x, y, width, max(0.0, layer.show - y)) if layer.show < y + height else None
    _scope(sheet, options, clip, layer.build())


def write_items(sheet: Sheet, items: Iterable[Item]) -> None:
    """Write items in order."""
    for item in items:
        WRITERS[type(item)](sheet, item)


def _scope(
    sheet: Sheet, options: list[str], clip: tuple[float, float, float, float] | None, items: Iterable[Item]
) -> None:
    sheet.add(rf"\begin{{scope}}[{','.join(options)}]")
    if clip:
        sheet.add(rf"\clip {box(*clip)};")
    write_items(sheet, items)
    sheet.add(r"\end{scope}")


def _group(sheet: Sheet, group: Group) -> None:
    if group.opacity > 0:
        sheet.add(f"% {''.join(c for c in group.id if c.isprintable())}")
        # A transparency group: where its parts overlap nothing shines through.
        options = ["transparency group", *faint("opacity", group.opacity)] if group.opacity < 1 else []
        _scope(sheet, options, group.clip, group.items)


def _cells(sheet: Sheet, batch: Cells) -> None:
    indices, palette = (
        sheet.theme.index(batch.ramp, batch.values, batch.limit),
        sheet.theme.palette(batch.ramp),
    )
    opacity = np.broadcast_to(batch.opacity, len(batch.values)).tolist()
    for n, row, column in np.argwhere(indices != NOTHING).tolist():
        (x, y), (width, height) = batch.at[n].tolist(), batch.size[n].tolist()
        options = [sheet.hex(palette[indices[n, row, column]]), *faint("opacity", opacity[n])]
        options += rounded(sheet, batch.radius, width, height)
        over = OVERLAP if batch.radius <= 0 and opacity[n] >= 1.0 and column + 1 < indices.shape[2] else 0.0
        tile = box(x + column * width, y + row * height, width + over, height)
        sheet.add(rf"\fill[{','.join(options)}] {tile};")
    if batch.grid and batch.radius <= 0:
        _, rows, columns = batch.values.shape
        for (x, y), (w, h) in zip(batch.at.tolist(), batch.size.tolist(), strict=True):
            lines = [line(x + c * w, y, x + c * w, y + rows * h) for c in range(1, columns)]
            lines += [line(x, y + r * h, x + columns * w, y + r * h) for r in range(1, rows)]
            if lines:
                color = sheet.color("canvas")
                sheet.add(rf"\draw[{color},line width={sheet.length(0.5)},opacity=0.55] {' '.join(lines)};")


def _rects(sheet: Sheet, batch: Rects) -> None:
    painted = paint(sheet, batch.fill, batch.stroke, batch.width, batch.opacity, batch.dash)
    for x, y, width, height in batch.box.tolist():
        if width > 0 and height > 0 and painted:
            options = [*painted, *rounded(sheet, batch.radius, width, height)]
            sheet.add(rf"\path[{','.join(options)}] {box(x, y, width, height)};")


def _curves(sheet: Sheet, batch: Curves) -> None:
    for points, width, opacity in zip(
        batch.points.tolist(), batch.width.tolist(), batch.opacity.tolist(), strict=True
    ):
        if width > 0 and opacity > 0 and np.isfinite(points).all():
            options = paint(sheet, "", batch.color, width, opacity, batch.dash)
            start, one, two, end = (point(*p) for p in points)
            sheet.add(rf"\path[{','.join(options)}] {start} .. controls {one} and {two} .. {end};")


def _stamps(sheet: Sheet, batch: Stamps) -> None:
    options = paint(sheet, batch.fill, batch.stroke, batch.width, batch.opacity)
    if batch.stroke:
        options += ["line cap=round", "line join=round"]
    for x, y in batch.at.tolist():
        sheet.add(rf"\path[{','.join(options)}] {outline(batch.outline, x, y)};")


def _hatch(sheet: Sheet, batch: Hatch) -> None:
    lines = hatch_lines(batch.box, batch.mirrored).tolist()
    if lines:
        options = paint(sheet, "", batch.color, 1.0, batch.opacity)
        sheet.add(rf"\path[{','.join(options)}] {' '.join(line(*each) for each in lines)};")


def _formula(sheet: Sheet, item: Formula) -> None:
    size = number(item.size * sheet.unit)
    options = f"anchor=base west,inner sep=0,text={sheet.color(item.color)}"
    font = rf"\fontsize{{{size}bp}}{{{size}bp}}\selectfont"
    sheet.add(rf"\node[{options},font={{{font}}}] at {point(*item.at)} {{${item.latex}$}};")


WRITERS: Mapping[type, Callable[[Sheet, Any], None]] = {
    Cells: _cells,
    Rects: _rects,
    Curves: _curves,
    Texts: write_texts,
    Stamps: _stamps,
    Hatch: _hatch,
    Formula: _formula,
    Group: _group,
}
