"""Help: every shortcut out of the table of commands, where the log is, what the app is made of."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt, QUrl, qVersion
from PySide6.QtGui import QAccessible, QDesktopServices
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from transformer_lab import __version__
from transformer_lab.language import tr, translatable
from transformer_lab.paths import resource
from transformer_lab.ui.commands import COMMANDS, Command
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.failures import log_file
from transformer_lab.ui.theming import Theming

PARTS = (
    "PySide6-Essentials",
    "pyqtgraph",
    "numpy",
    "safetensors",
    "ziamath",
    "platformdirs",
    "filelock",
    "regex",
)
GROUPS = translatable((("Project", "Edit", "Compare", "View", "Help"), ("Timeline", "Stage", "Numbers")))
EXTRA = (
    (tr("Dive into a block or a number; Esc comes back"), tr("Double click")),
    (tr("What can be done with a number"), tr("Right click")),
    (tr("Scroll"), tr("Wheel")),
    (tr("From all blocks at once to one number"), tr("Ctrl+Wheel")),
    (tr("Pan"), tr("Space+Drag")),
    (tr("Type on the stage"), tr("Letters")),
)
KEYS = {
    "Enter": tr("Enter"),
    "Return": tr("Enter"),
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
    "PgUp": tr("Page up"),
    "PgDown": tr("Page down"),
    "Escape": "Esc",
    "Ctrl": tr("Ctrl"),
    "Shift": tr("Shift"),
    "Space": tr("Space"),
    "Home": tr("Home"),
    "End": tr("End"),
}
"""Names of keys that are drawn as arrows, or called otherwise than Qt does."""
NUMBERS = (
    (tr("Set a number, or begin a formula"), tr("Digits, =")),
    (tr("Edit what stands there"), "F2"),
    (tr("Nudge by 0.1, with Shift 0.01"), tr("Ctrl+↑ ↓")),
    (tr("Choose several"), tr("Shift+Arrows")),
    (tr("Choose all"), tr("Ctrl+A")),
    (tr("Copy, cut, paste"), tr("Ctrl+C, X, V")),
    (tr("Fill down, fill right"), tr("Ctrl+B, Ctrl+R")),
    (tr("Set to 0, or compute again"), tr("Delete")),
)
"""In the matrix editor."""
LICENCES = (
    ("Inter", "Inter-OFL.txt", "SIL OFL 1.1"),
    ("STIX", "STIX-OFL.txt", "SIL OFL 1.1"),
    ("Lucide", "Lucide-ISC.txt", "ISC"),
)


class Page(QScrollArea):
    """What scrolls; arrows scroll it."""

    spoken_role = QAccessible.Role.Document


class HelpDialog(Sheet):
    """Two columns of shortcuts, and below them the facts somebody needs who reports a mistake."""

    def __init__(self, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent, tr("Help"))
        page = QWidget()
        columns = QHBoxLayout()
        columns.setSpacing(48)
        left = QVBoxLayout()
        left.setSpacing(14)
        left.addWidget(_column(GROUPS[0]))
        left.addSpacing(12)
        left.addWidget(voiced(tr("About"), "head"))
        left.addWidget(_facts())
        left.addStretch()
        columns.addLayout(left, 1)
        columns.addWidget(_column(GROUPS[1]), 1, Qt.AlignmentFlag.AlignTop)
        columns.setContentsMargins(0, 0, 14, 0)
        page.setLayout(columns)
        area = Page()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(tr("Shortcuts, versions and licences"))
        area.setWidget(page)
        for ground in (page, area.viewport()):
            ground.setAutoFillBackground(False)
        close = QPushButton(tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(28, 24, 28, 24)
        whole.setSpacing(16)
        whole.addWidget(voiced(tr("Help and shortcuts"), "title"))
        whole.addWidget(area, 1)
        whole.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        self.fit(900, 840)


def shortcuts(groups: tuple[str, ...]) -> list[tuple[str, str]]:
    """Text and keys of every command of these groups that has any; the nine heads are one row."""
    rows = [
        (c.text, _keys(c))
        for c in COMMANDS
        if c.group in groups and c.keys and not c.name.startswith("head-")
    ]
    heads = [(tr("Look at a head"), "1 … 9")] if "Stage" in groups else []
    own = NUMBERS if "Numbers" in groups else EXTRA if "Stage" in groups else ()
    return [*rows, *heads, *own]


def _keys(command: Command) -> str:
    shown = []
    for keys in command.keys:
        *modifiers, key = keys.split("+") if keys != "+" else [keys]
        shown.append("+".join(KEYS.get(name, name) for name in (*modifiers, key)))
    return ", ".join(dict.fromkeys(shown))


def _column(groups: tuple[str, ...]) -> QWidget:
    """One group under the other, each with its name."""
    column = QWidget()
    grid = QGridLayout(column)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(0, 1)
    for group in groups:
        rows = shortcuts((group,))
        if not rows:
            continue
        if grid.count():
            grid.setRowMinimumHeight(grid.rowCount(), 8)
        grid.addWidget(voiced(tr(group), "head"), grid.rowCount(), 0, 1, 2)
        for text, keys in rows:
            row = grid.rowCount()
            said, shown = QLabel(text), voiced(keys, "quiet")
            said.setWordWrap(True)
            shown.setWordWrap(False)  # the keys stay whole on a narrow screen, what they do takes two lines
            grid.addWidget(said, row, 0)
            grid.addWidget(shown, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
    grid.setColumnStretch(0, 1)
    return column


def versions() -> str:
    """The versions of the app and of what it stands on, on one line."""
    found = [f"Transformer Lab {__version__}", f"Python {platform.python_version()}", f"Qt {qVersion()}"]
    for part in PARTS:
        try:
            found.append(f"{part} {version(part)}")
        except PackageNotFoundError:
            continue
    return " · ".join(found)


def _facts() -> QWidget:
    facts = QWidget()
    box = QVBoxLayout(facts)
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(8)
    licences = ", ".join(f"{name} ({kind})" for name, _, kind in LICENCES)
    folder = resource("licences").as_posix()
    for text in (
        versions(),
        tr("The log: {path}", path=log_file()),
        tr("Transformer Lab is free software under the MIT licence. Type and icons: {all}.", all=licences),
        tr("The licences: {folder}", folder=folder),
    ):
        label = voiced(text, "quiet")
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.addWidget(label)
    show = QPushButton(tr("Show the log’s folder"))
    show.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_file().parent))))
    box.addWidget(show, 0, Qt.AlignmentFlag.AlignLeft)
    return facts
