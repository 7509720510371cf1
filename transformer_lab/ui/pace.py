"""The window never stutters: threads of BLAS, how soon other threads give way, when rubbish is looked for.

All are set when the application starts, in the process itself; see docs/performance.md.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformer_lab.document.snapshot import Snapshot
    from transformer_lab.session import Lab

SWITCH_SECONDS = 0.0005
"""A thread that computes gives way to the window after this time; the default is ten times as long."""


def keep_pace(lab: Lab) -> None:
    """Set the switch interval, and the threads whenever the width of the model changes."""
    from transformer_lab.ui.threads import threads_for

    sys.setswitchinterval(SWITCH_SECONDS)
    chosen = [0]

    def follow(snapshot: Snapshot) -> None:
        width = snapshot.state.model.d_model
        if width != chosen[0]:
            chosen[0] = width
            threads_for(width)

    lab.watch(follow)
    follow(lab.snapshot)


@contextmanager
def uncollected() -> Iterator[None]:
    """While modules are read nothing becomes rubbish: Python looks for none, and never again among these."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()
