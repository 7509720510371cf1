"""Who looks at whom: the attention weights of one head as a matrix, query rows and key columns."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import chosen_head
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Cells, Picture, Ref, picture


def attention(snapshot: Snapshot, options: Options) -> Picture:
    heads, head = chosen_head(snapshot, options.block, options.head)
    weights = snapshot[heads.weights][head]
    side = min(options.width, options.height) / len(weights)
    ref = Ref(heads.weights, np.array([[head]]), "rc")
    cells = Cells(weights[None], np.zeros((1, 2)), np.array([[side, side]]), "seq", 1.0, ref=ref)
    return picture((options.width, options.height), cells)
