"""How attention is drawn on a stage, which face is just being left, and which heads are drawn together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from transformer_lab.figures.look import Face, Look

if TYPE_CHECKING:
    from transformer_lab.figures.stage.tint import Tint
    from transformer_lab.ui.stage.scene import Scene

FACES: tuple[Face, ...] = ("threads", "matrix", "both")
MORPH_MS = 360.0  # a cell turns into its thread
MOST = 4  # heads drawn together


@dataclass(frozen=True)
class Faces:
    """A face, the one before it and when it was left (ms), and heads by the place of their colour."""

    face: Face = "threads"
    before: Face | None = None
    since: float = -1e9
    heads: tuple[int, ...] = ()
    tint: Tint | None = None
    root: bool = False
    """attention on a square-root scale"""

    def share(self, now: float) -> float:
        """How far the change has come, 0 to 1."""
        return min(1.0, max(0.0, (now - self.since) / MORPH_MS))

    def turned(self, face: Face, now: float, *, at_once: bool = False) -> Faces:
        """Another face, from now on."""
        return (
            self
            if face == self.face
            else replace(self, face=face, before=None if at_once else self.face, since=now)
        )

    def next_face(self) -> Face:
        """The face that follows."""
        return FACES[(FACES.index(self.face) + 1) % len(FACES)]

    def joined(self, head: int, chosen: int) -> Faces:
        """`head` is drawn beside the `chosen` one, or no longer; a new head takes the first free colour."""
        heads = list(self.heads) if chosen in self.heads else [chosen]
        if head in heads:
            if head != chosen:
                heads[heads.index(head)] = -1
        elif -1 in heads:
            heads[heads.index(-1)] = head
        elif len(heads) < MOST:
            heads.append(head)
        return replace(self, heads=tuple(heads) if sum(h >= 0 for h in heads) > 1 else ())

    def on(self, look: Look, now: float) -> Look:
        """A look with this face, as far as it has turned."""
        share = self.share(now)
        leaving = self.before if share < 1.0 else None
        heads = self.heads if look.head in self.heads else ()
        return look._replace(
            face=self.face,
            leaving=leaving,
            morph=share if leaving else 1.0,
            heads=heads,
            tint=self.tint,
            root=self.root,
        )


def turn_to(scene: Scene, face: Face) -> None:
    """The stage takes on another face; with reduced motion at once."""
    scene.faces = scene.faces.turned(face, scene.now, at_once=scene.calm)
    scene.changed.emit()


def join_head(scene: Scene, head: int) -> None:
    """Draw this head beside the chosen one, or no longer."""
    scene.faces = scene.faces.joined(head, scene.focus.head)
    scene.changed.emit()


def show_roots(scene: Scene, on: bool) -> None:
    """Draw attention on a square-root scale, or on a linear one."""
    if scene.faces.root != on:
        scene.faces = replace(scene.faces, root=on)
        scene.changed.emit()
