"""Which words the model knows: the project's own, then the texts', then those whose rows were edited."""

from __future__ import annotations

from transformer_lab.document.state import Spelling, State
from transformer_lab.document.tokens import BOS, EOS, MAX_WORDS, PAD, UNK, notice, tokenize
from transformer_lab.language import tr


def text_words(state: State) -> tuple[str, ...]:
    """The tokens of the text that are shown, in order, repeats kept: at most MAX_WORDS."""
    typed = _typed(state, state.text)
    if not typed and not state.spelling.bos:
        return ()
    return _framed(typed, state.spelling, (BOS,) if state.spelling.bos else ())


def source_words(state: State) -> tuple[str, ...]:
    """The tokens that the encoder reads, as `text_words`; none for a model without an encoder."""
    if not state.model.encoder:
        return ()
    typed = _typed(state, state.source)
    return _framed(typed, state.spelling, ()) if typed else ()


def vocabulary(state: State) -> tuple[str, ...]:
    """All words that have a row, each once; a word leaves when nobody has it any more."""
    typed = (*source_words(state), *text_words(state))
    if state.spelling.closed:
        return tuple(dict.fromkeys((*state.words, UNK, *typed)))
    return tuple(dict.fromkeys((*state.words, *typed, *sorted(state.edited_words))))


def unknown_words(state: State) -> tuple[str, ...]:
    """What is typed and, since the list of words is closed, read as ``<unk>``; each once."""
    if not state.spelling.closed:
        return ()
    texts = (state.source, state.text) if state.model.encoder else (state.text,)
    tokens = (t.word for text in texts for t in tokenize(text, MAX_WORDS, state.spelling.splitting))
    return tuple(dict.fromkeys(word for word in tokens if word not in state.words))


def said_of(state: State) -> str:
    """What a person should know of the text: words that are not shown, words that are not known."""
    unknown = ", ".join(f"“{word}”" for word in unknown_words(state)[:4])
    not_known = tr("Not in the list of words, so read as {unk}: {words}.", unk=UNK, words=unknown)
    parts = (notice(state.text, state.spelling.splitting), not_known if unknown else "")
    return " ".join(part for part in parts if part)


def _typed(state: State, text: str) -> tuple[str, ...]:
    words = tuple(token.word for token in tokenize(text, MAX_WORDS, state.spelling.splitting))
    if not state.spelling.closed:
        return words
    known = frozenset(state.words)
    return tuple(word if word in known else UNK for word in words)


def _framed(typed: tuple[str, ...], spelling: Spelling, first: tuple[str, ...]) -> tuple[str, ...]:
    """With the tokens that nobody types; what is typed gives way at its end, so that they are seen."""
    last = (EOS,) if spelling.eos else ()
    words = (*first, *typed[: MAX_WORDS - len(first) - len(last)], *last)
    return words + (PAD,) * (min(spelling.pad, MAX_WORDS) - len(words))
