"""Every view while a state is pinned. Rows come from the table of views itself, so that no view escapes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from tests.figures.test_comparison import CASES
from tests.ui.views.test_every_view import Make, look, make, name  # noqa: F401  fixtures
from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.figures.registry import FIGURES
from transformer_lab.session import Lab

HOW = ("difference", "beside", "b")


class TestEveryViewOfTwoStates:
    """While A is pinned each view shows B − A, A with B, and B alone, whatever B has become."""

    def test_each_way_is_offered_and_looks_its_own(self, name: str, make: Make) -> None:  # noqa: F811
        lab = session.new()
        view = make(name, lab)
        assert "compared" not in [choice.option for choice in view.choices]
        lab.pin()
        edited_everywhere(lab)
        offered = next(choice for choice in view.choices if choice.option == "compared")
        assert tuple(value for value, _ in offered.values) == HOW
        seen = []
        for how in HOW:
            view.take("compared", how)
            view.refresh()
            view.grab()
            QApplication.processEvents()
            seen.append(look(view))
            assert view.options(960.0, 540.0).compared == ("" if how == "b" else how)
        assert seen[0] != seen[1] != seen[2] != seen[0]
        lab.let_go()
        view.refresh()
        assert "compared" not in [choice.option for choice in view.choices]

    @pytest.mark.parametrize("case", CASES)
    def test_whatever_b_has_become_something_is_said(self, name: str, make: Make, case: str) -> None:  # noqa: F811
        lab = session.new()
        view = make(name, lab, 460, 330)
        lab.pin()
        CASES[case](lab)
        for how in HOW:
            view.take("compared", how)
            view.refresh()
            picture = view.grab().toImage()
            assert not picture.isNull()

    def test_an_export_carries_the_comparison_as_seen(self, name: str, make: Make) -> None:  # noqa: F811
        lab = session.new()
        view = make(name, lab)
        lab.pin()
        edited_everywhere(lab)
        assert {"other", "compared"} <= set(FIGURES[view.figure].options)
        figure, options = FIGURES[view.figure], view.options(960.0, 540.0)
        assert options.other is lab.pinned
        plain = replace(options, other=None, compared="")
        assert figure.drawn(lab.snapshot, options).description != figure.draw(lab.snapshot, plain).description


def edited_everywhere(lab: Lab) -> None:
    """A change that words, positions, queries and the mask all see."""
    lab.set_cell("embed/W_E", (1, 0), -1.5)
    lab.set_cell("embed/positions", (3, 1), 1.5)
    lab.set_cell("block.1/attn/W_Q", (2, 0, 0), 0.0)
    lab.do(edits.switch("mask", "none"))


def test_plots_of_models_with_nothing_in_common_show_both_as_figures(make: Make) -> None:  # noqa: F811
    lab = session.new()
    views = [make(each, lab) for each in ("vectors", "waves", "wire", "matrix")]
    lab.pin()
    CASES["two towers"](lab)
    for view in views:
        view.refresh()
        view.grab()
        told = view.card.picture.description  # type: ignore[attr-defined]
        assert view.card.isVisible(), view.figure  # type: ignore[attr-defined]
        assert "A: " in told, view.figure
        assert "B:" in told, view.figure
