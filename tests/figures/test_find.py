"""Any value and number is found by its id or by words, the one that is meant first."""

from __future__ import annotations

import pytest

from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask import about
from transformer_lab.figures.find import find, parsed, strongest
from transformer_lab.figures.find_terms import AT_ONCE, terms_of, warming
from transformer_lab.figures.links import whole, word


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return session.new().snapshot


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("query block 2 head 1 scared slot 2", Cell("block.1/attn/q", (0, 7, 1))),
        ("W_Q", whole("block.0/attn/W_Q")),
        ("w_q block 2", whole("block.1/attn/W_Q")),
        ("W_Q 2", whole("block.1/attn/W_Q")),
        ("queries 2 scared slot 1", Cell("block.1/attn/q", (0, 7, 0))),
        ("head 1 block 2 weights", Cell("block.1/attn/weights", (0, 7, 1))),
        ("attention block 2 head 1 scared cat", Cell("block.1/attn/weights", (0, 7, 1))),
        ("block.1/attn/q[0,7,1]", Cell("block.1/attn/q", (0, 7, 1))),
        ("block.1/ffn/pre", whole("block.1/ffn/pre")),
        ("cat", word(1)),
        ("probabilities", whole("probs")),
        ("logits", whole("logits")),
        ("feed forward block 2", whole("block.1/ffn/out")),
        ("mix", whole("block.0/attn/mixed")),
        ("query of cat block 2", Cell("block.1/attn/q", (0, 1, 2))),
        ("scared looks at cat", Cell("block.0/attn/weights", (0, 7, 1))),
        ("next word", whole("probs")),
        ("next word after scared", Cell("probs", (7, 2))),
        ("probs  7,2", Cell("probs", (7, 2))),
        ("block.1/attn/weights 0 7 1", Cell("block.1/attn/weights", (0, 7, 1))),
    ],
)
def test_what_is_meant_comes_first(snapshot: Snapshot, text: str, target: Cell) -> None:
    assert find(snapshot, text)[0].target == target


def test_places_that_were_not_named_are_the_strongest(snapshot: Snapshot) -> None:
    best = find(snapshot, "query block 2 head 2 scared")[0].target
    row = abs(snapshot["block.1/attn/q"][1, 7])
    assert best == Cell("block.1/attn/q", (1, 7, int(row.argmax())))
    assert strongest(snapshot, "probs").node == "probs"


def test_every_head_is_offered_where_none_was_named(snapshot: Snapshot) -> None:
    found = [one.target for one in find(snapshot, "attention scared cat block 2")]
    assert [Cell("block.1/attn/weights", (h, 7, 1)) for h in (0, 1)] == found[:2]


@pytest.mark.parametrize("name", ["first-sentence", "tiny-gpt", "worked-example"])
def test_every_value_is_found_by_its_id_and_leads_to_a_page(name: str) -> None:
    snapshot = session.new(name).snapshot
    for node in snapshot.graph:
        found = find(snapshot, node.id)
        assert found[0].target == whole(node.id)
        about(snapshot, found[0].target)


def test_numbers_after_words_count_from_one_but_words_from_nought() -> None:
    assert parsed("head 2 word 0 block1").counted == (("h", 1), ("t", 0), ("b", 0))


@pytest.mark.parametrize("text", ["", "   ", "nosuchthing", "block 9", "head 77", "block.1/attn/q[0,99,1]"])
def test_nothing_is_found_for_nothing(snapshot: Snapshot, text: str) -> None:
    assert find(snapshot, text) == ()


def test_an_empty_text_has_nothing_to_find() -> None:
    assert find(session.new(text="").snapshot, "query") == ()


def test_the_words_of_every_value_can_be_made_before_the_first_key(snapshot: Snapshot) -> None:
    assert snapshot.graph is not None
    terms_of.cache_clear()
    turns = sum(1 for _ in warming(snapshot.graph))
    assert turns == -(-len(snapshot.graph.nodes) // AT_ONCE)
    before = terms_of.cache_info().misses
    find(snapshot, "q")
    assert terms_of.cache_info().misses == before
