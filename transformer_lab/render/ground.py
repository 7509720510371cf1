"""What lies behind an exported figure."""

from __future__ import annotations

from typing import Literal

from transformer_lab.render.theme import Theme

Background = Literal["white", "none", "theme"]
BACKGROUNDS: tuple[Background, ...] = ("white", "none", "theme")


def ground(theme: Theme, background: Background) -> str:
    """The colour behind a figure, or "" for none."""
    return {"white": "#FFFFFF", "none": "", "theme": theme.color("canvas")}[background]


def usual_ground(theme: str) -> Background:
    """What a figure stands on unless somebody says otherwise: white, but a dark theme brings its own."""
    return "white" if theme == "paper" else "theme"
