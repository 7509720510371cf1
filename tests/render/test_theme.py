"""The colours hold what the design promises: readable, ordered, told apart by all eyes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.render.colour_science import EYES, difference, lab, lightness, smallest
from transformer_lab.errors import LabError
from transformer_lab.render.contrast import contrast
from transformer_lab.render.theme import NOTHING, RAMPS, STEPS, Theme, theme

NAMES = ("paper", "slate")
SURFACES = ("canvas", "panel", "raised", "well")
ATTENTION = ("query", "key", "value", "out")
ROLES = (*ATTENTION, "residual", "position", "ffn")
TEXTS = ("ink", "ink2", "ink3", "now", "error", "ok", "mask", *ROLES)

# Smallest differences, as printed in the design: normal, deutan, protan.
PRINTED = {
    ("paper", "attention"): (28.1, 14.0, 18.1),
    ("slate", "attention"): (24.3, 14.0, 17.6),
    ("paper", "roles"): (16.9, 11.2, 10.9),
    ("slate", "roles"): (13.3, 10.2, 11.0),
    ("paper", "heads"): (28.2, 17.9, 14.1),
    ("slate", "heads"): (27.5, 13.7, 13.6),
}


@pytest.fixture(params=NAMES)
def colors(request: pytest.FixtureRequest) -> Theme:
    return theme(request.param)


def test_the_measure_of_differences_is_the_published_one() -> None:
    # Pairs 1, 7 and 17 of the test data of Sharma, Wu and Dalal.
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert difference((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("surface", SURFACES)
def test_every_text_can_be_read_on_every_surface(colors: Theme, text: str, surface: str) -> None:
    assert contrast(colors.color(text), colors.color(surface)) >= 4.5


@pytest.mark.parametrize("surface", ["canvas", "panel", "raised"])
def test_head_labels_can_be_read(colors: Theme, surface: str) -> None:
    assert min(contrast(head, colors.color(surface)) for head in colors.heads) >= 4.5


@pytest.mark.parametrize(("name", "family"), PRINTED)
def test_roles_and_heads_are_told_apart_by_all_eyes(name: str, family: str) -> None:
    colors = theme(name)
    families = {"attention": ATTENTION, "roles": ROLES, "heads": tuple(f"heads.{i}" for i in range(4))}
    measured = [smallest([colors.color(token) for token in families[family]], eyes) for eyes in EYES]
    assert measured == pytest.approx(PRINTED[name, family], abs=0.7)


def test_no_head_looks_like_a_query_key_or_value(colors: Theme) -> None:
    roles = [lab(colors.color(token)) for token in ("query", "key", "value")]
    assert min(difference(lab(head), role) for head in colors.heads for role in roles) >= 14


def test_attention_grows_steadily_darker_or_lighter(colors: Theme) -> None:
    steps = np.diff([lightness(colors.color(f"seq:{i / 100}")) for i in range(101)])
    assert (steps < 0).all() if colors.name == "paper" else (steps > 0).all()
    assert contrast(colors.color("seq:0"), colors.color("canvas")) < 1.1, "zero is nearly nothing"


def test_the_signed_ramp_is_steady_and_balanced(colors: Theme) -> None:
    light = np.array([lightness(colors.color(f"div:{i / 100}")) for i in range(101)])
    outward = light if colors.name == "paper" else -light
    assert (np.diff(outward[:51]) > 0).all()
    assert (np.diff(outward[50:]) < 0).all()
    assert np.abs(light - light[::-1]).max() <= (2.5 if colors.name == "paper" else 5.4)


@pytest.mark.parametrize("eyes", ["deutan", "protan"])
def test_plus_and_minus_are_told_apart_by_all_eyes(colors: Theme, eyes: str) -> None:
    pairs = [(0.5 + v / 2, 0.5 - v / 2) for v in np.linspace(0.25, 1, 31)]
    assert (
        min(difference(*(lab(colors.color(f"div:{place}"), eyes) for place in pair)) for pair in pairs) > 21
    )


@given(st.sampled_from(NAMES), st.sampled_from(RAMPS), st.floats(0, 1))
def test_a_number_can_be_read_on_every_colour_of_a_ramp(name: str, ramp: str, place: float) -> None:
    colors = theme(name)
    assert contrast(colors.color(f"{ramp}:{place}"), colors.color(f"on:{ramp}:{place}")) >= 4.5


def test_the_readable_ink_is_the_ink_of_the_theme_where_that_will_do(colors: Theme) -> None:
    assert colors.color("on:seq:0") == colors.color("on:canvas") == colors.color("ink")
    assert colors.color("on:seq:1") != colors.color("ink")


def test_heads_repeat_after_the_fourth(colors: Theme) -> None:
    assert colors.color("heads.4") == colors.color("heads.0") != colors.color("heads.1")


def test_ends_middle_and_outside_of_a_ramp(colors: Theme) -> None:
    values = np.array([-np.inf, -9, -2, 0, 2, np.inf, np.nan])
    assert colors.index("div", values, 2.0).tolist() == [0, 0, 0, 127, 254, 254, NOTHING]
    assert colors.color("div:0.5") == colors.stops["div"][4]
    assert colors.index("seq", np.array([-1, 0, 1, 3]), 1.0).tolist() == [0, 0, 254, 254]
    assert (colors.color("seq:0"), colors.color("seq:1")) == (colors.stops["seq"][0], colors.stops["seq"][-1])


def test_what_is_not_a_number_is_transparent_and_nothing_else(colors: Theme) -> None:
    table = colors.lut("seq")
    assert table[NOTHING] == 0
    assert len(table) == 256
    assert (table[:STEPS] >> 24 == 255).all()
    assert f"#{table[200] & 0xFFFFFF:06X}" == colors.palette("seq")[200]


def test_unknown_names_are_refused_in_a_sentence() -> None:
    with pytest.raises(LabError, match=r"“neon”; the themes are paper, slate"):
        theme("neon")
    with pytest.raises(KeyError):
        theme("paper").color("glow")
