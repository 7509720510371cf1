"""That the window never stutters for a computation: threads of BLAS, and how soon other threads give way.

Both are set when the application starts, in the process itself; see docs/performance.md.
"""

from __future__ import annotations

import sys

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.session import Lab
from transformer_lab.ui.threads import threads_for

SWITCH_SECONDS = 0.0005
"""A thread that computes gives way to the window after this time; the default is ten times as long."""


def keep_pace(lab: Lab) -> None:
    """Set the switch interval, and the threads whenever the width of the model changes."""
    sys.setswitchinterval(SWITCH_SECONDS)
    chosen = [0]

    def follow(snapshot: Snapshot) -> None:
        width = snapshot.state.model.d_model
        if width != chosen[0]:
            chosen[0] = width
            threads_for(width)

    lab.watch(follow)
    follow(lab.snapshot)
