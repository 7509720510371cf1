"""One choice of the design: what it is called, what it allows, how it is read and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from transformer_lab.document.switches import Choice
from transformer_lab.engine.model import Model, Sublayer
from transformer_lab.language import tr

Kind = Literal["whole", "real", "choice", "toggle", "either"]
Scope = Literal["model", "attention", "cross-attention", "feed-forward"]
Part = Model | Sublayer
LONGEST = 40
"""letters of a value in a sentence"""
SELF: tuple[Scope, ...] = ("attention",)
HEADS: tuple[Scope, ...] = ("attention", "cross-attention")
SUBS: tuple[Scope, ...] = (*HEADS, "feed-forward")
WHOLE: tuple[Scope, ...] = ("model",)


@dataclass(frozen=True, eq=False)
class Setting:
    """One choice. Kind “either” is one of the choices or a number; `group` is the row of the panel it is in.

    `offer` narrows `choices` for a part; a choice of None takes what the model says.
    """

    name: str
    title: str
    scopes: tuple[Scope, ...]
    kind: Kind
    read: Callable[[Any], Any]
    write: Callable[[Any, Any], Any]
    choices: tuple[Choice, ...] = ()
    low: float = 0.0
    high: float = 0.0
    group: str = ""
    above: bool = False
    """`low` itself is not allowed"""
    not_zero: bool = False
    counts: bool = False
    """only whole numbers"""

    @property
    def whole(self) -> bool:
        """Whether its numbers are whole ones."""
        return self.counts or self.kind == "whole"

    def allows(self, value: Any) -> bool:
        """Whether a part can have this value, as far as this choice alone is concerned."""
        if any(c.value == value and type(c.value) is type(value) for c in self.choices):
            return True
        if self.kind in ("choice", "toggle") or isinstance(value, bool):
            return False
        if not isinstance(value, int if self.whole else (int, float)):
            return False
        inside = self.low < value <= self.high if self.above else self.low <= value <= self.high
        return inside and not (self.not_zero and value == 0)

    def kept(self, value: Any) -> Any:
        """The value as a part keeps it: 2 is 2.0 where numbers need not be whole, as a file gives it back."""
        number = isinstance(value, int) and not isinstance(value, bool)
        return float(value) if number and not self.whole and self.allows(value) else value

    @property
    def range(self) -> str:
        """What is allowed, in words."""
        known = ", ".join(c.title for c in self.choices)
        if self.kind in ("choice", "toggle"):
            return tr("one of {all}", all=known)
        low, high = f"{self.low:,.0f}".replace("-", "\u2212"), f"{self.high:,.0f}"
        numbers = tr("a whole number from {low} to {high}") if self.whole else tr("a number other than 0")
        if not self.whole and not self.not_zero:
            numbers = tr("a number above {low}") if self.above else tr("a number from {low} to {high}")
        said = numbers.format(low=low, high=high)
        return tr("{all}, or {number}", all=known, number=said) if known else said

    def shown(self, value: Any) -> str:
        """A value for people; also one that no setting can have."""
        title = next((c.title for c in self.choices if c.value == value and type(c.value) is type(value)), "")
        if title:
            return title
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return f"{value:g}".replace("-", "\u2212") if abs(value) < 1e300 else tr("a number without end")
        said = repr(value) if not isinstance(value, str) else value
        return said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"

    def nearest(self, value: Any) -> Any:
        """An allowed number near one that is not."""
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            return self.choices[0].value if self.choices else int(max(1, self.low))
        near = min(max(value, self.low), self.high)
        if not self.allows(near):
            near = 1.0
        return round(near) if self.whole else float(near)
