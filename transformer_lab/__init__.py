"""Transformer Lab: see, build and change a Transformer. ``import transformer_lab as tl``."""

from transformer_lab.session import Lab, new

__version__ = "0.1.0"
__all__ = ["Lab", "new"]
