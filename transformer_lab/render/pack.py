"""The slide pack: every figure of a project in one size, one theme and one type, into one folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from transformer_lab.document.files import reason
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.language import tr
from transformer_lab.render.export import export
from transformer_lab.render.formats import find_format
from transformer_lab.render.ground import Background


def pack(snapshot: Snapshot, options: Mapping[str, Any], notice: Any = None) -> Iterator[tuple[str, Picture]]:
    """Name and picture of every figure that this model can show; the others are told with the reason."""
    for figure in FIGURES.values():
        known = {name: value for name, value in options.items() if name in figure.options}
        try:
            yield figure.name, draw_figure(figure.name, snapshot, **known)
        except LabError as problem:
            if notice is not None:
                notice(f"{figure.name}: {problem}")


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
    suffix = find_format(f"a.{form.lstrip('.')}").suffix
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LabError(
            tr("{name} could not be written: {reason}.", name=str(target), reason=reason(error))
        ) from None
    made = list(pack(snapshot, options, more.get("notice")))
    if suffix in (".pptx", ".pdf", ".tex"):
        pages = tuple(picture for _, picture in made)
        return [export(pages, target / f"figures{suffix}", theme, background, scale, **more)]
    if suffix in (".csv", ".md", ".table.tex"):
        made = [(name, picture) for name, picture in made if picture.sheet is not None]
    return [
        export(picture, target / f"{name}{suffix}", theme, background, scale, **more)
        for name, picture in made
    ]
