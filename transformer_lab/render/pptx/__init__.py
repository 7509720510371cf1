"""Pictures as slides: shapes and text that PowerPoint, Keynote and Impress can edit, one slide a step."""

from __future__ import annotations

from transformer_lab.render.pptx.deck import to_pptx

__all__ = ["to_pptx"]
