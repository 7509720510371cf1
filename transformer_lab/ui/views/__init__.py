"""The views: one picture each of what is looked at, in the bottom panel or in a dock of its own."""
