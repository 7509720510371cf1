"""Dialogs: only where a choice needs room. Nothing here stands between a person and the stage by itself."""
