"""Heights from far that do not depend on how many blocks there are."""

from __future__ import annotations

BAND = 30.0
"""Of the row of the words' vectors."""
OUTPUT = 40.0
"""Of the row of the next words."""
STRIP = 16.0
"""Of a strip: eight slots of two pixels, or sixteen of one."""
