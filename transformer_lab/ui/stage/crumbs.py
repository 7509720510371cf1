"""The row above the stage: where we are, the printed scale of the colours, and which head is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.figures.look import Face
from transformer_lab.figures.numbers import short
from transformer_lab.figures.timeline import Beat
from transformer_lab.figures.timeline_track import section_name
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.session import Lab
from transformer_lab.ui.actions import hint
from transformer_lab.ui.controls import Segmented, smooth
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.gaze import head_count
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.stage.chips import HeadChips
from transformer_lab.ui.stage.faces import FACES, join_head, turn_to
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.theming import Theming

PARTS = {
    "attn": tr("Attention"),
    "self": tr("Attention"),
    "cross": tr("Cross-attention"),
    "ffn": tr("Feed-forward"),
}
FACE_NAMES: dict[Face, str] = {"threads": tr("Threads"), "matrix": tr("Matrix"), "both": tr("Both")}
START, BAR_WIDTH, BAR_HEIGHT = 20.0, 96, 7
MOST_CHIPS = 9
MOST_NAMED, NAMED, ROOM_FOR_REST = (
    4,
    72,
    480,
)  # so many heads are named in full, each so wide, beside the rest
ROOMY = 900  # from this width on the chips of the heads stand beside the faces of a comparison


def trail(beat: Beat, head: int, names: Mapping[str, str] = MappingProxyType({})) -> tuple[str, ...]:
    """From block to operation, in words."""
    if "." not in beat.section:
        return (section_name(beat.section), beat.title)
    kind = beat.place.rpartition("/")[2].partition("_")[0]
    own = names.get(beat.section, "")
    parts = [f"{section_name(beat.section)} · {own}" if own else section_name(beat.section)]
    if kind in PARTS:
        parts.append(PARTS[kind])
    if kind in ("attn", "self", "cross"):
        parts.append(tr("Head {n}", n=head + 1))
    return (*parts, beat.title)


def trail_end(parts: tuple[str, ...]) -> float:
    """Where these parts of a trail end."""
    last = len(parts) - 1
    return START + sum(
        advance(part, "semibold" if i == last else "regular", 13) + (20.0 if i < last else 0.0)
        for i, part in enumerate(parts)
    )


class CrumbBar(QWidget):
    """Painted, but for the head chips, which are a control."""

    def __init__(self, lab: Lab, focus: Focus, scene: Scene, theming: Theming) -> None:
        super().__init__()
        self._lab, self._focus, self._scene, self._theming = lab, focus, scene, theming
        self._player = player = scene.player
        self._limit = 2.0
        self._tint: float | None = None
        self._root = scene.faces.root
        self._said: tuple[str, ...] = ()
        self.compared: QWidget | None = None
        self.faces = Segmented(theming, [FACE_NAMES[face] for face in FACES], tr("How attention is drawn"))
        self.faces.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.faces.setToolTip(hint("face"))
        self.faces.chosen.connect(lambda i: turn_to(scene, FACES[i]))
        self.heads = HeadChips(theming)
        self.heads.chosen.connect(self._choose)
        for wanted in (self.heads.joined, focus.join_wanted):
            wanted.connect(lambda head: join_head(scene, head))
        for part in (self.faces, self.heads):
            part.setParent(self)
        scene.changed.connect(self._faces)
        focus.changed.connect(self.refresh)
        focus.cursor_moved.connect(self._say)
        player.changed.connect(self.refresh)
        theming.changed.connect(self.update)
        self.refresh()

    def refresh(self) -> None:
        """Follow focus and document."""
        count = min(MOST_CHIPS, head_count(self._lab.snapshot, self._focus.block))
        comparing = self.compared is not None and not self.compared.isHidden()
        self.heads.setVisible(count > 1 and (not comparing or self.width() >= ROOMY))
        brief = count > MOST_NAMED or self.width() < NAMED * count + ROOM_FOR_REST
        self.heads.offer_heads(count, min(self._focus.head, max(0, count - 1)), brief=brief)
        self._faces()
        self._say()
        self._arrange()

    def take_faces(self, faces: QWidget) -> None:
        """What tells how two states are shown stands at the right while they are compared."""
        self.compared = faces
        faces.setParent(self)
        self.refresh()

    def show_limit(self, limit: float) -> None:
        """The scale that the stage prints its cells on."""
        if limit != self._limit:
            self._limit = limit
            self.update()

    def show_tint(self, limit: float | None) -> None:
        """The scale of gradients, which the stage wears instead; None: values again."""
        if limit != self._tint:
            self._tint = limit
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("canvas"))
            end = self._trail(painter)
            right = self._left_of_controls() - 26
            lanes = self._lab.snapshot.trace is not None
            if lanes and right - end > BAR_WIDTH + 80:
                self._bars(painter, right, end)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.refresh()

    # --- inside ---------------------------------------------------------------------------------------
    def _choose(self, head: int) -> None:
        if self._scene.faces.heads:
            self._scene.faces = replace(self._scene.faces, heads=())
        self._focus.choose_head(self._focus.block, head)

    def _say(self, _cursor: object = None) -> None:
        """The way to what is shown; painted only when it has become another."""
        timeline, cursor = self._player.timeline, self._player.cursor
        known = timeline is not None and cursor is not None
        names = self._lab.state.block_names
        said = trail(timeline.beats[cursor.beat], self._focus.head, names) if known else ()
        if said != self._said:
            self._said = said
            self.setAccessibleName(" › ".join(said))
            self._arrange()
            self.update()

    def _faces(self) -> None:
        """Follow the face of the stage."""
        faces = self._scene.faces
        if faces.root != self._root:
            self._root = faces.root
            self.update()
        names = [FACE_NAMES[face] for face in FACES]
        self.faces.offer(names, FACES.index(faces.face))
        self.heads.show_together(faces.heads if self._focus.head in faces.heads else ())

    def _arrange(self) -> None:
        """At the right end what compares, left of it the heads, then the faces where there is room."""
        right = self.width() - 16
        if self.compared is not None and not self.compared.isHidden():
            wide = self.compared.sizeHint().width()
            right -= wide
            self.compared.setGeometry(right, 8, wide, self.heads.sizeHint().height())
            right -= 12
        last = trail_end(self._said[-1:]) + 24
        self.heads.fold(right - self.heads.unfolded_width() < last)
        size = self.heads.sizeHint()
        places = [QRect(right - size.width(), 8, size.width(), size.height())]
        right -= size.width() + 12 if self.heads.isVisibleTo(self) else 0
        size = self.faces.sizeHint()
        places.append(QRect(right - size.width(), 8, size.width(), size.height()))
        count = head_count(self._lab.snapshot, self._focus.block)
        alone = self.compared is None or self.compared.isHidden()
        self.faces.setVisible(alone and count > 0 and places[1].x() > last)
        if places != [self.heads.geometry(), self.faces.geometry()]:
            self.heads.setGeometry(places[0])
            self.faces.setGeometry(places[1])
            self.update()  # the ramp keeps its distance from the chips

    def _left_of_controls(self) -> int:
        parts = [part for part in (self.faces, self.heads, self.compared) if part is not None]
        shown = [part.x() for part in parts if part.isVisibleTo(self)]
        return min(shown, default=self.width() + 4)

    def _seen(self) -> tuple[str, ...]:
        """The trail, or as much of its end as has room before the controls."""
        room = self._left_of_controls() - 16.0
        parts = self._said
        while parts and trail_end(parts) > room:
            parts = parts[1:]
        return parts

    def _trail(self, painter: QPainter) -> float:
        x, base = START, self.height() / 2 + 5
        said = self._seen()
        for i, part in enumerate(said):
            last = i == len(said) - 1
            face = "semibold" if last else "regular"
            painter.setFont(font(face, 13))
            painter.setPen(self._theming.color("ink" if last else "ink2"))
            painter.drawText(QPointF(x, base), part)
            x += advance(part, face, 13)
            if not last:
                arrow = pixmap(
                    "chevron-right", self._theming.theme.color("ink2"), 12, self.devicePixelRatioF()
                )
                painter.drawPixmap(QPointF(x + 4, self.height() / 2 - 5.5), arrow)
                x += 20
        return x

    def _bars(self, painter: QPainter, right: float, room: float) -> None:
        """The signed ramp with its printed limit; left of it that of attention, where it is not linear."""
        limit = self._limit if self._tint is None else self._tint
        low = short(-limit)
        if self._tint is not None:
            low = tr("gradient") + "  " + low
        left = self._bar(painter, right, low, "+" + short(limit), self._theming.theme.lut("div")[:255])
        names = (tr("attention, square root"), tr("attention √"), "√")
        free = left - 26.0 - 40.0 - BAR_WIDTH - room
        fitting = [f"{each}  0" for each in names if advance(f"{each}  0", "regular", 12) <= free]
        if self._scene.faces.root and fitting:
            lut = self._theming.theme.lut("seq")
            steps = np.rint(np.sqrt(np.linspace(0.0, 1.0, 255)) * (len(lut) - 2)).astype(int)
            self._bar(painter, left - 26.0, fitting[0], "1", lut[steps], signed=False)

    def _bar(
        self,
        painter: QPainter,
        right: float,
        low: str,
        high: str,
        colors: np.ndarray,
        *,
        signed: bool = True,
    ) -> float:
        """A ramp that ends at `right`, its numbers included; returns where it begins."""
        painter.setFont(font("regular", 12))
        painter.setPen(self._theming.color("ink2"))
        x = right - advance(high, "regular", 12)
        base = self.height() / 2 + 4
        painter.drawText(QPointF(x, base), high)
        left = x - 8 - BAR_WIDTH
        box = QRectF(left, self.height() / 2 - 4, BAR_WIDTH, BAR_HEIGHT)
        colors = colors.copy()
        ramp = QImage(colors.tobytes(), 255, 1, 255 * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()
        painter.drawImage(box, ramp)
        painter.setPen(QPen(self._theming.color("ink3"), 1))
        if signed:
            middle = box.center().x()
            painter.drawLine(QPointF(middle, box.bottom()), QPointF(middle, box.bottom() + 4))
        painter.setPen(self._theming.color("ink2"))
        text = QRectF(0, 0, left - 8, self.height())
        painter.drawText(text, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, low)
        return left - 8 - advance(low, "regular", 12)
