"""Texts as nodes; what LaTeX's fonts lack as outlines, emoji as a fine mosaic, for a .tex holds no images."""

from __future__ import annotations

from transformer_lab.figures.picture import Anchor, Texts
from transformer_lab.render.faces import STYLES
from transformer_lab.render.fallback import Patch, Shaped, fallback
from transformer_lab.render.svg.writer import number
from transformer_lab.render.tikz.letters import latex, needs_unicode
from transformer_lab.render.tikz.sheet import Sheet, box, faint, outline, point

ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
SHARE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
TILES = 32
"""of a mosaic, across"""


def write_texts(sheet: Sheet, batch: Texts) -> None:
    """Nodes, or shapes for the lines that need them."""
    letters = _letters(sheet, batch)
    colors = (batch.color,) * len(batch.text) if isinstance(batch.color, str) else batch.color
    for text, (x, y), color in zip(batch.text, batch.at.tolist(), colors, strict=True):
        if not text.strip():
            continue
        made = fallback(text, batch.face, batch.size) if needs_unicode(text) else None
        if made is not None:
            _write_shapes(sheet, batch, made, (x, y), color)
            continue
        options = [f"anchor={ANCHORS[batch.anchor]}", "inner sep=0", "outer sep=0", f"font={{{letters}}}"]
        options += [f"text={sheet.color(color)}", *faint("opacity", batch.opacity)]
        options += [f"rotate={number(-batch.angle)}"] if batch.angle else []
        sheet.add(rf"\node[{','.join(options)}] at {point(x, y)} {{{latex(text)}}};")
        sheet.unicode |= needs_unicode(text)


def _letters(sheet: Sheet, batch: Texts) -> str:
    style = STYLES[batch.face]
    size = number(batch.size * sheet.unit)
    letters = rf"\fontsize{{{size}bp}}{{{size}bp}}\selectfont"
    letters += r"\rmfamily" if style.generic == "serif" else r"\sffamily"
    return letters + r"\bfseries" * (style.weight >= 600) + r"\itshape" * style.italic


def _write_shapes(sheet: Sheet, batch: Texts, made: Shaped, at: tuple[float, float], color: str) -> None:
    options = [f"shift={{{point(*at)}}}"] + ([f"rotate={number(-batch.angle)}"] if batch.angle else [])
    sheet.add(rf"\begin{{scope}}[{','.join(options)}]")
    left = -SHARE[batch.anchor] * made.width
    if made.outline:
        fill = ",".join([f"fill={sheet.color(color)}", *faint("opacity", batch.opacity)])
        sheet.add(rf"\path[{fill}] {outline(made.outline, left, 0.0)};")
    for patch in made.patches:
        _write_mosaic(sheet, patch, left)
    sheet.add(r"\end{scope}")


def _write_mosaic(sheet: Sheet, patch: Patch, left: float) -> None:
    """The image as rows of tiles, neighbours of one colour together."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    image = QImage.fromData(patch.png).scaledToWidth(TILES, Qt.TransformationMode.SmoothTransformation)
    step_x, step_y = patch.width / image.width(), patch.height / image.height()
    for row in range(image.height()):
        for start, end, color in _runs([_tile(image, column, row) for column in range(image.width())]):
            x, y = left + patch.x + start * step_x, patch.y + row * step_y
            tile = box(x, y, (end - start) * step_x + 0.1, step_y + 0.1)
            sheet.add(rf"\fill[{sheet.hex(color)}] {tile};")


def _tile(image: object, column: int, row: int) -> str:
    """The colour of a tile, in steps that keep the number of colours small; nothing where it is clear."""
    from PySide6.QtGui import QImage

    assert isinstance(image, QImage)
    color = image.pixelColor(column, row)
    if color.alpha() < 128:
        return ""
    parts = (min(255, 17 * round(part / 17)) for part in (color.red(), color.green(), color.blue()))
    return "#" + "".join(f"{part:02X}" for part in parts)


def _runs(colors: list[str]) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    for i, color in enumerate(colors):
        if found and found[-1][1] == i and found[-1][2] == color:
            found[-1] = (found[-1][0], i + 1, color)
        elif color:
            found.append((i, i + 1, color))
    return found
