"""Figures for slides and papers that stand still: one file for each, all on the same board."""
