"""The stage: a sentence that falls through the model."""

from transformer_lab.figures.stage.compose import block_at, row_span, section_spans, stage
from transformer_lab.figures.stage.scale import limit_of

__all__ = ["block_at", "limit_of", "row_span", "section_spans", "stage"]
