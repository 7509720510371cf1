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
    Path,
    Rects,
    Stamps,
    Texts,
)
from transformer_lab.render.faces import STYLES
from transformer_lab.render.outlines import hatch_lines
from transformer_lab.render.svg.writer import number
from transformer_lab.render.theme import NOTHING, Theme
from transformer_lab.render.tikz.letters import latex, needs_unicode

OVERLAP = 0.3
"""Each cell reaches under the next one, or viewers show the page between them."""
ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


class Sheet:
    """Collects commands and the colours they use; `unit` is the size of a logical pixel in big points."""

    def __init__(self, theme: Theme, unit: float = 0.75) -> None:
        self.theme, self.unit = theme, unit
        self.lines: list[str] = []
        self.colors: dict[str, str] = {}
        self.unicode = False

    def color(self, token: str) -> str:
        """The name of a token's colour in the document."""
        return self.hex(self.theme.color(token))

    def hex(self, value: str) -> str:
        """The name of a colour ``#RRGGBB``."""
        return self.colors.setdefault(value, f"tl{value[1:].upper()}")

    def length(self, pixels: float) -> str:
        """A length for widths of lines and corners, which TikZ does not scale by itself."""
        return f"{number(pixels * self.unit)}bp"

    def add(self, line: str) -> None:
        """One command."""
        self.lines.append(line)


def write_layer(sheet: Sheet, layer: Layer) -> None:
    """The items of a layer in a scope of its own."""
    if layer.opacity <= 0:
        return
    x, y, width, height = layer.box
    options = [f"yshift={number(-layer.dy * sheet.unit)}bp"] if layer.dy else []
    options += _faint("opacity", layer.opacity)
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
        sheet.add(rf"\clip {_box(*clip)};")
    write_items(sheet, items)
    sheet.add(r"\end{scope}")


def _group(sheet: Sheet, group: Group) -> None:
    if group.opacity > 0:
        sheet.add(f"% {''.join(c for c in group.id if c.isprintable())}")
        # A transparency group: where its parts overlap nothing shines through.
        options = ["transparency group", *_faint("opacity", group.opacity)] if group.opacity < 1 else []
        _scope(sheet, options, group.clip, group.items)


def _cells(sheet: Sheet, batch: Cells) -> None:
    indices, palette = (
        sheet.theme.index(batch.ramp, batch.values, batch.limit),
        sheet.theme.palette(batch.ramp),
    )
    opacity = np.broadcast_to(batch.opacity, len(batch.values)).tolist()
    for n, row, column in np.argwhere(indices != NOTHING).tolist():
        (x, y), (width, height) = batch.at[n].tolist(), batch.size[n].tolist()
        options = [sheet.hex(palette[indices[n, row, column]]), *_faint("opacity", opacity[n])]
        options += _rounded(sheet, batch.radius, width, height)
        over = OVERLAP if batch.radius <= 0 and opacity[n] >= 1.0 and column + 1 < indices.shape[2] else 0.0
        box = _box(x + column * width, y + row * height, width + over, height)
        sheet.add(rf"\fill[{','.join(options)}] {box};")
    if batch.grid and batch.radius <= 0:
        _, rows, columns = batch.values.shape
        for (x, y), (w, h) in zip(batch.at.tolist(), batch.size.tolist(), strict=True):
            lines = [_line(x + c * w, y, x + c * w, y + rows * h) for c in range(1, columns)]
            lines += [_line(x, y + r * h, x + columns * w, y + r * h) for r in range(1, rows)]
            if lines:
                color = sheet.color("canvas")
                sheet.add(rf"\draw[{color},line width={sheet.length(0.5)},opacity=0.55] {' '.join(lines)};")


def _rects(sheet: Sheet, batch: Rects) -> None:
    paint = _paint(sheet, batch.fill, batch.stroke, batch.width, batch.opacity, batch.dash)
    for x, y, width, height in batch.box.tolist():
        if width > 0 and height > 0 and paint:
            options = [*paint, *_rounded(sheet, batch.radius, width, height)]
            sheet.add(rf"\path[{','.join(options)}] {_box(x, y, width, height)};")


def _curves(sheet: Sheet, batch: Curves) -> None:
    for points, width, opacity in zip(
        batch.points.tolist(), batch.width.tolist(), batch.opacity.tolist(), strict=True
    ):
        if width > 0 and opacity > 0 and np.isfinite(points).all():
            options = _paint(sheet, "", batch.color, width, opacity, batch.dash)
            start, one, two, end = (_point(*p) for p in points)
            sheet.add(rf"\path[{','.join(options)}] {start} .. controls {one} and {two} .. {end};")


def _stamps(sheet: Sheet, batch: Stamps) -> None:
    options = _paint(sheet, batch.fill, batch.stroke, batch.width, batch.opacity)
    if batch.stroke:
        options += ["line cap=round", "line join=round"]
    for x, y in batch.at.tolist():
        sheet.add(rf"\path[{','.join(options)}] {_outline(batch.outline, x, y)};")


def _hatch(sheet: Sheet, batch: Hatch) -> None:
    lines = hatch_lines(batch.box).tolist()
    if lines:
        options = _paint(sheet, "", batch.color, 1.0, batch.opacity)
        sheet.add(rf"\path[{','.join(options)}] {' '.join(_line(*line) for line in lines)};")


def _texts(sheet: Sheet, batch: Texts) -> None:
    style = STYLES[batch.face]
    size = number(batch.size * sheet.unit)
    letters = rf"\fontsize{{{size}bp}}{{{size}bp}}\selectfont"
    letters += r"\rmfamily" if style.generic == "serif" else r"\sffamily"
    letters += r"\bfseries" * (style.weight >= 600) + r"\itshape" * style.italic
    colors = (batch.color,) * len(batch.text) if isinstance(batch.color, str) else batch.color
    for text, (x, y), color in zip(batch.text, batch.at.tolist(), colors, strict=True):
        if text.strip():
            options = [f"anchor={ANCHORS[batch.anchor]}", "inner sep=0", "outer sep=0", f"font={{{letters}}}"]
            options += [f"text={sheet.color(color)}", *_faint("opacity", batch.opacity)]
            options += [f"rotate={number(-batch.angle)}"] if batch.angle else []
            sheet.add(rf"\node[{','.join(options)}] at {_point(x, y)} {{{latex(text)}}};")
            sheet.unicode |= needs_unicode(text)


def _formula(sheet: Sheet, item: Formula) -> None:
    size = number(item.size * sheet.unit)
    options = f"anchor=base west,inner sep=0,text={sheet.color(item.color)}"
    font = rf"\fontsize{{{size}bp}}{{{size}bp}}\selectfont"
    sheet.add(rf"\node[{options},font={{{font}}}] at {_point(*item.at)} {{${item.latex}$}};")


def _paint(
    sheet: Sheet, fill: str, stroke: str, width: float, opacity: float, dash: tuple[float, ...] = ()
) -> list[str]:
    options = [f"fill={sheet.color(fill)}"] if fill else []
    if stroke:
        options += [f"draw={sheet.color(stroke)}", f"line width={sheet.length(width)}"]
        parts = [f"{'on' if i % 2 == 0 else 'off'} {sheet.length(d)}" for i, d in enumerate(dash)]
        options += [f"dash pattern={' '.join(parts)}"] if parts else []
    return options + _faint("opacity", opacity) if options else []


def _faint(name: str, opacity: float) -> list[str]:
    return [] if opacity >= 1 else [f"{name}={number(max(0.0, opacity))}"]


def _rounded(sheet: Sheet, radius: float, width: float, height: float) -> list[str]:
    radius = min(radius, width / 2.0, height / 2.0)
    return [f"rounded corners={sheet.length(radius)}"] if radius > 0 else []


def _point(x: float, y: float) -> str:
    return f"({number(x)},{number(y)})"


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"{_point(x, y)} rectangle {_point(x + width, y + height)}"


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"{_point(x1, y1)} -- {_point(x2, y2)}"


def _outline(outline: Path, dx: float, dy: float) -> str:
    parts = []
    for letter, *flat in outline:
        points = [_point(float(x) + dx, float(y) + dy) for x, y in zip(flat[::2], flat[1::2], strict=True)]
        shapes = {"M": "{0}", "L": "-- {0}", "C": ".. controls {0} and {1} .. {2}", "Z": "-- cycle"}
        parts.append(shapes[str(letter)].format(*points))
    return " ".join(parts)


WRITERS: Mapping[type, Callable[[Sheet, Any], None]] = {
    Cells: _cells,
    Rects: _rects,
    Curves: _curves,
    Texts: _texts,
    Stamps: _stamps,
    Hatch: _hatch,
    Formula: _formula,
    Group: _group,
}
