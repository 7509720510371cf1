"""Numbers on their way in and out: formulas, pasted blocks, ready-made matrices, files of arrays."""
