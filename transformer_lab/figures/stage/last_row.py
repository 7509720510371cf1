"""Where the norm above the next words stands: the one sublayer of a block without a frame."""

from __future__ import annotations

from transformer_lab.figures.stage.near.form import form_of
from transformer_lab.figures.stage.near.rows import LINE
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.rows import GAP, SPACE, Row
from transformer_lab.figures.stage.scene import Scene

NODE, PLACE = "final_norm", "output"
LAST = Sublayer(PLACE, "other", NODE, NODE, NODE, adds=False, norm_before=NODE)
BLOCK = Block(0, PLACE, NODE, (LAST,))
FAR = 16.0


def last_row(scene: Scene) -> Row:
    """Where it stands, from the end of the last block's gap down."""
    if scene.level == "near":
        form = form_of(scene.look.lane, scene[NODE].shape[-1], scene.look.manner.decimals)
        return Row("norm", LAST, 0.0, LINE + form.tall)
    return Row("norm", LAST, 0.0, SPACE["norm"][1])


def last_height(scene: Scene) -> float:
    """Height that it takes above the next words, with the gap below it; 0 in a model without it."""
    if not scene.plan.last_norm:
        return 0.0
    return FAR if scene.level == "far" else last_row(scene).height + GAP
