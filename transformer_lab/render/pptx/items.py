"""Items of a Picture as shapes of a slide: every cell, line and word one that can be clicked and changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from transformer_lab.figures.measure import approximate
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
    Ref,
    Stamps,
    Texts,
)
from transformer_lab.render.digits import slots
from transformer_lab.render.faces import STYLES
from transformer_lab.render.formula import typeset
from transformer_lab.render.outlines import hatch_lines
from transformer_lab.render.pptx.connectors import Tip, straight, tip_of
from transformer_lab.render.pptx.drawing import (
    Drawing,
    Frame,
    freeform,
    gradient,
    preset,
    reach,
    solid,
    text_body,
)
from transformer_lab.render.theme import NOTHING

ALIGN = {"start": "l", "middle": "ctr", "end": "r"}
SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}
LINE, MIDDLE = 1.21, 0.364
"""Of the size: the height of a line of Inter, and how far its middle lies above the baseline."""
A_SCALE, STOPS = 32, 9
"""From so many columns without an address a row is the bar of a scale; how many colours tell its ramp."""
OVERLAP = 0.3
SWISS = 'panose="020B0604020202020204" pitchFamily="34" charset="0"'
"""What a program that lacks the typeface should put in its place: a plain sans serif."""


def draw_layer(sheet: Drawing, layer: Layer) -> None:
    """The items of a layer as one group, in the place of the layer."""
    if layer.opacity <= 0:
        return
    sheet.dy, sheet.opacity = layer.dy, min(1.0, layer.opacity)
    words = [str(part) for part in layer.key[:2] if isinstance(part, str | int)] if layer.key else ["motion"]
    x, y, width, _ = layer.box
    shown = (x, y, width, layer.show - y)
    with sheet.group(" ".join(words)), sheet.seen_through(shown):
        draw_items(sheet, layer.build())
    sheet.dy, sheet.opacity = 0.0, 1.0


def draw_items(sheet: Drawing, items: Iterable[Item]) -> None:
    """Draw items in order."""
    for item in items:
        DRAWERS[type(item)](sheet, item)


def _group(sheet: Drawing, group: Group) -> None:
    held = sheet.opacity
    sheet.opacity = held * min(1.0, max(0.0, group.opacity))
    if sheet.opacity > 0:
        with sheet.group(group.id), sheet.seen_through(group.clip):
            draw_items(sheet, group.items)
    sheet.opacity = held


def _name(kind: str, ref: Ref | None, n: int, more: tuple[int, ...] = ()) -> str:
    if ref is None:
        return kind
    index = ",".join(map(str, (*ref.index[n].tolist(), *more)))
    return f"{ref.node} {index}" if kind == "cell" else f"{kind} {ref.node} {index}"


def _cells(sheet: Drawing, batch: Cells) -> None:
    if batch.ref is None and batch.values.shape[1] == 1 and batch.values.shape[2] >= A_SCALE:
        _scales(sheet, batch)
    else:
        _each_cell(sheet, batch)


def _scales(sheet: Drawing, batch: Cells) -> None:
    """The bar of a printed scale: eight rectangles, each from one colour to the next.

    One rectangle with many colours would do, but LibreOffice before 7.6 shows only two of them.
    """
    columns = batch.values.shape[2]
    picked = np.rint(np.linspace(0, columns - 1, STOPS)).astype(int)
    indices = sheet.theme.index(batch.ramp, batch.values, batch.limit)[:, 0, picked]
    palette = (*sheet.theme.palette(batch.ramp), sheet.theme.color("canvas"))
    for n, (x, y) in enumerate(batch.at.tolist()):
        width, height = (batch.size[n] * (columns, 1)).tolist()
        colors = [palette[i] for i in indices[n].tolist()]
        step = width / (STOPS - 1)
        with sheet.group("scale"):
            for i, pair in enumerate(pairwise(colors)):
                over = OVERLAP if i < STOPS - 2 else 0.0
                frame = Frame(x + i * step, y, step + over, height)
                sheet.box("shade", frame, 0.0, gradient(pair) + sheet.line("", 0.0))


def _each_cell(sheet: Drawing, batch: Cells) -> None:
    indices, palette = (
        sheet.theme.index(batch.ramp, batch.values, batch.limit),
        sheet.theme.palette(batch.ramp),
    )
    shown = np.pad(indices != NOTHING, ((0, 0), (0, 1), (0, 1)))
    opacity = np.broadcast_to(batch.opacity, len(batch.values)).tolist()
    line = sheet.line("canvas" if batch.grid else "", 0.5, 0.55)
    for n, row, column in np.argwhere(indices != NOTHING).tolist():
        (x, y), (width, height) = batch.at[n].tolist(), batch.size[n].tolist()
        frame = Frame(x + column * width, y + row * height, width, height)
        if batch.radius <= 0 and opacity[n] >= 1.0:  # under its neighbours, or the page shines between them
            over_x, over_y = OVERLAP * shown[n, row, column + 1], OVERLAP * shown[n, row + 1, column]
            frame = frame._replace(width=width + float(over_x), height=height + float(over_y))
        more = batch.ref.ending(row, column) if batch.ref else (row, column)
        paint = solid(palette[indices[n, row, column]], opacity[n] * sheet.opacity) + line
        sheet.box(_name("cell", batch.ref, n, more), frame, batch.radius, paint)


def _rects(sheet: Drawing, batch: Rects) -> None:
    paint = sheet.fill(batch.fill, batch.opacity)
    paint += sheet.line(batch.stroke, batch.width, batch.opacity, batch.dash)
    for n, (x, y, width, height) in enumerate(batch.box.tolist()):
        if width > 0 and height > 0:
            name = _name(f"box {batch.fill or batch.stroke}", batch.ref, n)
            sheet.box(name, Frame(x, y, width, height), batch.radius, paint)


def _curves(sheet: Drawing, batch: Curves) -> None:
    for n, (points, width, opacity) in enumerate(
        zip(batch.points.tolist(), batch.width.tolist(), batch.opacity.tolist(), strict=True)
    ):
        if width <= 0 or opacity <= 0 or not np.isfinite(points).all():
            continue
        start, one, two, end = points
        outline: Path = (("M", *start), ("C", *one, *two, *end))
        frame = reach((outline,))
        line, name = sheet.line(batch.color, width, opacity, batch.dash), _name("thread", batch.ref, n)
        geometry = freeform((outline,), frame, filled=False)
        if one[1] == start[1] and two[1] == end[1] and start[0] != end[0]:  # leaves and arrives sideways
            sheet.line_between(name, ((start[0], start[1]), (end[0], end[1])), line, geometry)
        else:
            sheet.shape(name, frame, geometry, "<a:noFill/>" + line)


def _stamps(sheet: Drawing, batch: Stamps) -> None:
    own, ends = reach((batch.outline,)), None if batch.fill else straight(batch.outline)
    shape = freeform((batch.outline,), own, filled=bool(batch.fill))
    paint = sheet.fill(batch.fill, batch.opacity) + sheet.line(batch.stroke, batch.width, batch.opacity)
    for n, (x, y) in enumerate(batch.at.tolist()):
        frame = own._replace(x=own.x + x, y=own.y + y)
        name = _name(f"mark {batch.fill or batch.stroke}", batch.ref, n)
        if ends is not None:
            (x1, y1), (x2, y2) = ends
            line = sheet.line(batch.stroke, batch.width, batch.opacity)
            sheet.line_between(name, ((x + x1, y + y1), (x + x2, y + y2)), line)
            continue
        if batch.fill and (tip := tip_of(batch.outline)) is not None:
            sheet.joints.tips.append(Tip(len(sheet.parts), (x + tip[0], y + tip[1] + sheet.dy)))
        sheet.shape(name, frame, shape, paint)


def _hatch(sheet: Drawing, batch: Hatch) -> None:
    paint = "<a:noFill/>" + sheet.line(batch.color, 1.0, batch.opacity)
    for n, box in enumerate(batch.box.tolist()):
        lines = hatch_lines(np.array([box]), batch.mirrored).tolist()
        if lines:
            outline: Path = tuple(step for x1, y1, x2, y2 in lines for step in (("M", x1, y1), ("L", x2, y2)))
            frame = Frame(*box)
            sheet.shape(_name("hatch", batch.ref, n), frame, freeform((outline,), frame, filled=False), paint)


def _texts(sheet: Drawing, batch: Texts) -> None:
    colors = (batch.color,) * len(batch.text) if isinstance(batch.color, str) else batch.color
    for n, (text, (x, y), color) in enumerate(zip(batch.text, batch.at.tolist(), colors, strict=True)):
        if text.strip():
            body = text_body(text, _run(sheet, batch, color), ALIGN[batch.anchor])
            name = _name("text", batch.ref, n) if batch.ref else f"text {text}"
            frame = _text_frame(batch, text, x, y)
            sheet.shape(name, frame, preset(0.0, 1.0, 1.0), "<a:noFill/>", body)


def _run(sheet: Drawing, batch: Texts, color: str) -> str:
    """The properties of the letters. The weights between regular and bold are families of their own."""
    style = STYLES[batch.face]
    family = {500: f"{style.family} Medium", 300: f"{style.family} Light"}.get(style.weight, style.family)
    bold = ' b="1"' if style.weight in (600, 700) else ""
    italic = ' i="1"' if style.italic else ""
    face = quoteattr(family)
    fonts = f"<a:latin typeface={face} {SWISS}/>"  # other scripts take the fonts that the program has
    head = f'lang="en-GB" sz="{max(100, round(batch.size * 100))}"{bold}{italic} dirty="0"'
    return f"<a:rPr {head}>{sheet.fill(color, batch.opacity)}{fonts}</a:rPr>"


def _text_frame(batch: Texts, text: str, x: float, y: float) -> Frame:
    """The box of a line whose anchor lies at (x, y), turned about that anchor."""
    spread = slots(text, batch.face, batch.size)
    width = (spread.width if spread else approximate(text, batch.face, batch.size)) + 0.1 * batch.size
    height = LINE * batch.size
    slack = 0.05 * batch.size  # so that no program thinks the line too long for its box
    across = (0.5 - SHARE[batch.anchor]) * (width - 2.0 * slack)
    up, turn = -MIDDLE * batch.size, math.radians(batch.angle)
    middle_x = x + across * math.cos(turn) - up * math.sin(turn)
    middle_y = y + across * math.sin(turn) + up * math.cos(turn)
    return Frame(middle_x - width / 2.0, middle_y - height / 2.0, width, height, batch.angle)


def _formula(sheet: Drawing, item: Formula) -> None:
    made = typeset(item.latex, item.size, sheet.theme.color(item.color))
    outlines = tuple(shape.outline for shape in made.shapes if shape.outline)
    if outlines:
        own = reach(outlines)
        frame = own._replace(x=own.x + item.at[0], y=own.y + item.at[1])
        paint = sheet.fill(item.color) + sheet.line("", 0.0)
        sheet.shape("formula " + item.latex, frame, freeform(outlines, own), paint, note=item.latex)


DRAWERS: Mapping[type, Callable[[Drawing, Any], None]] = {
    Cells: _cells,
    Rects: _rects,
    Curves: _curves,
    Texts: _texts,
    Stamps: _stamps,
    Hatch: _hatch,
    Formula: _formula,
    Group: _group,
}
