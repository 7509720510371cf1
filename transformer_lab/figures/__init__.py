"""Figures: pure functions from a snapshot and a cursor to a Picture. Knows nothing of Qt, files or devices."""
