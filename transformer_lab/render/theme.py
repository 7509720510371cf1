"""Colour tokens become colours: paper (light) and slate (dark). Knows nothing of Qt.

A token is a name (``ink``, ``query``), a head (``heads.2``; a fifth head takes the first colour again), a
place on a ramp from 0 to 1 (``seq:0.67``; ``div:0.5`` is zero), or ``on:`` and any of these: the ink to be
read on it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Floats
from transformer_lab.language import tr
from transformer_lab.paths import resource
from transformer_lab.render.contrast import hex_color, readable, rgb

Ramp = Literal["seq", "div"]
RAMPS: tuple[Ramp, ...] = ("seq", "div")
STEPS = 255  # odd, so that zero has a colour of its own
NOTHING = STEPS  # the index of what is not a number: transparent


@dataclass(frozen=True, eq=False)
class Theme:
    """One set of colours. `plain` holds the single ones, `stops` the evenly spaced stops of each ramp."""

    name: str
    plain: Mapping[str, str]
    heads: tuple[str, ...]
    stops: Mapping[Ramp, tuple[str, ...]]
    base: str = ""
    """the theme it was made of, where it is a stronger one; figures that leave the app wear that"""
    least_line: float = 0.0
    """no line on a screen is thinner, in pixels"""
    _known: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def plain_name(self) -> str:
        """The theme that an exported figure wears: paper or slate."""
        return self.base or self.name

    def color(self, token: str) -> str:
        """The token's colour as ``#RRGGBB``. Raises KeyError for a token that does not exist."""
        found = self._known.get(token)
        if found is None:
            found = self._known[token] = self._resolve(token)
        return found

    def _resolve(self, token: str) -> str:
        if token.startswith("on:"):
            return readable(self.color(token[3:]), self.plain["ink"])
        name, _, place = token.partition(":")
        if place and name in RAMPS:
            return self.palette(name)[self._step(float(place))]
        name, _, number = token.partition(".")
        if name == "heads" and number.isdigit():
            return self.heads[int(number) % len(self.heads)]
        return self.plain[token]

    @staticmethod
    def _step(place: float) -> int:
        return int(np.rint(min(1.0, max(0.0, place)) * (STEPS - 1)))

    def palette(self, ramp: Ramp) -> tuple[str, ...]:
        """The STEPS colours of a ramp."""
        return self._palettes[ramp]

    @cached_property
    def _palettes(self) -> dict[Ramp, tuple[str, ...]]:
        return {ramp: _blend(self.stops[ramp]) for ramp in RAMPS}

    def lut(self, ramp: Ramp) -> NDArray[np.uint32]:
        """(256,) premultiplied ARGB: the colours of the ramp, and at the end the transparent one."""
        return self._luts[ramp]

    @cached_property
    def _luts(self) -> dict[Ramp, NDArray[np.uint32]]:
        return {
            ramp: np.array([int("FF" + c[1:], 16) for c in self.palette(ramp)] + [0], np.uint32)
            for ramp in RAMPS
        }

    def index(self, ramp: Ramp, values: Floats, limit: float = 1.0) -> NDArray[np.uint8]:
        """The place of each value in `lut(ramp)`: 0 … limit for seq, ±limit for div; NaN is transparent."""
        place = np.asarray(values, dtype=float) / (limit or 1.0)
        if ramp == "div":
            place = (place + 1) / 2
        steps = np.rint(np.minimum(np.maximum(place, 0.0), 1.0) * (STEPS - 1))
        return np.where(steps == steps, steps, NOTHING).astype(np.uint8)  # only NaN differs from itself


def _blend(stops: tuple[str, ...]) -> tuple[str, ...]:
    """STEPS colours, linear in sRGB between the stops."""
    places = np.linspace(0, 1, len(stops))
    parts = np.array([rgb(stop) for stop in stops])
    mixed = np.stack([np.interp(np.linspace(0, 1, STEPS), places, part) for part in parts.T], -1)
    return tuple(hex_color(*row) for row in mixed.tolist())


@lru_cache(maxsize=1)
def themes() -> Mapping[str, Theme]:
    """All themes by name."""
    tokens = json.loads(resource("theme/tokens.json").read_text("utf-8"))
    return {name: _theme(name, table) for name, table in tokens.items()}


def _theme(name: str, table: dict[str, str | list[str]]) -> Theme:
    plain = {token: color for token, color in table.items() if isinstance(color, str)}
    return Theme(name, plain, tuple(table["heads"]), {ramp: tuple(table[ramp]) for ramp in RAMPS})


def theme(name: str) -> Theme:
    """The theme called `name`; with “-contrast” behind it its strong form.

    Raises LabError, naming the ones there are.
    """
    plain, found, rest = name.partition("-contrast")
    if found and not rest and plain in themes():
        return _strong(plain)
    try:
        return themes()[name]
    except KeyError:
        known = ", ".join(themes())
        raise LabError(
            tr("There is no theme “{name}”; the themes are {known}.", name=name, known=known)
        ) from None


@lru_cache(maxsize=2)
def _strong(name: str) -> Theme:
    from transformer_lab.render.high_contrast import contrasted  # late: few wear it

    return contrasted(themes()[name])
