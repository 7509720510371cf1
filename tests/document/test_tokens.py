"""What one word is, in many scripts, and that the spans rejoin to exactly what was typed."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from transformer_lab.document.tokens import LONGEST, MAX_WORDS, notice, tokenize

CASES = {
    "The cat that the dog chased": "The|cat|that|the|dog|chased",
    "didn't dogs' 'tis it’s": "didn't|dogs|'|'|tis|it’s",
    "well-known, x_1 3.14!": "well|-|known|,|x_1|3|.|14|!",
    "<bos> a&b": "<|bos|>|a|&|b",
    "👨‍👩‍👧‍👦🇩🇪🇫🇷👍🏽❤️": "👨‍👩‍👧‍👦|🇩🇪|🇫🇷|👍🏽|❤️",
    "1️⃣2️⃣a1️⃣ 12": "1️⃣|2️⃣|a|1️⃣|12",
    "我爱你 カタ ガ ﾊﾞ": "我|爱|你|カ|タ|ガ|ﾊﾞ",
    "한국어 말": "한국어|말",
    "สวัสดีครับ นี่": "สวัสดีครับ|นี่",
    "नमस्ते क्‍ष": "नमस्ते|क्‍ष",
    "שלום עולם مرحبا می‌خواهم": "שלום|עולם|مرحبا|می‌خواهم",
    "e\u0301a b": "e\u0301a|b",
    "\u202ea\u202c\u200bb\x00c": "a|b|c",
    "\ud800x\udc00": "\ud800|x|\udc00",
    "": "",
    " \t\n\u3000\u200b": "",
}


@pytest.mark.parametrize("text", CASES, ids=ascii)
def test_one_word_is_what_a_person_sees_as_one(text: str) -> None:
    assert "|".join(token.word for token in tokenize(text)) == CASES[text]


@given(st.text(st.characters(), max_size=60))
@example("e\u0301\u0301 \u0301")
@example("\r\n\x00\ufeff")
@example("क्‍" * 10)
def test_spans_rejoin_to_exactly_what_was_typed(text: str) -> None:
    at, rejoined = 0, ""
    for token in tokenize(text):
        assert token.word
        assert text[token.start : token.end] == token.word
        assert token.start >= at
        assert not any(visible(c) for c in text[at : token.start])
        rejoined += text[at : token.end]
        at = token.end
    assert not any(visible(c) for c in text[at:])
    assert rejoined + text[at:] == text


def visible(char: str) -> bool:
    """Letters, digits, marks, punctuation and symbols; what shows nothing by itself is none of them."""
    return unicodedata.category(char)[0] in "LNPS" and char not in "\u115f\u1160\u3164\uffa0"


@given(st.text(st.characters(), max_size=200), st.integers(0, 20))
def test_the_first_words_are_the_first_of_all_words(text: str, most: int) -> None:
    assert tokenize(text, most) == tokenize(text)[:most]


def test_a_token_no_lane_could_show_is_cut_and_not_lost() -> None:
    pieces = [token.word for token in tokenize("a" * 200)]
    assert [len(piece) for piece in pieces] == [LONGEST, LONGEST, LONGEST, 200 - 3 * LONGEST]


def test_too_many_words_are_said() -> None:
    assert notice("a " * MAX_WORDS) == ""
    assert notice("a " * 80).startswith("Only the first 64 of 80 words are shown")
    assert "more than 10,000" in notice("a " * 20_000)


@pytest.mark.parametrize("unit", ["a ", "a", "a'", "e\u0301", "👨‍", "\u200d", " ", "."])
def test_a_book_pasted_by_mistake_takes_a_moment(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    start = time.process_time()
    assert len(tokenize(text, MAX_WORDS)) <= MAX_WORDS
    notice(text)
    assert time.process_time() - start < 2.0
