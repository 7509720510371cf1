"""Texts as SVG text, and as shapes where our typefaces lack a character.

Numbers get one x for each character, so that digits align in every program.
"""

from __future__ import annotations

from base64 import b64encode

from transformer_lab.figures.picture import Anchor, Texts
from transformer_lab.render.digits import slots
from transformer_lab.render.faces import FALLBACKS_IN_FILES, STYLES, Style
from transformer_lab.render.fallback import Shaped, fallback
from transformer_lab.render.svg.shapes import path_data
from transformer_lab.render.svg.writer import Sheet, Value, faint, number, numbers

SHARE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


def write_texts(sheet: Sheet, batch: Texts) -> None:
    colors = (batch.color,) * len(batch.text) if isinstance(batch.color, str) else batch.color
    one = colors[0] if len(set(colors)) == 1 else None
    with sheet.inside("g", **_type(STYLES[batch.face], batch), fill=sheet.color(one) if one else None):
        for text, (x, y), color in zip(batch.text, batch.at.tolist(), colors, strict=True):
            if text:
                _write_one(sheet, batch, text, x, y, None if one else sheet.color(color))


def _type(style: Style, batch: Texts) -> dict[str, Value]:
    families = ", ".join(f"'{name}'" if " " in name else name for name in (style.family, *FALLBACKS_IN_FILES))
    return {
        "font_family": f"{families}, {style.generic}",
        "font_size": batch.size,
        "font_weight": None if style.weight == 400 else str(style.weight),
        "font_style": "italic" if style.italic else None,
        "text_anchor": None if batch.anchor == "start" else batch.anchor,
        "fill_opacity": faint(batch.opacity),
    }


def _write_one(sheet: Sheet, batch: Texts, text: str, x: float, y: float, fill: str | None) -> None:
    made = fallback(text, batch.face, batch.size, always=sheet.outlines)
    if made is not None:
        _write_shapes(sheet, batch, text, made, (x, y), fill)
        return
    turn = f"rotate({number(batch.angle)} {number(x)} {number(y)})" if batch.angle else None
    keep = "preserve" if text != text.strip() or "  " in text else None
    places, anchor, spacing = number(x), None, None
    spread = slots(text, batch.face, batch.size)
    if spread is not None:
        start = x - SHARE[batch.anchor] * spread.width
        places = numbers(start + offset for offset in spread.offsets)
        spacing = f"{spread.spacing:.3f}"
        anchor = None if batch.anchor == "start" else "start"  # each x begins a text of its own
    more = {"letter_spacing": spacing, "fill": fill, "transform": turn, "xml:space": keep}
    sheet.add("text", text, x=places, y=y, text_anchor=anchor, **more)


def _write_shapes(
    sheet: Sheet, batch: Texts, text: str, made: Shaped, at: tuple[float, float], fill: str | None
) -> None:
    """A line as shapes that say what they are; emoji are small images."""
    move = f"translate({numbers(at)})" + (f" rotate({number(batch.angle)})" if batch.angle else "")
    move += f" translate({number(-SHARE[batch.anchor] * made.width)} 0)" if batch.anchor != "start" else ""
    named: dict[str, Value] = {"transform": move, "fill": fill, "aria_label": text}
    if not made.patches:
        sheet.add("path", d=path_data(made.outline), **named)
        return
    with sheet.inside("g", **named):
        if made.outline:
            sheet.add("path", d=path_data(made.outline))
        for x, y, width, height, png in made.patches:
            source = "data:image/png;base64," + b64encode(png).decode()
            sheet.add("image", x=x, y=y, width=width, height=height, href=source)
