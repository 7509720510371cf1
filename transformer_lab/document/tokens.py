"""From a typed text to words. The spans rejoin to exactly what was typed."""

from __future__ import annotations

from typing import NamedTuple

import regex

MAX_WORDS = 64  # every word looks at every other; 64 lanes are also the most that stay legible at middle zoom

WORD = regex.compile(
    r"\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\p{L}\p{M}\p{N}_'’]+|\X"
)


class Token(NamedTuple):
    """One word as typed, and where it stands in the text."""

    word: str
    start: int

    @property
    def end(self) -> int:
        """One past the last character."""
        return self.start + len(self.word)


def tokenize(text: str) -> tuple[Token, ...]:
    """Words, single punctuation marks, single CJK characters, single emoji; white space separates; case is kept."""
    return tuple(Token(m.group(), m.start()) for m in WORD.finditer(text) if not m.group().isspace())
