"""The window's thread comes first: switch interval and threads of BLAS, from the start on."""

import sys
from dataclasses import replace

import pytest

from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.ui import app, pace, threads


def test_threads_give_way_soon_and_blas_is_told_the_width_when_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[int] = []
    monkeypatch.setattr(threads, "threads_for", told.append)
    before = sys.getswitchinterval()
    lab = session.new()
    width = lab.state.model.d_model
    try:
        sys.setswitchinterval(0.005)
        pace.keep_pace(lab)
        assert abs(sys.getswitchinterval() - 0.0005) < 1e-6
    finally:
        sys.setswitchinterval(before)
    lab.text = "another text"
    assert told == [width]
    model = lab.state.model
    lab.do(edits.set_model(replace(model, norm_kind="rms"), "norm"))
    assert told == [width]
    blocks = tuple(replace(b, sublayers=b.sublayers[1:]) for b in model.blocks)
    lab.do(edits.set_model(replace(model, d_model=2 * width, blocks=blocks), "width"))
    assert told == [width, 2 * width]


def test_the_application_keeps_the_pace_from_its_start() -> None:
    assert "keep_pace" in app._made.__code__.co_names
