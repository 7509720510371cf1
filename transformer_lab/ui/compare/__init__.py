"""Comparing in the window: what is pinned, which face is shown, and the widgets that show it."""
