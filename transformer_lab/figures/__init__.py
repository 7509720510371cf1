"""Figures: pure functions from a snapshot and a cursor to a Picture. They know no Qt, files or devices."""
