"""Node ids in parts, so that tables can be the same for every block."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from transformer_lab.engine.gradient import PREFIX
from transformer_lab.language import translatable

PLACE = re.compile(r"^(?:(?P<side>block|encoder|decoder)\.(?P<number>\d+)/)?(?P<rest>.*)$")
SIDES = translatable(("block", "encoder", "decoder"))
"""What an address may begin with; shown in lines such as “decoder 1”."""
NUMBERED = re.compile(r"^(attn|ffn|norm|self|cross|resid_mid)_\d+")


class Address(NamedTuple):
    """A node id in parts: `key` looks up tables, `block` counts from 1 (0: outside the blocks).

    `tag` is what stands behind the bar: ``x|computed`` is x as it was computed before a hand set it. For a
    gradient it is “gradient”, for one of several contributions to it “through READER.j”.
    """

    key: str
    block: int
    side: str
    tag: str = ""

    @property
    def is_gradient(self) -> bool:
        """Whether it belongs to a gradient."""
        return self.tag.startswith(("gradient", "through "))

    @property
    def group(self) -> str:
        """The key without its last part."""
        return self.key.rpartition("/")[0]

    @property
    def name(self) -> str:
        """The last part of the key."""
        return self.key.rpartition("/")[2]


@lru_cache(maxsize=16384)
def address_of(node_id: str) -> Address:
    """The parts of a node id."""
    path, _, tag = node_id.removeprefix(PREFIX).partition("|")
    if node_id.startswith(PREFIX):
        tag = f"through {tag}" if tag else "gradient"
    found = PLACE.match(path.removeprefix("encoder/"))
    assert found is not None
    rest = NUMBERED.sub(r"\1", found["rest"].removeprefix("final_"))
    rest = re.sub(r"^embed/norm", "norm", re.sub(r"^(self|cross)/", "attn/", rest))
    return Address(rest, int(found["number"] or -1) + 1, found["side"] or "", tag)
