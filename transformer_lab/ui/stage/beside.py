"""From near one tower at a time is read: a small mark at the edge names the other one and leads there."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.theming import Theming

HEIGHT, PAD, SIZE = 26, 10, 12
TOP, LEFT, RIGHT = 9, 110, 14  # beside the name of the tower in view, whose labels are pinned
NAMES = (tr("Encoder"), tr("Decoder"))


class Beside(QAbstractButton):
    """“← Encoder” or “Decoder →”, while that tower is out of sight."""

    def __init__(self, scene: Scene, tower: int, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene, self._tower, self._theming = scene, tower, theming
        self.setText(f"← {NAMES[0]}" if tower == 0 else f"{NAMES[1]} →")
        self.setAccessibleName(tr("Go to the {tower}", tower=NAMES[tower]))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()
        self.clicked.connect(self._go)
        scene.changed.connect(self.follow)
        theming.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(round(advance(self.text(), "medium", SIZE)) + 2 * PAD, HEIGHT)

    def follow(self) -> None:
        """Come while the other tower is out of sight from near, and stand at the edge behind which it is."""
        wanted = self._hidden_away()
        if wanted:
            size = self.sizeHint()
            x = LEFT if self._tower == 0 else round(self._scene.size[0]) - size.width() - RIGHT
            self.setGeometry(x, TOP, size.width(), size.height())
        if wanted == self.isHidden():
            self.setVisible(wanted)
            self.raise_()

    def _hidden_away(self) -> bool:
        scene = self._scene
        if len(scene.towers) < 2 or scene.level != "near" or scene.size[0] <= 0.0:
            return False
        left, right = scene.towers[self._tower]
        x, width = scene.goal.x, scene.size[0]
        return right - x < LEFT if self._tower == 0 else left - x > width - LEFT

    def _go(self) -> None:
        scene = self._scene
        left, right = scene.towers[self._tower]
        there = left if self._tower else max(left, right - scene.size[0])
        scene.move(scene.goal._replace(x=float(round(there))))

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            edge = "select" if self.hasFocus() else "line2"
            painter.setPen(QPen(self._theming.color(edge), 1))
            painter.setBrush(self._theming.color("panel" if self.underMouse() else "raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
            painter.setFont(font("medium", SIZE))
            painter.setPen(self._theming.color("ink"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
