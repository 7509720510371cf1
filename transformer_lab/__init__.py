"""Transformer Lab: a hands-on laboratory in which every number of a small Transformer answers."""

from __future__ import annotations

__version__ = "0.1.0"
