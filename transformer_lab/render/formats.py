"""The formats a figure can be written in: ONE table for export, command line, session and window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import PurePath
from types import MappingProxyType
from typing import Literal

from transformer_lab.document.carried import put_into_png, put_into_svg
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.render.application import check_drawing
from transformer_lab.render.setting import Pages, Setting

Writer = Callable[[Pages, Setting], bytes]
Several = Literal["one", "steps", "frames"]


@dataclass(frozen=True)
class Format:
    """A kind of file: its ending, what it is called, which choices of `Setting` it knows, and its writer."""

    suffix: str
    title: str
    options: tuple[str, ...]
    write: Writer
    several: Several = "one"
    """What one file holds of a figure that moves: one picture, one for each step, or frames of time."""
    needs: str = ""
    """A package that may be missing."""
    extra: str = ""
    """What to install for it."""
    qt: bool = False


LOOKS = ("theme", "background")
PIXELS = (*LOOKS, "scale", "pixels")
FRAMES = (*PIXELS, "delay", "captions")


def find_format(name: str) -> Format:
    """The format of a file name, by its ending. Raises LabError with those there are."""
    low = name.lower()
    if PurePath(low).name in FORMATS:
        raise LabError(
            tr(
                "“{name}” is only an ending; put a name before it, such as figure{name}.",
                name=PurePath(name).name,
            )
        )
    found = [form for form in FORMATS.values() if low.endswith(form.suffix)]
    if found:
        return max(found, key=lambda form: len(form.suffix))
    raise LabError(
        tr(
            "Figures are written as {known}; please end “{name}” with one of them.",
            known=", ".join(FORMATS),
            name=name,
        )
    )


def check_format(form: Format) -> None:
    """Raises LabError with the remedy if something that the format needs is missing here."""
    if form.needs and not find_spec(form.needs):
        text = "{title} needs one more package: pip install {extra}. All other formats work without it."
        raise LabError(tr(text, title=form.title, extra=form.extra))
    if form.qt:
        check_drawing()


def _svg(pages: Pages, setting: Setting) -> bytes:
    from transformer_lab.render.svg import to_svg

    outlines = setting.text == "outlines"
    if outlines:
        check_drawing()
    made = to_svg(pages[0], setting.theme, setting.background, outlines).encode()
    return made if setting.project is None else put_into_svg(made, setting.project)


def _pdf(pages: Pages, setting: Setting) -> bytes:
    from transformer_lab.render.pdf import pages_to_pdf  # late: an SVG needs no Qt

    return pages_to_pdf(pages, setting)


def _png(pages: Pages, setting: Setting) -> bytes:
    from transformer_lab.render.raster import to_png

    made = to_png(pages[0], setting.theme, setting.scale, setting.background, setting.pixels)
    return made if setting.project is None else put_into_png(made, setting.project)


def _pptx(pages: Pages, setting: Setting) -> bytes:
    from transformer_lab.render.pptx import to_pptx

    return to_pptx(pages, setting)


def _tikz(pages: Pages, setting: Setting) -> bytes:
    from transformer_lab.render.tikz import to_tikz

    return to_tikz(pages, setting).encode()


def _gif(pages: Pages, setting: Setting) -> bytes:
    from transformer_lab.render.film.gif import to_gif

    return to_gif(pages, setting)


def _webp(pages: Pages, setting: Setting) -> bytes:
    from transformer_lab.render.film.webp import to_webp

    return to_webp(pages, setting)


def _mp4(pages: Pages, setting: Setting) -> bytes:
    from transformer_lab.render.film.mp4 import to_mp4

    return to_mp4(pages, setting)


def _sheet(kind: str) -> Writer:
    def write(pages: Pages, setting: Setting) -> bytes:
        from transformer_lab.render.sheets import to_sheet

        return to_sheet(pages[0], kind).encode()

    return write


VIDEO = "transformer-lab-sandbox[video]"
FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        form.suffix: form
        for form in (
            Format(".svg", tr("SVG"), (*LOOKS, "text", "project"), _svg),
            Format(".pdf", tr("PDF"), (*LOOKS, "project"), _pdf, "steps", qt=True),
            Format(".png", tr("PNG"), (*PIXELS, "project"), _png, qt=True),
            Format(
                ".pptx", tr("PowerPoint"), (*LOOKS, "shapes"), _pptx, "steps", "pptx", "python-pptx", qt=True
            ),
            Format(".tex", tr("TikZ"), LOOKS, _tikz, "steps"),
            Format(".gif", tr("GIF"), (*FRAMES, "loop"), _gif, "frames", "PIL", "pillow", qt=True),
            Format(".webp", tr("WebP"), (*FRAMES, "loop"), _webp, "frames", "PIL", "pillow", qt=True),
            Format(".mp4", tr("MP4"), FRAMES, _mp4, "frames", "av", f"'{VIDEO}'", qt=True),
            Format(".csv", tr("CSV table"), (), _sheet("csv")),
            Format(".md", tr("Markdown table"), (), _sheet("md")),
            Format(".table.tex", tr("LaTeX table"), (), _sheet("tex")),
        )
    }
)
