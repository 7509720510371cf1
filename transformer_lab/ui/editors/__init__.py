"""The matrix editor: every parameter as keys that can be typed into and dragged."""

from transformer_lab.ui.editors.panel import MatrixEditor

__all__ = ["MatrixEditor"]
