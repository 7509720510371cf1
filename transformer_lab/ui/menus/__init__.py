"""Menus that belong to things and not to the window."""
