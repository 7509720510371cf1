"""The settings of one row in two columns, and the card that says what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QWidget

from transformer_lab.document.building.faults import Fault, Repair
from transformer_lab.document.building.setting import Setting
from transformer_lab.document.building.settings import inherits, settings_of, value_of
from transformer_lab.document.building.table import SETTINGS
from transformer_lab.engine.model import Model
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.build.fields import Field, ToggleField, error_ring, field_for
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.theming import Theming

ROW, LEFT, RIGHT = 33, 66, 16
SWITCH = 32
"""Width of a switch, which stands at the right end of its field."""
Tell = Callable[[str, str, Any], None]


class SettingsPanel(QWidget):
    """Fields for the settings at `path`; `tell(path, name, value)` hears each change."""

    def __init__(self, theming: Theming, path: str, names: tuple[str, ...], tell: Tell) -> None:
        super().__init__()
        self._theming, self.path, self.names = theming, path, names
        self.fields: dict[str, Field] = {}
        self._quiet: dict[str, bool] = {}
        self._at_fault: tuple[str, ...] = ()
        for name in names:
            field = field_for(SETTINGS[name], theming)
            field.setParent(self)
            if SETTINGS[name].kind in ("whole", "real", "either"):
                field.setToolTip(SETTINGS[name].range)
            field.valued.connect(partial(tell, path, name))
            self.fields[name] = field
        theming.changed.connect(self._dress)

    @property
    def height_needed(self) -> int:
        """How tall it is."""
        return ROW * ((len(self.names) + 1) // 2) + 6

    def show_model(self, model: Model, fault: Fault | None) -> None:
        """Show the values of a model; settings that are in the fault wear a ring."""
        for name, field in self.fields.items():
            field.show_value(value_of(model, self.path, name))
            setting = SETTINGS[name]
            self._quiet[name] = bool(self.path) and inherits(model, self.path, setting)
        here = fault is not None and fault.path == self.path
        self._at_fault = fault.settings[:1] if fault is not None and here else ()
        self._dress()

    def _dress(self) -> None:
        for name, field in self.fields.items():
            token = "ink3" if self._quiet.get(name) else "ink"
            field.setStyleSheet(f"color: {self._theming.theme.color(token)};")
        self.update()

    def resizeEvent(self, event: object) -> None:
        half = (self.width() - LEFT - RIGHT - 18) // 2
        for i, field in enumerate(self.fields.values()):
            x = LEFT + (i % 2) * (half + 18)
            wide = field.width() if isinstance(field, ToggleField) else self._wide(i)
            field.setGeometry(x + half - wide, (i // 2) * ROW + 3, wide, field.height())

    def _wide(self, place: int) -> int:
        setting = SETTINGS[self.names[place]]
        half = (self.width() - LEFT - RIGHT - 18) // 2
        room = half - round(advance(setting.title, "regular", 13)) - 10
        needed = max((advance(c.title, "regular", 13) for c in setting.choices), default=24.0)
        least = 84 if setting.kind == "real" else 62
        return max(least, min(round(needed) + 46, room, 112))

    def paintEvent(self, event: QPaintEvent) -> None:
        half = (self.width() - LEFT - RIGHT - 18) // 2
        with smooth(self) as painter:
            painter.setFont(font("regular", 13))
            measure = QFontMetricsF(font("regular", 13))
            for i, name in enumerate(self.names):
                painter.setPen(self._theming.color("ink3" if self._quiet.get(name) else "ink2"))
                box = QRectF(LEFT + (i % 2) * (half + 18), (i // 2) * ROW + 3, half, 28)
                field = self.fields[name]
                edge = field.geometry().right() - SWITCH if self._toggles(name) else field.x()
                room = edge - box.left() - 4.0
                title = measure.elidedText(SETTINGS[name].title, Qt.TextElideMode.ElideRight, room)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, title)
            for name in self._at_fault:
                if name in self.fields:
                    error_ring(painter, self._theming, self.fields[name])

    def _toggles(self, name: str) -> bool:
        return isinstance(self.fields[name], ToggleField)


class FaultCard(QWidget):
    """The reason in words, and up to three repairs; the best one in ink."""

    HEIGHT = 84

    def __init__(self, theming: Theming, mend: Callable[[Repair], None]) -> None:
        super().__init__()
        self._theming, self._mend = theming, mend
        self.fault: Fault | None = None
        self.buttons: list[QPushButton] = []
        theming.changed.connect(self.update)

    def show_fault(self, fault: Fault) -> None:
        """Another reason, other repairs."""
        if fault is self.fault:
            return
        self.fault = fault
        for button in self.buttons:
            button.deleteLater()
        self.buttons = []
        self.setAccessibleName(fault.reason)
        for place, repair in enumerate(fault.repairs):
            button = QPushButton(repair.title, self)
            button.setDefault(place == 0)
            button.setStyleSheet("QPushButton { padding: 0 10px; }")
            button.clicked.connect(partial(self._mend, repair))
            button.show()
            self.buttons.append(button)
        self._lay()
        self.update()

    @property
    def height_needed(self) -> int:
        """How tall it is: the reason may need two lines."""
        return self.HEIGHT + (18 if self._lines() > 1 else 0) - (0 if self.buttons else 38)

    def _lines(self) -> int:
        wide = advance(self.fault.reason if self.fault is not None else "", "medium", 13)
        return 1 if wide < self.width() - LEFT - RIGHT - 34 else 2

    def resizeEvent(self, event: object) -> None:
        self._lay()

    def _lay(self) -> None:
        x, y = LEFT + 18, self.height_needed - 46
        for button in self.buttons:
            wide = button.sizeHint().width()
            shown = x + wide < self.width() - RIGHT
            button.setGeometry(x, y, wide, 32)
            button.setVisible(shown)
            x += wide + 8

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.fault is None:
            return
        with smooth(self) as painter:
            box = QRectF(LEFT, 0.5, self.width() - LEFT - RIGHT, self.height_needed - 7)
            painter.setPen(QPen(self._theming.color("line2"), 1))
            painter.setBrush(self._theming.color("raised"))
            painter.drawRoundedRect(box, 8, 8)
            edge = QRectF(LEFT - 1, box.top() + 3, 4, box.height() - 6)
            painter.fillRect(edge, self._theming.color("error"))
            painter.setFont(font("medium", 13))
            painter.setPen(self._theming.color("ink"))
            words = QRectF(LEFT + 18, 9, box.width() - 30, 20 * self._lines())
            painter.drawText(words, Qt.TextFlag.TextWordWrap, self.fault.reason)


def names_for(part: Any) -> tuple[str, ...]:
    """Names of the settings of a sublayer."""
    return tuple(s.name for s in settings_of(part))


__all__ = ["FaultCard", "Setting", "SettingsPanel", "names_for"]
