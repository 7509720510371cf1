"""Export: a file, all figures at once, or the clipboard; every refusal is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.render.formats import FORMATS
from transformer_lab.session import Lab
from transformer_lab.ui.dialogs.export import controls
from transformer_lab.ui.dialogs.export.choosing import REMEMBERED, Chooser
from transformer_lab.ui.dialogs.export.controls import data
from transformer_lab.ui.dialogs.export.laying import lay_out
from transformer_lab.ui.dialogs.export.subject import AS_SHOWN
from transformer_lab.ui.dialogs.writing import write_pack_watched, write_watched
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.leaving import copy_figure
from transformer_lab.ui.settings import Settings
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.targets import ask_for_target
from transformer_lab.ui.theming import Theming


def ask_target(parent: QWidget, suggestion: str) -> str:
    """Where to write; empty for nowhere."""
    return QFileDialog.getSaveFileName(parent, tr("Export the figure"), suggestion)[0]


def ask_folder(parent: QWidget, suggestion: str) -> str:
    """Which folder the slide pack goes to; empty for none."""
    return QFileDialog.getExistingDirectory(parent, tr("A folder for all figures"), suggestion)


class ExportDialog(Chooser):
    """The dialog with its buttons. Questions for a place are attributes, so that a test can answer them."""

    exported = Signal(str, str)
    """what was written (a path), and what should be known about it"""

    def __init__(
        self,
        lab: Lab,
        focus: Focus,
        scene: Scene,
        theming: Theming,
        parent: QWidget,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(lab, focus, scene, theming, parent, settings)
        self.ask_target: Callable[..., str] = ask_target
        self.ask_folder: Callable[..., str] = ask_folder
        lay_out(self)
        self.connect_controls()
        self.fit(1120, 716)
        self.finished.connect(self._remember)

    def _folder(self) -> Path:
        kept = "" if self.settings is None else self.settings.export_choices(("folder",)).get("folder", "")
        if kept and Path(kept).is_dir():
            return Path(kept)
        return self.lab.path.parent if self.lab.path is not None else Path.home()

    def _remember(self, _result: int = 0) -> None:
        if self.settings is None:
            return
        yes = {True: "yes", False: "no"}
        kept = (
            self.extent.currentData(),
            self.form.suffix,
            self.pixels.currentData(),
            yes[self.project.on],
            yes[self.loop.on],
            yes[self.captions.on],
        )
        self.settings.keep_export_choices(dict(zip(REMEMBERED, kept, strict=True)))

    def save(self) -> None:
        """Ask for a place and write the file there; on trouble the dialog stays and says why."""
        suffix = self.form.suffix
        name = self.figure.currentData() if self.figure.currentData() != AS_SHOWN else "stage"
        suggestion = self._folder() / f"{name}{suffix}"
        path = ask_for_target(lambda target: self.ask_target(self, target), suggestion, (suffix, *FORMATS))
        if path is not None:
            theme, more = data(self.theme, controls.THEMES), self.more()
            self._write(
                lambda say: write_watched(self.pages(), path, theme, self.background(), say, self, **more)
            )

    def save_all(self) -> None:
        """Ask for a folder and write every figure that the model has, in one style."""
        folder = self.ask_folder(self, str(self._folder()))
        if folder:
            options, more = self.subject.pack_options(self.wanted), self.more()
            looks = (data(self.theme, controls.THEMES), self.background())
            self._write(
                lambda say: write_pack_watched(
                    self.lab.snapshot, Path(folder), self.form.suffix, options, *looks, say, self, **more
                )
            )

    def copy(self) -> None:
        """Put the figure on the clipboard; the dialog stays."""
        try:
            project = self.lab.packed() if self.project.on else None
            copy_figure(self.picture(), data(self.theme, controls.THEMES), self.background(), project)
        except LabError as error:
            self.trouble.setText(str(error))
            return
        self.trouble.setText(tr("Copied: as SVG, PNG and PDF."))

    def _write(self, write: Callable[[Callable[[str], None]], Path]) -> None:
        said: list[str] = []
        try:
            written = write(said.append)
        except LabError as error:
            self.trouble.setText(str(error))
            return
        if self.settings is not None:
            self.settings.keep_export_choices({"folder": str(written.parent)})
        self.exported.emit(str(written), " ".join(said))
        self.accept()
