"""Writing a figure while the person can watch and stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES
from transformer_lab.language import tr
from transformer_lab.render.export import export
from transformer_lab.render.ground import Background
from transformer_lab.render.pack import write_pack
from transformer_lab.render.setting import Progress

SOON = 400
"""ms after which a long export shows how far it is"""


def write_watched(
    drawn: Picture | Sequence[Picture],
    path: Path,
    theme: str,
    background: Background,
    notice: Callable[[str], None],
    parent: QWidget,
    **more: Any,
) -> Path:
    """Write the file; several pictures show a bar with a way to stop. Raises LabError as `export` does."""
    if isinstance(drawn, Picture):
        return export(drawn, path, theme, background, notice=notice, **more)
    with _watched(tr("Drawing the steps…"), len(drawn), parent) as tell:
        return export(drawn, path, theme, background, progress=tell, notice=notice, **more)


def write_pack_watched(
    snapshot: Snapshot,
    folder: Path,
    form: str,
    options: Mapping[str, Any],
    theme: str,
    background: Background,
    notice: Callable[[str], None],
    parent: QWidget,
    **more: Any,
) -> Path:
    """Write every figure into a folder; returns the first file. Raises LabError as `write_pack` does."""
    with _watched(tr("Drawing all figures…"), len(FIGURES), parent) as tell:
        more |= {"progress": tell, "notice": notice}
        return write_pack(snapshot, folder, form, options, theme, background, **more)[0]


@contextmanager
def _watched(text: str, count: int, parent: QWidget) -> Iterator[Progress]:
    """A bar that comes when it takes long, and what is to be told how far it is."""
    bar = QProgressDialog(text, tr("Stop"), 0, count, parent)
    bar.setWindowModality(Qt.WindowModality.WindowModal)
    bar.setMinimumDuration(SOON)

    def tell(done: int, total: int) -> bool:
        bar.setMaximum(total)
        bar.setValue(done)
        return not bar.wasCanceled()

    try:
        yield tell
    finally:
        bar.close()
        bar.deleteLater()
