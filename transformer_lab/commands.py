"""What each subcommand does. Arrays are printed with the ASCII hyphen, so that programs can read them."""

from __future__ import annotations

import json
import math
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from transformer_lab.errors import LabError
from transformer_lab.language import tr

FIGURE_OPTIONS = ("block", "head", "query", "step", "size", "numbers", "title", "notes")


class UsageError(LabError):
    """The command line itself is wrong: exit status 2."""


def window(given: Namespace) -> int:
    """Open the window, with a project or with the first sentence."""
    from transformer_lab.ui.app import run

    return run([given.file] if given.file else [])


def new(given: Namespace) -> int:
    """Write a project made from a preset."""
    from transformer_lab import session

    lab = session.new(given.preset, given.text, given.seed)
    lab.save(given.output)
    if lab.snapshot.notice:
        print(lab.snapshot.notice, file=sys.stderr)
    return 0


def tensors(given: Namespace) -> int:
    """List every value: id, axes, shape."""
    from transformer_lab import session

    graph = session.open_project(given.file).snapshot.graph
    if graph is None:
        raise LabError(tr("{file} has no values yet: its text is empty.", file=given.file))
    rows = [(node.id, node.axes or "-", "x".join(map(str, node.shape)) or "-") for node in graph]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for node_id, axes, shape in rows:
        print(f"{node_id:<{widths[0]}}  {axes:<{widths[1]}}  {shape}")
    return 0


def show(given: Namespace) -> int:
    """Print one array."""
    import numpy as np

    from transformer_lab import session

    lab = session.open_project(given.file)
    array, axes = lab[given.id], lab.axes(given.id)
    if given.json:
        data = {"id": given.id, "axes": axes, "shape": list(array.shape), "values": _plain(array.tolist())}
        print(json.dumps(data, allow_nan=False))
        return 0
    print("  ".join((given.id, axes or "-", "x".join(map(str, array.shape)) or "-")))
    print(np.array2string(array, precision=6, suppress_small=True, threshold=sys.maxsize, max_line_width=120))
    return 0


def explain(given: Namespace) -> int:
    """Print one number: its formula, its terms (largest first), and what they come to."""
    from transformer_lab import session

    lab = session.open_project(given.file)
    for line in _explained(lab, given.id, given.index):
        print(line)
    return 0


def set_cell(given: Namespace) -> int:
    """Set one number of a parameter and write the project."""
    from transformer_lab import session
    from transformer_lab.document.numbers import parse_number

    lab = session.open_project(given.file)
    lab.set_cell(given.id, given.index, parse_number(given.value))
    lab.save(given.output)
    return 0


def export(given: Namespace) -> int:
    """Write a figure."""
    from transformer_lab import session
    from transformer_lab.figures.registry import draw_figure, find_figure, read_options
    from transformer_lab.render.export import export as write

    options = {name: getattr(given, name) for name in FIGURE_OPTIONS if getattr(given, name) is not None}
    try:
        read_options(find_figure(given.figure), options)
    except LabError as error:
        raise UsageError(str(error)) from None
    lab = session.open_project(given.file)
    picture = draw_figure(given.figure, lab.snapshot, **options)
    write(picture, given.output, given.theme, given.background, given.scale)
    return 0


def figures(given: Namespace) -> int:
    """List the figures: name, what it shows, options."""
    from transformer_lab.figures.registry import FIGURES

    width = max(map(len, FIGURES))
    for figure in FIGURES.values():
        options = " ".join(f"--{name}" for name in figure.options)
        print(f"{figure.name:<{width}}  {tr(figure.title)} ({options})")
    return 0


def bench(given: Namespace) -> int:
    """Measure speed."""
    from transformer_lab.bench import main

    try:
        return main(given.rest)
    except LabError as error:
        raise UsageError(str(error)) from None


def _plain(values: Any) -> Any:
    """Nested lists that JSON can hold: what is not finite becomes a text, such as "-inf"."""
    if isinstance(values, list):
        return [_plain(value) for value in values]
    return values if math.isfinite(values) else str(values)


def _explained(lab: Any, node_id: str, index: tuple[int, ...]) -> Iterator[str]:
    from transformer_lab.document.axes import cell_name
    from transformer_lab.engine.label import text
    from transformer_lab.figures.numbers import exact

    found = lab.explain(node_id, index)
    yield f"{_address(node_id, index)} = {exact(found.value)}  ({cell_name(lab.state, node_id, index)})"
    yield text(lab.snapshot.graph, node_id)
    if found.op is None:
        yield tr("Nothing it is computed from: it is a {kind}.", kind=lab.snapshot.graph[node_id].kind)
        return
    terms = found.largest_first()
    for term in terms:
        pairs = zip(term.cells, term.factors, strict=True)
        read = ", ".join(f"{_address(*cell)} = {exact(value)}" for cell, value in pairs)
        yield f"  {exact(term.value)}  {tr('from')}  {read}"
    name = {"sum": tr("sum"), "mean": tr("mean"), "max": tr("largest"), None: tr("value")}[found.op.reduce]
    yield f"{name} = {exact(found.value)}"


def _address(node_id: str, index: tuple[int, ...]) -> str:
    return f"{node_id}[{','.join(map(str, index))}]" if index else node_id
