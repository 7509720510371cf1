"""The report: every measurement in one table, with the machine it ran on."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from transformer_lab.bench.engine import engine_results, peer_results
from transformer_lab.bench.figures import figure_results
from transformer_lab.bench.measure import Result
from transformer_lab.bench.window import editing_results, window_results, zoom_results
from transformer_lab.errors import LabError
from transformer_lab.language import tr

PARTS: Mapping[str, Callable[[], Iterator[Result | str]]] = MappingProxyType(
    {"engine": engine_results, "peers": peer_results, "window": window_results, "zoom": zoom_results}
    | {"figures": figure_results, "editing": editing_results}
)
"""Parts of the report; a part gives results, and lines that say something about them."""


def line(result: Result) -> str:
    """``ok   edit to repainted stage      9.1 ms   (mark 16)   note``."""
    verdict = "ok  " if result.ok else "MISS"
    value = f"{result.value:.2f} {result.unit}".rstrip()
    mark = f"(at least {result.mark:g})" if result.at_least else f"(mark {result.mark:g})"
    return f"{verdict} {result.name:<46}{value:>12}   {mark} {result.note}".rstrip()


def machine() -> str:
    """Where this ran: figures mean little without it."""
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    return f"{platform.machine()}, {os.cpu_count()} cores, {versions}"


def main(argv: list[str] | None = None) -> int:
    """Print all results; exit status 1 if a mark is missed, so that scripts can tell."""
    wanted = argv or list(PARTS)
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        raise LabError(
            tr("there is no part “{name}”; there are {all}", name=unknown[0], all=", ".join(PARTS))
        )
    print(machine())
    missed = 0
    for name in wanted:
        for result in PARTS[name]():
            print(result if isinstance(result, str) else line(result), flush=True)
            missed += not isinstance(result, str) and not result.ok
    print(tr("All times are of the processor; windows are drawn offscreen, without a graphics card."))
    return 1 if missed else 0
