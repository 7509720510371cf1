"""Which part of the stage a slide shows: what the step under the cursor belongs to, and what it is called."""

from __future__ import annotations

from typing import Literal, NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import all_heads, chosen_head
from transformer_lab.figures.look import Look
from transformer_lab.figures.stage.plan import Block, Plan, Sublayer, plan_of
from transformer_lab.figures.timeline import Timeline
from transformer_lab.language import tr

Kind = Literal["embedding", "attention", "cross", "forward", "other", "memory", "output"]


class Part(NamedTuple):
    """A part of the stage that stands alone on a slide."""

    kind: Kind
    section: str
    """``sentence``, ``block.0`` …, as in the timeline"""
    place: str
    """the sublayer, or the section itself"""


def part_at(snapshot: Snapshot, timeline: Timeline, beat: int) -> Part:
    """The part to which a step belongs: a sublayer from its norm to the sum, or what is around the blocks."""
    assert snapshot.graph is not None
    section, place = timeline.beats[beat][:2]
    if section in ("sentence", "source"):
        return Part("embedding", section, section)
    found = sublayer_of(plan_of(snapshot.graph), place)
    if found is not None:
        return Part(found[1].kind, section, place)
    return Part("memory" if section == "memory" else "output", section, section)


def usual_part(snapshot: Snapshot, timeline: Timeline, block: int | None) -> Part:
    """The part for which nobody named a step: the attention of a block, else the last thing that happens."""
    if not all_heads(snapshot):
        return part_at(snapshot, timeline, len(timeline.beats) - 1)
    heads, _ = chosen_head(snapshot, block, None)
    steps = [i for i, beat in enumerate(timeline.beats) if beat.place == heads.path]
    return part_at(snapshot, timeline, steps[-1])


def tower_of(plan: Plan, section: str) -> tuple[Plan, bool]:
    """The tower in which a section lies, and whether that is an encoder which a decoder reads."""
    if not plan.towers:
        return plan, False
    read = section in ("source", "memory") or section.startswith("encoder.")
    return plan.towers[0 if read else 1], read


def sublayer_of(plan: Plan, place: str) -> tuple[Block, Sublayer, str] | None:
    """The block and the sublayer at a place, and the vectors on the wire before it."""
    for block in plan.blocks:
        wire = block.source
        for sub in block.sublayers:
            if sub.path == place:
                return block, sub, wire
            wire = sub.norm_after or sub.wire
    return None


def title_of(snapshot: Snapshot, part: Part, look: Look, *, brief: bool = False) -> str:
    """Where we are: “Block 2 of 2 · attention · head 1”; `brief`: “Block 2 · attention”."""
    around = {"sentence": tr("Sentence"), "source": tr("Source"), "memory": tr("Memory")}
    if part.kind == "embedding":
        return tr("{place} · embedding", place=around[part.section])
    if part.kind in ("memory", "output"):
        return around.get(part.section, tr("Next word"))
    head = "" if brief else _head(snapshot, part, look)
    return " · ".join(word for word in (_block(snapshot, part, brief), _sublayer(part), head) if word)


def _block(snapshot: Snapshot, part: Part, brief: bool) -> str:
    tower, _, number = part.section.partition(".")
    model = snapshot.state.model
    count = len(model.encoder if tower == "encoder" else model.blocks)
    one, more = {
        "encoder": (tr("Encoder {n}"), tr("Encoder {n} of {count}")),
        "decoder": (tr("Decoder {n}"), tr("Decoder {n} of {count}")),
    }.get(tower, (tr("Block {n}"), tr("Block {n} of {count}")))
    return (more if count > 1 and not brief else one).format(n=int(number) + 1, count=count)


def _sublayer(part: Part) -> str:
    names = {"attention": tr("attention"), "cross": tr("cross-attention"), "forward": tr("feed-forward")}
    return names.get(part.kind, part.place.rpartition("/")[2])


def _head(snapshot: Snapshot, part: Part, look: Look) -> str:
    """“head 1”; nothing where there is no choice."""
    heads = next((heads for heads in all_heads(snapshot) if heads.path == part.place), None)
    if heads is None or len(heads.names) < 2:
        return ""
    several = [head for head in look.heads if 0 <= head < len(heads.names)]
    if len(several) > 1:
        return tr("heads {list}", list=", ".join(str(head + 1) for head in sorted(several)))
    head = max(0, min(look.head, len(heads.names) - 1))
    name = heads.names[head]
    return tr("head {n}", n=head + 1) + (f" · {name}" if name else "")
