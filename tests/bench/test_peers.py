"""Which marks count beside other libraries: told by the kernels' own name, never by what was measured."""

import numpy as np
import pytest

from transformer_lab.bench.peers import PEERS, bare_products, marks_of
from transformer_lab.bench.shapes import SHAPES, folded, random_leaves
from transformer_lab.bench.speed import kernel_class
from transformer_lab.engine.keeping import met_by_name
from transformer_lab.engine.owner import own

MARKS = {
    "torch": (1.5, 1.6, 1.6, 1.6),
    "transformers": (8, 4, 1.8, 1.8),
    "transformer_lens": (20, 12, 2.2, 2.1),
}


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.library)
def test_the_marks_are_lower_only_for_pytorch_under_haswell_kernels(peer):
    told = "OpenBLAS 0.3.31 kernels {}".format
    assert tuple(marks_of(peer, told("SkylakeX")).values()) == MARKS[peer.library]
    haswell = (1.4, 1.2, 1.05, 1.05) if peer.library == "torch" else MARKS[peer.library]
    assert tuple(marks_of(peer, told("Haswell")).values()) == haswell


def test_the_library_names_its_kernels():
    assert "kernels" in kernel_class()
    assert kernel_class().split()[-1].isalnum()


def test_bare_products_make_the_products_of_a_run():
    graph = folded(SHAPES["toy"])
    owner = own(graph, np.float32, met_by_name(graph), sides=1)
    trace = owner.run(random_leaves(graph))
    before = trace["logits"].copy()
    owner.calls("logits")[0][1][-1][:] = 0.0
    bare_products(graph, owner)()
    assert abs(trace["logits"] - before).max() < 1e-6
