"""Picture items on a QPainter: one drawer for each type of item."""
