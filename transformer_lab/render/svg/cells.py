"""Matrices of values as SVG: rectangles with crisp edges, or one image where there are too many."""

from __future__ import annotations

from base64 import b64encode

import numpy as np
from numpy.typing import NDArray

from transformer_lab.figures.picture import Cells
from transformer_lab.render.svg.png import enlarged, png
from transformer_lab.render.svg.writer import Sheet, Value, faint, number
from transformer_lab.render.theme import NOTHING

MOST_RECTS = 2000
LEAST_FOR_GRID = 4.0


def write_cells(sheet: Sheet, batch: Cells) -> None:
    if not batch.values.size:
        return
    indices = sheet.theme.index(batch.ramp, batch.values, batch.limit)
    opacity = np.broadcast_to(batch.opacity, len(batch.values)).tolist()
    many = batch.values.size > MOST_RECTS and batch.radius <= 0
    write = _write_image if many else _write_rects
    for n, alpha in enumerate(opacity):
        write(sheet, batch, n, indices[n], alpha)
    if batch.grid and batch.radius <= 0:
        _write_grid(sheet, batch)


def _write_rects(sheet: Sheet, batch: Cells, n: int, indices: NDArray[np.uint8], opacity: float) -> None:
    palette = sheet.theme.palette(batch.ramp)
    (x, y), (width, height) = batch.at[n].tolist(), batch.size[n].tolist()
    crisp = None if batch.radius > 0 else "crispEdges"
    with sheet.inside("g", shape_rendering=crisp, fill_opacity=faint(opacity)):
        for row, column in np.argwhere(indices != NOTHING).tolist():
            place: dict[str, Value] = {
                "x": x + column * width,
                "y": y + row * height,
                "width": width,
                "height": height,
            }
            radius = min(batch.radius, width / 2, height / 2) or None
            sheet.add("rect", **place, rx=radius, fill=palette[indices[row, column]])


def _write_image(sheet: Sheet, batch: Cells, n: int, indices: NDArray[np.uint8], opacity: float) -> None:
    rows, columns = indices.shape
    argb = sheet.theme.lut(batch.ramp)[indices].astype(">u4")
    pixels = np.roll(argb.view(np.uint8).reshape(rows, columns, 4), -1, axis=2)  # A R G B to R G B A
    (x, y), (width, height) = batch.at[n].tolist(), batch.size[n].tolist()
    sheet.add(
        "image",
        x=x,
        y=y,
        width=columns * width,
        height=rows * height,
        preserveAspectRatio="none",
        opacity=faint(opacity),
        style="image-rendering:pixelated",
        href="data:image/png;base64," + b64encode(png(enlarged(pixels))).decode(),
    )


def _write_grid(sheet: Sheet, batch: Cells) -> None:
    _, rows, columns = batch.values.shape
    parts = []
    for (x, y), (width, height) in zip(batch.at.tolist(), batch.size.tolist(), strict=True):
        if min(width, height) > LEAST_FOR_GRID:
            high, wide = number(rows * height), number(columns * width)
            parts += [f"M{number(x + c * width)} {number(y)}v{high}" for c in range(1, columns)]
            parts += [f"M{number(x)} {number(y + r * height)}h{wide}" for r in range(1, rows)]
    if parts:
        line: dict[str, Value] = {
            "stroke": sheet.color("line2"),
            "stroke_width": 0.5,
            "stroke_opacity": 0.7,
        }
        sheet.add("path", d="".join(parts), fill="none", **line)
