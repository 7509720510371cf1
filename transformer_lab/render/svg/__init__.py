"""Pictures as SVG: text stays text, shapes stay shapes, equal pictures give equal bytes. No Qt."""

from __future__ import annotations

from transformer_lab.render.svg.document import to_svg

__all__ = ["to_svg"]
