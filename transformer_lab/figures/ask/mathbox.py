r"""A small typesetter for one line of mathematics: fractions, roots, subscripts, words and numbers in
roles' colours.

The inspector shows its first formula within a frame, with the reader's own words in it and every number a
door,
which a general typesetter cannot do. The language is the part of LaTeX that the engine's formulas use, plus
``\query{…}``, ``\key{…}``, ``\val{…}``, ``\out{…}`` for bold symbols in the colour of their role and
``@0``, ``@1`` …
for words or numbers handed in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.measure import Measure
from transformer_lab.figures.picture import Face

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|@\d+|[^\s]|\s+")
AXIS = 5.0  # fraction bars and minus signs stand this far above the baseline

GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "mu": "μ",
    "sigma": "σ",
    "varepsilon": "ε",
    "theta": "θ",
    "omega": "ω",
    "varphi": "φ",
}
UPRIGHT = {"sum": "∑", "infty": "∞", "prime": "′", "nabla": "∇", "partial": "∂"}
WORDS = {"max": "max", "sin": "sin", "mean": "mean"}
BINARY = {"+": "+", "-": "−", "=": "=", "cdot": "·", "times": "×", "odot": "⊙"}
ROLES = {"query": "query", "key": "key", "val": "value", "out": "out", "ffn": "ffn", "pos": "position"}


class Mark(NamedTuple):
    """One thing to draw: a text (with the cell it opens), a ruled line (`text` empty), or a root sign
    (`text` √).
    """

    text: str
    x: float
    y: float
    size: int = 0
    face: Face = "math"
    color: str = "ink"
    cell: Cell | None = None
    width: float = 0.0


@dataclass(frozen=True)
class Box:
    """Marks on a baseline, and how much room they take."""

    width: float
    ascent: float
    descent: float
    marks: tuple[Mark, ...] = ()

    def at(self, x: float, y: float) -> tuple[Mark, ...]:
        """The marks with the baseline's start at (x, y)."""
        return tuple(m._replace(x=m.x + x, y=m.y + y) for m in self.marks)


class Setting(NamedTuple):
    """How a piece is set: its size, face for letters, and colour."""

    size: int = 19
    face: Face = "math-italic"
    color: str = "ink"

    @property
    def digits(self) -> int:
        """Numbers stand beside symbols 1.3 times their size."""
        return round(self.size / 1.36)


Fill = tuple[str, Cell | None, Face]
"""What stands for ``@n``: a text, the cell it opens, and its face."""


def typeset(latex: str, measure: Measure, fills: Sequence[Fill] = (), setting: Setting | None = None) -> Box:
    """The box of a formula. Unknown commands are set as words, so that nothing is ever lost."""
    return _typeset(latex, measure, tuple(fills), setting or Setting())


@lru_cache(maxsize=1024)
def _typeset(latex: str, measure: Measure, fills: tuple[Fill, ...], setting: Setting) -> Box:
    return _Setter(TOKEN.findall(latex), measure, fills).row(setting)


def text_box(text: str, measure: Measure, s: Setting, cell: Cell | None = None) -> Box:
    """One run of text."""
    width = measure(text, s.face, s.size)
    mark = Mark(text, 0.0, 0.0, s.size, s.face, s.color, cell, width)
    return Box(width, 0.72 * s.size, 0.0 if text[:1].isdigit() else 0.2 * s.size, (mark,))


def beside(boxes: Sequence[Box]) -> Box:
    """Boxes one after another on one baseline."""
    x = 0.0
    marks: list[Mark] = []
    for box in boxes:
        marks += box.at(x, 0.0)
        x += box.width
    return Box(
        x,
        max((b.ascent for b in boxes), default=0.0),
        max((b.descent for b in boxes), default=0.0),
        tuple(marks),
    )


def fraction(above: Box, below: Box, color: str = "ink") -> Box:
    """One box over another with a bar between them."""
    width = max(above.width, below.width) + 6.0
    up, down = -AXIS - 7.5 - above.descent * 0.6, -AXIS + 3.5 + below.ascent
    bar = Mark("", 0.0, -AXIS, color=color, width=width)
    marks = (*above.at((width - above.width) / 2, up), bar, *below.at((width - below.width) / 2, down))
    return Box(width, above.ascent - up, below.descent + down, marks)


def under_root(inside: Box, size: int, color: str = "ink") -> Box:
    """A box under a root sign."""
    lead, top = 0.55 * size, inside.ascent + 2.5
    foot = 1.0 + inside.descent * 0.5
    height = round(top + foot)
    sign = Mark("√", 0.0, foot, height, "math", color, None, lead)
    bar = Mark("", lead, foot - height, color=color, width=inside.width + 2.0)
    return Box(lead + inside.width + 2.0, top + 1.0, inside.descent, (sign, bar, *inside.at(lead + 1.0, 0.0)))


class _Setter:
    """Reads tokens from left to right; one pass, one formula."""

    def __init__(self, tokens: list[str], measure: Measure, fills: Sequence[Fill]) -> None:
        self.tokens, self.place = tokens, 0
        self.measure, self.fills = measure, fills

    def row(self, s: Setting, end: str = "") -> Box:
        """Everything up to `end`."""
        boxes: list[Box] = []
        while self.place < len(self.tokens):
            token = self._next()
            if token == end:
                break
            if token in "_^":
                boxes[-1:] = [self._script(boxes[-1] if boxes else Box(0, 0, 0), token, s)]
            elif not token.isspace():
                boxes.append(self._atom(token, s))
        return beside(boxes)

    def _next(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1]

    def _argument(self, s: Setting) -> Box:
        token = self._next()
        return self.row(s, "}") if token == "{" else self._atom(token, s)

    def _raw(self) -> str:
        """The argument as plain text: a word."""
        start, self.place = self.place + 1, self.place + 1
        while self._next() != "}":
            pass
        return "".join(self.tokens[start : self.place - 1]).replace("\\", "")

    def _script(self, base: Box, token: str, s: Setting) -> Box:
        small = Setting(
            max(10, round(s.size * 0.64)), s.face if s.face != "math-bold" else "math-italic", s.color
        )
        inside, other = self._argument(small), None
        if (
            self.place < len(self.tokens)
            and self.tokens[self.place] in "_^"
            and self.tokens[self.place] != token
        ):
            self.place += 1
            other = self._argument(small)
        low, high = (inside, other) if token == "_" else (other, inside)
        drop, lift = 0.22 * s.size, 0.38 * s.size
        parts = [(b, dy) for b, dy in ((low, drop), (high, -lift)) if b is not None]
        marks = (*base.marks, *(m for b, dy in parts for m in b.at(base.width + 0.5, dy)))
        width = base.width + 1.0 + max(b.width for b, _ in parts)
        return Box(
            width,
            max(base.ascent, *(b.ascent - dy for b, dy in parts)),
            max(base.descent, *(b.descent + dy for b, dy in parts)),
            marks,
        )

    def _atom(self, token: str, s: Setting) -> Box:
        if token == "{":
            return self.row(s, "}")
        if token[0] == "@":
            return self._fill(int(token[1:]), s)
        name = token.lstrip("\\") or token
        if token in BINARY or (token[0] == "\\" and name in BINARY):
            return self._binary(BINARY[name], s)
        return self._command(name, s) if token[0] == "\\" else self._letter(token, s)

    def _letter(self, token: str, s: Setting) -> Box:
        if token.isdigit() or token == ".":
            return self._text(token, s._replace(size=s.digits if s.size > 14 else s.size, face="regular"))
        if token == ",":
            return self._text(token, s._replace(face="math"), after=4.0)
        token = token.replace("'", "′")
        return self._text(token, s if token.isalpha() else s._replace(face="math"))

    def _command(self, name: str, s: Setting) -> Box:
        if name in GREEK:
            return self._text(GREEK[name], s)
        if name in UPRIGHT:
            return self._text(UPRIGHT[name], s._replace(face="math"), after=2.0 if name == "sum" else 0.0)
        if name in ROLES:
            return self._argument(replace_face(s, "math-bold", ROLES[name]))
        if name == "frac":
            return fraction(self._argument(s), self._argument(s), s.color)
        if name == "sqrt":
            return under_root(self._argument(s), s.size, s.color)
        if name == "hat":
            return self._hat(self._argument(s), s)
        if name in ("mathrm", "operatorname"):
            return self._text(self._raw(), s._replace(face="math"))
        if name in {",", ";", " "}:
            return Box(4.0, 0, 0)
        return self._text(WORDS.get(name, name), s._replace(face="math"), after=3.0 if len(name) > 1 else 0.0)

    def _hat(self, box: Box, s: Setting) -> Box:
        """A roof over one symbol."""
        roof = self._text("ˆ", s._replace(face="math"))
        x = (box.width - roof.width) / 2 + 0.06 * s.size
        return replace(box, ascent=box.ascent + 2.0, marks=(*box.marks, *roof.at(x, -0.02 * s.size)))

    def _binary(self, sign: str, s: Setting) -> Box:
        gap = (8.0 if sign == "=" else 4.0) * s.size / 19
        box = self._text(sign, s._replace(face="math", size=max(10, s.size - 1)))
        return Box(box.width + 2 * gap, box.ascent, box.descent, box.at(gap, 0.0))

    def _fill(self, number: int, s: Setting) -> Box:
        text, cell, face = self.fills[number]
        size = s.size if face.startswith("math") else s.digits if s.size > 14 else s.size
        return text_box(text, self.measure, Setting(size, face, s.color), cell)

    def _text(self, text: str, s: Setting, after: float = 0.0) -> Box:
        box = text_box(text, self.measure, s)
        return replace(box, width=box.width + after)


def replace_face(s: Setting, face: Face, color: str) -> Setting:
    """The setting with another face and colour."""
    return Setting(s.size, face, color)
