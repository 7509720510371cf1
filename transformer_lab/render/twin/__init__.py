"""The code twin: the model on screen as a script that stands alone and checks its own numbers.

The script is written from the graph, so every variant has one: what has a node has a line.
"""

from __future__ import annotations

from transformer_lab.render.twin.files import write_twin
from transformer_lab.render.twin.script import Twin, twin

__all__ = ["Twin", "twin", "write_twin"]
