"""Which words the model knows: the preset's, then the text's, then those whose rows were edited."""

from __future__ import annotations

from transformer_lab.document.state import State
from transformer_lab.document.tokens import MAX_WORDS, tokenize


def text_words(state: State) -> tuple[str, ...]:
    """The words of the text that are shown, in order, repeats kept: at most MAX_WORDS."""
    return tuple(token.word for token in tokenize(state.text, MAX_WORDS))


def vocabulary(state: State) -> tuple[str, ...]:
    """All words that have a row, each once; a word leaves when none of the three sources has it."""
    return tuple(dict.fromkeys((*state.words, *text_words(state), *sorted(state.edited_words))))
