"""The inspector: the answer to “what is this number?”, with doors to the numbers behind it."""

from transformer_lab.ui.inspector.panel import Inspector

__all__ = ["Inspector"]
