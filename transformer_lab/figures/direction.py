"""Which way a text runs, and what follows from it: one decision, read by stage, maps, panels and fields.

A text runs to the left if its first letter with a direction of its own does (rule P2 of Unicode Annex 9).
Lanes, word axes and the hatch between them turn with it; features, slots, bars and formulas never do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from transformer_lab.figures.picture import Group, Item, Layer, Texts

MARKER = re.compile(r"[\[<].*[\]>]")
"""Tokens that nobody typed, such as ``[CLS]``."""
ARABIC = re.compile("[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]")
TALLER = 4
"""Letters of Arabic are set so many pixels larger than Latin at the same place."""


def right_to_left(words: Sequence[str]) -> bool:
    """Whether a text, given as its words, runs from right to left."""
    return _first_strong(tuple(words))


@lru_cache(maxsize=256)
def _first_strong(words: tuple[str, ...]) -> bool:
    typed = (word for word in words if not MARKER.fullmatch(word))
    strong = (unicodedata.bidirectional(letter) for word in typed for letter in word)
    return next((kind != "L" for kind in strong if kind in ("L", "R", "AL")), False)


def on_lane(words: Sequence[str], place: int) -> int:
    """The word on a lane counted from the left, and the lane of a word: each is the other's inverse."""
    return len(words) - 1 - place if right_to_left(words) else place


@lru_cache(maxsize=4096)
def joined(text: str) -> bool:
    """Whether letters of the text join as those of Arabic do: never tilted, and set larger."""
    return ARABIC.search(text) is not None


def set_size(text: str, size: int) -> int:
    """The size at which a text is set where Latin has `size`."""
    return size + TALLER if joined(text) else size


def lettered(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items, with Arabic words set larger than those beside them."""
    return tuple(part for item in items for part in _lettered(item))


def _lettered(item: Item) -> tuple[Item, ...]:
    if isinstance(item, Group):
        return (replace(item, items=lettered(item.items)),)
    if not isinstance(item, Texts) or not any(map(joined, item.text)):
        return (item,)
    kinds = [[i for i, text in enumerate(item.text) if joined(text) == large] for large in (False, True)]
    sizes = (item.size, item.size + TALLER)
    return tuple(_some(item, kept, size) for kept, size in zip(kinds, sizes, strict=True) if kept)


def _some(batch: Texts, kept: list[int], size: int) -> Texts:
    """Some texts of a batch."""
    color = batch.color if isinstance(batch.color, str) else tuple(batch.color[i] for i in kept)
    ref = None if batch.ref is None else replace(batch.ref, index=batch.ref.index[kept])
    text = tuple(batch.text[i] for i in kept)
    return replace(batch, text=text, at=batch.at[kept], size=size, color=color, ref=ref)


def facing(layers: Iterable[Layer], *texts: Sequence[str]) -> tuple[Layer, ...]:
    """Layers drawn for these texts: a drawing that runs the other way is another one.

    Unchanged where every text runs to the right and none joins its letters.
    """
    turned = tuple(right_to_left(words) for words in texts)
    if not any(turned) and not any(joined(word) for words in texts for word in words):
        return tuple(layers)
    return tuple(_facing(layer, turned) for layer in layers)


def _facing(layer: Layer, turned: tuple[bool, ...]) -> Layer:
    build = layer.build
    key = None if layer.key is None else (*layer.key, turned)
    return layer._replace(key=key, build=lambda: lettered(build()))
