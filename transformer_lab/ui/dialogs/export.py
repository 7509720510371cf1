"""Export: what is looked at is proposed, the preview is the figure itself, every refusal is said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from transformer_lab.errors import LabError
from transformer_lab.figures.empty import empty_picture
from transformer_lab.figures.film import pages
from transformer_lab.figures.heads import block_count
from transformer_lab.figures.legibility import too_small
from transformer_lab.figures.options import PROPORTIONS
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES, Figure, draw_figure
from transformer_lab.figures.stage import stage
from transformer_lab.language import tr
from transformer_lab.render.formats import FORMATS
from transformer_lab.render.ground import Background, usual_ground
from transformer_lab.session import Lab
from transformer_lab.ui.controls import Choice, Segmented
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.dialogs.preview import Preview
from transformer_lab.ui.dialogs.writing import write_watched
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.gaze import head_count
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.targets import ask_for_target
from transformer_lab.ui.theming import Theming

AS_SHOWN = "as-shown"
STEPS = (("now", tr("This moment")), ("all", tr("Every step")))
THEMES = (("paper", tr("Paper")), ("slate", tr("Slate")))
GROUNDS: tuple[tuple[Background, str], ...] = (
    ("white", tr("White")),
    ("none", tr("None")),
    ("theme", tr("Theme")),
)
SIZES = (
    ("16:9", tr("Slide 16:9")),
    ("4:3", tr("Slide 4:3")),
    ("84mm", tr("Paper, 84 mm")),
    ("174mm", tr("Paper, 174 mm")),
    ("window", tr("As in the window")),
)


def ask_target(parent: QWidget, suggestion: str) -> str:
    """Where to write; empty for nowhere."""
    return QFileDialog.getSaveFileName(parent, tr("Export the figure"), suggestion)[0]


class ExportDialog(Sheet):
    """Preview at the left, choices at the right."""

    exported = Signal(str)

    def __init__(self, lab: Lab, focus: Focus, scene: Scene, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent, tr("Export figure"))
        self._lab, self._scene = lab, scene
        self.ask_target = ask_target
        self.preview = Preview(theming)
        titles = {AS_SHOWN: tr("The stage as shown")} | {f.name: tr(f.title) for f in FIGURES.values()}
        self.figure = _combo(theming, list(titles.items()), tr("Figure"))
        self.block = _numbered(theming, tr("Block {n}"), block_count(lab.snapshot), focus.block, tr("Block"))
        self.head = _numbered(
            theming, tr("Head {n}"), head_count(lab.snapshot, focus.block), focus.head, tr("Head")
        )
        self.theme = _choice(theming, THEMES, tr("Theme"), theming.theme.name)
        self.ground = _choice(theming, GROUNDS, tr("Background"), usual_ground(theming.theme.name))
        self.extent = _combo(theming, SIZES, tr("Size"))
        self.format = _combo(
            theming, [(f.suffix, f"{tr(f.title)} ({f.suffix})") for f in FORMATS.values()], tr("Format")
        )
        self.steps = _combo(theming, STEPS, tr("Steps"))
        self.query = focus.query
        self._given: dict[str, dict[str, Any]] = {}
        self.trouble = voiced("", "quiet")
        self._build()
        self.figure.currentIndexChanged.connect(self.refresh)
        self.extent.currentIndexChanged.connect(self.refresh)
        self.head.currentIndexChanged.connect(self.refresh)
        self.format.currentIndexChanged.connect(self._format_changed)
        self.block.currentIndexChanged.connect(self._block_changed)
        self.theme.chosen.connect(self._theme_chosen)
        self.ground.chosen.connect(self._ground_chosen)
        self.fit(1120, 640)
        self.refresh()

    def start_from(self, figure: str, given: dict[str, Any]) -> None:
        """Open on this figure, with options that the dialog has no controls for."""
        self._given = {figure: given}
        self.figure.setCurrentIndex(self.figure.findData(figure))
        self.refresh()

    def _build(self) -> None:
        choices = QGridLayout()
        choices.setHorizontalSpacing(14)
        choices.setVerticalSpacing(12)
        rows: tuple[tuple[str, QWidget], ...] = (
            (tr("Figure"), self.figure),
            (tr("Block"), self.block),
            (tr("Head"), self.head),
            (tr("Size"), self.extent),
            (tr("Theme"), self.theme),
            (tr("Background"), self.ground),
            (tr("Format"), self.format),
            (tr("Steps"), self.steps),
        )
        self._labels: dict[QWidget, QLabel] = {}
        for i, (name, control) in enumerate(rows):
            label = self._labels[control] = QLabel(name)
            label.setBuddy(control)
            choices.addWidget(label, i, 0)
            choices.addWidget(control, i, 1)
        save = QPushButton(tr("Save as…"))
        save.setDefault(True)
        save.clicked.connect(self.save)
        cancel = QPushButton(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(cancel)
        buttons.addWidget(save)
        side = QVBoxLayout()
        side.setSpacing(18)
        side.addWidget(voiced(tr("Export figure"), "title"))
        side.addLayout(choices)
        side.addWidget(self.trouble)
        side.addStretch()
        side.addLayout(buttons)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(24, 24, 24, 24)
        whole.setSpacing(28)
        whole.addWidget(self.preview, 1)
        whole.addLayout(side)

    # --- what is exported -----------------------------------------------------------------------------
    def picture(self) -> Picture:
        """The figure as chosen. Raises LabError for what the model does not have."""
        snapshot = self._lab.snapshot
        name, size = self.figure.currentData(), self.extent.currentData()
        width, height = PROPORTIONS.get(size, self._scene.size)
        if snapshot.trace is None:
            return empty_picture(width, height)
        if name == AS_SHOWN:
            return self._shown(width, height)
        return draw_figure(name, snapshot, **self._options(FIGURES[name], width, height))

    def pages(self) -> Picture | Sequence[Picture]:
        """The figure, or all its steps where they are asked for, as the format holds them."""
        name, form = self.figure.currentData(), FORMATS[self.format.currentData()]
        figure = FIGURES["stage" if name == AS_SHOWN else name]
        if self.steps.currentData() == "now" or figure.steps is None or self._lab.snapshot.trace is None:
            return self.picture()
        width, height = PROPORTIONS.get(self.extent.currentData(), self._scene.size)
        given = self._options(figure, width, height)
        return pages(figure.name, self._lab.snapshot, given, ":", form.several)

    def _options(self, figure: Figure, width: float, height: float) -> dict[str, Any]:
        """What is chosen and looked at, as far as the figure knows it."""
        chosen = {"block": self.block.currentData(), "head": self.head.currentData(), "query": self.query}
        known = {name: value for name, value in chosen.items() if name in figure.options}
        return self._given.get(figure.name, {}) | known | {"size": (width, height)}

    def _shown(self, width: float, height: float) -> Picture:
        """The stage at its present moment, its own folds and head, laid out for another size."""
        player, look = self._scene.player, self._scene.look()._replace(scroll=0.0)
        if self.extent.currentData() != "window":
            fresh = stage_look(self._scene, width, height)
            look = look._replace(width=width, height=height, lane=fresh)
        return stage(self._lab.snapshot, look, player.timeline, player.cursor)

    def _background(self) -> Background:
        return GROUNDS[self.ground.index][0]

    def _theme_chosen(self, _index: int) -> None:
        """Light lines cannot be read on white: a dark theme brings its own ground."""
        if _data(self.theme, THEMES) != "paper" and self._background() == "white":
            self._offer_grounds(len(GROUNDS) - 1)
        self.refresh()

    def _ground_chosen(self, _index: int) -> None:
        """White asks for dark lines."""
        if self._background() == "white":
            self.theme.offer([text for _, text in THEMES], 0)
        self.refresh()

    def _offer_grounds(self, index: int) -> None:
        """The theme's own ground is called as the theme is."""
        names = [text for _, text in GROUNDS[:-1]]
        self.ground.offer([*names, THEMES[self.theme.index][1]], index)
        self.ground.resize(self.ground.sizeHint())

    def refresh(self, _index: object = None) -> None:
        """Show what would be written."""
        self._offer_grounds(self.ground.index)
        name = self.figure.currentData()
        asked = () if name == AS_SHOWN else FIGURES[name].options
        for control, option in ((self.block, "block"), (self.head, "head")):
            self._offer(control, option in asked and control.count() > 0)
        self._offer(self.steps, name == AS_SHOWN or FIGURES[name].steps is not None)
        try:
            picture = self.picture()
        except LabError as error:
            self.trouble.setText(str(error))
            return
        self.trouble.setText(too_small(picture))
        self.preview.show_figure(picture, _data(self.theme, THEMES), _data(self.ground, GROUNDS))

    def _offer(self, control: QWidget, shown: bool) -> None:
        control.setVisible(shown)
        self._labels[control].setVisible(shown)

    def _format_changed(self, _index: int) -> None:
        """A film shows every step unless it is told otherwise."""
        moves = FORMATS[self.format.currentData()].several == "frames"
        self.steps.setCurrentIndex(int(moves))

    def _block_changed(self, _index: int) -> None:
        _fill(self.head, tr("Head {n}"), head_count(self._lab.snapshot, self.block.currentData()), 0)

    def save(self) -> None:
        """Ask for a place and write the file there; on trouble the dialog stays and says why."""
        suffix = self.format.currentData()
        name = self.figure.currentData() if self.figure.currentData() != AS_SHOWN else "stage"
        folder = self._lab.path.parent if self._lab.path is not None else Path.home()
        path = ask_for_target(
            lambda target: self.ask_target(self, target), folder / f"{name}{suffix}", (suffix, *FORMATS)
        )
        if path is None:
            return
        said: list[str] = []
        try:
            theme = _data(self.theme, THEMES)
            written = write_watched(self.pages(), path, theme, self._background(), said.append, self)
        except LabError as error:
            self.trouble.setText(str(error))
            return
        self.exported.emit(" ".join((str(written), *said)))
        self.accept()


def stage_look(scene: Scene, width: float, height: float) -> float:
    """The lane width of the stage on another ground, at the same level."""
    from transformer_lab.figures.look import fit_lane
    from transformer_lab.figures.stage.level import lane_for

    words = len(scene.lab.snapshot.words)
    return fit_lane(width, words) if scene.level == "middle" else lane_for(scene.level, width, words)


def _combo(theming: Theming, rows: Sequence[tuple[str, str]], name: str) -> QComboBox:
    combo = Choice(theming, name)
    for data, text in rows:
        combo.addItem(text, data)
    combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    combo.setMinimumWidth(240)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    if rows:
        combo.view().setMinimumWidth(combo.view().sizeHintForColumn(0) + 28)
    return combo


def _numbered(theming: Theming, pattern: str, count: int, chosen: int, name: str) -> QComboBox:
    combo = _combo(theming, (), name)
    _fill(combo, pattern, count, chosen)
    return combo


def _fill(combo: QComboBox, pattern: str, count: int, chosen: int) -> None:
    combo.clear()
    for i in range(count):
        combo.addItem(pattern.format(n=i + 1), i)
    combo.setCurrentIndex(min(chosen, count - 1))


def _choice(theming: Theming, rows: Sequence[tuple[str, str]], name: str, chosen: str) -> Segmented:
    control = Segmented(theming, (), name)
    control.offer([text for _, text in rows], [data for data, _ in rows].index(chosen))
    return control


def _data(control: Segmented, rows: Sequence[tuple[str, str]]) -> str:
    return rows[control.index][0]
