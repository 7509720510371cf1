"""Any text, made fit for a line of type: no line breaks, no controls, no half characters."""

from __future__ import annotations

import re

BREAKS = re.compile("[\t\n\r\x0b\x0c\x85\u2028\u2029]")
UNFIT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""Controls, halves of surrogate pairs and what XML 1.0 forbids."""


def plain(text: str) -> str:
    """`text` with breaks as spaces and what cannot be drawn as U+FFFD; what is fit stays as it is."""
    if text.isascii() and text.isprintable():
        return text
    return UNFIT.sub("\ufffd", BREAKS.sub(" ", text))
