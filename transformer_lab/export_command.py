"""The subcommand ``export``: its arguments, and what it does with them."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import Any

from transformer_lab.commands import FIGURE_OPTIONS, UsageError
from transformer_lab.errors import LabError
from transformer_lab.language import tr

CODE = "code"
SCRIPTS = ("numpy", "torch")
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


def arguments(parser: ArgumentParser) -> None:
    """What ``export`` understands."""
    parser.add_argument("file", metavar="F.tlab", help=tr("the project"))
    parser.add_argument(
        "figure",
        metavar="FIGURE",
        nargs="?",
        help=tr("its name (see figures); code: a script"),
    )
    parser.add_argument("--all", metavar="DIR", help=tr("write every figure into this folder: a slide pack"))
    parser.add_argument("--format", help=tr("with --all: svg, pdf, pptx …; with code: numpy, torch"))
    for name in INDICES:
        parser.add_argument(f"--{name}", type=whole, help=tr(FIGURE_OPTIONS[name]))
    parser.add_argument("--steps", metavar="A:B", help=tr("several steps: slides, overlays, pages, a film"))
    _figure_arguments(parser)
    _look_arguments(parser)
    _film_arguments(parser)
    parser.add_argument("--select", metavar="ID[I,J]", type=_cell, help=tr("ring this number"))
    parser.add_argument("--with-project", action="store_true", help=tr("keep the project inside the figure"))
    parser.add_argument(
        "-o", "--output", metavar="OUT.svg|.pdf|…", help=tr("the file to write; its ending is the format")
    )


def _figure_arguments(parser: ArgumentParser) -> None:
    for name in (n for n in FIGURE_OPTIONS if n not in INDICES):
        parser.add_argument(f"--{name}", metavar=METAVARS.get(name), help=tr(FIGURE_OPTIONS[name]))


def _look_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--theme", choices=("paper", "slate"), default="paper", help=tr("light or dark"))
    parser.add_argument("--background", choices=("white", "none", "theme"))
    parser.add_argument(
        "--scale", type=_scale, default=2.0, help=tr("pixels of a PNG for each point (default 2)")
    )
    parser.add_argument(
        "--pixels",
        metavar="WxH",
        type=_pixels,
        help=tr("a PNG or film of this size, as 1920x1080"),
    )
    parser.add_argument("--text", choices=("text", "outlines"), default="text", help=tr("letters in SVG"))
    parser.add_argument(
        "--shapes", choices=("auto", "shapes", "picture"), default="auto", help=tr("what a slide holds")
    )


def _film_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--fps", type=_fps, default=25.0, help=tr("frames of a film in a second, to 10 ms (default 25)")
    )
    parser.add_argument("--frames", action="store_true", help=tr("PNG or SVG: a folder of frames"))
    parser.add_argument("--loop", metavar="yes|no", type=_flag, default=True, help=tr("a film starts again"))
    parser.add_argument(
        "--captions", metavar="yes|no", type=_flag, default=False, help=tr("a film says below what happens")
    )


def export(given: Namespace) -> int:
    """Write a figure, some of its steps, all figures, or the model as a script."""
    from transformer_lab.render.formats import find_format
    from transformer_lab.render.pack import pack_suffix

    if given.all is None and (given.figure is None or given.output is None):
        raise UsageError(tr("Say which figure and where: export F.tlab FIGURE -o OUT.svg, or --all DIR."))
    if given.all is not None and (given.figure is not None or given.output is not None):
        raise UsageError(tr("--all DIR writes every figure: leave out FIGURE and -o."))
    if given.figure == CODE:
        return _export_code(given)
    try:
        find_format(given.output) if given.all is None else pack_suffix(given.format or "svg")
    except LabError as error:
        raise UsageError(str(error)) from None
    return _export_one(given) if given.all is None else _export_all(given)


def _export_code(given: Namespace) -> int:
    """The model as a script of NumPy or PyTorch; arrays of a large one stand in a file beside it."""
    from transformer_lab import session
    from transformer_lab.render.twin import write_twin

    dialect = given.format or SCRIPTS[0]
    if dialect not in SCRIPTS:
        raise UsageError(tr("A script is numpy or torch, not “{name}”.", name=dialect))
    if Path(given.output).suffix.lower() != ".py":
        raise UsageError(tr("A script ends with .py; please rename “{name}”.", name=given.output))
    for path in write_twin(session.open_project(given.file).snapshot, given.output, dialect)[1:]:
        print(tr("The numbers stand beside it in {name}.", name=str(path)), file=sys.stderr)
    return 0


def _export_one(given: Namespace) -> int:
    from transformer_lab import session
    from transformer_lab.figures.film import pages
    from transformer_lab.figures.legibility import too_small
    from transformer_lab.figures.registry import find_figure, read_options
    from transformer_lab.render.export import export as write
    from transformer_lab.render.formats import find_format

    options = _options(given)
    if given.select is not None and options.get("zoom") == "closest":
        options["cell"] = given.select
    try:
        read_options(find_figure(given.figure), options)
    except LabError as error:
        raise UsageError(str(error)) from None
    if given.figure == "comparison" and "other" not in options:
        raise LabError(tr("A comparison needs another state: name its project with --other A.tlab."))
    lab, form = session.open_project(given.file), find_format(given.output)
    several = "frames" if given.frames else form.several
    drawn = pages(given.figure, lab.snapshot, options, given.steps, several, _delay(given))
    if given.select is not None:
        lab.explain(*given.select)  # refuses what is not there
        drawn = _ringed(drawn, given.select)
    if given.with_project and "project" not in form.options:
        print(
            tr("A {kind} file does not carry the project; SVG, PDF and PNG do.", kind=form.suffix),
            file=sys.stderr,
        )
    write(drawn, given.output, given.theme, given.background, given.scale, **_more(given, lab))
    if "theme" in form.options and (small := too_small(drawn[0])):
        print(small, file=sys.stderr)
    if drawn[0].notice and not options.get("parts"):
        each = tr("Each picture shows the part at work, in type that can be read.")
        print(
            each if len(drawn) > 1 else drawn[0].notice, tr("--parts all draws the whole."), file=sys.stderr
        )
    return 0


def _ringed(drawn: Any, selected: tuple[str, tuple[int, ...]]) -> Any:
    """The pages with a ring round a number."""
    from transformer_lab.engine.graph import Cell
    from transformer_lab.figures.film import Film
    from transformer_lab.figures.ringed import ringed

    last = drawn[-1]
    if ringed(last, Cell(*selected)) is last:
        name = f"{selected[0]}[{','.join(map(str, selected[1]))}]"
        print(tr("This figure does not show {name}, so nothing is ringed.", name=name), file=sys.stderr)
    return Film(len(drawn), lambda i: ringed(drawn[i], Cell(*selected)))


def _export_all(given: Namespace) -> int:
    """The slide pack: every figure in one size, theme and type; those that the model cannot show are told."""
    from transformer_lab import session
    from transformer_lab.figures.options import MANNERS
    from transformer_lab.render.pack import write_pack

    lab = session.open_project(given.file)
    shared = ("block", "head", "query", "size", "other", *MANNERS)
    options = {name: value for name, value in _options(given).items() if name in shared}
    looks = (given.theme, given.background, given.scale)
    form = given.format or "svg"
    for path in write_pack(lab.snapshot, given.all, form, options, *looks, **_more(given, lab)):
        print(path)
    return 0


def _options(given: Namespace) -> dict[str, Any]:
    """What was asked for; of another project its values are taken."""
    found = {name: getattr(given, name.replace("-", "_")) for name in FIGURE_OPTIONS}
    asked = {name: value for name, value in found.items() if value is not None}
    if "other" in asked:
        from transformer_lab import session

        asked["other"] = session.open_project(asked["other"]).snapshot
    return asked


def _delay(given: Namespace) -> int:
    return max(20, round(100.0 / float(given.fps)) * 10)


def _more(given: Namespace, lab: Any) -> dict[str, Any]:
    return {
        "text": given.text,
        "shapes": given.shapes,
        "delay": _delay(given),
        "loop": given.loop,
        "captions": given.captions,
        "pixels": given.pixels,
        "project": lab.packed() if given.with_project else None,
        "notice": lambda sentence: print(sentence, file=sys.stderr),
    }


# --- reading what was typed ------------------------------------------------------------------------------
def whole(text: str) -> int:
    """A whole number. Raises ArgumentTypeError."""
    if not re.fullmatch(r"[-+]?[0-9]{1,100}", text):
        raise ArgumentTypeError(tr("“{text}” is no whole number", text=text))
    return int(text)


def _scale(text: str) -> float:
    return _between(text, 0.1, 16.0, tr("“{text}” is no number from 0.1 to 16", text=text))


def _fps(text: str) -> float:
    return _between(text, 1.0, 50.0, tr("“{text}” is no number from 1 to 50", text=text))


def _between(text: str, low: float, high: float, problem: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = low - 1.0
    if not low <= value <= high:
        raise ArgumentTypeError(problem)
    return value


def _pixels(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,5})[x×]([0-9]{1,5})", text.lower())
    if found is None:
        raise ArgumentTypeError(tr("“{text}” is no width and height such as 1920x1080", text=text))
    return int(found[1]), int(found[2])


def _cell(text: str) -> tuple[str, tuple[int, ...]]:
    found = re.fullmatch(r"([^\[\]]{1,200})\[([0-9]{1,9}(?:,[0-9]{1,9})*)?\]", text)
    if found is None:
        raise ArgumentTypeError(tr("“{text}” is no number such as block.0/attn/weights[0,7,1]", text=text))
    return found[1], tuple(int(part) for part in found[2].split(",")) if found[2] else ()


def _flag(text: str) -> bool:
    if text.lower() not in YES + NO:
        raise ArgumentTypeError(tr("“{text}” is neither yes nor no", text=text))
    return text.lower() in YES


INDICES = ("block", "head", "query", "step")
METAVARS = {
    "answers": "yes|no",
    "decimals": "2|3|4",
    "features": "I,J",
    "first": "0|1",
    "heads": "I,J,…",
    "node": "ID",
    "notation": "xW|Wx",
    "notes": "yes|no",
    "other": "A.tlab",
    "title": "yes|no",
    "words": "A:B",
    "words-as": "rows|columns",
}
