"""A narrow map of all words at the foot of the stage, while not all lanes fit: where the view is, and who is
looked at. A press or a drag goes there.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from transformer_lab.figures.by_head import by_head
from transformer_lab.figures.picture import Floats
from transformer_lab.language import tr
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.theming import Theming

HEIGHT = 24
INSET, CELL_TOP, CELL = 8.0, 7.0, 10.0
CROWDED = (
    1.6  # it comes when the lanes are so many times as wide as the view: below, a scroll bar says enough
)


class Minimap(QWidget):
    """One cell for each word, as dark as the word that asks looks at it; a frame round what is in view."""

    def __init__(self, scene: Scene, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene, self._theming = scene, theming
        self.setAccessibleName(tr("Map of all words"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()
        scene.changed.connect(self.follow)
        scene.focus.cursor_moved.connect(self.follow)
        theming.changed.connect(self.update)

    def follow(self, _cursor: object = None) -> None:
        """Come or go with the width of the lanes, and show where the view is. The stage ends above it."""
        width, height = self._scene.size
        wanted = self._wide() > CROWDED * width > 0.0
        if wanted == self.isHidden():
            self.setVisible(wanted)
        larger = getattr(self.parentWidget(), "magnified", 1.0)
        stage = round(self.parentWidget().height() / larger) - round(self._scene.foot)
        if wanted:
            high = round(HEIGHT * larger)
            low = round(stage * larger)
            self.setGeometry(0, low - high, round(width * larger), high)
            self.update()
        room = float(stage - HEIGHT if wanted else stage)
        if width > 0.0 and height != room:
            self._scene.resize(width, room)

    def _wide(self) -> float:
        """Width of gutter and lanes; 0 where a single number or two towers are shown."""
        scene = self._scene
        if scene.level == "closest" or scene.lab.state.model.encoder:
            return 0.0
        return scene.gutter + scene.lane * len(scene.lab.snapshot.words)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            painter.fillRect(0, 0, self.width(), 1, self._theming.color("line"))
            weights = self._weights()
            step = (self.width() - 2.0 * INSET) / max(1, len(weights))
            for word, weight in enumerate(weights.tolist()):
                box = QRectF(INSET + word * step, CELL_TOP, max(1.0, step - 1.0), CELL)
                painter.fillRect(box, self._theming.color(f"seq:{min(1.0, max(0.06, weight)):.3f}"))
            left, right = self._in_view()
            painter.setPen(QPen(self._theming.color("select"), 1.5))
            width = max(step, (right - left) * step)
            painter.drawRect(QRectF(INSET + left * step, CELL_TOP - 4.0, width, CELL + 8.0))

    def _weights(self) -> Floats:
        """How much the word that asks looks at each: the root of it, so that small shares are seen."""
        snapshot, focus = self._scene.lab.snapshot, self._scene.focus
        node, count = f"{focus.attention}/weights", len(snapshot.words)
        if snapshot.graph is None or node not in snapshot.graph:
            return np.zeros(count)
        heads = by_head(snapshot.graph, node, snapshot[node])
        row = np.nan_to_num(heads[min(focus.head, len(heads) - 1), min(focus.query, count - 1)])
        return np.sqrt(np.clip(row, 0.0, 1.0))

    def _in_view(self) -> tuple[float, float]:
        """The first and the last lane in view, as words and parts of words."""
        scene = self._scene
        seen = (scene.size[0] - scene.gutter) / scene.lane
        left = scene.camera.x / scene.lane
        return left, min(float(len(scene.lab.snapshot.words)), left + seen)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position().x())

    def _go(self, x: float) -> None:
        """The word under x comes into the middle of the view."""
        scene = self._scene
        step = (self.width() - 2.0 * INSET) / max(1, len(scene.lab.snapshot.words))
        left, right = self._in_view()
        first = (x - INSET) / step - (right - left) / 2.0
        scene.move(scene.goal._replace(x=max(0.0, first * scene.lane)), at_once=True)
