"""Rectangles, curves, stamps and hatches as SVG."""

from __future__ import annotations

from transformer_lab.figures.picture import Curves, Hatch, Path, Rects, Stamps
from transformer_lab.render.outlines import hatch_lines
from transformer_lab.render.svg.writer import Sheet, Value, faint, number, numbers


def write_rects(sheet: Sheet, batch: Rects) -> None:
    with sheet.inside("g", **_paint(sheet, batch.fill, batch.stroke, batch.width, batch.opacity, batch.dash)):
        for x, y, width, height in batch.box.tolist():
            if width > 0 and height > 0:
                radius = min(batch.radius, width / 2, height / 2) or None
                sheet.add("rect", x=x, y=y, width=width, height=height, rx=radius)


def _paint(
    sheet: Sheet, fill: str, stroke: str, width: float, opacity: float, dash: tuple[float, ...] = ()
) -> dict[str, Value]:
    """Attributes that give the opacity to each shape, not to all of them together."""
    made: dict[str, Value] = {"fill": sheet.color(fill), "fill_opacity": faint(opacity) if fill else None}
    if stroke:
        made |= {"stroke": sheet.color(stroke), "stroke_width": width, "stroke_opacity": faint(opacity)}
        made |= {"stroke_dasharray": numbers(dash)}
    return made


def write_curves(sheet: Sheet, batch: Curves) -> None:
    with sheet.inside(
        "g", fill="none", stroke=sheet.color(batch.color), stroke_dasharray=numbers(batch.dash)
    ):
        for points, width, opacity in zip(
            batch.points.tolist(), batch.width.tolist(), batch.opacity.tolist(), strict=True
        ):
            if width > 0 and opacity > 0:
                start, *rest = (numbers(point) for point in points)
                d = f"M{start}C{' '.join(rest)}"
                sheet.add("path", d=d, stroke_width=width, stroke_opacity=faint(opacity))


def write_stamps(sheet: Sheet, batch: Stamps) -> None:
    paint = _paint(sheet, batch.fill, batch.stroke, batch.width, batch.opacity)
    if batch.stroke:
        paint |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
    d = path_data(batch.outline)
    with sheet.inside("g", **paint):
        for x, y in batch.at.tolist():
            sheet.add("path", d=d, transform=f"translate({number(x)} {number(y)})")


def path_data(outline: Path) -> str:
    """The ``d`` of a path."""
    return "".join(str(letter) + numbers(float(part) for part in parts) for letter, *parts in outline)


def write_hatch(sheet: Sheet, batch: Hatch) -> None:
    """Real lines, cut at each box: patterns are drawn differently by every program."""
    lines = hatch_lines(batch.box, batch.mirrored).tolist()
    if lines:
        d = "".join(f"M{numbers((x1, y1))}L{numbers((x2, y2))}" for x1, y1, x2, y2 in lines)
        sheet.add(
            "path", d=d, fill="none", stroke=sheet.color(batch.color), stroke_opacity=faint(batch.opacity)
        )
