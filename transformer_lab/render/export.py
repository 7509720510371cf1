"""Pictures into files, by the ending of the name: all of the file or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path

from transformer_lab.document.files import write_atomically
from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.render.application import check_drawing
from transformer_lab.render.ground import BACKGROUNDS, Background, usual_ground
from transformer_lab.render.svg import to_svg
from transformer_lab.render.theme import Theme
from transformer_lab.render.theme import theme as find_theme

Writer = Callable[[Picture, Theme, Background, float], bytes]


def export(
    picture: Picture,
    path: str | PathLike[str],
    theme: str = "paper",
    background: Background | None = None,
    scale: float = 2.0,
) -> Path:
    """Write the picture to `path` as .svg, .pdf or .png; returns the path.

    Without a background a light figure stands on white, a dark one on its theme's ground. `scale` is the
    pixels of a PNG for each pixel of the picture. Raises LabError, with nothing half-written, for another
    ending, theme or background, and where the place cannot be written to.
    """
    target = Path(path)
    background = usual_ground(theme) if background is None else background
    if background not in BACKGROUNDS:
        known = ", ".join(BACKGROUNDS)
        raise LabError(tr("There is no background “{name}”; choose {known}.", name=background, known=known))
    data = _writer(target)(picture, find_theme(theme), background, scale)
    write_atomically(target, data)
    return target


def _writer(target: Path) -> Writer:
    try:
        return WRITERS[target.suffix.lower()]
    except KeyError:
        known = ", ".join(WRITERS)
        raise LabError(
            tr(
                "Figures are written as {known}; please end “{name}” with one of them.",
                known=known,
                name=target.name or target,
            )
        ) from None


def _svg(picture: Picture, colors: Theme, background: Background, scale: float) -> bytes:
    return to_svg(picture, colors, background).encode()


def _pdf(picture: Picture, colors: Theme, background: Background, scale: float) -> bytes:
    check_drawing()
    from transformer_lab.render.pdf import to_pdf  # late: an SVG needs no Qt

    return to_pdf(picture, colors, background)


def _png(picture: Picture, colors: Theme, background: Background, scale: float) -> bytes:
    check_drawing()
    from transformer_lab.render.raster import to_png

    return to_png(picture, colors, scale, background)


WRITERS: Mapping[str, Writer] = {".svg": _svg, ".pdf": _pdf, ".png": _png}
