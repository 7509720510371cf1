"""Pictures as TikZ: a document that compiles by itself, or frames of beamer with one overlay a step."""

from __future__ import annotations

from transformer_lab.render.tikz.document import to_tikz

__all__ = ["to_tikz"]
