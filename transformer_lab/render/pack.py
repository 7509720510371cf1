"""The slide pack: every figure of a project in one size, one theme and one type, into one folder."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from transformer_lab.document.files import reason
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.options import ALWAYS
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES, Figure, draw_figure, read_options
from transformer_lab.figures.scaling import fitted
from transformer_lab.language import tr
from transformer_lab.render.export import export
from transformer_lab.render.formats import FORMATS, find_format
from transformer_lab.render.ground import Background
from transformer_lab.render.setting import Progress, StoppedError

TOGETHER = (".pptx", ".pdf", ".tex")
"""Formats of which one file holds all figures."""
TABLES = (".csv", ".md", ".table.tex")


def pack(snapshot: Snapshot, options: Mapping[str, Any], notice: Any = None) -> Iterator[tuple[str, Picture]]:
    """Name and picture of every figure that this model can show; the others are told with the reason."""
    page = _page(options)
    for figure in FIGURES.values():
        known = {name: value for name, value in options.items() if name in figure.options or name in ALWAYS}
        if _compares_alone(figure) and known.get("other") is None:
            continue  # nothing to compare with was given: a card that says so is no slide
        try:
            drawn = draw_figure(figure.name, snapshot, **known)
        except LabError as problem:
            if notice is not None:
                notice(f"{figure.name}: {problem}")
            continue
        if drawn.size != page and notice is not None:
            text = "{figure} needs more room than this size has: it is drawn smaller as a whole."
            notice(tr(text, figure=figure.name))
        yield figure.name, drawn if drawn.size == page else fitted(drawn, page)


def _compares_alone(figure: Figure) -> bool:
    """Whether a figure shows nothing but what changed; others can be drawn with A or without."""
    return "other" in figure.options and "compared" not in figure.options


def _page(options: Mapping[str, Any]) -> tuple[float, float]:
    """Width and height that all figures of a pack have."""
    read = read_options(FIGURES["stage"], {"size": options.get("size")})
    return read.width, read.height


def pack_suffix(form: str) -> str:
    """The ending of a format that is named without a file. Raises LabError with those there are."""
    try:
        return find_format(f"a.{form.lstrip('.')}").suffix
    except LabError:
        known = ", ".join(suffix.lstrip(".") for suffix in FORMATS)
        raise LabError(
            tr("A slide pack is written as {known}, not as “{name}”.", known=known, name=form)
        ) from None


def write_pack(
    snapshot: Snapshot,
    folder: str | PathLike[str],
    form: str,
    options: Mapping[str, Any],
    theme: str = "paper",
    background: Background | None = None,
    scale: float = 2.0,
    **more: Any,
) -> list[Path]:
    """Write the pack as files of one format; slides, pages and overlays come as one file with all of them.

    Returns what was written. Raises LabError for an unknown format or a place that cannot be written to.
    """
    suffix = pack_suffix(form)
    target, progress = Path(folder), more.pop("progress", None)
    made = tuple(_watched(pack(snapshot, options, more.get("notice")), progress))
    if suffix in TABLES:
        made = tuple((name, picture) for name, picture in made if picture.sheet is not None)
    there = target.exists()
    try:
        target.mkdir(parents=True, exist_ok=True)
        aside = Path(mkdtemp(prefix=".", dir=target))
    except OSError as error:
        raise _unwritten(target, error) from None
    try:
        looks = (theme, background, scale)
        if suffix in TOGETHER:
            pages = tuple(drawn for _, drawn in made)
            files = [export(pages, aside / f"figures{suffix}", *looks, **more)]
        else:
            files = [export(drawn, aside / f"{name}{suffix}", *looks, **more) for name, drawn in made]
        return [file.replace(target / file.name) for file in files]
    except OSError as error:
        raise _unwritten(target, error) from None
    except StoppedError:
        raise
    except LabError as problem:  # names the place that was asked for, not where it was written aside
        raise LabError(str(problem).replace(str(aside), str(target))) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        if not there:
            _take_away(target)


def _take_away(folder: Path) -> None:
    """Remove a folder that was made for a pack, if nothing came into it."""
    with contextlib.suppress(OSError):
        folder.rmdir()


def _watched(made: Iterator[tuple[str, Picture]], progress: Progress | None) -> Iterator[tuple[str, Picture]]:
    """Tells how many figures there are already. Raises StoppedError when no more are wanted."""
    for done, each in enumerate(made):
        if progress is not None and not progress(done, len(FIGURES)):
            raise StoppedError(tr("The export was stopped; nothing was written."))
        yield each


def _unwritten(target: Path, error: OSError) -> LabError:
    return LabError(tr("{name} could not be written: {reason}.", name=str(target), reason=reason(error)))
