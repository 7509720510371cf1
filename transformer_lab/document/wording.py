"""Edits of what the model reads: how texts are split, which words there are, and which sentences are kept."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from transformer_lab.document.checks import fitting
from transformer_lab.document.history import Edit
from transformer_lab.document.layout import layout
from transformer_lab.document.parameters import row_of, with_parameters
from transformer_lab.document.state import (
    MOST_SENTENCES,
    MOST_TEXT,
    MOST_VOCABULARY,
    SPLITTINGS,
    ByWord,
    Parameter,
    Spelling,
    State,
)
from transformer_lab.document.tokens import BOS, EOS, MAX_WORDS, PAD, UNK, tokenize
from transformer_lab.document.vocabulary import source_words, text_words, vocabulary
from transformer_lab.errors import LabError
from transformer_lab.language import tr, translatable

TITLES = translatable(
    {
        "splitting": "Split the text into {value}",
        "closed": "Keep to the list of words",
        "bos": "Begin with <bos>",
        "eos": "End with <eos>",
        "pad": "Fill up with <pad> to {value}",
    }
)


def spell(field: str, value: Any) -> Edit:
    """Change how texts become tokens: `field` is one of Spelling. Raises LabError for what cannot be."""
    if field not in TITLES:
        text = "There is no “{name}” of spelling; there are {all}."
        raise LabError(tr(text, name=field, all=", ".join(TITLES)))

    def apply(state: State) -> State:
        spelling = checked_spelling(replace(state.spelling, **{field: value}))
        return state if spelling == state.spelling else replace(state, spelling=spelling)

    title = tr(TITLES[field], value=value)
    return Edit(title if value else tr("Not: {title}", title=title), apply)


def checked_spelling(spelling: Spelling) -> Spelling:
    """`spelling` itself. Raises LabError naming the field that is wrong."""
    if spelling.splitting not in SPLITTINGS:
        raise LabError(tr("A text is split into {all}.", all=tr(" or ").join(SPLITTINGS)))
    if type(spelling.pad) is not int or not 0 <= spelling.pad <= MAX_WORDS:
        raise LabError(tr("The places to fill go from 0 to {most}.", most=MAX_WORDS))
    if not all(isinstance(on, bool) for on in (spelling.closed, spelling.bos, spelling.eos)):
        raise LabError(tr("Special tokens are on or off."))
    return spelling


# --- words -----------------------------------------------------------------------------------------------
def add_word(word: str) -> Edit:
    """Take a word into the project's own list. Raises LabError for what is not one token, or is there."""

    def apply(state: State) -> State:
        said = _one_token(state, word)
        if said in state.words:
            raise LabError(tr("“{word}” is in the list already.", word=said))
        if len(state.words) >= MOST_VOCABULARY:
            raise LabError(tr("The list is full: it has {most} words.", most=MOST_VOCABULARY))
        words = (*state.words, said)
        return replace(state, words=words, edited_words=state.edited_words - {said})

    return Edit(tr("Add the word “{word}”", word=word), apply)


def remove_word(word: str) -> Edit:
    """Take a word out, with the rows that were set for it.

    Raises LabError for a word that is not known, or one that stands in a text.
    """

    def apply(state: State) -> State:
        _known(state, word)
        if word in (*text_words(state), *source_words(state)):
            raise LabError(tr("“{word}” stands in the text; take it out there first.", word=word))
        _not_of_spelling(state, word)
        changed: dict[str, Parameter] = {}
        for node_id, held in state.parameters.items():
            if isinstance(held, ByWord) and word in held.rows:
                rows = {w: row for w, row in held.rows.items() if w != word}
                changed[node_id] = ByWord(MappingProxyType(rows), held.rest)
        fewer = replace(state, words=tuple(w for w in state.words if w != word))
        return with_parameters(fewer, changed)

    return Edit(tr("Remove the word “{word}”", word=word), apply)


def rename_word(old: str, new: str) -> Edit:
    """Another name for a word: its numbers stay, and texts that have it follow.

    Raises LabError for a word that is not known, and a name that is not one token or taken already.
    """

    def apply(state: State) -> State:
        _known(state, old)
        _not_of_spelling(state, old)
        said = _one_token(state, new)
        if said == old:
            return state
        if said in vocabulary(state):
            raise LabError(tr("There is a word “{word}” already.", word=said))
        named = replace(
            state,
            words=tuple(said if w == old else w for w in state.words),
            text=_with_word(state, state.text, old, said),
            source=_with_word(state, state.source, old, said),
            sentences=tuple(
                (_with_word(state, a, old, said), _with_word(state, b, old, said)) for a, b in state.sentences
            ),
        )
        return with_parameters(named, _renamed_rows(state, old, said))

    return Edit(tr("Rename “{old}” to “{new}”", old=old, new=new), apply)


def _renamed_rows(state: State, old: str, new: str) -> dict[str, Parameter]:
    """The rows of a word under its new name, written out: a recipe would give the new name other numbers."""
    found: dict[str, Parameter] = {}
    for node in layout(state).graph.leaves():
        if node.kind == "parameter" and "v" in node.axes:
            held, row = row_of(state, node, old)
            rows = {w: r for w, r in held.rows.items() if w != old}
            found[node.id] = ByWord(MappingProxyType({**rows, new: row}), held.rest)
    return found


def _with_word(state: State, text: str, old: str, new: str) -> str:
    parts, at = [], 0
    for token in tokenize(text, None, state.spelling.splitting):
        if token.word == old:
            parts += [text[at : token.start], new]
            at = token.end
    return "".join((*parts, text[at:]))


def _known(state: State, word: str) -> None:
    if word not in vocabulary(state):
        raise LabError(tr("There is no word “{word}”.", word=word[:40]))


def _not_of_spelling(state: State, word: str) -> None:
    spelling = state.spelling
    made = ((BOS, spelling.bos), (EOS, spelling.eos), (PAD, spelling.pad > 0), (UNK, spelling.closed))
    if (word, True) in made:
        raise LabError(tr("“{word}” is there for the way texts are split; it stays as it is.", word=word))


def _one_token(state: State, word: str) -> str:
    said = fitting(word, MOST_TEXT, tr("A word")).strip()
    tokens = tokenize(said, 2, state.spelling.splitting)
    if len(tokens) != 1 or tokens[0].word != said:
        raise LabError(tr("“{word}” is not one token as texts are split now.", word=said[:40]))
    return said


# --- sentences -------------------------------------------------------------------------------------------
def keep_sentence(text: str, source: str = "") -> Edit:
    """Keep the present text and go on with another. Raises LabError for too many, or one too long."""

    def apply(state: State) -> State:
        kept = kept_sentences(state)
        if len(kept) >= MOST_SENTENCES:
            raise LabError(tr("{most} sentences are kept at most; remove one first.", most=MOST_SENTENCES))
        pair = (fitting(text, MOST_TEXT, tr("The text")), fitting(source, MOST_TEXT, tr("The source text")))
        at = state.sentence + 1 if state.sentences else len(kept)
        return _at(state, (*kept[:at], pair, *kept[at:]), at)

    return Edit(tr("Another sentence"), apply)


def go_to_sentence(place: int) -> Edit:
    """Read another of the sentences that are kept. Raises LabError if there is none of that number."""

    def apply(state: State) -> State:
        kept = kept_sentences(state)
        _check_place(kept, place)
        return state if place == state.sentence else _at(state, kept, place)

    return Edit(tr("Sentence {n}", n=place + 1), apply)


def remove_sentence(place: int) -> Edit:
    """Give up one of the sentences. Raises LabError for the only one, or if there is none of that number."""

    def apply(state: State) -> State:
        kept = kept_sentences(state)
        _check_place(kept, place)
        if len(kept) == 1:
            raise LabError(tr("This is the only sentence; write another one over it."))
        left = (*kept[:place], *kept[place + 1 :])
        here = state.sentence - (place < state.sentence)
        return _at(state, left, min(here, len(left) - 1))

    return Edit(tr("Remove sentence {n}", n=place + 1), apply)


def kept_sentences(state: State) -> tuple[tuple[str, str], ...]:
    """All sentences, the present one as it stands now."""
    now = (state.text, state.source)
    before, after = state.sentences[: state.sentence], state.sentences[state.sentence + 1 :]
    return (*before, now, *after)


def _at(state: State, kept: tuple[tuple[str, str], ...], place: int) -> State:
    text, source = kept[place]
    return replace(state, text=text, source=source, sentences=kept, sentence=place)


def _check_place(kept: tuple[tuple[str, str], ...], place: int) -> None:
    if not 0 <= place < len(kept):
        raise LabError(tr("There are {n} sentences; there is no {place}.", n=len(kept), place=place + 1))
