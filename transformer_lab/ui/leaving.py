"""Figures that leave the window without a file dialog: over the clipboard, or dragged out by hand."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QGuiApplication, QImage, QPixmap
from PySide6.QtWidgets import QWidget

from transformer_lab.figures.picture import Picture
from transformer_lab.render.formats import FORMATS
from transformer_lab.render.ground import Background
from transformer_lab.render.setting import Setting
from transformer_lab.render.theme import theme as theme_named
from transformer_lab.ui.targets import file_name

KINDS = ((".svg", "image/svg+xml"), (".png", "image/png"), (".pdf", "application/pdf"))
"""What other programs look for, the best first."""
KEEPERS = ("windows", "cocoa")
"""Systems that keep a copy when the app has ended."""
WATCHED = "copied_figure"
SHOWN = 240
"""pixels of the small image under the pointer"""


def mime_of(drawn: Picture, theme: str, background: Background, project: bytes | None = None) -> QMimeData:
    """The figure as SVG, PNG and PDF, and as an image for programs that know no types.

    Raises LabError if it is too large.
    """
    setting = Setting(theme_named(theme), background, project=project)
    made = QMimeData()
    for suffix, kind in KINDS:
        data = FORMATS[suffix].write((drawn,), setting)
        made.setData(kind, QByteArray(data))
        if suffix == ".png":
            made.setImageData(QImage.fromData(data))
    return made


def copy_figure(drawn: Picture, theme: str, background: Background, project: bytes | None = None) -> None:
    """Put the figure on the clipboard. Raises LabError if it is too large."""
    made = mime_of(drawn, theme, background, project)
    app = QGuiApplication.instance()
    if QGuiApplication.platformName() not in KEEPERS and not app.property(WATCHED):
        app.setProperty(WATCHED, True)
        app.aboutToQuit.connect(let_go)
    QGuiApplication.clipboard().setMimeData(made)


def let_go() -> None:
    """Empty the clipboard before Python ends: where it is served by the app itself it is lost then anyway."""
    QGuiApplication.clipboard().clear()


def dragged(drawn: Picture, theme: str, background: Background, folder: Path) -> QMimeData:
    """The same for a hand that drags: with a file for programs and desktops that take only those."""
    made = mime_of(drawn, theme, background)
    path = folder / f"{file_name(drawn.title)[:60]}.svg"
    path.write_bytes(bytes(made.data("image/svg+xml").data()))
    made.setUrls([QUrl.fromLocalFile(str(path))])
    return made


def drag_figure(widget: QWidget, drawn: Picture, theme: str, background: Background) -> None:
    """Let the hand take the figure away. The file is copied by whoever takes it; ours goes with the app."""
    folder = _Folder.of(QGuiApplication.instance())
    drag = QDrag(widget)
    made = dragged(drawn, theme, background, folder)
    image = QPixmap.fromImage(QImage.fromData(made.data("image/png").data()))
    drag.setPixmap(image.scaledToWidth(SHOWN, Qt.TransformationMode.SmoothTransformation))
    drag.setHotSpot(QPoint(SHOWN // 2, 20))
    drag.setMimeData(made)
    drag.exec(Qt.DropAction.CopyAction)


class _Folder:
    """One folder for all that is dragged; it is emptied when the app ends."""

    @staticmethod
    def of(app: object) -> Path:
        held = getattr(app, "_dragged_figures", None)
        if held is None:
            held = tempfile.TemporaryDirectory(prefix="transformer-lab-", ignore_cleanup_errors=True)
            app._dragged_figures = held  # type: ignore[attr-defined]
        return Path(held.name)
