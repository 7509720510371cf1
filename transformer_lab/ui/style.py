"""How ordinary controls look: ink on paper. A palette and one style sheet, made from the colour tokens."""

from __future__ import annotations

from string import Template

from PySide6.QtGui import QColor, QPalette

from transformer_lab.render.theme import Theme

TOKENS = (
    "canvas",
    "panel",
    "raised",
    "well",
    "line",
    "line2",
    "ink",
    "ink2",
    "ink3",
    "wash",
    "select",
    "on_accent",
)

ROLES = {
    QPalette.ColorRole.Window: "panel",
    QPalette.ColorRole.Base: "raised",
    QPalette.ColorRole.AlternateBase: "panel",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.WindowText: "ink",
    QPalette.ColorRole.Text: "ink",
    QPalette.ColorRole.ButtonText: "ink",
    QPalette.ColorRole.PlaceholderText: "ink3",
    QPalette.ColorRole.Highlight: "ink",
    QPalette.ColorRole.HighlightedText: "canvas",
    QPalette.ColorRole.Accent: "ink",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "ink",
    QPalette.ColorRole.Link: "query",
    QPalette.ColorRole.Light: "raised",
    QPalette.ColorRole.Midlight: "line",
    QPalette.ColorRole.Mid: "line2",
    QPalette.ColorRole.Dark: "ink3",
    QPalette.ColorRole.Shadow: "line2",
}
FAINT = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)

SHEET = Template(
    """
QWidget { color: $ink; }
QMainWindow, QDialog, QMessageBox { background: $canvas; }
QLabel { background: transparent; }
QMessageBox QLabel { padding: 6px 8px 2px 2px; min-width: 360px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QFileDialog QHeaderView, QFileDialog QHeaderView::section {
  background: $panel; color: $ink2; border: none; padding: 3px 6px;
}
QLabel[voice="title"] { font-family: "Inter Display"; font-size: 20px; font-weight: 600; }
QLabel[voice="head"] { font-weight: 600; }
QLabel[voice="quiet"] { color: $ink2; font-size: 12px; }
QToolTip { background: $raised; color: $ink; border: ${edge} solid $line2;
  border-radius: 6px; padding: 5px 8px; }

QPushButton, QToolButton[kind="button"] {
  background: $raised; border: ${edge} solid $line2; border-radius: 8px;
  padding: 0 14px; min-height: 30px; font-weight: 500;
}
QPushButton:hover, QToolButton[kind="button"]:hover { border-color: $ink3; }
QPushButton:pressed, QToolButton[kind="button"]:pressed { background: $well; }
QPushButton:focus, QToolButton[kind="button"]:focus {
  border: 2px solid $select; padding: 0 13px; min-height: 28px;
}
QPushButton:default { background: $ink; color: $canvas; border-color: $ink; }
QPushButton:default:hover { background: $ink2; }
QPushButton:disabled { color: $ink3; border-color: $line; background: $panel; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 7px; padding: 4px; }
QToolButton:hover { background: $well; }
QToolButton:pressed { background: $line; }
QToolButton:focus { border: 2px solid $select; padding: 3px; }
QToolButton::menu-indicator { image: none; width: 0; }

QMenu { background: $raised; border: ${edge} solid $line2; border-radius: 9px; padding: 6px; }
QMenu::item { padding: 6px 28px 6px 12px; border-radius: 6px; background: transparent; }
QMenu::item:selected { background: $wash; color: $ink; }
QMenu::item:disabled { color: $ink3; }
QMenu::separator { height: 1px; background: $line; margin: 6px 8px; }
QMenu::icon { padding-left: 10px; }
QMenu::indicator { width: 0; height: 0; image: none; }
QMenu::right-arrow { width: 10px; height: 10px; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox {
  background: $raised; border: ${edge} solid $line2; border-radius: 7px; padding: 0 8px; min-height: 28px;
  selection-background-color: $ink; selection-color: $canvas;
}
QLineEdit:hover, QSpinBox:hover, QComboBox:hover { border-color: $ink3; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {
  border: 2px solid $select; padding: 0 7px; min-height: 26px;
}
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: none; }
QListView::item { min-height: 24px; padding: 1px 8px; border-radius: 6px; }
QListView::item:selected { background: $wash; color: $ink; }

QComboBox QAbstractItemView {
  background: $raised; border: ${edge} solid $line2; border-radius: 7px; padding: 4px; outline: none;
  selection-background-color: $wash; selection-color: $ink;
}
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 6px; border-radius: 5px; }
QComboBox QAbstractItemView::item:selected { background: $wash; color: $ink; }

QMainWindow::separator { background: $line; width: 1px; height: 1px; margin: 2px; }
QMainWindow::separator:hover { background: $ink3; }
QTableView#numbers { background: $raised; gridline-color: $line; border: ${edge} solid $line2; }
QTableView#numbers:focus { border: 2px solid $select; }
QTableView#numbers QHeaderView, QTableView#numbers QTableCornerButton::section {
  background: $panel; border: none;
}
QTableView#numbers QHeaderView::section {
  background: $panel; color: $ink2; border: none; padding: 4px 10px;
}
QTabBar { qproperty-drawBase: 0; background: $panel; }
QTabBar::tab {
  background: transparent; color: $ink2; border: none; border-bottom: 2px solid transparent;
  padding: 5px 12px; margin: 0 2px;
}
QTabBar::tab:hover { color: $ink; }
QTabBar::tab:selected { color: $ink; border-bottom-color: $ink; }
QTabBar::tab:focus { border: 2px solid $select; border-radius: 6px; padding: 3px 10px; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle { background: $line2; border-radius: 3px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $ink3; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QAbstractScrollArea, QScrollArea { border: none; background: transparent; }
QAbstractScrollArea::corner { background: transparent; }
QListView { background: transparent; border: 2px solid transparent; border-radius: 8px; outline: none; }
QListView:focus { border-color: $select; }
QComboBox QListView { border: none; }
QPlainTextEdit {
  background: $raised; border: ${edge} solid $line2; border-radius: 8px; padding: 6px 6px;
  selection-background-color: $ink; selection-color: $canvas;
}
QPlainTextEdit:hover { border-color: $ink3; }
QPlainTextEdit:focus { border: 2px solid $select; padding: 5px 5px; }
"""
)


STRONG = Template(
    """
QMenu::item:selected, QComboBox QAbstractItemView::item:selected { background: $ink; color: $canvas; }
QToolButton, QPushButton { border: 2px solid $line2; }
QToolButton:hover, QPushButton:hover { border-color: $ink; }
QPushButton:focus, QToolButton:focus, QLineEdit:focus, QComboBox:focus { border: 3px solid $select; }
QScrollBar::handle { background: $ink3; }
QMainWindow::separator { background: $ink3; width: 2px; height: 2px; }
"""
)
"""What a theme of high contrast adds: no fill tells anything by itself."""


def palette(theme: Theme) -> QPalette:
    """The palette for controls that a style sheet does not reach."""
    made = QPalette()
    for role, token in ROLES.items():
        made.setColor(role, QColor(theme.color(token)))
    for role in FAINT:
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.color("ink3")))
    return made


def style_sheet(theme: Theme) -> str:
    """The application's style sheet; lines are as thick as the theme wants them."""
    colors = {token: theme.color(token) for token in TOKENS}
    sheet = SHEET.substitute(colors, edge=f"{max(1.0, theme.least_line):.0f}px")
    return sheet + STRONG.substitute(colors) if theme.least_line else sheet
