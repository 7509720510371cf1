"""The sheet that TikZ commands are written on, and how points, boxes and colours are said."""

from __future__ import annotations

from transformer_lab.figures.picture import Path
from transformer_lab.render.svg.writer import number
from transformer_lab.render.theme import Theme


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


def paint(
    sheet: Sheet, fill: str, stroke: str, width: float, opacity: float, dash: tuple[float, ...] = ()
) -> list[str]:
    options = [f"fill={sheet.color(fill)}"] if fill else []
    if stroke:
        options += [f"draw={sheet.color(stroke)}", f"line width={sheet.length(width)}"]
        parts = [f"{'on' if i % 2 == 0 else 'off'} {sheet.length(d)}" for i, d in enumerate(dash)]
        options += [f"dash pattern={' '.join(parts)}"] if parts else []
    return options + faint("opacity", opacity) if options else []


def faint(name: str, opacity: float) -> list[str]:
    return [] if opacity >= 1 else [f"{name}={number(max(0.0, opacity))}"]


def rounded(sheet: Sheet, radius: float, width: float, height: float) -> list[str]:
    radius = min(radius, width / 2.0, height / 2.0)
    return [f"rounded corners={sheet.length(radius)}"] if radius > 0 else []


def point(x: float, y: float) -> str:
    return f"({number(x)},{number(y)})"


def box(x: float, y: float, width: float, height: float) -> str:
    return f"{point(x, y)} rectangle {point(x + width, y + height)}"


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"{point(x1, y1)} -- {point(x2, y2)}"


def outline(outline: Path, dx: float, dy: float) -> str:
    parts = []
    for letter, *flat in outline:
        points = [point(float(x) + dx, float(y) + dy) for x, y in zip(flat[::2], flat[1::2], strict=True)]
        shapes = {"M": "{0}", "L": "-- {0}", "C": ".. controls {0} and {1} .. {2}", "Z": "-- cycle"}
        parts.append(shapes[str(letter)].format(*points))
    return " ".join(parts)
