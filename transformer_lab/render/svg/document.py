"""A whole picture as an SVG document: its frame, its layers, its groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from typing import Any

from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Formula,
    Group,
    Hatch,
    Item,
    Layer,
    Picture,
    Rects,
    Ref,
    Stamps,
    Texts,
)
from transformer_lab.render.blocks import by_block
from transformer_lab.render.ground import Background, ground
from transformer_lab.render.svg.cells import write_cells
from transformer_lab.render.svg.formulas import write_formula
from transformer_lab.render.svg.shapes import write_curves, write_hatch, write_rects, write_stamps
from transformer_lab.render.svg.texts import write_texts
from transformer_lab.render.svg.writer import Sheet, Value, faint, number, numbers
from transformer_lab.render.theme import Theme


def to_svg(picture: Picture, theme: Theme, background: Background = "white", outlines: bool = False) -> str:
    """The picture as the text of an SVG file. Behind it is white, nothing, or the theme's canvas.

    With `outlines` letters become shapes; without it text stays text wherever our typefaces hold it.
    """
    sheet = Sheet(theme, outlines)
    width, height = picture.size
    sheet.lines.append('<?xml version="1.0" encoding="UTF-8"?>')
    frame: dict[str, Value] = {"xmlns": "http://www.w3.org/2000/svg", "width": width, "height": height}
    frame |= {"viewBox": numbers((0, 0, width, height)), "role": "img", "aria_labelledby": "title"}
    with sheet.inside("svg", **frame):
        sheet.add("title", picture.title, id=sheet.unique("title"))
        if picture.description:
            sheet.add("desc", picture.description, id=sheet.unique("description"))
        fill = ground(theme, background)
        if fill:
            sheet.add("rect", width=width, height=height, fill=fill)
        for name, layers in by_block(picture.layers):
            with sheet.inside("g", id=sheet.unique(name)) if name else nullcontext():
                for layer in layers:
                    _write_layer(sheet, layer)
    return "\n".join(sheet.lines) + "\n"


def _write_layer(sheet: Sheet, layer: Layer) -> None:
    if layer.opacity <= 0:
        return
    x, y, width, height = layer.box
    clip = sheet.clip(x, y, width, layer.show - y) if layer.show < y + height else None
    move = f"translate(0 {number(layer.dy)})" if layer.dy else None
    name = sheet.unique(_layer_name(layer))
    # The clip lies in the layer's own coordinates, so it must stand on the element that moves.
    with sheet.inside("g", id=name, transform=move, opacity=faint(layer.opacity), clip_path=clip):
        write_items(sheet, layer.build())


def _layer_name(layer: Layer) -> str:
    if layer.key is None:
        return "motion"
    return "-".join(str(part) for part in layer.key[:2] if isinstance(part, str | int))


def write_items(sheet: Sheet, items: Iterable[Item]) -> None:
    """Write items in order."""
    for item in items:
        ref: Ref | None = getattr(item, "ref", None)
        if ref is None:
            WRITERS[type(item)](sheet, item)
            continue
        with sheet.inside("g", data_node=ref.node):
            WRITERS[type(item)](sheet, item)


def _write_group(sheet: Sheet, group: Group) -> None:
    if group.opacity <= 0:
        return
    clip = sheet.clip(*group.clip) if group.clip else None
    with sheet.inside("g", id=sheet.unique(group.id), opacity=faint(group.opacity), clip_path=clip):
        write_items(sheet, group.items)


WRITERS: Mapping[type, Callable[[Sheet, Any], None]] = {
    Cells: write_cells,
    Rects: write_rects,
    Curves: write_curves,
    Texts: write_texts,
    Stamps: write_stamps,
    Hatch: write_hatch,
    Formula: write_formula,
    Group: _write_group,
}
