"""What may be chosen when a figure becomes a file, and how a long export is watched and stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.render.ground import Background
from transformer_lab.render.theme import Theme

Pages = Sequence[Picture]
"""One picture, or one for each step or frame; each is drawn when it is asked for."""
Progress = Callable[[int, int], bool]
"""Told how many of how many pages are done; False stops the export."""
Lettering = Literal["text", "outlines"]
Shapes = Literal["auto", "shapes", "picture"]


class StoppedError(LabError):
    """The person stopped the export; nothing was written."""


@dataclass(frozen=True)
class Setting:
    """How pictures are to be written; each format reads what concerns it."""

    theme: Theme
    background: Background = "white"
    scale: float = 2.0
    """pixels for each logical pixel, in formats made of pixels"""
    text: Lettering = "text"
    """in SVG: text that can be edited, or outlines that look the same everywhere"""
    shapes: Shapes = "auto"
    """in PPTX: shapes that can be edited, or a picture; auto chooses by their number"""
    delay: int = 40
    """milliseconds of a frame, a multiple of ten"""
    loop: bool = True
    """whether a film starts again at its end"""
    captions: bool = False
    """whether each frame of a film tells in words what happens, below the figure"""
    pixels: tuple[int, int] | None = None
    """width and height of a PNG or a film; the figure lies in the middle, as large as it fits"""
    project: bytes | None = None
    """the file of the project, for formats that can carry it"""
    progress: Progress | None = None
    notice: Callable[[str], None] | None = None
    """told what the person should know, such as that a slide holds a picture and not shapes"""

    def tell(self, done: int, total: int) -> None:
        """Say how far it is. Raises StoppedError if the person wants no more."""
        if self.progress is not None and not self.progress(done, total):
            raise StoppedError(tr("The export was stopped; nothing was written."))

    def say(self, sentence: str) -> None:
        """Let the person know."""
        if self.notice is not None:
            self.notice(sentence)
