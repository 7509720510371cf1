"""The exported figure, scaled to fit, on the ground it will have."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from transformer_lab.figures.numbers import short
from transformer_lab.figures.options import PROPORTIONS
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.render.ground import Background
from transformer_lab.render.raster import to_image
from transformer_lab.render.theme import theme as theme_named
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.leaving import drag_figure
from transformer_lab.ui.theming import Theming

PAD = 20
FOOT = 28  # for the line that says how large the figure will be
POINTS = 72.0
MILLIMETRES = 25.4 / 96.0  # of a pixel in SVG and PDF
CHECK = 8  # squares that mean “nothing behind the figure”


class Preview(QWidget):
    """Draws the figure as the PNG export would, so that nothing is promised that is not kept."""

    def __init__(self, theming: Theming) -> None:
        super().__init__()
        self._theming = theming
        self._picture: Picture | None = None
        self._image: QImage | None = None
        self._theme: str = "paper"
        self._ground: Background = "white"
        self._marked: tuple[tuple[float, float, float, float], ...] = ()
        self._pressed: QPointF | None = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAccessibleName(tr("Preview"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    def show_figure(self, picture: Picture, theme: str, ground: Background) -> None:
        """Preview this."""
        self._picture, self._theme, self._ground, self._image = picture, theme, ground, None
        self.setToolTip(tr("Drag it out of the window"))
        self.setAccessibleDescription(picture.description)
        self.update()

    def mark(self, boxes: Sequence[tuple[float, float, float, float]]) -> None:
        """Frame these parts of the figure in amber."""
        self._marked = tuple(boxes)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand that pulls takes the figure along."""
        far = QApplication.startDragDistance()
        if self._pressed is None or self._picture is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        if (event.position() - self._pressed).manhattanLength() < far:
            return
        self._pressed = None
        drag_figure(self, self._picture, self._theme, self._ground)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theming.color("well"))
            painter.drawRoundedRect(QRectF(self.rect()), 10, 10)
            if self._picture is None:
                return
            box = self._box(self._picture)
            painter.fillRect(box, self._paper())
            if self._ground == "none":
                self._checks(painter, box)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(box, self._drawn(self._picture, box))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theming.color("line2"), 1))
            painter.drawRect(box)
            self._frame(painter, box, self._picture)
            painter.setFont(font("regular", 12))
            painter.setPen(self._theming.color("ink2"))
            line = QRectF(PAD, box.bottom() + 8, self.width() - 2 * PAD, 20)
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, size_text(*self._picture.size))

    def _frame(self, painter: QPainter, box: QRectF, picture: Picture) -> None:
        """Amber dashes round type that is too small."""
        pen = QPen(self._theming.color("now"), 1.5, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        scale = box.width() / picture.size[0]
        for x, y, width, height in self._marked:
            spot = QRectF(box.x() + x * scale, box.y() + y * scale, width * scale, height * scale)
            painter.drawRoundedRect(spot.adjusted(-3, -3, 3, 3).intersected(box), 3, 3)

    def _box(self, picture: Picture) -> QRectF:
        width, height = picture.size
        scale = min((self.width() - 2 * PAD) / width, (self.height() - 2 * PAD - FOOT) / height)
        box = QRectF(0, 0, width * scale, height * scale)
        box.moveCenter(QRectF(self.rect()).center() - QPointF(0.0, FOOT / 2))
        return box

    def _paper(self) -> QColor:
        if self._ground == "theme":
            return QColor(theme_named(self._theme).color("canvas"))
        return QColor("#FFFFFF") if self._ground == "white" else self._theming.color("raised")

    def _checks(self, painter: QPainter, box: QRectF) -> None:
        square = self._theming.color("well")
        for row in range(int(box.height() // CHECK) + 1):
            for column in range(row % 2, int(box.width() // CHECK) + 1, 2):
                spot = QRectF(box.x() + column * CHECK, box.y() + row * CHECK, CHECK, CHECK)
                painter.fillRect(spot.intersected(box), square)

    def _drawn(self, picture: Picture, box: QRectF) -> QImage:
        if self._image is None:
            scale = box.width() / picture.size[0] * self.devicePixelRatioF()
            self._image = to_image(picture, theme_named(self._theme), scale, "none")
        return self._image


def size_text(width: float, height: float) -> str:
    """“960 × 540 pt · 13.33 × 7.5 in”, as slides count; columns of a paper in millimetres, as they print."""
    if (width, height) in (PROPORTIONS["84mm"], PROPORTIONS["174mm"]):
        across, down = (short(side * MILLIMETRES, 0) for side in (width, height))
        return tr("{across} × {down} mm in print", across=across, down=down)
    return tr(
        "{width} × {height} pt · {across} × {down} in",
        width=short(width, 0),
        height=short(height, 0),
        across=short(width / POINTS, 2),
        down=short(height / POINTS, 2),
    )
