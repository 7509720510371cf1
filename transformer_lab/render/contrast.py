"""How light a colour is, and which ink can be read on it (WCAG 2.2: relative luminance, contrast ratio)."""

from __future__ import annotations

from functools import lru_cache

Rgb = tuple[float, float, float]
LEAST_CONTRAST = 4.5
WHITE, BLACK = "#FFFFFF", "#05070A"


def rgb(color: str) -> Rgb:
    """``#RRGGBB`` as three numbers from 0 to 1."""
    return int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255


def hex_color(red: float, green: float, blue: float) -> str:
    """Three numbers from 0 to 1 as ``#RRGGBB``."""
    return "#" + "".join(f"{round(255 * part):02X}" for part in (red, green, blue))


def linear(part: float) -> float:
    """An sRGB component as an amount of light."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def luminance(color: str) -> float:
    """The relative luminance of a colour, 0 for black and 1 for white."""
    red, green, blue = (linear(part) for part in rgb(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def readable(ground: str, ink: str) -> str:
    """The theme's ink if it can be read on `ground`, else the better of near-white and near-black."""
    if contrast(ground, ink) >= LEAST_CONTRAST:
        return ink
    return max((WHITE, BLACK), key=lambda color: contrast(ground, color))
