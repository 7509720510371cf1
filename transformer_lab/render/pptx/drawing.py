"""DrawingML: the XML of shapes on a slide, with names that stay the same from slide to slide.

One logical pixel is one point, so that 24 px of type are 24 pt. Shapes carry no style of a theme: such styles
bring shadows. A name begins with "!!", by which Morph pairs shapes of neighbouring slides.
Source: ECMA-376, part 1, DrawingML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from transformer_lab.figures.picture import Path
from transformer_lab.render.plain import plain
from transformer_lab.render.pptx.connectors import HEAD, Joints, Line, Point
from transformer_lab.render.theme import Theme

EMU = 12700
"""in a point"""
RIGHT_TO_LEFT = re.compile("^[^A-Za-z\u00c0-\u024f]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""Text whose first letter is Hebrew or Arabic."""
LETTERS = {"M": "moveTo", "L": "lnTo", "C": "cubicBezTo"}


class Frame(NamedTuple):
    """Where a shape lies: x, y, width and height in points, turned about its middle."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0


class Drawing:
    """Collects shapes; groups nest, and each knows how far its shapes reach."""

    def __init__(self, theme: Theme, size: tuple[float, float]) -> None:
        self.theme = theme
        self.view = Frame(0.0, 0.0, *size)
        """what can be seen: a slide knows no clipping, so boxes are cut and what lies outside is left out"""
        self.parts: list[str] = []
        self.count = 0
        """how many shapes there are, groups not counted"""
        self.dy = 0.0
        """how far down the layer stands"""
        self.opacity = 1.0
        self.joints = Joints()
        self._id = 1
        self._names: dict[str, int] = {}
        self._reach: list[list[Frame]] = [[]]

    @contextmanager
    def group(self, name: str) -> Iterator[None]:
        """A group round all shapes that are added meanwhile; none if there are none."""
        start, number = len(self.parts), self._number()
        self.parts.append("")
        self._reach.append([])
        yield
        frames = self._reach.pop()
        if not frames:
            del self.parts[start:]
            return
        frame = _around(frames)
        box = _place(frame, child=True)
        head = f"<p:nvGrpSpPr>{_named(number, self.unique(name))}<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>"
        self.parts[start] = f"<p:grpSp>{head}<p:grpSpPr>{box}</p:grpSpPr>"
        self.parts.append("</p:grpSp>")
        self._reach[-1].append(frame)

    @contextmanager
    def seen_through(self, box: tuple[float, float, float, float] | None) -> Iterator[None]:
        """Nothing outside of `box` (x y width height, in the coordinates of the layer) is drawn meanwhile."""
        held = self.view
        if box is not None:
            x, y, width, height = box
            self.view = _common(held, Frame(x, y + self.dy, max(0.0, width), max(0.0, height)))
        yield
        self.view = held

    def box(self, name: str, frame: Frame, radius: float, paint: str) -> None:
        """A rectangle, cut where it can no longer be seen."""
        moved = frame._replace(y=frame.y + self.dy)
        seen = _common(moved, self.view)
        if seen.width > 0 and seen.height > 0:
            radius = radius if seen == moved else 0.0
            self.shape(name, seen._replace(y=seen.y - self.dy), preset(radius, *seen[2:4]), paint)

    def shape(
        self, name: str, frame: Frame, geometry: str, paint: str, text: str = "", note: str = ""
    ) -> None:
        """One shape, if it can be seen; `text` is the body of a text box."""
        if not _touch(frame._replace(y=frame.y + self.dy), self.view):
            return
        kind = '<p:cNvSpPr txBox="1"/>' if text else "<p:cNvSpPr/>"
        number, moved = self._number(), frame._replace(y=frame.y + self.dy)
        head = f"<p:nvSpPr>{_named(number, self.unique(name), note)}{kind}<p:nvPr/></p:nvSpPr>"
        place = _place(moved)
        if not frame.angle and geometry.startswith("<a:prstGeom"):
            self.joints.add_shape(number, *moved[:4])
        self.parts.append(f"<p:sp>{head}<p:spPr>{place}{geometry}{paint}</p:spPr>{text}</p:sp>")
        self._reach[-1].append(moved)
        self.count += 1

    def line_between(self, name: str, ends: tuple[Point, Point], line: str, curve: str = "") -> None:
        """A line that will be glued to the shapes it joins; `curve` is its geometry where it joins none."""
        (x1, y1), (x2, y2) = ends
        frame = Frame(min(x1, x2), min(y1, y2) + self.dy, abs(x2 - x1), abs(y2 - y1))
        if not _touch(frame, self.view):
            return
        named = _named(self._number(), self.unique(name))
        kind = "curvedConnector3" if curve else "line"

        def write(start: Point, end: Point, glue: str, head: bool) -> str:
            about = f"<p:nvCxnSpPr>{named}<p:cNvCxnSpPr>{glue}</p:cNvCxnSpPr><p:nvPr/></p:nvCxnSpPr>"
            shape = f'<a:prstGeom prst="{kind if glue else "line"}"><a:avLst/></a:prstGeom>'
            made = line.replace("</a:ln>", f"{HEAD}</a:ln>") if head else line
            return f"<p:cxnSp>{about}<p:spPr>{_flipped(start, end)}{shape}{made}</p:spPr></p:cxnSp>"

        first, last = (x1, y1 + self.dy), (x2, y2 + self.dy)
        self.joints.lines.append(Line(len(self.parts), first, last, write))
        alone = f"<p:sp><p:nvSpPr>{named}<p:cNvSpPr/><p:nvPr/></p:nvSpPr>"
        alone += f"<p:spPr>{_place(frame)}{curve}<a:noFill/>{line}</p:spPr></p:sp>"
        self.parts.append(alone if curve else write(first, last, "", False))
        self._reach[-1].append(frame)
        self.count += 1

    def fill(self, token: str, opacity: float = 1.0) -> str:
        """The fill of a colour, or none."""
        return solid(self.theme.color(token), opacity * self.opacity) if token else "<a:noFill/>"

    def line(self, token: str, width: float, opacity: float = 1.0, dash: tuple[float, ...] = ()) -> str:
        """The line of a colour and width, or none."""
        if not token or width <= 0:
            return "<a:ln><a:noFill/></a:ln>"
        inner = solid(self.theme.color(token), opacity * self.opacity) + _dashes(dash, width)
        return f'<a:ln w="{round(width * EMU)}" cap="flat">{inner}<a:round/></a:ln>'

    def unique(self, wanted: str) -> str:
        """A name that no other shape of this slide has, and that the next slide finds again."""
        count = self._names[wanted] = self._names.get(wanted, 0) + 1
        return f"!!{wanted}" if count == 1 else f"!!{wanted} ({count})"

    def _number(self) -> int:
        self._id += 1
        return self._id


def solid(color: str, opacity: float = 1.0) -> str:
    """A fill of one colour ``#RRGGBB``."""
    alpha = f'<a:alpha val="{round(100000 * max(0.0, opacity))}"/>' if opacity < 1.0 else ""
    return f'<a:solidFill><a:srgbClr val="{color[1:].upper()}">{alpha}</a:srgbClr></a:solidFill>'


def gradient(colors: Sequence[str]) -> str:
    """A fill that runs through evenly spaced colours from left to right."""
    step = 100000 / (len(colors) - 1)
    stops = "".join(
        f'<a:gs pos="{round(i * step)}"><a:srgbClr val="{color[1:].upper()}"/></a:gs>'
        for i, color in enumerate(colors)
    )
    return f'<a:gradFill rotWithShape="1"><a:gsLst>{stops}</a:gsLst><a:lin ang="0" scaled="0"/></a:gradFill>'


def preset(radius: float, width: float, height: float) -> str:
    """A rectangle, its corners rounded where `radius` asks for it."""
    part = min(radius, width / 2, height / 2) / max(1e-6, min(width, height))
    if part <= 0:
        return '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
    guide = f'<a:gd name="adj" fmla="val {round(part * 100000)}"/>'
    return f'<a:prstGeom prst="roundRect"><a:avLst>{guide}</a:avLst></a:prstGeom>'


def freeform(outlines: tuple[Path, ...], frame: Frame, filled: bool = True) -> str:
    """Any outlines, given in the coordinates in which `frame` lies."""
    size = f'w="{_emu(frame.width)}" h="{_emu(frame.height)}"'
    fill = "" if filled else ' fill="none"'
    paths = "".join(f"<a:path {size}{fill}>{_steps(outline, frame)}</a:path>" for outline in outlines)
    box = '<a:rect l="0" t="0" r="r" b="b"/>'
    lists = "<a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/>"
    return f"<a:custGeom>{lists}{box}<a:pathLst>{paths}</a:pathLst></a:custGeom>"


def reach(outlines: tuple[Path, ...], x: float = 0.0, y: float = 0.0) -> Frame:
    """The box of all points of outlines moved by (x, y); handles count, so it may be a little large."""
    xs = [float(n) for outline in outlines for _, *ns in outline for n in ns[::2]]
    ys = [float(n) for outline in outlines for _, *ns in outline for n in ns[1::2]]
    return Frame(x + min(xs), y + min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _steps(outline: Path, frame: Frame) -> str:
    steps = []
    for letter, *numbers in outline:
        if letter == "Z":
            steps.append("<a:close/>")
            continue
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        points = "".join(
            f'<a:pt x="{_emu(float(x) - frame.x)}" y="{_emu(float(y) - frame.y)}"/>' for x, y in pairs
        )
        steps.append(f"<a:{LETTERS[str(letter)]}>{points}</a:{LETTERS[str(letter)]}>")
    return "".join(steps)


def _dashes(dash: tuple[float, ...], width: float) -> str:
    if not dash:
        return ""
    pairs = zip(dash[::2], dash[1::2] or dash[:1], strict=False)
    each = "".join(
        f'<a:ds d="{round(on / width * 100000)}" sp="{round(off / width * 100000)}"/>' for on, off in pairs
    )
    return f"<a:custDash>{each}</a:custDash>"


def _named(number: int, name: str, note: str = "") -> str:
    about = f" descr={quoteattr(plain(note))}" if note else ""
    return f'<p:cNvPr id="{number}" name={quoteattr(plain(name))}{about}/>'


def _flipped(start: Point, end: Point) -> str:
    """The place of a line, turned over so that it runs from its start to its end."""
    turn = ' flipH="1"' * (end[0] < start[0]) + ' flipV="1"' * (end[1] < start[1])
    at = f'x="{_emu(min(start[0], end[0]))}" y="{_emu(min(start[1], end[1]))}"'
    size = f'cx="{_emu(abs(end[0] - start[0]))}" cy="{_emu(abs(end[1] - start[1]))}"'
    return f"<a:xfrm{turn}><a:off {at}/><a:ext {size}/></a:xfrm>"


def _place(frame: Frame, child: bool = False) -> str:
    turn = f' rot="{round(frame.angle * 60000) % 21600000}"' if frame.angle else ""
    at = f'x="{_emu(frame.x)}" y="{_emu(frame.y)}"'
    size = f'cx="{max(0, _emu(frame.width))}" cy="{max(0, _emu(frame.height))}"'
    inner = f"<a:chOff {at}/><a:chExt {size}/>" if child else ""
    return f"<a:xfrm{turn}><a:off {at}/><a:ext {size}/>{inner}</a:xfrm>"


def _around(frames: list[Frame]) -> Frame:
    left, top = min(f.x for f in frames), min(f.y for f in frames)
    right, low = max(f.x + f.width for f in frames), max(f.y + f.height for f in frames)
    return Frame(left, top, right - left, low - top)


def _common(a: Frame, b: Frame) -> Frame:
    """What both cover: `a` itself, to the last bit, where it lies within `b`."""
    if a.x >= b.x and a.y >= b.y and a.x + a.width <= b.x + b.width and a.y + a.height <= b.y + b.height:
        return a
    left, top = max(a.x, b.x), max(a.y, b.y)
    right, low = min(a.x + a.width, b.x + b.width), min(a.y + a.height, b.y + b.height)
    return Frame(left, top, right - left, low - top, a.angle)


def _touch(a: Frame, b: Frame) -> bool:
    """Whether a part of `a` lies in `b`; a line has no width and still counts."""
    return (
        a.x <= b.x + b.width and b.x <= a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height + 1e-9
    )


def _emu(points: float) -> int:
    return round(points * EMU)


def text_body(text: str, properties: str, align: str) -> str:
    """The body of a text box without margins that never wraps, its one line in the middle."""
    box = '<a:bodyPr wrap="none" lIns="0" tIns="0" rIns="0" bIns="0" anchor="ctr"><a:noAutofit/></a:bodyPr>'
    run = f"<a:r>{properties}<a:t>{escape(plain(text))}</a:t></a:r>"
    turn = ' rtl="1"' if RIGHT_TO_LEFT.search(text) else ""
    side = {"l": "r", "r": "l"}.get(align, align) if turn else align
    return f'<p:txBody>{box}<a:lstStyle/><a:p><a:pPr algn="{side}"{turn}/>{run}</a:p></p:txBody>'
