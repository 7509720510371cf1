"""The working of attention for one word, row by row: score, scale, mask, e to the x, share, mix."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import Bools, Heads, by_heads, chosen_asking, chosen_head, hidden, sides
from transformer_lab.figures.numbers import fixed, short
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats
from transformer_lab.language import tr


class Row(NamedTuple):
    """One line of numbers, one for each word: what it is called, where it comes from, and its total."""

    name: str
    formula: str
    values: Floats
    node: str
    ramp: str
    total: str
    computed: bool
    """not given but worked out: a worksheet leaves it blank"""
    rule: str = ""
    """the formula without the numbers that are still to be found"""


class Working(NamedTuple):
    """All rows for the word that asks, the values that are mixed (words, slots), and the mix (slots,)."""

    heads: Heads
    head: int
    query: int
    asker: str
    words: tuple[str, ...]
    """those that are read"""
    own: bool
    """whether the word that asks is one of them"""
    gone: Bools
    rows: tuple[Row, ...]
    values: Floats
    mix: Floats
    decimals: int = 2


def working(snapshot: Snapshot, options: Options, decimals: int = 2) -> Working:
    """The rows that this model has, with so many decimals.

    Raises LabError for a block, head or word that does not exist.
    """
    heads, head = chosen_head(snapshot, options.block, options.head)
    asks, reads = sides(snapshot, heads)
    query = chosen_asking(snapshot, heads, options.query)

    def row(name: str) -> Floats:
        return np.asarray(by_heads(snapshot, f"{heads.path}/{name}")[head][query], dtype=float)

    rows = [*_before(snapshot, heads.path, row)]
    rows += _softmax(heads.path, rows[-1].values, row, decimals)
    gone = np.asarray(hidden(snapshot, heads.path)[query], bool)
    values = np.asarray(by_heads(snapshot, f"{heads.path}/v")[head], dtype=float)
    return Working(
        heads,
        head,
        query,
        asks[query],
        reads,
        asks == reads,
        gone,
        tuple(rows),
        values,
        row("mixed"),
        decimals,
    )


def _before(snapshot: Snapshot, path: str, row: Callable[[str], Floats]) -> Iterator[Row]:
    """What happens to the scores before softmax."""
    yield Row(tr("score"), "q · k", row("scores"), f"{path}/scores", "div", "", False)
    later = not np.tril(hidden(snapshot, path)).any()
    told: tuple[tuple[str, str, Callable[[], str]], ...] = (
        ("scaled", tr("scaled"), lambda: divided_by(snapshot, path)),
        ("slanted", tr("slanted"), lambda: tr("less with distance")),
        ("masked", tr("masked"), lambda: tr("later: −∞") if later else tr("hidden: −∞")),
    )
    for node, name, formula in told:
        if f"{path}/{node}" in snapshot:
            yield Row(name, formula(), row(node), f"{path}/{node}", "div", "", True)


def _softmax(path: str, shown: Floats, row: Callable[[str], Floats], decimals: int) -> list[Row]:
    """Powers of e with their sum, and the shares."""
    top, total = float(row("weights/max")), float(row("weights/sum"))
    powers = np.exp(shown - top) if np.isfinite(top) else np.zeros_like(shown)
    shift = f"+ {fixed(-top, decimals)}" if top < 0 else f"− {fixed(top, decimals)}"
    formula = f"e^(x {shift})" if np.isfinite(top) else "e^x"
    sum_ = tr("sum {s}", s=fixed(total, decimals))
    share = f"÷ {fixed(total, decimals)}"
    return [
        Row(tr("grown"), formula, powers, f"{path}/weights/exp", "exp", sum_, True, tr("e^(x − largest)")),
        Row(tr("share"), share, row("weights"), f"{path}/weights", "seq", "", True, tr("÷ sum")),
    ]


def divided_by(snapshot: Snapshot, path: str) -> str:
    """“÷ √2 = 1.41”, or what scores are divided by instead."""
    if f"{path}/divisor" in snapshot:
        return tr("÷ {number}", number=short(float(snapshot[f"{path}/divisor"]), 2))
    root, width = float(snapshot[f"{path}/root_d_k"]), snapshot[f"{path}/q"].shape[-1]
    return tr("÷ √{d} = {root}", d=width, root=short(root, 2))


def kept_words(work: Working, most: int) -> tuple[int, ...]:
    """The words for which there is room: all, or those with the largest shares, in their order."""
    count = len(work.words)
    if count <= most:
        return tuple(range(count))
    share = work.rows[-1].values
    best = np.argsort(-np.where(work.gone, -1.0, share), kind="stable")[:most]
    return tuple(sorted(best.tolist()))


def mix_line(work: Working, most: int = 3) -> str:
    """“mix = 0.67 · v(cat) + 0.11 · v(dog) + … = [0.61, 0.02]”."""
    share = work.rows[-1].values
    order = [i for i in np.argsort(-share, kind="stable").tolist() if share[i] > 0.0]
    terms = " + ".join(f"{fixed(share[i], work.decimals)} · v({work.words[i]})" for i in order[:most])
    more = " + …" if len(order) > most else ""
    return f"{tr('mix')} = {terms or '0'}{more}"


def vector(values: Floats, most: int = 8, decimals: int = 2) -> str:
    """“[0.61, 0.02]”."""
    return (
        "[" + ", ".join(fixed(v, decimals) for v in values[:most]) + (", …]" if len(values) > most else "]")
    )


def spoken(work: Working) -> str:
    """Every row as one line, for the notes of a slide."""
    lines = [
        tr(
            "“{word}” asks; block {b}, head {h}.",
            word=work.asker,
            b=work.heads.block + 1,
            h=work.head + 1,
        )
    ]
    for row in work.rows:
        cells = ", ".join(
            f"{w} {fixed(v, work.decimals)}" for w, v in zip(work.words, row.values, strict=True)
        )
        lines.append(f"{row.name} ({row.formula}): {cells}" + (f"; {row.total}" if row.total else ""))
    lines.append(f"{mix_line(work, 99)} = {vector(work.mix, 99, work.decimals)}")
    return "\n".join(lines)
