"""What is exported: a figure of the registry or the stage as shown, with the choices of the dialog."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.compare.both_on_slide import Moment, on_slide
from transformer_lab.figures.cropping import ROWS, around
from transformer_lab.figures.empty import empty_picture
from transformer_lab.figures.enlarging import enlarged
from transformer_lab.figures.film import Film, pages
from transformer_lab.figures.heads import attention_path, block_count
from transformer_lab.figures.legibility import is_slide, smallest
from transformer_lab.figures.look import Look
from transformer_lab.figures.options import PROPORTIONS, slide_shaped
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES, Figure, draw_figure
from transformer_lab.figures.ringed import ringed
from transformer_lab.figures.scaling import fitted
from transformer_lab.figures.slide.asked import can_be_read, may_part
from transformer_lab.figures.slide.page import Page
from transformer_lab.figures.slide.part import part_at, usual_part
from transformer_lab.figures.slide.slide import slide
from transformer_lab.figures.stage_figure import lane_at
from transformer_lab.language import tr
from transformer_lab.render.formats import Several
from transformer_lab.ui.dialogs.export.shown import Seen, shown_stage
from transformer_lab.ui.stage.scene import Scene

AS_SHOWN, PART = "as-shown", "stage-attention"
"""The stage as it stands, and of it the attention alone, large enough for a slide."""
IN_PARTS = ("", "a", "side", "wipe")
"""Ways to look at A and B that show stages, of which a slide shows the part at work."""
WORTH = 1.0
"""points by which a repair must help"""


class Wanted(NamedTuple):
    """The choices of the dialog."""

    figure: str = AS_SHOWN
    size: str = "16:9"
    block: int | None = None
    head: int | None = None
    numbers: str = "percent"
    crop: bool = False
    title: bool = True
    notes: bool = True
    large: bool = False
    """whether small type is enlarged where there is room"""
    steps: str | None = None


class Repair(NamedTuple):
    """What would make the smallest type larger: its name, the choices then, and the points reached."""

    name: str
    wanted: Wanted
    points: float


class Subject:
    """Draws what is wanted of one project; numbers selected when the dialog opened stay ringed."""

    def __init__(self, scene: Scene, query: int, selected: Cell | None, hovered: Cell | None) -> None:
        self._scene, self._query = scene, query
        self.seen = Seen()
        """how A and B are looked at while they are compared"""
        self._selected, self._hovered = selected, hovered
        self.given: dict[str, dict[str, Any]] = {}
        """options of a figure that the dialog has no controls for"""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are shown."""
        return self._scene.lab.snapshot.words

    def knows(self, wanted: Wanted, option: str) -> bool:
        """Whether the figure has an option."""
        return wanted.figure != AS_SHOWN and option in self._figure(wanted).options

    def may_crop(self, wanted: Wanted) -> bool:
        """Whether there are more words than have room, and the figure can show fewer."""
        apart = self._figure(wanted).name != "stage"  # a slide of it shows those that have room
        return apart and self.knows(wanted, "words") and len(self.words) > ROWS

    def has_steps(self, wanted: Wanted) -> bool:
        """Whether it happens step by step."""
        return wanted.figure != PART and self._figure(wanted).steps is not None

    def steps(self, wanted: Wanted) -> int:
        """How many steps it has."""
        count = self._figure(wanted).steps
        snapshot = self._scene.lab.snapshot
        return count(snapshot) if count is not None and snapshot.trace is not None else 0

    def picture(self, wanted: Wanted) -> Picture:
        """The figure. Raises LabError for what the model does not have."""
        snapshot = self._scene.lab.snapshot
        width, height = self._size(wanted)
        if snapshot.trace is None:
            return empty_picture(width, height)
        if wanted.figure == AS_SHOWN:
            return self._finished(self._shown(wanted, width, height), wanted)
        drawn = draw_figure(self._figure(wanted).name, snapshot, **self._options(wanted))
        return self._finished(drawn, wanted)

    def pages(self, wanted: Wanted, several: Several) -> Picture | Sequence[Picture]:
        """The figure, or its steps where they are asked for, as the format holds them."""
        figure, snapshot = self._figure(wanted), self._scene.lab.snapshot
        if wanted.steps is None or not self.has_steps(wanted) or snapshot.trace is None:
            return self.picture(wanted)
        film = pages(figure.name, snapshot, self._options(wanted), wanted.steps, several)
        return Film(len(film), lambda i: self._finished(film[i], wanted))

    def pack_options(self, wanted: Wanted) -> dict[str, Any]:
        """What all figures of a slide pack share."""
        shared = {
            "block": wanted.block,
            "head": wanted.head,
            "query": self._asking(wanted),
            "size": self._size(wanted),
            "manner": self._scene.look().manner,
            "other": self._scene.lab.pinned,
        }
        return {name: value for name, value in shared.items() if value is not None}

    def repairs(self, wanted: Wanted, drawn: Picture) -> list[Repair]:
        """What would help small type, the best two; of a part the whole; nothing for other figures."""
        if drawn.notice:
            return [Repair(tr("Show the whole stage"), wanted._replace(figure="stage"), 0.0)]
        before = smallest(drawn) if is_slide(drawn) else None
        if before is None:
            return []
        found = [r for r in self._tried(wanted) if r.points >= before.points + WORTH]
        return sorted(found, key=lambda repair: -repair.points)[:2]

    # --- inside ---------------------------------------------------------------------------------------
    def _tried(self, wanted: Wanted) -> Iterator[Repair]:
        changes: list[tuple[str, dict[str, Any]]] = []
        if self.knows(wanted, "numbers") and wanted.numbers != "none":
            changes.append((tr("Hide numbers"), {"numbers": "none"}))
        if self.may_crop(wanted) and not wanted.crop:
            changes.append((tr("Show {n} words", n=ROWS), {"crop": True}))
        if not wanted.large:
            changes.append((tr("Use larger type"), {"large": True}))
        changes += self._of_stage(wanted)
        if self.knows(wanted, "notes") and wanted.notes:
            changes.append((tr("Leave out the notes"), {"notes": False}))
        for name, change in changes:
            then = wanted._replace(**change)
            try:
                found = smallest(self.picture(then))
            except LabError:
                continue
            if found is not None:
                said = tr("Use {n} pt", n=round(found.points)) if "large" in change else name
                yield Repair(said, then, found.points)

    def _of_stage(self, wanted: Wanted) -> Iterator[tuple[str, dict[str, Any]]]:
        """What helps a stage: a part of it, or another figure of the same numbers."""
        if wanted.figure == "stage":
            yield tr("Show the part at work"), {"figure": AS_SHOWN}
        if wanted.figure in (AS_SHOWN, "stage") and may_part(self._scene.lab.snapshot):
            yield tr("Show its attention alone"), {"figure": PART}
        if wanted.figure == AS_SHOWN and block_count(self._scene.lab.snapshot):
            yield tr("Take the heat map"), {"figure": "attention"}
            yield tr("Take one word, step by step"), {"figure": "attention-steps"}

    def _asking(self, wanted: Wanted) -> int:
        """The word that asks; in an encoder one of the source."""
        if wanted.block is None:
            return self._query
        path = attention_path(self._scene.lab.snapshot, wanted.block)
        return self._scene.focus.source if path.startswith("encoder") else self._query

    def _figure(self, wanted: Wanted) -> Figure:
        return FIGURES["stage" if wanted.figure in (AS_SHOWN, PART) else wanted.figure]

    def _size(self, wanted: Wanted) -> tuple[float, float]:
        return PROPORTIONS.get(wanted.size, self._scene.size)

    def _options(self, wanted: Wanted) -> dict[str, Any]:
        figure, asking = self._figure(wanted), self._asking(wanted)
        chosen: dict[str, Any] = {
            "block": wanted.block,
            "head": wanted.head,
            "query": asking,
            "title": wanted.title,
            "notes": wanted.notes,
            "numbers": wanted.numbers,
            "parts": {PART: "attention", AS_SHOWN: "auto"}.get(wanted.figure, "all"),
            "other": self._scene.lab.pinned,
            "words": around(asking, len(self.words)) if wanted.crop and self.may_crop(wanted) else None,
        }
        known = {name: value for name, value in chosen.items() if name in figure.options}
        known = {name: value for name, value in known.items() if name != "other" or value is not None}
        more = {"size": self._size(wanted), "manner": self._scene.look().manner}
        return self._seen(wanted) | self.given.get(figure.name, {}) | known | more

    def _seen(self, wanted: Wanted) -> dict[str, Any]:
        """How the stage stands now: its steps keep the face and the heads laid over each other, and as shown
        its zoom.
        """
        if self._figure(wanted).name != "stage":
            return {}
        look = self._scene.look()
        heads = tuple(head for head in look.heads if head >= 0)
        zoom = {"zoom": self._scene.level} if wanted.figure == AS_SHOWN else {}
        ramp = "root" if look.root else "linear"
        return {"face": look.face, "heads": heads, "ramp": ramp, **zoom}

    def _finished(self, drawn: Picture, wanted: Wanted) -> Picture:
        drawn = enlarged(drawn) if wanted.large else drawn
        return ringed(drawn, self._selected, self._hovered)

    def _shown(self, wanted: Wanted, width: float, height: float) -> Picture:
        """The stage at its present moment, its own folds and head, laid out for another size."""
        player, snapshot = self._scene.player, self._scene.lab.snapshot
        look = self._scene.look()._replace(scroll=0.0)
        if self._in_parts(wanted):
            return self._part(wanted, look, width, height)
        if wanted.size != "window":
            lane = lane_at(self._scene.level, snapshot, width)
            look = look._replace(width=width, height=height, lane=lane)
        drawn = shown_stage(self._scene.lab, look, player.timeline, player.cursor, self.seen)
        whole_page = wanted.size != "window" and slide_shaped(width, height)
        return fitted(drawn, (width, height)) if whole_page and drawn.size != (width, height) else drawn

    def _in_parts(self, wanted: Wanted) -> bool:
        """Whether the stage as shown is laid out for a slide: its part at work, in type that can be read."""
        if wanted.size == "window" or self._scene.level != "middle" or self.seen.view not in IN_PARTS:
            return False
        return not can_be_read(self._scene.lab.snapshot, *self._size(wanted))

    def _part(self, wanted: Wanted, look: Look, width: float, height: float) -> Picture:
        """The part at work; of a run that is over the attention of the chosen block."""
        player, snapshot = self._scene.player, self._scene.lab.snapshot
        timeline, cursor = player.timeline, player.cursor
        assert timeline is not None
        assert cursor is not None
        a = self._scene.lab.pinned
        if a is not None and a.trace is not None and self.seen.view:
            moment = Moment(look, timeline, cursor, wanted.block)
            return on_slide(a, snapshot, moment, (width, height), *self.seen)
        over = cursor == timeline.end
        part = part_at(snapshot, timeline, cursor.beat)
        part = usual_part(snapshot, timeline, wanted.block) if over else part
        return slide(snapshot, look, timeline, cursor, part, Page(width, height), step=not over)
