"""The strong themes: ends of ramps stay, nothing is quieter than text must be, lines grow."""

import pytest

from transformer_lab.errors import LabError
from transformer_lab.render.contrast import contrast
from transformer_lab.render.theme import RAMPS, theme


@pytest.mark.parametrize("name", ["paper", "slate"])
def test_a_strong_theme(name: str) -> None:
    plain, strong = theme(name), theme(f"{name}-contrast")
    assert strong.plain_name == plain.plain_name == name
    for ramp in RAMPS:
        assert strong.stops[ramp] == plain.stops[ramp]
    ground = strong.color("canvas")
    assert strong.color("wash") == strong.color("panel") == ground
    for token in ("line", "line2", "ink", "ink2", "ink3", "mask", "select"):
        assert contrast(strong.color(token), ground) >= 4.5, token
    for token in ("query", "key", "value", "out", "ffn", "error", "ok"):
        assert contrast(strong.color(token), ground) >= 4.5, token
    assert strong.least_line == 2.0
    assert plain.least_line == 0.0


def test_no_other_strong_theme() -> None:
    with pytest.raises(LabError):
        theme("sepia-contrast")
    with pytest.raises(LabError):
        theme("paper-contrasts")
