"""An encoder and a decoder side by side: each a stage of its own, and what goes over between them."""

from transformer_lab.figures.stage.towers.layout import Towers, towers_of
from transformer_lab.figures.stage.towers.picture import picture
from transformer_lab.figures.stage.towers.spans import acting, block_under, spans

__all__ = ["Towers", "acting", "block_under", "picture", "spans", "towers_of"]
