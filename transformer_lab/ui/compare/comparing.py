"""What is compared and how it is looked at: view state, outside undo. The pinned values are the lab's."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Signal

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.language import tr
from transformer_lab.session import Lab

Shown = Literal["a", "b", "difference"]
Face = Literal["side", "difference", "wipe", "stage"]
SHOWN: tuple[Shown, ...] = ("a", "b", "difference")
FACES: tuple[Face, ...] = ("side", "difference", "wipe", "stage")
SHOWN_NAMES = (tr("A"), tr("B"), tr("B − A"))
FACE_NAMES = (tr("Side by side"), tr("B − A"), tr("Wipe"), tr("On the stage"))


class Comparing(QObject):
    """Pin, let go, swap; `changed` tells that something else is to be seen."""

    changed = Signal()

    def __init__(self, lab: Lab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self._shown: Shown = "b"
        self._face: Face = "stage"
        self._held = False
        self.told = True
        """whether the largest changes are told after each edit"""
        self.split = 0.5
        """where the line of the wipe stands, as a part of the width"""

    # --- reading --------------------------------------------------------------------------------------
    @property
    def pinned(self) -> bool:
        """Whether there is a state A."""
        return self._lab.pinned is not None

    @property
    def shown(self) -> Shown:
        """What is looked at: A as long as its key is held."""
        return "a" if self._held else self._shown

    @property
    def face(self) -> Face:
        """How both are shown."""
        return "difference" if self._shown == "difference" else self._face

    @property
    def view(self) -> Face | Literal["a", ""]:
        """What lies over the stage; nothing while nothing is pinned or one side has no values."""
        a, b = self._lab.pinned, self._lab.snapshot
        if a is None or a.trace is None:
            return ""
        if self.shown == "a":
            return "a"
        return "" if b.trace is None or self.waits else self.face

    @property
    def waits(self) -> bool:
        """Whether A is pinned and nothing differs yet, so that there is no difference to look at."""
        pair = self.pair
        return pair is not None and self.face in ("stage", "difference") and pair.equal

    @property
    def pair(self) -> Pair | None:
        """A and B, where both have values."""
        a, b = self._lab.pinned, self._lab.snapshot
        return pair_of(a, b) if a is not None and a.trace is not None and b.trace is not None else None

    @property
    def a(self) -> Snapshot | None:
        """The pinned state."""
        return self._lab.pinned

    # --- changing -------------------------------------------------------------------------------------
    def pin(self) -> None:
        """What is now becomes A."""
        self._lab.pin()
        self._shown, self._held = "b", False
        self.changed.emit()

    def let_go(self) -> None:
        """Compare no more."""
        self._lab.let_go()
        self._shown, self._held = "b", False
        self.changed.emit()

    def swap(self) -> None:
        """A becomes B and B becomes A."""
        if self.pinned:
            self._lab.swap()
            self.changed.emit()

    def show(self, shown: Shown) -> None:
        """Look at A, at B, or at the difference."""
        if shown != self._shown:
            self._shown = shown
            self.changed.emit()

    def take(self, face: Face) -> None:
        """Show both in another way."""
        self._shown = "difference" if face == "difference" else "b"
        self._face = self._face if face == "difference" else face
        self.changed.emit()

    def hold(self, on: bool) -> None:
        """Look at A while a key is down."""
        if self.pinned and on != self._held:
            self._held = on
            self.changed.emit()

    def tell(self, on: bool) -> None:
        """Tell the largest changes after each edit, or no more."""
        self.told = on
        self.changed.emit()

    def move_split(self, split: float) -> None:
        """The line of the wipe goes there."""
        self.split = min(0.98, max(0.02, split))
        self.changed.emit()
