"""Comparing two states: pin A, let it go, swap, look at A, go to what changed."""

from __future__ import annotations

from dataclasses import replace

from transformer_lab.language import tr
from transformer_lab.ui.commands.command import Command, stage_key
from transformer_lab.ui.deeds import comparing

ROWS: tuple[Command, ...] = (
    Command(
        "pin-state",
        tr("Pin this state as A"),
        comparing.pin,
        ("Ctrl+D",),
        group="Compare",
        menu="compare",
        title=comparing.pin_title,
    ),
    Command(
        "let-go",
        tr("Let A go"),
        comparing.let_go,
        ("Ctrl+Shift+D",),
        group="Compare",
        menu="compare",
        enabled=comparing.is_pinned,
    ),
    Command(
        "what-changed",
        tr("What changed from A to B"),
        comparing.what_changed,
        group="Compare",
        menu="compare",
        enabled=comparing.is_pinned,
    ),
    Command(
        "changes-strip",
        tr("Largest changes after an edit"),
        comparing.toggle_strip,
        group="Compare",
        menu="compare",
        checked=comparing.wants_strip,
    ),
    replace(
        stage_key("look-at-a", tr("Look at A while it is held"), comparing.look_at_a, "A", group="Compare"),
        enabled=comparing.is_pinned,
    ),
    replace(
        stage_key("swap-a-b", tr("Swap A and B"), comparing.swap, "Shift+A", group="Compare"),
        enabled=comparing.is_pinned,
    ),
)
