"""From a typed text to words. The spans rejoin to exactly what was typed.

One token is: a word (letters, digits, marks and ``_``; an apostrophe between letters belongs to it, so
*didn't* is one word), a single punctuation mark or symbol, a single Chinese or Japanese character, or a
single emoji as a person sees it (families, flags and skin tones are one), or a sign in angle brackets such as
⟨start⟩. Case is kept. White space and
characters that show nothing by themselves (controls, direction marks, zero-width spaces) only separate.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import regex

from transformer_lab.document.state import Splitting
from transformer_lab.language import grouped, tr

MAX_WORDS = 64  # every word looks at every other; 64 lanes are also the most that stay legible at middle zoom
MOST_COUNTED = 10_000  # a whole book pasted by mistake should not be counted to its end
LONGEST = 64  # characters of one token

CJK = r"[\p{Han}\p{Hiragana}\p{Katakana}]"
KEYCAP = r"[0-9#*]\uFE0F?\u20E3"
LETTER = rf"(?!{KEYCAP})[[\p{{L}}\p{{N}}_]--{CJK}]\p{{M}}*+"
INNER = rf"(?:{LETTER}|['’\u200C\u200D](?={LETTER}))"
VISIBLE = r"(?=[^\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])\X"
SIGN = rf"⟨{LETTER}{INNER}*+⟩"
WORD = regex.compile(rf"{KEYCAP}|{SIGN}|(?={CJK})\X|{LETTER}{INNER}*+|{VISIBLE}", regex.VERSION1)

PATTERNS = {"words": WORD, "characters": regex.compile(rf"{KEYCAP}|{VISIBLE}", regex.VERSION1)}
BOS, EOS, PAD, UNK = "<bos>", "<eos>", "<pad>", "<unk>"
"""Tokens that nobody types: typed in angle brackets they are three tokens like any others."""


class Token(NamedTuple):
    """One word as typed, and where it stands in the text."""

    word: str
    start: int

    @property
    def end(self) -> int:
        """One past the last character."""
        return self.start + len(self.word)


@lru_cache(maxsize=8)
def tokenize(text: str, most: int | None = None, splitting: Splitting = "words") -> tuple[Token, ...]:
    """The tokens of `text`, or the first `most` of them; between them stands nothing visible."""
    return tuple(islice(_pieces(text, PATTERNS[splitting]), most))


def _pieces(text: str, pattern: regex.Pattern[str]) -> Iterator[Token]:
    """Tokens, those that no lane could show cut into pieces."""
    for match in pattern.finditer(text):
        for start in range(match.start(), match.end(), LONGEST):
            yield Token(text[start : min(start + LONGEST, match.end())], start)


def notice(text: str, splitting: Splitting = "words") -> str:
    """What to tell a person about a text with more words than are shown; empty if all are shown."""
    count = len(tokenize(text, MOST_COUNTED + 1, splitting))
    if count <= MAX_WORDS:
        return ""
    said = tr("more than {n}", n=grouped(MOST_COUNTED)) if count > MOST_COUNTED else grouped(count)
    return tr(
        "Only the first {most} of {count} words are shown: every word looks at every other, "
        "and more would not fit.",
        most=MAX_WORDS,
        count=said,
    )
