"""The command line: ``transformer-lab [FILE]`` opens the window, subcommands work without a display.

Exit status 0, or 1 when something could not be done, or 2 when the command line is wrong. An error is one
line on the standard error output; a traceback is never shown.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import REMAINDER, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from transformer_lab import __version__, commands, export_command
from transformer_lab.document.files import reason
from transformer_lab.errors import LabError
from transformer_lab.export_command import whole
from transformer_lab.language import tr
from transformer_lab.languages import LANGUAGES, OPTION

NAME = "transformer-lab"
LONGEST_LINE = 1000


@dataclass(frozen=True)
class Command:
    """A subcommand: its name, a sentence for the help, its arguments, and what it does."""

    name: str
    about: str
    arguments: Callable[[ArgumentParser], None]
    do: Callable[[Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say; returns the exit status."""
    given = list(sys.argv[1:] if argv is None else argv)
    _print_anything()
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except SystemExit as end:  # argparse: help, version, wrong usage; the preflight: what the system lacks
        return _say(end.code, 1) if isinstance(end.code, str) else end.code or 0
    except BrokenPipeError:
        _close_quietly()
        return 0
    except KeyboardInterrupt:
        return _say(tr("stopped"), 1)
    except commands.UsageError as error:
        return _say(str(error), 2)
    except LabError as error:
        return _say(str(error), 1)
    except OSError as error:  # files have errors of their own; this one comes from the output
        _close_quietly()
        return _say(tr("the output could not be written: {reason}", reason=reason(error)), 1)
    except Exception as error:  # a mistake of ours; the line names it well enough to report
        return _say(tr("a mistake in the app: {kind}: {error}", kind=type(error).__name__, error=error), 1)


def _run(given: list[str]) -> int:
    if given and given[0] in COMMANDS:
        command = COMMANDS[given[0]]
        parser = _Parser(prog=f"{NAME} {command.name}", description=command.about, allow_abbrev=False)
        command.arguments(parser)
        _speaks(parser)
        words = _negatives(given[1:]) if command.name in ("set", "explain") else given[1:]
        return command.do(parser.parse_args(words))
    if given and not given[0].startswith("-"):
        _check_file(given[0])
    return commands.window(_window_parser().parse_args(given))


def _check_file(name: str) -> None:
    """What is neither a file nor looks like one was meant as a command."""
    if os.path.lexists(name) or Path(name).suffix:
        return
    like = get_close_matches(name, COMMANDS, 1)
    hint = tr(" Did you mean “{name}”?", name=like[0]) if like else ""
    raise commands.UsageError(tr("There is neither a file nor a command “{name}”.", name=name) + hint)


class _Parser(ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        raise SystemExit(_say(tr("{message} (see {prog} --help)", message=message, prog=self.prog), 2))


def _window_parser() -> ArgumentParser:
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {c.name:<{width}}  {c.about}" for c in COMMANDS.values())
    parser = _Parser(
        prog=NAME,
        description=tr("See, build and change a Transformer. Without a command the window opens."),
        epilog=f"{tr('commands:')}\n{listed}\n\n{tr('Each command has its own --help.')}",
        formatter_class=RawDescriptionHelpFormatter,
        usage=f"{NAME} [FILE]\n       {NAME} COMMAND …",
        allow_abbrev=False,
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help=tr("a project, or a figure with one"))
    _speaks(parser)
    parser.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    return parser


def _speaks(parser: ArgumentParser) -> None:
    """For the help, and for refusing others: `start` has read it before anything spoke."""
    parser.add_argument(OPTION, choices=LANGUAGES, help=tr("the language of all texts, figures included"))


# --- arguments -----------------------------------------------------------------------------------------
def _new(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--preset",
        default="first-sentence",
        help=tr(
            "what to start from: first-sentence, worked-example, three-tokens, tiny-encoder, tiny-gpt, "
            "empty, small-red-house, tiny-bert, tiny-llama; in full size transformer-2017, gpt-2-small, "
            "bert-base, llama-like (not for the window)"
        ),
    )
    parser.add_argument("--text", help=tr("the sentence; without it the preset's own"))
    parser.add_argument("--seed", type=whole, default=0, help=tr("decides the random numbers (default 0)"))
    _output(parser, "F.tlab")


def _file(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="F.tlab", help=tr("the project"))


def _value(parser: ArgumentParser) -> None:
    _file(parser)
    parser.add_argument("id", metavar="ID", help=tr("a value, such as block.0/attn/weights (see tensors)"))


def _cell(parser: ArgumentParser) -> None:
    _value(parser)
    parser.add_argument(
        "index",
        metavar="I,J,…",
        nargs="?",
        default=(),
        type=_index,
        help=tr("one number for each axis, from 0"),
    )


def _explain(parser: ArgumentParser) -> None:
    _cell(parser)
    parser.add_argument(
        "--table", choices=("csv", "md", "tex"), help=tr("the terms as CSV, Markdown or a LaTeX table")
    )
    parser.add_argument(
        "--first", type=int, choices=(0, 1), default=0, help=tr("the number of the first word: 0 or 1")
    )
    parser.add_argument("--notation", choices=("xW", "Wx"), default="xW", help=tr("of products: xW or Wx"))


def _show(parser: ArgumentParser) -> None:
    _value(parser)
    parser.add_argument("--json", action="store_true", help=tr("print id, axes, shape and values as JSON"))


def _set(parser: ArgumentParser) -> None:
    _value(parser)
    parser.add_argument("index", metavar="I,J,…", type=_index, help=tr("one number for each axis, from 0"))
    parser.add_argument("value", metavar="VALUE", help=tr("the number: 0.5, -2, 1/3, sqrt(2)"))
    _output(parser, "G.tlab")


def _desktop(parser: ArgumentParser) -> None:
    parser.add_argument("--remove", action="store_true", help=tr("take it away again"))


def _bench(parser: ArgumentParser) -> None:
    parser.add_argument("rest", nargs=REMAINDER, help=tr("parts to measure; all without it"))


def _output(parser: ArgumentParser, name: str) -> None:
    parser.add_argument("-o", "--output", metavar=name, required=True, help=tr("the file to write"))


def _index(text: str) -> tuple[int, ...]:
    if text and not re.fullmatch(r" *[0-9]{1,100} *(?:, *[0-9]{1,100} *)*", text):
        raise ArgumentTypeError(tr("“{text}” is no index such as 0,2,1", text=text))
    return tuple(int(part) for part in text.split(",")) if text else ()


def _negatives(given: list[str]) -> list[str]:
    """A value such as -1/3 or an index such as -1,0 must not be taken for an option; a true minus says the
    same.
    """
    return [f"\u2212{a[1:]}" if a[:1] == "-" and a[1:2] not in ("", "-", "o", "h") else a for a in given]


# --- output --------------------------------------------------------------------------------------------
def _say(message: str, status: int) -> int:
    """One line on the standard error output; of a very long one the beginning and the end."""
    line, most = " ".join(message.split()), LONGEST_LINE // 2
    line = line if len(line) <= LONGEST_LINE else f"{line[:most]} … {line[-most:]}"
    print(f"{NAME}: {line}", file=sys.stderr)
    return status


def _print_anything() -> None:
    """A terminal that lacks a character shows its code instead of an error; a closed output is nowhere."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  (open as long as the process)
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _close_quietly() -> None:
    """Nobody reads any more (such as ``| head``); keep Python from complaining at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


COMMANDS = {
    c.name: c
    for c in (
        Command("new", tr("write a project made from a preset"), _new, commands.new),
        Command("tensors", tr("list every value of a project: id, axes, shape"), _file, commands.tensors),
        Command("show", tr("print one array"), _show, commands.show),
        Command("explain", tr("print what one number is made of"), _explain, commands.explain),
        Command("set", tr("set one number of a parameter"), _set, commands.set_cell),
        Command(
            "export",
            tr("write figures: SVG, PDF, PNG, slides, films, TikZ, tables"),
            export_command.arguments,
            export_command.export,
        ),
        Command("figures", tr("list the figures"), lambda parser: None, commands.figures),
        Command("bench", tr("measure speed"), _bench, commands.bench),
        Command("desktop", tr("put the app into the menus of this desktop"), _desktop, commands.desktop),
    )
}
