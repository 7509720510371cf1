"""Models with an encoder and a decoder of all kinds, and frames of them."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import Any

from tests.figures.models import TOWERS
from tests.figures.stage_frames import moments, timeline
from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import State
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model, Positions
from transformer_lab.figures.look import default_look, following
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage import stage
from transformer_lab.figures.timeline import Cursor
from transformer_lab.session import Lab

VIEW = (1232.0, 612.0)
SEEING = BlockSpec((Attention(2, 3), FeedForward(6)))
ASKING = BlockSpec((Attention(2, 3, "causal"), CrossAttention(2, 3), FeedForward(6)))
BEFORE = BlockSpec(
    (
        Attention(1, 4, "causal", norm="before"),
        CrossAttention(4, 2, norm="before"),
        CrossAttention(3, 2, norm="before"),
        FeedForward(5, norm="before"),
    )
)
BARE = BlockSpec((CrossAttention(1, 6, residual=False, output=False),))
MODELS: dict[str, tuple[Model, str, str]] = {
    "one reads nine": (Model(6, (ASKING,), encoder=(SEEING,)), "one", "a b c d e f g h i"),
    "three write of twelve": (
        Model(6, (ASKING,) * 3, Positions("table"), encoder=(SEEING,) * 2, encoder_norm=True),
        "a b c d e f g h i j k l",
        "x y z",
    ),
    "norm before, two crosses": (
        Model(6, (BEFORE,) * 2, encoder=(SEEING,) * 2, final_norm=True),
        "a b c",
        "x y z w",
    ),
    "nothing but reading": (Model(6, (BARE,), encoder=(BlockSpec(()),), output=False), "a b", "x y z"),
    **{name: (model, "the small red house", "la petite maison") for name, model in TOWERS.items()},
}
ALL = ("small-red-house", *MODELS)
CROSS = ("decoder.0/cross", "mix")


@cache
def shown(name: str) -> Snapshot:
    if name == "small-red-house":
        return session.new(name).snapshot
    model, source, text = MODELS[name]
    return Lab(State(model, text, MappingProxyType({}), source=source)).snapshot


def frame(snapshot: Snapshot, cursor: Cursor, **changes: Any) -> Picture:
    look = following(default_look(snapshot, *VIEW), timeline(snapshot), cursor)._replace(**changes)
    return stage(snapshot, look, timeline(snapshot), cursor)


def some(snapshot: Snapshot, count: int, *shares: float) -> list[Cursor]:
    """Moments over the whole run, its end among them."""
    run = list(moments(snapshot, *shares))
    return [*run[:: max(1, len(run) // count)], run[-1]]


def at(snapshot: Snapshot, place: str, name: str, u: float) -> Cursor:
    return Cursor(timeline(snapshot).index[place, name], u)
