"""The figures by name, with the options each understands: one table for window, command line and scripts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.attention import attention
from transformer_lab.figures.compare.comparison import comparison_figure
from transformer_lab.figures.empty import empty_picture
from transformer_lab.figures.head_grid import head_grid
from transformer_lab.figures.options import MANNERS, Options, with_option
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.plates.architecture import architecture_figure
from transformer_lab.figures.plates.budget import budget_figure
from transformer_lab.figures.plates.head_lines import head_lines_figure
from transformer_lab.figures.plates.lens import lens_figure
from transformer_lab.figures.plates.mask import mask_figure
from transformer_lab.figures.plates.matrix import matrix_figure
from transformer_lab.figures.plates.neuron import neuron_figure
from transformer_lab.figures.plates.positions import positions_figure
from transformer_lab.figures.plates.probabilities import probabilities_figure
from transformer_lab.figures.plates.product import product_figure
from transformer_lab.figures.plates.residual import residual_figure
from transformer_lab.figures.plates.softmax import softmax_figure
from transformer_lab.figures.plates.steps import steps_count, steps_figure
from transformer_lab.figures.plates.sublayers import sublayers_figure
from transformer_lab.figures.plates.vectors import vectors_figure
from transformer_lab.figures.plates.worksheet import worksheet_figure
from transformer_lab.figures.readable import readable
from transformer_lab.figures.stage_figure import stage_figure, stage_frames, stage_steps
from transformer_lab.language import tr, translatable

Frames = Callable[[Snapshot, Options, int, int, int], tuple[int, Callable[[int], Picture]]]
SIZE = ("size", "title", "notes")
PAIR = ("other", "compared")
"""Of figures that can be drawn for two states: A, and how both are shown."""


@dataclass(frozen=True)
class Figure:
    """A figure that can be exported: `draw` makes it for a snapshot with at least one word."""

    name: str
    title: str
    options: tuple[str, ...]
    draw: Callable[[Snapshot, Options], Picture]
    steps: Callable[[Snapshot], int] | None = None
    """How many steps it has, if it is one that happens step by step (`Options.step`)."""
    frames: Frames | None = None
    """The same as frames of a film; without it each step is held for a while."""

    def drawn(self, snapshot: Snapshot, options: Options) -> Picture:
        """The figure, of both states where `options.compared` asks for it."""
        if not options.compared:
            return self.draw(snapshot, options)
        from transformer_lab.figures.compare.views import compared  # late: few compare

        return compared(self.name, self.draw, snapshot, options)


FIGURES: Mapping[str, Figure] = MappingProxyType(
    {
        figure.name: figure
        for figure in (
            Figure(
                "stage",
                translatable("The sentence falling through the blocks"),
                (
                    *(
                        "block",
                        "head",
                        "heads",
                        "query",
                        "step",
                        "zoom",
                        "cell",
                        "face",
                        "ramp",
                        "parts",
                        "words",
                    ),
                    *SIZE[:2],
                ),
                stage_figure,
                stage_steps,
                stage_frames,
            ),
            Figure(
                "attention",
                translatable("Who looks at whom in one head"),
                ("block", "head", "query", "numbers", "ramp", "measure", "words", *SIZE, *PAIR),
                readable(attention),
            ),
            Figure(
                "head-grid",
                translatable("All heads of all blocks"),
                ("block", "head", "ramp", "order", *SIZE, *PAIR),
                readable(head_grid),
            ),
            Figure(
                "head-lines",
                translatable("Who looks at whom, as lines"),
                ("block", "head", "heads", "query", "ramp", *SIZE, *PAIR),
                readable(head_lines_figure),
            ),
            Figure(
                "neuron",
                translatable("One query against every key, feature by feature"),
                ("block", "head", "query", "numbers", "limits", *SIZE, *PAIR),
                readable(neuron_figure),
            ),
            Figure(
                "attention-steps",
                translatable("One word worked out, step by step"),
                ("block", "head", "query", "step", "size", "title"),
                readable(steps_figure),
                steps_count,
            ),
            Figure(
                "worksheet",
                translatable("A worksheet, and its answers"),
                ("block", "head", "query", "answers", "size", "title"),
                readable(worksheet_figure),
            ),
            Figure(
                "matrix",
                translatable("Any value as a matrix"),
                ("node", "block", "head", "numbers", "limits", "ramp", *SIZE, *PAIR),
                readable(matrix_figure),
            ),
            Figure(
                "matrix-product",
                translatable("A product, and one cell of it"),
                ("node", "block", "head", "query", "numbers", "size", "title"),
                readable(product_figure),
            ),
            Figure(
                "softmax",
                translatable("Softmax at several temperatures"),
                ("block", "head", "query", "temperature", "size", "title", *PAIR),
                readable(softmax_figure),
            ),
            Figure(
                "mask", translatable("Who may look at whom"), ("block", *SIZE, *PAIR), readable(mask_figure)
            ),
            Figure(
                "positions",
                translatable("Positions as heat map, waves, or against distance"),
                ("block", "head", "numbers", "show", "limits", *SIZE, *PAIR),
                readable(positions_figure),
            ),
            Figure(
                "vectors",
                translatable("Vectors in the plane"),
                ("node", "block", "head", "query", "features", *SIZE, *PAIR),
                readable(vectors_figure),
            ),
            Figure(
                "probabilities",
                translatable("What the model expects next"),
                ("query", "size", "title", *PAIR),
                readable(probabilities_figure),
            ),
            Figure(
                "lens",
                translatable("The next word, read off after every block"),
                ("query", *SIZE, *PAIR),
                readable(lens_figure),
            ),
            Figure(
                "residual",
                translatable("How the residual stream grows, and who writes it"),
                ("block", "query", "size", "title", *PAIR),
                readable(residual_figure),
            ),
            Figure(
                "comparison",
                translatable("What changed from A to B"),
                ("block", "head", "query", "ramp", "other", "size", "title"),
                comparison_figure,
            ),
            Figure(
                "architecture", translatable("The model drawn to plan"), SIZE, readable(architecture_figure)
            ),
            Figure(
                "sublayers",
                translatable("Attention, drawn to plan"),
                ("block", "size", "title"),
                readable(sublayers_figure),
            ),
            Figure(
                "budget", translatable("Where the parameters sit"), ("size", "title"), readable(budget_figure)
            ),
        )
    }
)


def find_figure(name: str) -> Figure:
    """The figure called `name`. Raises LabError for an unknown name."""
    if name not in FIGURES:
        raise LabError(tr("There is no figure “{name}”; there are {all}.", name=name, all=", ".join(FIGURES)))
    return FIGURES[name]


def read_options(figure: Figure, given: Mapping[str, Any]) -> Options:
    """Options from names and values (texts of the command line or plain values); None means “not given”.

    Raises LabError for an option that the figure does not have, or a value that is none.
    """
    options = Options()
    for name, value in given.items():
        if value is None:
            continue
        if name == "manner":  # a preference of the person, which every figure takes
            options = replace(options, manner=value)
            continue
        if name not in figure.options and name not in MANNERS:
            text = "The figure “{figure}” has no option “{name}”; it has {all}."
            raise LabError(tr(text, figure=figure.name, name=name, all=", ".join(figure.options)))
        options = with_option(options, name, value)
    return options


def draw_figure(name: str, snapshot: Snapshot, **given: Any) -> Picture:
    """The figure called `name`: ``draw_figure("attention", snapshot, block=1, head=0, size="4:3")``.

    An empty text gives a card that asks for a sentence. Raises LabError for an unknown figure or option, and
    for a block, head, word or step that the model or the text does not have.
    """
    figure = find_figure(name)
    options = read_options(figure, given)
    if snapshot.trace is None:
        return empty_picture(options.width, options.height)
    drawn = figure.drawn(snapshot, options)
    if drawn.sheet is None:
        return drawn
    return replace(drawn, sheet=drawn.sheet._replace(decimals=options.manner.decimals))
