"""A revision never means two different things to one lab: views keep pictures by it."""

import transformer_lab.session as lab_of


def newest(lab):
    return max(lab.snapshot.trace.revisions.values())


def test_revisions_count_on_over_an_empty_text():
    lab = lab_of.new()
    lab.text = "The cat"
    before = newest(lab)
    lab.text = ""
    lab.text = "  "
    lab.text = "The dog"
    assert lab.snapshot.revision("block.0") > before


def test_revisions_count_on_when_another_project_is_opened():
    lab = lab_of.new()
    before = newest(lab)
    lab.adopt(lab_of.new("tiny-gpt"))
    assert lab.snapshot.revision("block.0") > before
    assert lab.snapshot.previous is None


def test_values_before_an_edit_stay_readable():
    lab = lab_of.new()
    before = lab["block.1/attn/weights"].copy()
    lab.set_cell("block.1/attn/W_Q", (0, 0, 0), 3.0)
    assert (lab.snapshot.previous["block.1/attn/weights"] == before).all()
