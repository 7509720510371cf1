"""The whole model in one card: width, vocabulary, where norms stand, positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.document.building.table import SETTINGS
from transformer_lab.document.switches import sublayers
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.session import Lab
from transformer_lab.ui.build.draft import Draft
from transformer_lab.ui.build.fields import Field, error_ring, field_for
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.theming import Theming

SHARES = (("d-model", 0.17), ("", 0.26), ("norm", 0.25), ("positions", 0.32))
"""Each field with its share of the width; the empty one tells the vocabulary."""
TITLES = {"": tr("Vocabulary")}


class ModelCard(QWidget):
    """Choices of the whole model. A norm set here is set in every sublayer."""

    def __init__(
        self, lab: Lab, draft: Draft, theming: Theming, tell: Callable[[str, str, Any], None]
    ) -> None:
        super().__init__()
        self._lab, self._draft, self._theming = lab, draft, theming
        self.setAccessibleName(tr("The whole model"))
        self.fields: dict[str, Field] = {}
        for name, _ in SHARES:
            if name:
                field = field_for(SETTINGS[name], theming)
                field.setParent(self)
                field.valued.connect(lambda value, name=name: tell("", name, value))
                self.fields[name] = field
        theming.changed.connect(self.update)
        self.show_model()

    def show_model(self) -> None:
        """Show the draft; norms that differ are shown as none of the choices."""
        model = self._draft.model
        places = {sub.norm for sub in (*sublayers(model), *(s for b in model.encoder for s in b.sublayers))}
        values: dict[str, Any] = {
            "d-model": model.d_model,
            "norm": next(iter(places)) if len(places) == 1 else None,
            "positions": model.positions.kind,
        }
        for name, field in self.fields.items():
            field.show_value(values[name])
        self.fields["norm"].setEnabled(bool(places))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        for x, wide, name in self._boxes():
            if name:
                field = self.fields[name]
                field.setGeometry(round(x), 34, round(wide), field.height())

    def _boxes(self) -> list[tuple[float, float, str]]:
        room, x, found = self.width() - 24 - 3 * 10, 12.0, []
        for name, share in SHARES:
            found.append((x, room * share, name))
            x += room * share + 10
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        fault = self._draft.fault
        with smooth(self) as painter:
            painter.setPen(QPen(self._theming.color("line2"), 1))
            painter.setBrush(self._theming.color("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            painter.setFont(font("regular", 12))
            for x, wide, name in self._boxes():
                painter.setPen(self._theming.color("ink2"))
                title = SETTINGS[name].title if name else TITLES[name]
                painter.drawText(QRectF(x + 1, 10, wide, 20), Qt.AlignmentFlag.AlignVCenter, title)
                if not name:
                    self._vocabulary(painter, QRectF(x + 1, 34, wide, 28))
            if fault is not None and not fault.path:
                for name in fault.settings[:1]:
                    if name in self.fields:
                        error_ring(painter, self._theming, self.fields[name])

    def _vocabulary(self, painter: Any, box: QRectF) -> None:
        count = len(self._lab.snapshot.vocabulary)
        painter.setFont(font("regular", 13))
        painter.setPen(self._theming.color("ink"))
        said = tr("1 word") if count == 1 else tr("{n} words", n=count)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, said)
        painter.setFont(font("regular", 12))
