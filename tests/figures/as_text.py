"""A Picture as lines of text: one for each batch, numbers rounded. What golden tests compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import numpy as np

from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Group, Item, Picture, Ref

PLAIN = ("ramp", "fill", "stroke", "color", "face", "anchor", "latex")
DEFAULTS: Mapping[str, object] = MappingProxyType(
    {"opacity": 1.0, "dash": (), "angle": 0.0, "underline": False}
)
"""Said only when they are something else."""


def to_text(picture: Picture) -> str:
    """The picture, line by line: size, title, then each layer by name with its items.

    Positions are rounded to tenths of a pixel and values to hundredths, so that the text is the same on every
    machine; equal pictures give equal text.
    """
    lines = [f"picture {_numbers(picture.size)}"]
    lines += [f"{name}: {text}" for name in ("title", "description") if (text := getattr(picture, name))]
    for layer in picture.layers:
        name = (
            "motion"
            if layer.key is None
            else " ".join(str(part) for part in layer.key[:2] if not isinstance(part, Options))
        )
        lines.append(
            f"# {name} box {_numbers(layer.box)} dy {_numbers(layer.dy)}{_shown(layer.opacity, layer.show)}"
        )
        lines += [line for item in layer.build() for line in _lines(item)]
    return "\n".join(lines) + "\n"


def _shown(opacity: float, show: float) -> str:
    return (f" opacity {opacity:.2f}" if opacity != 1.0 else "") + (f" show {show:.1f}" if show < 1e8 else "")


def _lines(item: Item) -> list[str]:
    if isinstance(item, Group):
        clip = f" clip {_numbers(item.clip)}" if item.clip is not None else ""
        head = f"group {item.id}{clip}" + (f" opacity {item.opacity:.2f}" if item.opacity != 1.0 else "")
        return [head, *("  " + line for inner in item.items for line in _lines(inner))]
    return [" ".join((type(item).__name__.lower(), *_parts(item)))]


def _parts(item: Any) -> list[str]:
    parts = []
    for field in fields(item):
        value = getattr(item, field.name)
        if field.name in DEFAULTS and np.array_equal(np.asarray(value), np.asarray(DEFAULTS[field.name])):
            continue
        if text := WRITERS.get(field.name, _numbers)(value):
            parts.append(text if field.name in (*PLAIN, "ref") else f"{field.name} {text}")
    return parts


def _numbers(value: Any) -> str:
    return " ".join(f"{v:g}" for v in np.round(np.asarray(value, dtype=float).ravel(), 1) + 0.0)


def _values(value: Any) -> str:
    shape = "x".join(map(str, np.shape(value)))
    return (
        shape + " " + " ".join(f"{v:.2f}" for v in np.round(np.asarray(value, dtype=float).ravel(), 2) + 0.0)
    )


def _hundredths(value: Any) -> str:
    return " ".join(f"{v:.2f}" for v in np.asarray(value, dtype=float).ravel())


def _words(value: Any) -> str:
    return repr(value[0]) if len(value) == 1 else repr(value)


def _word(value: Any) -> str:
    return "/".join(value) if isinstance(value, tuple) else str(value)


def _outline(value: Any) -> str:
    return "".join(command + ",".join(f"{n:.1f}" for n in numbers) for command, *numbers in value)


def _ref(value: Ref | None) -> str:
    if value is None:
        return ""
    rows = " ".join(",".join(map(str, row)) for row in value.index.tolist())
    back = f" from {value.columns} back" if value.columns else ""
    return f"@{value.node}[{rows}]{value.tail}{back}"


WRITERS: Mapping[str, Callable[[Any], str]] = MappingProxyType(
    {
        **dict.fromkeys(PLAIN, _word),
        "values": _values,
        "opacity": _hundredths,
        "limit": lambda value: f"{value:g}",
        "width": _hundredths,
        "text": _words,
        "outline": _outline,
        "ref": _ref,
        "mirrored": lambda value: "yes" if value else "",
        "grid": lambda value: "yes" if value else "",
        "underline": lambda value: "yes" if value else "",
    }
)
