"""A pytest plugin that stands before pytest-qt (``addopts = "-p transformer_lab.pytest_preflight"``).

It gives every test the same screen (none), scale and resolution, and turns a missing system library into
one sentence. It must not import Qt: that is what it prepares.
"""

from __future__ import annotations

import os

from transformer_lab import preflight

SCREEN = {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "1", "QT_FONT_DPI": "96"}

for name, value in SCREEN.items():
    os.environ.setdefault(name, value)

preflight.require(window=False)
