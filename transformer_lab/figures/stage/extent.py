"""How tall the sections of the stage are, at each level."""

from __future__ import annotations

from transformer_lab.figures.geometry import mix
from transformer_lab.figures.stage import output, sentence
from transformer_lab.figures.stage.far.form import form_of
from transformer_lab.figures.stage.far.size import BAND, OUTPUT
from transformer_lab.figures.stage.near.band import near_band_height
from transformer_lab.figures.stage.plan import Block
from transformer_lab.figures.stage.rows import FOLDED, FOOT, GAP
from transformer_lab.figures.stage.scene import Scene


def gap_of(scene: Scene) -> float:
    """What lies between two sections."""
    return 0.0 if scene.level == "far" else GAP


def band_height(scene: Scene) -> float:
    """Height of the sentence band, as far as it is open; from far it is always there."""
    return BAND if scene.level == "far" else scene.look.sentence * open_band(scene)


def open_band(scene: Scene) -> float:
    """Height of the sentence band when it is open."""
    return near_band_height(scene) if scene.level == "near" else sentence.band_height(scene)


def height_of(scene: Scene, block: Block, openness: float) -> float:
    """Height of a block's frame."""
    if scene.level == "far":
        return form_of(scene).height
    return mix(FOLDED, scene.rows(block)[-1].bottom + FOOT, openness)


def output_height(scene: Scene) -> float:
    """Height of the next words; 0 in a model without them."""
    if not scene.plan.output:
        return 0.0
    if scene.level == "far":
        return OUTPUT
    return output.CARDS if scene.plan.cards else output.HEIGHT
