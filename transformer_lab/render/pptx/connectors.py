"""Lines that join two shapes become connectors glued to them: a box that is moved takes its lines along.

A line is recognised by its ends, so that figures need not know of it; both must lie at the middle of an edge.
An arrow head beside a glued end becomes the head of the connector.
Source: ECMA-376, part 1, 19.3.1.19 (cxnSp), 20.1.9.3 and the presets' connection sites.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import dist
from typing import NamedTuple

from transformer_lab.figures.picture import Path

NEAR = 16.0
"""points between the end of a line and the middle of an edge"""
SHORTEST = 10.0
LEAST_WIDTH, LEAST_HEIGHT = 14.0, 9.0
"""of a shape that a line may be glued to"""
LARGEST_TIP = 16.0
HEAD = '<a:tailEnd type="triangle" w="med" len="med"/>'
Point = tuple[float, float]


class Joint(NamedTuple):
    """A shape that lines may be glued to: its number, and the middles of its edges in the presets' order."""

    number: int
    sites: tuple[Point, Point, Point, Point]
    """top, left, bottom, right"""


class Line(NamedTuple):
    """A line that may become a connector; `write` makes its XML once it is known what it joins."""

    part: int
    start: Point
    end: Point
    write: Callable[[Point, Point, str, bool], str]


class Tip(NamedTuple):
    """A filled triangle that may be the head of a line; `size` is how many parts it takes."""

    part: int
    at: Point


@dataclass
class Joints:
    """What of a slide may be joined, in the order in which it was drawn."""

    shapes: list[Joint] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    tips: list[Tip] = field(default_factory=list)

    def add_shape(self, number: int, x: float, y: float, width: float, height: float) -> None:
        """A box or a line of text."""
        if width >= LEAST_WIDTH and height >= LEAST_HEIGHT:
            mid_x, mid_y = x + width / 2.0, y + height / 2.0
            sites = (mid_x, y), (x, mid_y), (mid_x, y + height), (x + width, mid_y)
            self.shapes.append(Joint(number, sites))

    def settle(self, parts: list[str]) -> int:
        """Write the lines into the places kept for them; returns how many heads of arrows were taken in."""
        gone = set()
        for line in self.lines:
            start, end = self._site(line.start), self._site(line.end)
            glued = start is not None and end is not None and start[0] != end[0]
            if start is None or end is None or not glued:
                continue
            tip = next((t for t in self.tips if t.part not in gone and dist(t.at, line.end) <= NEAR), None)
            if tip is not None:
                gone.add(tip.part)
                parts[tip.part] = ""
            glue = f'<a:stCxn id="{start[0]}" idx="{start[1]}"/><a:endCxn id="{end[0]}" idx="{end[1]}"/>'
            parts[line.part] = line.write(line.start, end[2] if tip else line.end, glue, tip is not None)
        return len(gone)

    def _site(self, at: Point) -> tuple[int, int, Point] | None:
        """The nearest middle of an edge: the shape's number, which edge, and where; the topmost of equals."""
        best: tuple[float, int, int, Point] | None = None
        for joint in reversed(self.shapes):
            for index, site in enumerate(joint.sites):
                far = dist(site, at)
                if far <= NEAR and (best is None or far < best[0] - 0.01):
                    best = (far, joint.number, index, site)
        return None if best is None else best[1:]


def straight(outline: Path) -> tuple[Point, Point] | None:
    """The ends of an outline that is one straight line of some length."""
    if [step[0] for step in outline] != ["M", "L"]:
        return None
    (_, *start), (_, *end) = outline
    ends = (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
    return ends if dist(*ends) >= SHORTEST else None


def tip_of(outline: Path) -> Point | None:
    """The first corner of a small closed triangle."""
    if [step[0] for step in outline] != ["M", "L", "L", "Z"]:
        return None
    corners = [(float(step[1]), float(step[2])) for step in outline[:3]]
    small = max(dist(a, b) for a in corners for b in corners) <= LARGEST_TIP
    return corners[0] if small else None
