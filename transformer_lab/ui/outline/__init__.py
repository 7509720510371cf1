"""The outline: the model as a list that unfolds down to every single array, and the design choices in use."""

from transformer_lab.ui.outline.panel import Outline

__all__ = ["Outline"]
