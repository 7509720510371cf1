"""Encoder–decoders, shared heads and painted masks as projects: typed, edited, saved, opened."""

import json

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.presets import FURTHER
from transformer_lab.document.tokens import tokenize
from transformer_lab.engine.model import Attention, BlockSpec, Model, Positions
from transformer_lab.engine.shapes import SHAPES
from transformer_lab.paths import resource

HOUSE = json.loads(resource("presets/small-red-house.json").read_text(encoding="utf-8"))


def test_the_small_red_house_shows_its_numbers():
    lab = tl.new("small-red-house")
    names = {"encoder.0/attn": "encoder_self", "decoder.0/self": "decoder_self", "decoder.0/cross": "cross"}
    for path, name in names.items():
        assert np.abs(lab[f"{path}/weights"][0] - HOUSE["expected"][name]).max() <= 1e-9
    columns = [lab.snapshot.vocabulary.index(word) for word in HOUSE["next"]]
    assert np.abs(lab["probs"][:, columns] - HOUSE["expected"]["probabilities"]).max() <= 1e-9


def test_words_of_both_texts_name_the_axes():
    lab = tl.new("small-red-house")
    source, target = tuple(HOUSE["source"]), tuple(HOUSE["target"])
    assert lab.names("decoder.0/cross/weights")[1:] == (target, source)
    assert lab.names("decoder.0/self/weights")[1:] == (target, target)
    assert lab.names("encoder.0/attn/weights")[1:] == (source, source)
    assert lab.names("encoder/embed")[0] == source


def test_the_source_is_typed_undone_and_saved(tmp_path):
    lab = tl.new("small-red-house")
    before = lab["decoder.0/cross/weights"]
    lab.source = "the red house"
    assert lab["decoder.0/cross/weights"].shape == (1, 5, 3)
    lab.save(tmp_path / "house.tlab")
    again = tl.open(tmp_path / "house.tlab")
    assert again.source == "the red house"
    assert np.array_equal(again["probs"], lab["probs"])
    assert again.state.model == lab.state.model
    lab.undo()
    assert np.array_equal(lab["decoder.0/cross/weights"], before)
    lab.source = ""
    assert lab.snapshot.trace is None


@pytest.mark.parametrize("name", FURTHER)
def test_further_presets_are_computed_saved_and_opened(name, tmp_path):
    lab = tl.new(name)
    assert np.abs(lab["probs"].sum(axis=-1) - 1.0).max() < 1e-12
    for node in lab.snapshot.graph:
        assert [len(names) for names in lab.names(node.id)] == list(node.shape)
    lab.save(tmp_path / "a.tlab")
    again = tl.open(tmp_path / "a.tlab")
    assert np.array_equal(again["probs"], lab["probs"])


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_a_project(name):
    lab = tl.new(text="a b c")
    lab.do(edits.set_model(SHAPES[name].reduced, "Shape"))
    lab.source = "d e"
    assert lab["probs"].shape[0] == 3
    lab.set_cell("embed/W_E", (0, 0), 9.0)
    assert lab["embed/W_E"][0, 0] == 9.0
    lab.undo()
    assert lab["embed/W_E"][0, 0] != 9.0


def test_biases_of_words_are_set_one_by_one():
    lab = tl.new("tiny-bert")
    word = lab.snapshot.vocabulary.index("cat")
    lab.set_cell("b_U", (word,), 30.0)
    assert lab["probs"][:, word].min() > 0.99
    lab.text = "cat sat"
    assert lab["b_U"].sum() == 30.0


def test_the_loss_asks_for_the_next_word():
    model = Model(8, (BlockSpec((Attention(2, 4, "causal"),)),), Positions("table"), loss=True)
    lab = tl.new(text="a b c")
    lab.do(edits.set_model(model, "Loss"))
    known = lab.snapshot.vocabulary
    asked = [lab["probs"][i, known.index(word)] for i, word in enumerate("bc")]
    assert lab["loss"] == pytest.approx(-np.mean(np.log(asked)), rel=1e-12)


def test_a_sign_in_brackets_is_one_word():
    assert [t.word for t in tokenize("⟨start⟩la ⟨ end ⟩ ⟨⟩")] == ["⟨start⟩", "la", "⟨", "end", "⟩", "⟨", "⟩"]
