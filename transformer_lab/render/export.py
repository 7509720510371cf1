"""Pictures into files, by the ending of the name: all of the file or nothing."""

from __future__ import annotations

import shutil
from dataclasses import replace
from os import PathLike
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from transformer_lab.document.files import reason, write_atomically
from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.render.formats import Format, check_format, find_format
from transformer_lab.render.ground import BACKGROUNDS, Background, usual_ground
from transformer_lab.render.setting import Pages, Setting
from transformer_lab.render.theme import theme as find_theme


def export(
    pages: Picture | Pages,
    path: str | PathLike[str],
    theme: str = "paper",
    background: Background | None = None,
    scale: float = 2.0,
    **more: Any,
) -> Path:
    """Write a picture, or one for each step or frame, to `path`; its ending is one of `formats.FORMATS`.

    Without a background a light figure stands on white, a dark one on its theme's ground. `scale` is the
    pixels for each pixel of the picture; `more` are the other fields of `Setting`. Several pages in a format
    of one page become a folder of that name without its ending, with numbered files. Returns what was
    written. Raises LabError, with nothing half-written, for another ending, theme or background, for a
    missing package, when stopped, and where the place cannot be written to.
    """
    target = Path(path)
    background = usual_ground(theme) if background is None else background
    if background not in BACKGROUNDS:
        known = ", ".join(BACKGROUNDS)
        raise LabError(tr("There is no background “{name}”; choose {known}.", name=background, known=known))
    setting = Setting(find_theme(theme), background, scale, **more)
    form = find_format(target.name or str(target))
    check_format(form)
    if isinstance(pages, Picture):
        pages = (pages,)
    if len(pages) > 1 and form.several == "one":
        return _write_folder(pages, target, form, setting)
    write_atomically(target, form.write(pages, setting))
    return target


def _write_folder(pages: Pages, target: Path, form: Format, setting: Setting) -> Path:
    """``steps/001.png`` …: written aside, then renamed in one go; an older folder is never touched."""
    folder = target.with_name(target.name[: -len(form.suffix)] or "figure")
    try:
        if folder.exists():
            text = "The folder “{name}” is there already; choose another name or remove it."
            raise LabError(tr(text, name=folder.name))
        aside = Path(mkdtemp(prefix=".", dir=folder.parent))
        try:
            _fill_folder(aside, pages, form, setting)
            aside.chmod(0o755)
            aside.rename(folder)
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise
    except OSError as error:
        text = "{name} could not be written: {reason}."
        raise LabError(tr(text, name=str(folder), reason=reason(error))) from None
    return folder


def _fill_folder(aside: Path, pages: Pages, form: Format, setting: Setting) -> None:
    digits = max(3, len(str(len(pages))))
    quiet = replace(setting, progress=None)
    for number, page in enumerate(pages, 1):
        setting.tell(number - 1, len(pages))
        (aside / f"{number:0{digits}}{form.suffix}").write_bytes(form.write((page,), quiet))
    setting.tell(len(pages), len(pages))
