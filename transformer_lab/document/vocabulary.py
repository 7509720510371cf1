"""Which words the model knows: the preset's, then the texts', then those whose rows were edited."""

from __future__ import annotations

from transformer_lab.document.state import State
from transformer_lab.document.tokens import MAX_WORDS, tokenize


def text_words(state: State) -> tuple[str, ...]:
    """The words of the text that are shown, in order, repeats kept: at most MAX_WORDS."""
    return tuple(token.word for token in tokenize(state.text, MAX_WORDS))


def source_words(state: State) -> tuple[str, ...]:
    """The words that the encoder reads, as `text_words`; none for a model without an encoder."""
    if not state.model.encoder:
        return ()
    return tuple(token.word for token in tokenize(state.source, MAX_WORDS))


def vocabulary(state: State) -> tuple[str, ...]:
    """All words that have a row, each once; a word leaves when nobody has it any more."""
    typed = (*source_words(state), *text_words(state))
    return tuple(dict.fromkeys((*state.words, *typed, *sorted(state.edited_words))))
