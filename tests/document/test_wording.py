"""Words, characters, closed lists, tokens nobody types, and sentences that are kept."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab import session
from transformer_lab.document import edits, wording
from transformer_lab.document.project import from_bytes, to_bytes
from transformer_lab.document.tokens import BOS, EOS, MAX_WORDS, PAD, UNK, tokenize
from transformer_lab.document.vocabulary import vocabulary
from transformer_lab.errors import LabError
from transformer_lab.session import Lab


@pytest.fixture
def lab() -> Lab:
    return session.new("tiny-gpt", text="the cat sat")


def test_a_text_can_be_split_into_characters(lab: Lab) -> None:
    lab.do(wording.spell("splitting", "characters"))
    assert lab.snapshot.words == tuple("thecatsat")
    assert lab["logits"].shape[0] == 9
    lab.undo()
    assert lab.snapshot.words == ("the", "cat", "sat")


@given(st.text(max_size=40))
def test_characters_rejoin_to_what_was_typed(text: str) -> None:
    tokens = tokenize(text, None, "characters")
    assert all(text[t.start : t.end] == t.word for t in tokens)
    assert all(a.end <= b.start for a, b in pairwise(tokens))


def test_special_tokens_stand_round_the_text_and_typed_ones_are_text(lab: Lab) -> None:
    for field, value in (("bos", True), ("eos", True), ("pad", 7)):
        lab.do(wording.spell(field, value))
    assert lab.snapshot.words == (BOS, "the", "cat", "sat", EOS, PAD, PAD)
    lab.text = "<bos> x"
    assert lab.snapshot.words == (BOS, "<", "bos", ">", "x", EOS, PAD)
    assert BOS in vocabulary(lab.state)


def test_special_tokens_are_seen_however_long_the_text(lab: Lab) -> None:
    lab.do(wording.spell("bos", True))
    lab.do(wording.spell("eos", True))
    lab.text = "a " * 100
    words = lab.snapshot.words
    assert (len(words), words[0], words[-1]) == (MAX_WORDS, BOS, EOS)


def test_an_empty_text_stays_an_invitation_unless_something_begins_it(lab: Lab) -> None:
    lab.do(wording.spell("eos", True))
    lab.do(wording.spell("pad", 3))
    lab.text = ""
    assert lab.snapshot.words == ()
    lab.do(wording.spell("bos", True))
    assert lab.snapshot.words == (BOS, EOS, PAD)


def test_padding_is_hidden_and_changes_no_real_word() -> None:
    lab = session.new("tiny-encoder", text="the cat sat")
    lab.do(edits.configure("block.0/attn", "padding", True))
    before = lab["block.0/resid_post"].copy()
    lab.do(wording.spell("pad", 6))
    assert (lab["block.0/attn/weights"][..., 3:] == 0.0).all()
    assert lab["block.0/resid_post"][:3] == pytest.approx(before, abs=1e-12)


def test_a_closed_list_reads_other_words_as_unknown_and_says_so(lab: Lab) -> None:
    lab.text = "the cat yawned"
    lab.do(wording.spell("closed", True))
    assert lab.snapshot.words == ("the", "cat", UNK)
    assert "“yawned”" in lab.snapshot.notice
    assert vocabulary(lab.state)[-1] == UNK
    lab.do(wording.add_word("yawned"))
    assert lab.snapshot.words == ("the", "cat", "yawned")
    assert not lab.snapshot.notice


def test_a_renamed_word_keeps_its_numbers_and_its_texts_follow(lab: Lab) -> None:
    lab.do(wording.keep_sentence("cat, cat!"))
    lab.do(wording.go_to_sentence(0))
    before = lab["logits"].copy()
    order = vocabulary(lab.state)
    lab.do(wording.rename_word("cat", "feline"))
    assert lab.text == "the feline sat"
    assert wording.kept_sentences(lab.state)[1][0] == "feline, feline!"
    renamed = [vocabulary(lab.state).index("feline" if w == "cat" else w) for w in order]
    assert (lab["logits"][:, renamed] == before).all()
    lab.undo()
    assert (lab["logits"] == before).all()


def test_a_removed_word_takes_its_rows_along_and_one_in_the_text_is_kept(lab: Lab) -> None:
    lab.do(wording.add_word("horse"))
    row = vocabulary(lab.state).index("horse")
    lab.set_cell("embed/W_E", (row, 0), 7.0)
    lab.do(wording.remove_word("horse"))
    assert "horse" not in vocabulary(lab.state)
    lab.do(wording.add_word("horse"))
    assert lab["embed/W_E"][vocabulary(lab.state).index("horse"), 0] != 7.0
    with pytest.raises(LabError, match="stands in the text"):
        lab.do(wording.remove_word("cat"))


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (wording.add_word("two words"), "not one token"),
        (wording.add_word(""), "not one token"),
        (wording.add_word("<bos>"), "not one token"),
        (wording.remove_word("unheard"), "no word"),
        (wording.rename_word("unheard", "a"), "no word"),
        (wording.rename_word("cat", "sat"), "already"),
        (wording.rename_word("cat", "a b"), "not one token"),
        (wording.spell("pad", 65), "0 to 64"),
        (wording.spell("pad", -1), "0 to 64"),
        (wording.spell("splitting", "syllables"), "words or characters"),
        (wording.spell("bos", 1), "on or off"),
        (wording.go_to_sentence(1), "1 sentences"),
        (wording.remove_sentence(0), "only sentence"),
        (wording.keep_sentence("x" * 1_000_001), "at most"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(lab: Lab, edit: edits.Edit, says: str) -> None:
    before = to_bytes(lab.project)
    with pytest.raises(LabError, match=says):
        lab.do(edit)
    assert to_bytes(lab.project) == before


def test_sentences_are_kept_and_each_comes_back_as_it_was_left() -> None:
    lab = session.new("small-red-house")
    first = (lab.text, lab.source)
    lab.do(wording.keep_sentence("⟨start⟩ la", "the house"))
    lab.text = "⟨start⟩ la maison"
    lab.do(wording.go_to_sentence(0))
    assert (lab.text, lab.source) == first
    lab.do(wording.go_to_sentence(1))
    assert (lab.text, lab.source) == ("⟨start⟩ la maison", "the house")
    lab.do(wording.remove_sentence(0))
    assert lab.text == "⟨start⟩ la maison"
    assert lab.state.sentence == 0
    for _ in range(5):
        lab.undo()
    assert (lab.text, lab.source) == first


def test_a_file_gives_all_of_it_back_and_an_older_one_stays_as_it_was(lab: Lab) -> None:
    plain = to_bytes(lab.project)
    assert b'"spelling"' not in plain
    lab.do(wording.spell("splitting", "characters"))
    lab.do(wording.spell("pad", 12))
    lab.do(wording.keep_sentence("more"))
    data = to_bytes(lab.project)
    again = from_bytes(data)
    assert (again.state.spelling, again.state.sentences, again.state.sentence) == (
        lab.state.spelling,
        lab.state.sentences,
        1,
    )
    assert to_bytes(again) == data


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (b'"splitting": "characters"', b'"splitting": "syllabless"'),
        (b'"pad": 12', b'"pad": -1'),
        (b'"closed": false', b'"closed": 12345'),
        (b'"sentence": 1', b'"sentence": 9'),
    ],
)
def test_odd_fields_of_a_file_are_refused(lab: Lab, field: bytes, value: bytes) -> None:
    lab.do(wording.spell("splitting", "characters"))
    lab.do(wording.spell("pad", 12))
    lab.do(wording.keep_sentence("more"))
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(to_bytes(lab.project))) as archive:
        said = archive.read("project.json")
    assert field in said
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("project.json", said.replace(field, value))
    with pytest.raises(LabError):
        from_bytes(out.getvalue())


def test_targets_of_a_loss_leave_padding_out() -> None:
    lab = session.new("tiny-gpt", text="the cat sat")
    lab.do(edits.configure("", "loss", True))
    lab.do(wording.spell("pad", 5))
    rows = np.asarray(lab["target"])
    assert rows.sum(1).tolist() == [1.0, 1.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize("field", ["closed", "bos", "eos", "pad"])
def test_a_word_that_the_spelling_puts_there_is_neither_removed_nor_renamed(field: str) -> None:
    word = {"closed": "<unk>", "bos": "<bos>", "eos": "<eos>", "pad": "<pad>"}[field]
    lab = session.new("first-sentence")
    lab.do(wording.spell(field, 12 if field == "pad" else True))
    assert word in lab.snapshot.vocabulary
    before = lab.history
    for edit in (wording.remove_word(word), wording.rename_word(word, "x")):
        with pytest.raises(LabError, match=word):
            lab.do(edit)
    assert lab.history is before
