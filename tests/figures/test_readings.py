"""What the lens, the wire, the neurons, the plane and the lines say is what the model computes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import transformer_lab as tl
from tests.figures import lawful
from tests.figures.models import ATTENTION, FORWARD, TOWERS, UNUSUAL, model_of, snapshot_of
from transformer_lab.document import edits
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.model import BlockSpec
from transformer_lab.errors import LabError
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Curves
from transformer_lab.figures.plates.arrow_labels import placed, shared, together
from transformer_lab.figures.plates.arrows import Arrows
from transformer_lab.figures.plates.board import Box
from transformer_lab.figures.plates.lens_values import depths
from transformer_lab.figures.plates.neuron_values import neurons
from transformer_lab.figures.plates.plane import by_features, by_variance
from transformer_lab.figures.plates.residual_values import flow
from transformer_lab.figures.plates.slices import Slice
from transformer_lab.figures.plates.vectors import strongest
from transformer_lab.figures.plates.wire import wire
from transformer_lab.figures.registry import draw_figure
from transformer_lab.session import Lab

READ = {
    "first sentence": tl.new("first-sentence").snapshot,
    "tiny-gpt": tl.new("tiny-gpt").snapshot,
    "two towers": tl.new("small-red-house").snapshot,
    **{
        name: snapshot_of(UNUSUAL[name]) for name in ("tied, tempered", "norm after", "rms norm", "no blocks")
    },
    "last norm of a kind": snapshot_of(
        model_of(BlockSpec((ATTENTION, FORWARD)), final_norm=True, norm_kind="rms", output_bias=True)
    ),
}


@pytest.mark.parametrize("name", READ)
def test_the_last_row_of_the_lens_is_the_output_and_its_rule_gives_the_same(name: str) -> None:
    snapshot = READ[name]
    rows = depths(snapshot)
    assert np.array_equal(rows[-1].probabilities, snapshot["probs"])  # type: ignore[arg-type]
    drive = rows[-1].drive
    assert drive is not None
    weights = snapshot["W_U"] if "W_U" in snapshot else snapshot["embed/W_E"].T
    logits = drive @ weights
    if "b_U" in snapshot:
        logits = logits + snapshot["b_U"]
    np.testing.assert_allclose(logits, snapshot["logits"], atol=1e-9)
    assert [row.name for row in rows[1:]] == [
        f"block {i + 1}" for i in range(len(snapshot.state.model.blocks))
    ]


def test_the_first_row_of_the_lens_reads_the_words_themselves() -> None:
    snapshot = READ["first sentence"]
    logits = snapshot["embed"] @ snapshot["W_U"]
    grown = np.exp(logits - logits.max(-1, keepdims=True))
    np.testing.assert_allclose(depths(snapshot)[0].probabilities, grown / grown.sum(-1, keepdims=True))  # type: ignore[arg-type]


def test_a_model_without_output_gets_a_card_and_an_unreadable_width_is_hatched() -> None:
    assert any(
        "predicts no next word" in text
        for text in lawful.texts(draw_figure("lens", tl.new("worked-example").snapshot))
    )
    narrow = snapshot_of(model_of(BlockSpec((replace(ATTENTION, heads=3, output=False, residual=False),))))
    assert depths(narrow)[0].probabilities is None
    assert "Hatched: too wide or narrow for W_U." in " ".join(
        lawful.texts(draw_figure("lens", narrow, size="1600x900"))
    )


def test_the_lens_names_its_norm_rule() -> None:
    assert "final norm applied" in draw_figure("lens", READ["tiny-gpt"]).description
    assert "no norm" in draw_figure("lens", READ["first sentence"]).description


@pytest.mark.parametrize("name", [*READ, *UNUSUAL])
def test_what_everybody_wrote_adds_up_to_the_end(name: str) -> None:
    snapshot = READ.get(name) or snapshot_of(UNUSUAL[name])
    way = wire(snapshot, Options())
    found = flow(snapshot, way, 0)
    assert len(found.shares) == len(way.stations)
    if np.isfinite(found.shares).all():
        assert abs(found.shares.sum() - 1.0) < 1e-9
    last = np.asarray(snapshot[way.stations[-1].node])
    np.testing.assert_allclose(found.lengths[-1], np.sqrt((last**2).sum(-1)))


def test_without_norms_a_share_is_the_plain_projection_of_what_was_added() -> None:
    snapshot = READ["first sentence"]
    found, way = flow(snapshot, wire(snapshot, Options()), 7), wire(snapshot, Options())
    end = snapshot["block.1/resid_post"][7]
    for share, station in zip(found.shares[1:], way.stations[1:], strict=True):
        assert abs(share - snapshot[station.adds][7] @ end / (end @ end)) < 1e-9


def test_behind_a_norm_a_share_is_that_of_the_part_centred_and_scaled() -> None:
    lab = Lab(snapshot_of(model_of(BlockSpec((replace(ATTENTION, norm="after"),)))).state)
    lab.do(edits.set_parameter("block.0/norm_1/gain", np.arange(1.0, 9.0)))
    snapshot = lab.snapshot
    found, way = flow(snapshot, wire(snapshot, Options()), 1), wire(snapshot, Options())
    last = way.stations[-1]
    added, end = np.asarray(snapshot[last.adds])[1], np.asarray(snapshot[last.node])[1]
    part = (added - added.mean()) / snapshot[f"{last.norm}/std"][1] * snapshot[f"{last.norm}/gain"]
    written = part + snapshot[f"{last.norm}/bias"]
    assert abs(found.shares[-1] - written @ end / (end @ end)) < 1e-9


def test_each_tower_has_its_own_wire() -> None:
    snapshot = READ["two towers"]
    assert wire(snapshot, Options()).tower == "decoder"
    assert wire(snapshot, Options(block=0)).tower == "encoder"
    assert wire(snapshot, Options(block=0)).words == ("the", "small", "red", "house")


def shown(snapshot: Snapshot) -> list[Options]:
    return [Options(query=q, block=b) for q in (0, len(snapshot.words) - 1) for b in (None, 0)]


@pytest.mark.parametrize(
    "name", ["first sentence", "tiny-gpt", "two towers", "rotary", "shared keys", "slanted"]
)
def test_products_of_neurons_add_up_to_the_scores(name: str) -> None:
    snapshot = READ.get(name) or snapshot_of(UNUSUAL[name])
    for options in shown(snapshot):
        found = neurons(snapshot, options)
        np.testing.assert_allclose(found.products.sum(-1), found.after[0].values, atol=1e-9)
        assert abs(found.shares.sum() - 1.0) < 1e-9


def test_features_that_are_left_out_are_told() -> None:
    wide = snapshot_of(UNUSUAL["wide"])
    assert any("of 16 features" in text for text in lawful.texts(draw_figure("neuron", wide)))
    assert not any(
        "features;" in text for text in lawful.texts(draw_figure("neuron", READ["first sentence"]))
    )


def test_directions_are_those_of_the_covariance_with_their_shares_and_a_fixed_sign() -> None:
    vectors = np.random.default_rng(3).normal(size=(9, 5)) * (5.0, 3.0, 1.0, 0.2, 0.1)
    plane = by_variance(vectors)
    spread = np.sort(np.linalg.eigvalsh(np.cov(vectors.T)))[::-1]
    np.testing.assert_allclose(plane.explained, spread[:2] / spread.sum())  # type: ignore[arg-type]
    np.testing.assert_allclose(plane.points.var(0, ddof=1), spread[:2])
    again = by_variance(vectors + 0.0)
    assert np.array_equal(plane.points, again.points)
    flipped = by_variance(-vectors)  # the same axes, so every point lies opposite
    np.testing.assert_allclose(flipped.points, -plane.points, atol=1e-9)
    np.testing.assert_allclose(by_variance(vectors + 7.0).points, plane.points, atol=1e-9)


def test_near_equal_arrows_share_a_label_and_no_label_covers_another() -> None:
    tips = np.array([[100.0, 100.0], [101.0, 100.0], [200.0, 50.0]])
    assert together(tips, 8.0) == [[0, 1], [2]]
    assert shared(("the", "the", "cat")) == "the, cat"
    assert shared(("a", "b", "c", "d")) == "a, b +2"
    random = np.random.default_rng(0).uniform(40.0, 360.0, (60, 2))
    labels, lost = placed(["word"] * 60, random, np.array([200.0, 200.0]), Box(0, 0, 400, 400), (24, 18), 3)
    assert sum(len(label.rows) for label in labels) + lost == 60
    assert any(3 in label.rows for label in labels)
    for i, a in enumerate(labels):
        for b in labels[i + 1 :]:
            assert (
                a.ground.x + a.ground.width <= b.ground.x
                or b.ground.x + b.ground.width <= a.ground.x
                or (a.ground.y + a.ground.height <= b.ground.y or b.ground.y + b.ground.height <= a.ground.y)
            )


def test_a_far_vector_is_drawn_shorter_and_says_so() -> None:
    lab = tl.new("first-sentence")
    before = " ".join(lawful.texts(draw_figure("vectors", lab.snapshot, features="0,2")))
    lab.do(edits.set_cell("embed/W_E", (lab.snapshot.vocabulary.index("cat"), 0), 99.0))
    after = " ".join(lawful.texts(draw_figure("vectors", lab.snapshot, features="0,2")))
    assert "drawn at" not in before
    assert "cat (drawn at" in after
    assert "Long arrows are drawn shorter" in after


@pytest.mark.parametrize("given", ["0", "0,1,2", "a,b", "0,-1"])
def test_features_are_two_numbers(given: str) -> None:
    with pytest.raises(LabError, match="--features is"):
        draw_figure("vectors", READ["tiny-gpt"], features=given)
    with pytest.raises(LabError, match="--features goes from 0 to"):
        draw_figure("vectors", READ["tiny-gpt"], features="0,999")


def test_lines_are_as_many_as_weights_and_loud_ones_are_the_chosen_words() -> None:
    for snapshot in (
        READ["first sentence"],
        READ["two towers"],
        snapshot_of(TOWERS["two towers, shared keys"]),
    ):
        picture = draw_figure("head-lines", snapshot, query=1)
        curves = [item for item in lawful.items(picture) if isinstance(item, Curves) and item.ref is not None]
        node = curves[0].ref.node  # type: ignore[union-attr]
        found = {tuple(row): w for c in curves for row, w in zip(c.ref.index.tolist(), c.width, strict=True)}  # type: ignore[union-attr]
        weights = np.asarray(snapshot[node])
        mine = {i for i in found if i[-2] == 1}
        assert len(found) == sum(len(c.points) for c in curves)
        assert len(mine) == int((weights.reshape(-1, *weights.shape[-2:])[0][1] > 0.0).sum())
        best = max(mine, key=lambda i: found[i])
        assert best[-1] == int(weights[best[:-2]][1].argmax())


def test_heads_drawn_together_differ_by_dash_and_colour_and_are_named() -> None:
    picture = draw_figure("head-lines", READ["first sentence"], heads="0,1")
    curves = {(i.color, i.dash) for i in lawful.items(picture) if isinstance(i, Curves)}
    assert len(curves) == 2
    assert {"head 1", "head 2"} <= set(lawful.texts(picture))
    with pytest.raises(LabError, match="--heads goes from 0 to 1"):
        draw_figure("head-lines", READ["first sentence"], heads="0,2")


def test_of_very_many_vectors_the_longest_are_drawn_with_their_own_cells() -> None:
    lab = tl.new("tiny-gpt", " ".join(f"w{i}" for i in range(64)))
    snapshot = lab.snapshot
    many = draw_figure("vectors", snapshot, node="embed/W_E")
    assert not any("longest of" in text for text in lawful.texts(many))
    part = Slice(np.eye(200, 3), tuple(map(str, range(200))), ("a", "b", "c"), None, "n", "", "vd")
    few = strongest(Arrows(by_features(part.values, part.columns, (0, 1)), part, 150, "ink"))
    assert len(few.rows) == 128
    assert {0, 1, 150} <= set(few.rows)
    assert few.found.rows[few.query] == "150"
    assert few.of == 200
