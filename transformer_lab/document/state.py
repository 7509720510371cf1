"""The state of a project: everything that undo restores, immutable from end to end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, get_args

from transformer_lab.document.overrides import ByHand
from transformer_lab.engine.model import Model
from transformer_lab.engine.ops import Array

Init = Literal["zero", "one", "identity", "one-hot", "normal", "xavier", "kaiming", "orthogonal"]
INITS: tuple[Init, ...] = get_args(Init)
MOST_SEED = 2**63 - 1
MOST_TEXT = 1_000_000  # characters; a book pasted by mistake is refused, not stored at every undo step
MOST_TITLE = 1000
MOST_VOCABULARY = 4096  # words with rows of their own
MOST_NAMES = 1024  # features, heads of one attention
MOST_NOTE, MOST_NOTES = 10_000, 4096  # characters of one note, and how many there are
MOST_NUMBERS = 2_000_000  # parameters of one model: what is still filled and computed in a moment
MOST_SINGLE = 250_000_000  # in single precision: 1 GB, filled in half a minute


@dataclass(frozen=True)
class Recipe:
    """How a parameter starts: an initialiser, its spread, and the seed (None: the project's).

    “one-hot”: one 1 in each row, at a random place; “normal”: deviation `spread`; “xavier”: `spread` ·
    √(2 / (inputs + outputs)) (Glorot and Bengio 2010); “kaiming”: `spread` · √(2 / inputs) (He et al. 2015);
    “orthogonal”: columns or rows at right angles, of length `spread` (Saxe et al. 2014). `origin` is the
    parameter whose random numbers these are, where they have moved here from elsewhere.
    """

    init: Init = "normal"
    spread: float = 0.5
    seed: int | None = None
    origin: str = ""


@dataclass(frozen=True, eq=False)
class ByWord:
    """A parameter with one row (`embed/W_E`) or column (`W_U`) for each word: set rows, and a recipe for the
    rest.
    """

    rows: Mapping[str, Array]
    rest: Recipe


Parameter = Recipe | ByWord | Array
"""A recipe until somebody edits it, then a read-only array in the node's own axes."""


Splitting = Literal["words", "characters"]
SPLITTINGS: tuple[Splitting, ...] = get_args(Splitting)
MOST_SENTENCES = 256


@dataclass(frozen=True)
class Spelling:
    """How a text becomes tokens, and which tokens stand round it that nobody types."""

    splitting: Splitting = "words"
    closed: bool = False
    """only the project's own words are known; every other one is read as ``<unk>``"""
    bos: bool = False
    """whether the text begins with ``<bos>``"""
    eos: bool = False
    """whether the text, and what an encoder reads, ends with ``<eos>``"""
    pad: int = 0
    """how many places ``<pad>`` fills up, at the end; 0 for none"""


Sentence = tuple[str, str]
"""A text that is kept, and what the encoder reads with it."""


@dataclass(frozen=True, eq=False)
class State:
    """A project at one moment. What differs between two is told by the identity of their parts."""

    model: Model
    text: str
    parameters: Mapping[str, Parameter]
    words: tuple[str, ...] = ()
    """The preset's own vocabulary, in order; the text's words follow it."""
    edited_words: frozenset[str] = frozenset()
    """Words whose rows were set by hand; they stay in the vocabulary."""
    features: tuple[str, ...] = ()
    """Names of the numbers on the wire; empty: “1”, “2”, …"""
    head_names: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Attention path → names of its heads."""
    title: str = ""
    seed: int = 0
    source: str = ""
    """What the encoder of an encoder–decoder reads, as typed."""
    overrides: Mapping[str, ByHand] = field(default_factory=lambda: MappingProxyType({}))
    """Computed values set by hand, by id."""
    spelling: Spelling = Spelling()
    """How the text becomes tokens."""
    sentences: tuple[Sentence, ...] = ()
    """All texts that are kept, the present one among them as it was when it was left last; or none."""
    sentence: int = 0
    """Which of them is the present one."""
    slot_names: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Attention path → names of the numbers of its queries, keys and values."""
    block_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Block, such as ``block.0``, → what it is called."""
    notes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Address of any part → what somebody wrote about it; the empty address is the whole model."""
