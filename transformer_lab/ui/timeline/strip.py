"""The timeline strip. Keys of the stage act here too while it has the focus."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from transformer_lab.figures.numbers import short
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.actions import hint
from transformer_lab.ui.controls import IconButton, QuietSlider, RoundButton, ring, smooth
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.player import SPEEDS, Player
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.timeline.bar import ScrubBar

THIN, LEAST_BAR = 40, 56
"""A strip lower than this has no controls: of the bar, its middle is seen."""
BUTTONS = (
    ("to-start", "chevron-first"),
    ("step-back", "chevron-left"),
    ("step", "chevron-right"),
    ("to-end", "chevron-last"),
)


class FollowButton(QAbstractButton):
    """A toggle with a name: the camera follows what is played."""

    def __init__(self, theming: Theming) -> None:
        super().__init__()
        self._theming = theming
        self.setCheckable(True)
        self.setText(tr("Follow"))
        self.setToolTip(hint("follow"))
        self.setAccessibleName(tr("Follow what is played"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theming.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(round(advance(self.text(), "medium", 13)) + 40, 30)

    def paintEvent(self, event: QPaintEvent) -> None:
        token = "ink" if self.isChecked() else "ink3"
        with smooth(self) as painter:
            if self.underMouse():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._theming.color("well"))
                painter.drawRoundedRect(QRectF(self.rect()), 7, 7)
            y = self.height() / 2
            drawing = pixmap("crosshair", self._theming.theme.color(token), 16, self.devicePixelRatioF())
            painter.drawPixmap(8, round(y - 8), drawing)
            painter.setFont(font("medium" if self.isChecked() else "regular", 13))
            painter.setPen(self._theming.color(token))
            painter.drawText(
                QRectF(31, 0, self.width(), self.height()), Qt.AlignmentFlag.AlignVCenter, self.text()
            )
            if self.hasFocus():
                ring(painter, self._theming, QRectF(self.rect()), 7)


class TimelineStrip(QWidget):
    """Laid out by hand: the bar starts where the stage starts."""

    def __init__(self, player: Player, scene: Scene, theming: Theming) -> None:
        super().__init__()
        self._player, self._scene, self._theming = player, scene, theming
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.bar_left = 240
        self.keys: object = None
        self.play = RoundButton(theming, "play")
        self.play.setAccessibleName(tr("Play"))
        self.play.setToolTip(hint("play"))
        self.play.clicked.connect(player.toggle)
        self.buttons = {name: IconButton(theming, icon, hint(name)) for name, icon in BUTTONS}
        for name, do in (
            ("to-start", player.to_start),
            ("step-back", lambda: player.step(-1)),
            ("step", lambda: player.step(1)),
            ("to-end", player.to_end),
        ):
            self.buttons[name].clicked.connect(do)
        self.bar = ScrubBar(player, scene, theming)
        self.slider = QuietSlider(theming, tr("Speed"), 0, len(SPEEDS) - 1)
        self.slider.setToolTip(tr("Speed  (, and .)"))
        self.slider.valueChanged.connect(lambda i: player.set_speed(SPEEDS[i]))
        self.follow = FollowButton(theming)
        self.follow.clicked.connect(self._follow)
        order = (self.buttons["to-start"], self.buttons["step-back"], self.play, self.buttons["step"])
        for part in (*order, self.buttons["to-end"], self.bar, self.slider, self.follow):
            part.setParent(self)
        player.changed.connect(self.refresh)
        scene.changed.connect(self._follow_state)
        theming.changed.connect(self.update)
        self.refresh()

    def refresh(self) -> None:
        """Follow the player."""
        playing = self._player.playing
        self.play.show_icon("pause" if playing else "play")
        self.play.setAccessibleName(tr("Pause") if playing else tr("Play"))
        self.slider.setValue(min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self._player.speed)))
        self.bar.refresh()
        self.update()

    def align(self, left: int) -> None:
        """The bar starts at this x where there is room."""
        self.bar_left = left
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("canvas"))
            painter.setPen(QPen(self._theming.color("line"), 1))
            painter.drawLine(0, 0, self.width(), 0)
            if self.height() < THIN:
                return
            painter.setFont(font("regular", 12))
            painter.setPen(self._theming.color("ink2"))
            box = QRectF(self.slider.x() - 60, 0, 52, self.height())
            speed = short(self._player.speed) + "×"
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, speed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.keys is None or not self.keys.run(event.keyCombination()):  # type: ignore[attr-defined]
            super().keyPressEvent(event)

    # --- inside ---------------------------------------------------------------------------------------
    def _arrange(self) -> None:
        thin = self.height() < THIN
        for part in (*self.buttons.values(), self.play, self.slider, self.follow):
            part.setVisible(not thin)
        if thin:
            self.bar.setGeometry(16, (self.height() - LEAST_BAR) // 2, self.width() - 32, LEAST_BAR)
            return
        y, x = self.height() // 2, 14
        for part in (
            self.buttons["to-start"],
            self.buttons["step-back"],
            self.play,
            self.buttons["step"],
            self.buttons["to-end"],
        ):
            part.move(x, y - part.height() // 2)
            x += part.width() + 3
        follow = self.follow.sizeHint()
        self.follow.setGeometry(self.width() - 14 - follow.width(), y - 15, follow.width(), 30)
        self.slider.move(self.follow.x() - 14 - self.slider.width(), y - 13)
        left = max(x + 16, self.bar_left)
        self.bar.setGeometry(left, 1, max(60, self.slider.x() - 60 - left), self.height() - 1)

    def _follow(self, on: bool) -> None:
        self._scene.follow = on
        self._scene.open_acting()

    def _follow_state(self) -> None:
        self.follow.setChecked(self._scene.follow)
