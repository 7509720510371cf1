"""The views by name: one table for the picker, the menu, the docks and the tests that each view runs through.

A view shows a figure of the registry; some need a widget of their own, because axes and zoom matter there.
Views are made late: this table is read when the window opens, the figures are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.views.view import Choice, Room, View

NUMBERS = (
    "numbers",
    tr("Numbers"),
    (("percent", tr("Percent")), ("decimal", tr("Decimals")), ("none", tr("None"))),
)
RAMP = (
    "ramp",
    tr("Colours"),
    (("", tr("By the number of words")), ("linear", tr("Linear")), ("root", tr("Square root"))),
)
RAMP_OF_LINES = ("ramp", tr("Strength"), (("", tr("Linear")), ("root", tr("Square root"))))
RAMP_OF_EACH = (
    *RAMP[:2],
    (*RAMP[2], ("own", tr("Each map up to its largest"))),
)
RAMP_OF_ONE = (*RAMP[:2], (*RAMP[2], ("own", tr("Up to the largest"))))
MEASURE = (
    "measure",
    tr("Told by"),
    (("weights", tr("Weight")), ("value-length", tr("Weight × length of v"))),
)
TEMPERATURE = (
    "temperature",
    tr("Temperature"),
    ((1.0, "1"), (0.25, "0.25"), (0.5, "0.5"), (2.0, "2"), (4.0, "4")),
)
ORDER = ("order", tr("Order"), (("model", tr("As in the model")), ("sharpness", tr("Sharpest first"))))
SCALE = ("limits", tr("Scale"), (("own", tr("Of its own")), ("shared", tr("Shared with the stage"))))
SHOW = ("show", tr("Shown"), (("waves", tr("Waves")), ("distance", tr("Dot product by distance"))))
ALONG = (
    "along",
    tr("Shown"),
    (("length", tr("Length")), ("turn", tr("Direction")), ("step", tr("What was written"))),
)
Settings = tuple[tuple[str, str, tuple[tuple[object, str], ...]], ...]
OF_WEIGHTS: Settings = (NUMBERS, RAMP_OF_ONE, MEASURE)


@dataclass(frozen=True)
class Row:
    """One view. `make` gets where it stands and its settings; `about` says what is seen, for the picker."""

    name: str
    title: str
    about: str
    figure: str
    make: Callable[[Room, str, tuple[Choice, ...]], View]
    settings: Settings = ()


def _figure(room: Room, figure: str, choices: tuple[Choice, ...]) -> View:
    from transformer_lab.ui.views.figure_view import FigureView

    return FigureView(room, figure, choices)


def _attention(room: Room, figure: str, choices: tuple[Choice, ...]) -> View:
    from transformer_lab.ui.views.figure_view import AttentionView

    return AttentionView(room, figure, choices)


def _head_lines(room: Room, figure: str, choices: tuple[Choice, ...]) -> View:
    from transformer_lab.ui.views.figure_view import HeadLinesView

    return HeadLinesView(room, figure, choices)


def _plane(room: Room, figure: str, choices: tuple[Choice, ...]) -> View:
    from transformer_lab.ui.views.plots.plane import VectorPlane

    return VectorPlane(room, figure, choices)


def _positions(room: Room, figure: str, choices: tuple[Choice, ...]) -> View:
    from transformer_lab.ui.views.plots.lines import PositionsView

    return PositionsView(room, figure, choices)


def _residual(room: Room, figure: str, choices: tuple[Choice, ...]) -> View:
    from transformer_lab.ui.views.plots.lines import ResidualView

    return ResidualView(room, figure, choices)


def _matrix(room: Room, figure: str, choices: tuple[Choice, ...]) -> View:
    from transformer_lab.ui.views.plots.image import MatrixView

    return MatrixView(room, figure, choices)


def _next_word(room: Room, figure: str, choices: tuple[Choice, ...]) -> View:
    from transformer_lab.ui.views.next_word import NextWordView

    return NextWordView(room, figure, choices)


def _mask(room: Room, figure: str, choices: tuple[Choice, ...]) -> View:
    from transformer_lab.ui.views.mask_painter import MaskPainter

    return MaskPainter(room, figure, choices)


ROWS = (
    Row(
        "attention",
        tr("Attention"),
        tr("who looks at whom"),
        "attention",
        _attention,
        OF_WEIGHTS,
    ),
    Row("heads", tr("Heads"), tr("all heads of all blocks"), "head-grid", _attention, (RAMP_OF_EACH, ORDER)),
    Row(
        "head-lines",
        tr("Head lines"),
        tr("who looks at whom, as lines"),
        "head-lines",
        _head_lines,
        (RAMP_OF_LINES,),
    ),
    Row("neuron", tr("Query against keys"), tr("feature by feature"), "neuron", _figure, (SCALE,)),
    Row("softmax", tr("Softmax"), tr("scores become shares"), "softmax", _figure, (TEMPERATURE,)),
    Row("mask", tr("Mask"), tr("who may look at whom, painted by hand"), "mask", _mask),
    Row("vectors", tr("Vector plane"), tr("vectors as arrows; drag a tip to set one"), "vectors", _plane),
    Row("positions", tr("Positions"), tr("as numbers"), "positions", _figure, (SHOW, SCALE)),
    Row("waves", tr("Position curves"), tr("as waves, or by distance"), "positions", _positions, (SHOW,)),
    Row("residual", tr("Residual stream"), tr("what each part writes"), "residual", _figure),
    Row(
        "wire",
        tr("Residual curves"),
        tr("length and direction of every word"),
        "residual",
        _residual,
        (ALONG,),
    ),
    Row("lens", tr("Logit lens"), tr("the next word after every block"), "lens", _figure),
    Row("probabilities", tr("Next word"), tr("what the model expects"), "probabilities", _next_word),
    Row("matrix", tr("Matrix"), tr("any value, to zoom into"), "matrix", _matrix),
)
VIEWS: Mapping[str, Row] = MappingProxyType({row.name: row for row in ROWS})
BESIDE = ("attention", "heads")
"""What stands beside the matrix until something else is chosen."""


def make_view(name: str, room: Room) -> View:
    """The view called `name`, new."""
    from transformer_lab.ui.views.view import Choice

    row = VIEWS[name]
    view = row.make(room, row.figure, tuple(Choice(*setting) for setting in row.settings))
    view.recall(name)
    return view
