"""Building by hand: whatever is done gives a model that works or a fault that says why; nothing is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.building import moves
from transformer_lab.document.building.faults import fault_of
from transformer_lab.document.building.kept import kept
from transformer_lab.document.building.racks import in_place, spots, taken_apart, together
from transformer_lab.document.building.refill import refilled
from transformer_lab.document.building.settings import configured, settings_of, value_of
from transformer_lab.document.building.starts import Start
from transformer_lab.document.building.table import SETTINGS
from transformer_lab.document.layout import layout
from transformer_lab.document.overriding import override_cell
from transformer_lab.document.parameters import fill, materialise
from transformer_lab.document.project import Project, from_bytes, to_bytes
from transformer_lab.document.state import Recipe, State
from transformer_lab.engine.model import BlockSpec, Model

STARTS = ("first-sentence", "tiny-gpt", "tiny-llama", "small-red-house", "worked-example")
VALUES = {
    "whole": st.sampled_from([0, 1, 2, 3, 4, 6, 8, -1]),
    "real": st.sampled_from([0.0, 0.5, 1.0, 10_000.0, -1.0]),
    "toggle": st.booleans(),
}


def numbers(state: State) -> dict[str, np.ndarray]:
    """All parameters as arrays."""
    found = layout(state)
    return {
        n.id: materialise(state, n, found.vocabulary) for n in found.graph.leaves() if n.kind == "parameter"
    }


@st.composite
def changes(draw: Any, model: Model) -> moves.Change:
    """Anything that the builder can do to a model."""
    paths = list(spots(model))
    blocks = [p for p in paths if "/" not in p]
    what = draw(st.sampled_from(("set", "set", "set", "block", "sublayer", "copy", "remove", "nudge")))
    if what == "block" or not paths:
        tower = draw(st.sampled_from(("decoder", "decoder", "encoder")))
        return moves.add_block(tower, draw(st.integers(0, 1)))
    path = draw(st.sampled_from(paths))
    if what == "sublayer":
        return moves.add_sublayer(draw(st.sampled_from(blocks)), draw(st.sampled_from(sorted(moves.KINDS))))
    if what in ("copy", "remove"):
        return {"copy": moves.duplicate, "remove": moves.remove}[what](path)
    if what == "nudge":
        return moves.nudge(model, path, draw(st.sampled_from((-1, 1)))) or moves.duplicate(path)
    name = draw(st.sampled_from(sorted(SETTINGS)))
    setting = SETTINGS[name]
    values = [c.value for c in setting.choices]
    offered = st.sampled_from(values) if values else VALUES[setting.kind]
    if setting.kind == "either":
        offered = offered | VALUES["whole"]
    return configured(draw(st.sampled_from(("", path))), name, draw(offered))


@settings(max_examples=60, deadline=None)
@given(data=st.data(), name=st.sampled_from(STARTS))
def test_any_sequence_of_changes_gives_a_model_or_a_reason_and_undo_is_exact(data: Any, name: str) -> None:
    lab = tl.new(name)
    seen = [to_bytes(Project(lab.state))]
    for _ in range(data.draw(st.integers(1, 6))):
        change = data.draw(changes(lab.state.model))
        before = lab.state
        try:
            plan = change.plan(before.model)
        except tl.LabError:
            continue  # this part has no such setting
        fault = fault_of(plan.model)
        if fault is not None:
            assert fault.reason
            assert len(fault.repairs) <= 3
            with pytest.raises(tl.LabError):
                lab.do(edits.build(change))
            assert lab.state is before
            for repair in fault.repairs:
                after = fault_of(repair.change.plan(plan.model).model)
                assert after is None or after.reason != fault.reason or after.path != fault.path
            continue
        lab.do(edits.build(change))
        assert lab.state.model == plan.model
        told = kept(before, lab.state, plan)
        size = sum(a.size for a in numbers(lab.state).values())
        assert told.kept + told.filled == size
        if lab.state is not before:
            seen.append(to_bytes(Project(lab.state)))
            again = from_bytes(seen[-1])
            assert to_bytes(again) == seen[-1]
    for data_before in reversed(seen[:-1]):
        lab.undo()
        assert to_bytes(Project(lab.state)) == data_before


@settings(max_examples=40, deadline=None)
@given(data=st.data(), name=st.sampled_from(STARTS))
def test_moving_forth_and_back_is_the_identity_also_in_the_file(data: Any, name: str) -> None:
    lab = tl.new(name)
    lab.do(edits.build(moves.duplicate(next(iter(spots(lab.state.model))))))
    before = to_bytes(Project(lab.state))
    path = data.draw(st.sampled_from(list(spots(lab.state.model))))
    spot = spots(lab.state.model)[path]
    forth = moves.nudge(lab.state.model, path, 1)
    if forth is None or fault_of(forth.plan(lab.state.model).model) is not None:
        return
    plan, here = forth.plan(lab.state.model), lab.state
    lab.do(edits.build(forth))
    if kept(here, lab.state, plan).lost:  # where the wire changes its width on the way, numbers have no room
        assert name == "worked-example"
        return
    there = next(new for new, old in plan.came.items() if old == path)
    lab.do(edits.build(moves.move(there, spot.tower, spot.block, spot.sub)))
    assert to_bytes(Project(lab.state)) == before


def test_a_moved_block_takes_its_numbers_names_and_overrides_along() -> None:
    lab = tl.new("first-sentence")
    lab.do(override_cell("block.0/attn/weights", (0, 1, 0), 0.25))
    old = numbers(lab.state)
    lab.do(edits.build(moves.move("block.0", "decoder", 1)))
    new = numbers(lab.state)
    for node_id, array in old.items():
        if node_id.startswith("block."):
            other = node_id.replace("block.0", "block.x").replace("block.1", "block.0").replace("x", "1", 1)
            assert new[other].tobytes() == array.tobytes()
    assert list(lab.state.overrides) == ["block.1/attn/weights"]
    names = tl.new("first-sentence").state.head_names
    assert lab.state.head_names["block.1/attn"] == names["block.0/attn"]
    assert lab.undo_label == "Move Block 1"


def test_random_numbers_move_along_too_and_a_new_block_does_not_repeat_them() -> None:
    lab = tl.new("tiny-gpt")
    old = numbers(lab.state)
    lab.do(edits.build(moves.add_block("decoder", 0)))
    new = numbers(lab.state)
    assert new["block.1/attn/W_Q"].tobytes() == old["block.0/attn/W_Q"].tobytes()
    assert new["block.2/ffn/W_1"].tobytes() == old["block.1/ffn/W_1"].tobytes()
    assert not np.array_equal(new["block.0/attn/W_Q"], new["block.1/attn/W_Q"])
    assert np.ptp(new["block.0/norm_1/gain"]) == 0.0


def test_a_wider_model_keeps_every_number_it_had_in_place() -> None:
    lab = tl.new("tiny-gpt")
    old = numbers(lab.state)
    lab.do(edits.configure("", "d-model", 20))
    new = numbers(lab.state)
    for node_id, array in old.items():
        common = tuple(slice(0, n) for n in array.shape)
        assert new[node_id][common].tobytes() == array.tobytes(), node_id
    told = kept(tl.new("tiny-gpt").state, lab.state)
    assert told.lost == 0
    assert told.kept == sum(a.size for a in old.values())


def test_sharing_keys_keeps_the_queries_of_every_head() -> None:
    lab = tl.new("tiny-gpt")
    lab.do(edits.configure("", "heads", 4))
    old = lab["block.0/attn/W_Q"]
    lab.do(edits.configure("block.0/attn", "kv-heads", 2))
    assert lab["block.0/attn/W_Q"].reshape(old.shape).tobytes() == old.tobytes()
    assert kept(lab.history.undo().state, lab.state).filled == 0


def test_new_heads_start_as_asked_and_old_ones_stay() -> None:
    lab = tl.new("first-sentence")
    old = lab["block.0/attn/W_Q"]
    lab.do(edits.configure("block.0/attn", "heads", 3, Start("zero")))
    assert lab["block.0/attn/W_Q"][:, :2].tobytes() == old.tobytes()
    assert not lab["block.0/attn/W_Q"][:, 2].any()
    lab.undo()
    lab.do(edits.configure("block.0/attn", "heads", 3, Start("copy")))
    assert np.array_equal(lab["block.0/attn/W_Q"][:, 2], old[:, 0])


def test_an_encoder_makes_two_towers_and_keeps_what_was_there() -> None:
    lab = tl.new("first-sentence")
    old = lab["block.1/ffn/W_1"]
    lab.do(edits.build(moves.add_block("encoder", 0)))
    assert lab["decoder.1/ffn/W_1"].tobytes() == old.tobytes()
    assert lab.source == lab.text
    lab.do(edits.build(moves.remove("encoder.0")))
    assert lab["block.1/ffn/W_1"].tobytes() == old.tobytes()


def test_heads_that_do_not_fit_the_wire_say_so_with_numbers_and_three_repairs() -> None:
    model = tl.new("first-sentence").state.model
    for name, value in (("heads", 3), ("output-map", False)):
        model = configured("block.1/attn", name, value).plan(model).model
    fault = fault_of(model)
    assert fault is not None
    assert fault.reason == "3 heads × 4 = 12 numbers; the residual stream carries 8."
    assert [r.title for r in fault.repairs] == ["Put W_O back", "Use 2 heads", "Width 12"]
    assert "output-map" in fault.settings


@pytest.mark.parametrize("preset", STARTS)
def test_every_setting_reads_what_it_wrote(preset: str) -> None:
    model = tl.new(preset).state.model
    for path in ("", *(p for p in spots(model) if "/" in p)):
        for setting in settings_of(_part(model, path)):
            values = [c.value for c in setting.choices] or [2 if setting.kind == "whole" else 2.5]
            for value in values:
                made = configured(path, setting.name, value).plan(model).model
                assert value_of(made, path, setting.name) == value
                assert setting.allows(value)


def _part(model: Model, path: str) -> Any:
    from transformer_lab.document.building.settings import part_at

    return part_at(model, path)


def test_taking_apart_and_putting_together_changes_nothing() -> None:
    for preset in STARTS:
        model = tl.new(preset).state.model
        plan = together(model, taken_apart(model))
        assert plan.model == model
        assert all(new == old for new, old in plan.came.items())
        assert in_place(model, model) == plan


def test_an_empty_model_can_be_built_on() -> None:
    lab = tl.new("empty")
    assert lab.state.model.blocks == ()
    lab.text = "a a b"
    lab.do(edits.build(moves.add_block("decoder", 0)))
    lab.do(edits.build(moves.remove("block.0/ffn")))
    assert lab["probs"].shape[0] == 3
    assert isinstance(lab.state.model.blocks[0], BlockSpec)


def test_refusals_name_the_part_the_reason_and_the_fix() -> None:
    lab = tl.new("first-sentence")
    with pytest.raises(
        tl.LabError, match=r"Block 1, attention: Heads is 0; .*from 1 to 32.*Possible: Heads 1"
    ):
        lab.do(edits.configure("block.0/attn", "heads", 0))
    with pytest.raises(tl.LabError, match="no setting “hads”"):
        lab.do(edits.configure("block.0/attn", "hads", 0))
    with pytest.raises(tl.LabError, match=r"no “block\.7”"):
        lab.do(edits.configure("block.7", "heads", 1))


def test_the_page_tells_every_setting_with_its_values() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "building.md").read_text(encoding="utf-8")
    for s in SETTINGS.values():
        values = ", ".join(f"`{c.value!r}`" for c in s.choices)
        numbers = "" if s.kind in ("choice", "toggle") else s.range.split(", or ")[-1]
        told = ", or ".join(part for part in (values, numbers) if part)
        assert f"| `{s.name}` | {', '.join(s.scopes)} | {told} |" in page


def test_counts_are_whole_numbers_whatever_is_typed() -> None:
    model = tl.new("first-sentence").state.model
    for name in ("heads", "kv-heads", "window", "d-head"):
        fault = fault_of(configured("block.0/attn", name, 1.5).plan(model).model)
        assert fault is not None
        assert fault.settings == (name,)
        assert "whole number" in fault.reason


def test_filling_again_leaves_alone_what_was_kept_or_set_since() -> None:
    lab = tl.new("first-sentence")
    before = lab.state
    lab.do(edits.configure("block.0/attn", "heads", 3, Start("normal", 0.3)))
    told = kept(before, lab.state)
    lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 7.0)
    again = refilled(lab.state, told, Start("kaiming", 1.0, 5))
    made = numbers(again)["block.0/attn/W_Q"]
    assert made[0, 0, 0] == 7.0
    assert made[:, 1].tobytes() == lab["block.0/attn/W_Q"][:, 1].tobytes()
    assert not np.array_equal(made[:, 2], lab["block.0/attn/W_Q"][:, 2])
    same = refilled(lab.state, told, Start("kaiming", 1.0, 5))
    assert numbers(same)["block.0/attn/W_Q"].tobytes() == made.tobytes()


@pytest.mark.parametrize("shape", [(8, 1, 8), (8, 2, 4), (6, 2, 4)])
def test_orthogonal_weights_stand_at_right_angles_and_kaiming_has_its_spread(shape: Any) -> None:
    node = layout(tl.new("first-sentence").state).graph["block.0/attn/W_Q"]
    flat = fill(Recipe("orthogonal", 2.0), node, shape, 3).reshape(shape[0], -1)
    small = flat.T @ flat if flat.shape[0] >= flat.shape[1] else flat @ flat.T
    assert np.abs(small - 4.0 * np.eye(len(small))).max() < 1e-10
    wide = fill(Recipe("kaiming", 1.0), node, (200, 2, 50), 3)
    assert abs(wide.std() - np.sqrt(2 / 200)) < 0.002
