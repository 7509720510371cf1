"""What each subcommand does. Arrays are printed with the ASCII hyphen, so that programs can read them."""

from __future__ import annotations

import json
import math
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from transformer_lab.errors import LabError
from transformer_lab.language import tr, translatable

FIGURE_OPTIONS = translatable(
    {
        "answers": "whether a worksheet is filled in",
        "block": "a block, from 0",
        "compared": "how a figure is shown with A of --other: difference or beside",
        "decimals": "of worked numbers: 2, 3 or 4",
        "face": "how the stage draws attention: threads, matrix or both",
        "features": "two features of a plane, from 0, or pca",
        "first": "the number of the first word: 0 or 1",
        "head": "a head, from 0",
        "heads": "several heads drawn together, from 0",
        "measure": "what attention is told by: weights or value-length",
        "node": "the value that a figure shows, such as embed",
        "notation": "of products: xW or Wx",
        "notes": "whether it has its sentence, scale and legend",
        "numbers": "in the cells: percent, decimal or none",
        "order": "of all heads: as in the model, or by sharpness, those first that look at one word",
        "other": "another project, the state A that a comparison starts from",
        "parts": "of the stage: auto (what can be read), all, or attention alone",
        "zoom": "how near: far, middle, near or closest",
        "query": "the word that asks, from 0",
        "ramp": "how attention is coloured: linear, root, or own (each map up to its largest weight)",
        "limits": "where signed colours end: own (by what the figure shows) or shared (as on the stage)",
        "show": "of positions: waves or distance",
        "size": "16:9, 4:3, 84mm, 174mm, or width and height such as 800x600",
        "step": "a step of the timeline, from 0",
        "temperature": "by which scores are divided, from 0.05 to 20",
        "title": "whether the figure has its title",
        "words": "the first and the last word that are shown, from 0",
        "words-as": "words of matrices and maps: rows or columns",
    }
)
"""What a figure can be asked for on the command line, and what that means."""


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
    """Print one number: its formula, its terms (largest first), and what they come to.

    Indices of addresses count from 0; the names of repeated words and of places from `first`.
    """
    from transformer_lab import session

    lab = session.open_project(given.file)
    if given.table:
        from transformer_lab.render.sheets import sheet_text

        print(sheet_text(_terms(lab, given.id, given.index, given.notation), given.table), end="")
        return 0
    for line in _explained(lab, given.id, given.index, given.first, given.notation):
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


def figures(given: Namespace) -> int:
    """List the figures: name, what it shows, options."""
    from transformer_lab.figures.registry import FIGURES

    width = max(map(len, FIGURES))
    for figure in FIGURES.values():
        known = (*figure.options, "steps") if figure.steps else figure.options
        options = " ".join(f"--{name}" for name in known if name in (*FIGURE_OPTIONS, "steps"))
        print(f"{figure.name:<{width}}  {tr(figure.title)} ({options})")
    return 0


def bench(given: Namespace) -> int:
    """Measure speed."""
    from transformer_lab.bench import main

    try:
        return main(given.rest)
    except LabError as error:
        raise UsageError(str(error)) from None


def desktop(given: Namespace) -> int:
    """Install or remove the desktop entry, the icon and the file type of projects."""
    from transformer_lab import desktop as places

    for path in places.remove() if given.remove else places.install():
        print(path)
    return 0


def _plain(values: Any) -> Any:
    """Nested lists that JSON can hold: what is not finite becomes a text, such as "-inf"."""
    if isinstance(values, list):
        return [_plain(value) for value in values]
    return values if math.isfinite(values) else str(values)


def _terms(lab: Any, node_id: str, index: tuple[int, ...], notation: str) -> Any:
    """The working of one cell as a table: a row for each term, its factors and what it comes to."""
    from transformer_lab.engine.label import text
    from transformer_lab.figures.picture import Sheet

    found = lab.explain(node_id, index)
    if found.op is None:
        return Sheet((_address(node_id, index),), (tr("value"),), ((found.value,),))
    terms = found.largest_first()
    width = max((len(term.factors) for term in terms), default=0)
    columns = (*(tr("factor {n}", n=i + 1) for i in range(width)), tr("term"))
    way = -1 if _matrix_first(lab, node_id, notation) else 1
    rows = [" · ".join(_address(*cell) for cell in term.cells[::way]) for term in terms]
    cells = [(*term.factors[::way], term.value) for term in terms]
    total = (*("",) * width, found.value)
    return Sheet((*rows, text(lab.snapshot.graph, node_id, notation == "Wx")), columns, (*cells, total))


def _matrix_first(lab: Any, node_id: str, notation: str) -> bool:
    from transformer_lab.engine.label import times_matrix

    return notation == "Wx" and times_matrix(lab.snapshot.graph[node_id])


def _explained(lab: Any, node_id: str, index: tuple[int, ...], first: int, notation: str) -> Iterator[str]:
    from transformer_lab.document.axes import cell_name
    from transformer_lab.engine.label import text
    from transformer_lab.figures.numbers import exact

    found = lab.explain(node_id, index)
    name = cell_name(lab.state, node_id, index, first=first)
    yield f"{_address(node_id, index)} = {exact(found.value)}  ({name})"
    yield text(lab.snapshot.graph, node_id, notation == "Wx")
    if found.op is None:
        yield tr("Nothing it is computed from: it is a {kind}.", kind=lab.snapshot.graph[node_id].kind)
        return
    terms, way = found.largest_first(), -1 if _matrix_first(lab, node_id, notation) else 1
    for term in terms:
        pairs = zip(term.cells[::way], term.factors[::way], strict=True)
        read = ", ".join(f"{_address(*cell)} = {exact(value)}" for cell, value in pairs)
        yield f"  {exact(term.value)}  {tr('from')}  {read}"
    name = {"sum": tr("sum"), "mean": tr("mean"), "max": tr("largest"), None: tr("value")}[found.op.reduce]
    yield f"{name} = {exact(found.value)}"


def _address(node_id: str, index: tuple[int, ...]) -> str:
    return f"{node_id}[{','.join(map(str, index))}]" if index else node_id
