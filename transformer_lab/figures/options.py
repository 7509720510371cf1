"""What can be asked of a figure, and how an option is read from text: one table for all who ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import index
from types import MappingProxyType
from typing import Any, get_args

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.look import Face, Level
from transformer_lab.figures.manner import DECIMALS, FIRSTS, NOTATIONS, SIDES, USUAL, Manner
from transformer_lab.language import tr

PROPORTIONS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"16:9": (960.0, 540.0), "4:3": (720.0, 540.0), "84mm": (317.5, 238.0), "174mm": (657.6, 370.0)}
)
"""Slides, where a pixel is a point, and columns of papers at 96 pixels an inch."""
SLIDES = ("16:9", "4:3")
SMALLEST, LARGEST = 120.0, 8192.0
COLDEST, HOTTEST = 0.05, 20.0
TRUE, FALSE = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


@dataclass(frozen=True)
class Options:
    """What a figure is asked for. None lets it choose: the last block, its first head, the last word."""

    block: int | None = None
    head: int | None = None
    query: int | None = None
    """The word that asks, from 0."""
    step: int | None = None
    """A beat of the timeline, from 0; None is the end."""
    width: float = 960.0
    height: float = 540.0
    numbers: str = "percent"
    """In the cells: ``percent``, ``decimal`` or ``none``."""
    title: bool = True
    notes: bool = True
    """The sentence, the colour bar and the legend beside the figure."""
    node: str | None = None
    """The value that a matrix shows."""
    temperature: float = 1.0
    """By which scores are divided before softmax."""
    parts: str = "auto"
    """Of the stage: ``all``, ``attention`` alone, or ``auto``: the part at work where all is too small."""
    face: str = "threads"
    """How the stage draws attention: ``threads``, ``matrix`` or ``both``."""
    zoom: str = "middle"
    """How near the stage is drawn: ``far``, ``middle``, ``near`` or ``closest``."""
    answers: bool = False
    """Whether a worksheet is filled in."""
    manner: Manner = USUAL
    """How things are written: a preference, not an option of one figure."""
    features: tuple[int, int] | None = None
    """The two numbers of each vector that a plane shows, from 0; None lets the spread choose (PCA)."""
    heads: tuple[int, ...] = ()
    """Several heads drawn together, from 0; empty is `head` alone."""
    measure: str = "weights"
    """What attention is told by: ``weights``, or ``value-length``, the weight times the length of v."""
    ramp: str = ""
    """How attention is coloured: ``linear`` or ``root``; empty takes the root from twenty words on."""
    order: str = "model"
    """How heads stand beside each other: as in the ``model``, or by their ``sharpness``."""
    limits: str = "own"
    """Where the scale of signed colours ends: by their own numbers, or ``shared`` with the stage."""
    words: tuple[int, int] | None = None
    """The first and the last word that are shown, from 0; None shows all, some of them without their name."""
    cell: Cell | None = None
    """The number that the closest zoom works out; None takes one that the step brings."""
    other: Snapshot | None = None
    """State A, for figures that show what changed: the snapshot drawn is B."""
    compared: str = ""
    """How B is shown beside `other`: ``difference`` (B − A) or ``beside``; empty shows B alone."""
    show: str = "waves"
    """Of positions: ``waves``, or ``distance``, the dot product against distance."""
    least: int = 18
    """Points of the smallest words on a slide: tried from 24 down, not asked for (`readable.py`)."""


def slide_shaped(width: float, height: float) -> bool:
    """Whether a figure has the shape of a slide and is not a thumbnail of one."""
    shapes = (PROPORTIONS[name] for name in SLIDES)
    return width >= 480.0 and any(abs(width / height - w / h) < 0.02 for w, h in shapes)


def size_of(text: str) -> tuple[float, float]:
    """``16:9``, ``4:3``, ``84mm``, ``174mm`` or ``WIDTHxHEIGHT`` in pixels. Raises LabError for others."""
    if text in PROPORTIONS:
        return PROPORTIONS[text]
    parts = text.lower().replace("×", "x").split("x")
    try:
        width, height = (float(part) for part in parts)
    except ValueError:
        raise LabError(
            tr(
                "“{given}” is no size: say {all}, or width and height such as 800x600.",
                given=text,
                all=", ".join(PROPORTIONS),
            )
        ) from None
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise LabError(
            tr(
                "The size {given} is out of range: each side goes from {low} to {high}.",
                given=text,
                low=int(SMALLEST),
                high=int(LARGEST),
            )
        )
    return width, height


def with_option(options: Options, name: str, value: Any) -> Options:
    """`options` with one more, given as text or as a value. Raises LabError for a wrong value."""
    return READERS[name](options, name, value)


def _number(options: Options, name: str, value: Any) -> Options:
    try:
        read = None if value is None else int(value) if isinstance(value, str) else index(value)
    except (TypeError, ValueError):
        raise LabError(tr("--{name} is a whole number, not “{value}”.", name=name, value=value)) from None
    return replace(options, **{name: read})  # type: ignore[arg-type]


def _size(options: Options, name: str, value: Any) -> Options:
    pair = isinstance(value, (tuple, list))
    width, height = size_of("x".join(map(str, value)) if pair else str(value))
    return replace(options, width=width, height=height)


def _flag(options: Options, name: str, value: Any) -> Options:
    word = str(value).lower()
    if word not in TRUE + FALSE:
        raise LabError(tr("--{name} is yes or no, not “{value}”.", name=name, value=value))
    return replace(options, **{name: word in TRUE})  # type: ignore[arg-type]


CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "compared": ("difference", "beside"),
        "measure": ("weights", "value-length"),
        "numbers": ("percent", "decimal", "none"),
        "order": ("model", "sharpness"),
        "parts": ("auto", "all", "attention"),
        "ramp": ("linear", "root", "own"),
        "limits": ("own", "shared"),
        "show": ("waves", "distance"),
        "zoom": get_args(Level),
        "face": get_args(Face),
    }
)
"""Options that take one of a few words."""


def _choice(options: Options, name: str, value: Any) -> Options:
    *others, last = CHOICES[name]
    if value not in CHOICES[name]:
        known = tr("{some} or {last}", some=", ".join(others), last=last)
        raise LabError(tr("--{name} is {known}, not “{value}”.", name=name, known=known, value=value))
    return replace(options, **{name: value})


def _several(options: Options, name: str, value: Any) -> Options:
    try:
        read = tuple(int(part) for part in (value.split(",") if isinstance(value, str) else value))
    except (TypeError, ValueError):
        read = (-1,)
    if any(number < 0 for number in read):
        text = "--{name} is whole numbers from 0 with commas such as 0,3, not “{value}”."
        raise LabError(tr(text, name=name, value=value))
    return replace(options, **{name: read})  # type: ignore[arg-type]


def _features(options: Options, name: str, value: Any) -> Options:
    if value == "pca":
        return replace(options, features=None)
    read = _several(options, name, value).features
    if read is None or len(read) != 2:
        text = "--{name} is two numbers such as 0,3, or pca, not “{value}”."
        raise LabError(tr(text, name=name, value=value))
    return replace(options, features=read)


def _words(options: Options, name: str, value: Any) -> Options:
    parts = value.split(":") if isinstance(value, str) else value
    try:
        first, last = (int(part) for part in parts)
    except (TypeError, ValueError):
        text = "--{name} is the first and the last word such as 2:7, not “{value}”."
        raise LabError(tr(text, name=name, value=value)) from None
    return replace(options, words=(first, last))


def _manner(options: Options, name: str, value: Any) -> Options:
    known = MANNERS[name]
    found = next((choice for choice in known if str(choice) == str(value)), None)
    if found is None:
        text = "--{name} is {known}, not “{value}”."
        raise LabError(tr(text, name=name, known=tr(" or ").join(map(str, known)), value=value))
    return replace(options, manner=options.manner._replace(**{FIELDS.get(name, name): found}))


def _node(options: Options, name: str, value: Any) -> Options:
    return replace(options, node=str(value))


def _cell(options: Options, name: str, value: Any) -> Options:
    try:
        node, index = value
        read = Cell(str(node), tuple(int(i) for i in index))
    except (TypeError, ValueError):
        text = "--{name} is the address of a value and an index such as (0, 7, 1), not “{value}”."
        raise LabError(tr(text, name=name, value=value)) from None
    return replace(options, cell=read)


def _other(options: Options, name: str, value: Any) -> Options:
    if not isinstance(value, Snapshot):
        raise LabError(tr("--{name} is the snapshot of another state, such as `lab.snapshot`.", name=name))
    return replace(options, other=value)


def _temperature(options: Options, name: str, value: Any) -> Options:
    try:
        read = float(value)
    except (TypeError, ValueError):
        read = 0.0
    if not COLDEST <= read <= HOTTEST:
        text = "--{name} is a number from {low} to {high}, not “{value}”."
        raise LabError(tr(text, name=name, low=COLDEST, high=int(HOTTEST), value=value))
    return replace(options, temperature=read)


FIELDS = MappingProxyType({"words-as": "words"})
"""Where an option about the manner of writing has another name than its field."""
MANNERS: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {"first": FIRSTS, "notation": NOTATIONS, "words-as": SIDES, "decimals": tuple(sorted(DECIMALS))}
)
"""How things are written, one by one."""
ALWAYS = ("manner", *MANNERS)
"""What every figure takes."""
READERS: Mapping[str, Callable[[Options, str, Any], Options]] = MappingProxyType(
    {
        **dict.fromkeys(("block", "head", "query", "step"), _number),
        **dict.fromkeys(("title", "notes", "answers"), _flag),
        **dict.fromkeys(CHOICES, _choice),
        **dict.fromkeys(MANNERS, _manner),
        "cell": _cell,
        "features": _features,
        "heads": _several,
        "node": _node,
        "other": _other,
        "size": _size,
        "temperature": _temperature,
        "words": _words,
    }
)
