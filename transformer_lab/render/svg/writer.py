"""The sheet that SVG elements are written on: fixed number formats, escaped text, unique ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import isfinite
from xml.sax.saxutils import escape, quoteattr

from transformer_lab.render.plain import plain
from transformer_lab.render.theme import Theme

UNFIT_FOR_ID = re.compile(r"[^A-Za-z0-9_.-]+")
Value = str | float | None


def number(value: float) -> str:
    """A number with at most two decimals and no more of them than it needs."""
    if not isfinite(value):
        return "0"
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(values: Iterable[float]) -> str:
    return " ".join(map(number, values))


class Sheet:
    """Collects elements; attributes keep the order they are given in, those of None or "" are left out."""

    def __init__(self, theme: Theme, outlines: bool = False) -> None:
        self.theme = theme
        self.outlines = outlines
        """whether all letters become shapes, not only those that our typefaces lack"""
        self.lines: list[str] = []
        self._ids: dict[str, int] = {}

    def color(self, token: str) -> str:
        """The token's colour, or ``none`` for no token."""
        return self.theme.color(token) if token else "none"

    def add(self, name: str, text: str | None = None, /, **attributes: Value) -> None:
        """An element without children, or with text in it. ``stroke_width`` becomes ``stroke-width``."""
        head = name + "".join(_attributes(attributes))
        self.lines.append(f"<{head}/>" if text is None else f"<{head}>{escape(plain(text))}</{name}>")

    @contextmanager
    def inside(self, name: str, **attributes: Value) -> Iterator[None]:
        """An element around all that is added meanwhile."""
        self.lines.append(f"<{name}{''.join(_attributes(attributes))}>")
        yield
        self.lines.append(f"</{name}>")

    def clip(self, x: float, y: float, width: float, height: float) -> str:
        """A rectangle to clip by; returns the reference to it."""
        name = self.unique("clip")
        with self.inside("clipPath", id=name):
            self.add("rect", x=x, y=y, width=max(0.0, width), height=max(0.0, height))
        return f"url(#{name})"

    def unique(self, wanted: str) -> str:
        """An id that no other element has, close to `wanted`."""
        name = UNFIT_FOR_ID.sub("-", wanted).strip("-.") or "part"
        if not (name[0].isalpha() or name[0] == "_"):
            name = "n" + name
        count = self._ids[name] = self._ids.get(name, 0) + 1
        return name if count == 1 else self.unique(f"{name}-{count}")


def _attributes(attributes: dict[str, Value]) -> Iterator[str]:
    for name, value in attributes.items():
        if value is None or value == "":
            continue
        text = value if isinstance(value, str) else number(value)
        yield f" {name.rstrip('_').replace('_', '-')}={quoteattr(plain(text))}"


def faint(opacity: float) -> float | None:
    """An opacity worth writing, or None for a full one."""
    return None if opacity >= 1 else max(0.0, opacity)
