"""``transformer-lab bench``: speed as ratios and medians, measured side by side in one run."""

from transformer_lab.bench.report import main

__all__ = ["main"]
