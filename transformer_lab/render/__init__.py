"""Devices: a Picture becomes a screen painting, an SVG, a PDF or a PNG. Knows nothing of widgets."""
