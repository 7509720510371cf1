"""Moving: every word gets a score, and the scores become shares."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.easing import settle
from transformer_lab.figures.picture import Item
from transformer_lab.figures.stage import next_cards, output
from transformer_lab.figures.stage.motion.move import staggered
from transformer_lab.figures.stage.ribbon import faded
from transformer_lab.figures.stage.scene import Scene


def logits(scene: Scene, u: float) -> tuple[Item, ...]:
    """The best word of each lane appears with its score, lane after lane."""
    winners = next_cards.winners if scene.plan.cards else output.winners
    shares = staggered(u, scene.n, 0.5)
    return tuple(
        item
        for lane in np.flatnonzero(shares > 0.0)
        for item in faded(winners(scene, "logits", np.array([lane])), float(shares[lane]))
    )


def probabilities(scene: Scene, u: float) -> tuple[Item, ...]:
    """Bars grow to the share of the best word."""
    bars = next_cards.bars if scene.plan.cards else output.bars
    return bars(scene, settle(u))
