"""What somebody wrote about the number that is explained: its value, sublayer, block, and the whole model."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from transformer_lab.document.axes import place
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.links import is_link
from transformer_lab.figures.timeline_track import section_name
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming

EDGE = 20
SUBLAYERS = MappingProxyType(
    {
        "attn": tr("Attention"),
        "self": tr("Self-attention"),
        "cross": tr("Cross-attention"),
        "ffn": tr("Feed-forward"),
    }
)


class NoteStrip(QWidget):
    """One line for each note, above the foot; a click opens it. Nothing while nobody wrote anything."""

    def __init__(self, lab: Lab, focus: Focus, theming: Theming) -> None:
        super().__init__()
        self._lab, self._focus, self._theming = lab, focus, theming
        self.lines: tuple[QToolButton, ...] = ()
        self._said: tuple[tuple[str, str], ...] | None = None
        self.setAccessibleName(tr("Notes"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(EDGE, 8, EDGE, 8)
        self._column.setSpacing(2)
        theming.changed.connect(self._dress)

    def follow(self, width: float) -> None:
        """Show the notes on what is asked."""
        said = found(self._lab.state.notes, self._focus.selected)
        if said != self._said:
            self._said = said
            for line in self.lines:
                self._column.removeWidget(line)
                line.deleteLater()
            self.lines = tuple(self._line(address) for address, _ in said)
        for line, (address, text) in zip(self.lines, said, strict=True):
            whole = tr("{part}: {text}", part=titled(address), text=" ".join(text.split()))
            room = round(width) - 2 * EDGE - 28
            line.setText(line.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, room))
            line.setToolTip(text)
            line.setAccessibleName(tr("Note on {part}: {text}", part=titled(address), text=text))
        self.setVisible(bool(said))

    def _line(self, address: str) -> QToolButton:
        line = QToolButton(self)
        line.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        line.setCursor(Qt.CursorShape.PointingHandCursor)
        line.clicked.connect(partial(self._open, address))
        self._column.addWidget(line)
        self._wear(line)
        return line

    def _open(self, address: str) -> None:
        from transformer_lab.ui.outline.writing import NoteSheet

        NoteSheet(self.window(), self._lab, address, titled(address)).open()

    def _wear(self, line: QToolButton) -> None:
        line.setIcon(self._theming.icon("pencil", "ink2"))
        line.setStyleSheet(f"color: {self._theming.theme.color('ink')}; font-size: 12px;")

    def _dress(self) -> None:
        for line in self.lines:
            self._wear(line)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.fillRect(0, 0, self.width(), 1, self._theming.color("line"))


def titled(address: str) -> str:
    """How a part is called here; the empty address is the model."""
    block, _, rest = address.partition("/")
    if rest in SUBLAYERS:
        return tr("{name}, {place}", name=SUBLAYERS[rest], place=section_name(block))
    return place(address) if rest else section_name(block) if block else tr("Model")


def found(notes: Mapping[str, str], cell: Cell | None) -> tuple[tuple[str, str], ...]:
    """The notes on a number's value and on each part that it lies in, then that on the model."""
    path = "" if cell is None or is_link(cell) else cell.node
    parts = path.split("/")
    addresses = ("/".join(parts[:end]) for end in range(len(parts), 0, -1)) if path else ()
    return tuple((address, notes[address]) for address in (*addresses, "") if address in notes)
