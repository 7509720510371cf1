"""Writing a figure while the person can watch and stop it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.render.export import export
from transformer_lab.render.ground import Background

SOON = 400
"""ms after which a long export shows how far it is"""


def write_watched(
    drawn: Picture | Sequence[Picture],
    path: Path,
    theme: str,
    background: Background,
    notice: Callable[[str], None],
    parent: QWidget,
) -> Path:
    """Write the file; several pictures show a bar with a way to stop. Raises LabError as `export` does."""
    if isinstance(drawn, Picture):
        return export(drawn, path, theme, background, notice=notice)
    bar = QProgressDialog(tr("Drawing the steps…"), tr("Stop"), 0, len(drawn), parent)
    bar.setWindowModality(Qt.WindowModality.WindowModal)
    bar.setMinimumDuration(SOON)

    def tell(done: int, total: int) -> bool:
        bar.setValue(done)
        return not bar.wasCanceled()

    try:
        return export(drawn, path, theme, background, progress=tell, notice=notice)
    finally:
        bar.close()
        bar.deleteLater()
