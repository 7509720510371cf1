"""Choosing what to export: what is looked at is proposed, and the preview is the figure itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QLabel, QWidget

from transformer_lab.errors import LabError
from transformer_lab.figures.enlarging import culprits
from transformer_lab.figures.heads import block_count
from transformer_lab.figures.legibility import is_slide, too_small, type_sizes
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES
from transformer_lab.figures.slide.asked import may_part
from transformer_lab.language import tr
from transformer_lab.render.formats import FORMATS, Format
from transformer_lab.render.ground import Background, usual_ground
from transformer_lab.session import Lab
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.dialogs.export import controls
from transformer_lab.ui.dialogs.export.controls import Option, Span, combo, data, fill, segmented
from transformer_lab.ui.dialogs.export.legible import Repairs, TypeLine
from transformer_lab.ui.dialogs.export.shown import Seen
from transformer_lab.ui.dialogs.export.subject import AS_SHOWN, PART, Repair, Subject, Wanted
from transformer_lab.ui.dialogs.preview import Preview
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.gaze import head_count
from transformer_lab.ui.settings import Settings
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.theming import Theming

REMEMBERED = ("size", "format", "pixels", "project", "loop", "captions")


class Chooser(Sheet):
    """Preview at the left, choices at the right; what is done with them, the export dialog adds."""

    def __init__(
        self,
        lab: Lab,
        focus: Focus,
        scene: Scene,
        theming: Theming,
        parent: QWidget,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(parent, tr("Export figure"))
        self.lab, self.settings = lab, settings
        self.subject = Subject(scene, focus.query, focus.selected, focus.under_pointer)
        self.preview = Preview(theming)
        self.sizes = TypeLine(theming)
        self.warning = Repairs(theming)
        self.trouble = voiced("", "quiet")
        self.labels: dict[QWidget, QLabel] = {}
        """the name before a control; those that do not apply are hidden with it"""
        self.holders: dict[QWidget, QWidget] = {}
        """what a control stands in, if it has a neighbour"""
        self._make_controls(theming, focus)

    def _make_controls(self, theming: Theming, focus: Focus) -> None:
        kept = {} if self.settings is None else self.settings.export_choices(REMEMBERED)
        part = {PART: tr("The attention of a block, large")} if may_part(self.lab.snapshot) else {}
        titles = {
            AS_SHOWN: tr("The stage as shown"),
            **part,
            **{f.name: tr(f.title) for f in FIGURES.values()},
        }
        self.figure = combo(theming, list(titles.items()), tr("Figure"))
        self.block, self.head = combo(theming, (), tr("Block")), combo(theming, (), tr("Head"))
        fill(self.block, tr("Block {n}"), block_count(self.lab.snapshot), focus.block)
        fill(self.head, tr("Head {n}"), head_count(self.lab.snapshot, focus.block), focus.head)
        self.numbers = segmented(theming, controls.NUMBERS, tr("Numbers"), "percent")
        self.words = combo(theming, controls.WORDS, tr("Words"))
        self.theme = segmented(theming, controls.THEMES, tr("Theme"), theming.theme.plain_name)
        self.ground = segmented(
            theming, controls.GROUNDS, tr("Background"), usual_ground(theming.theme.plain_name)
        )
        self.extent = combo(theming, controls.SIZES, tr("Size"), kept.get("size", ""))
        formats = [(f.suffix, f"{f.title} ({f.suffix})") for f in FORMATS.values()]
        self.format = combo(theming, formats, tr("Format"), kept.get("format", ""))
        self.pixels = combo(theming, controls.PIXELS, tr("Pixels"), kept.get("pixels", controls.PLAIN_PIXELS))
        self.steps, self.span = combo(theming, controls.STEPS, tr("Steps")), Span(theming)
        self.title = Option(theming, tr("Title"), True)
        self.notes = Option(theming, tr("Notes"), True)
        self.large = Option(theming, tr("Larger type"), False)
        self.loop = Option(theming, tr("Starts again"), kept.get("loop", "yes") == "yes")
        self.captions = Option(theming, tr("Captions"), kept.get("captions", "no") == "yes")
        self.project = Option(theming, tr("Keep the project inside"), kept.get("project", "no") == "yes")

    def connect_controls(self) -> None:
        for box in (self.figure, self.extent, self.head, self.words, self.steps):
            box.currentIndexChanged.connect(self.refresh)
        for option in (self.title, self.notes, self.large):
            option.toggled.connect(self.refresh)
        self.numbers.chosen.connect(self.refresh)
        self.format.currentIndexChanged.connect(self._format_changed)
        self.block.currentIndexChanged.connect(self._block_changed)
        self.theme.chosen.connect(self._theme_chosen)
        self.ground.chosen.connect(self._ground_chosen)
        self.warning.chosen.connect(self._repair)
        self._format_changed()

    def follow_view(self, view: str, split: float = 0.5) -> None:
        """What is seen while A and B are compared is what “as shown” exports."""
        self.subject.seen = Seen(view, split)
        self.refresh()

    def start_from(self, figure: str, given: dict[str, Any]) -> None:
        """Open on this figure, with options that the dialog has no controls for."""
        self.subject.given = {figure: given}
        self.figure.setCurrentIndex(self.figure.findData(figure))
        self.refresh()

    # --- what is exported -----------------------------------------------------------------------------
    @property
    def wanted(self) -> Wanted:
        """The choices."""
        steps = {"now": None, "all": ":", "some": self.span.text}[self.steps.currentData()]
        return Wanted(
            self.figure.currentData(),
            self.extent.currentData(),
            self.block.currentData(),
            self.head.currentData(),
            data(self.numbers, controls.NUMBERS),
            self.words.currentData() == "some",
            self.title.on,
            self.notes.on,
            self.large.on,
            steps,
        )

    @property
    def form(self) -> Format:
        """The chosen format."""
        return FORMATS[self.format.currentData()]

    def picture(self) -> Picture:
        """The figure as chosen. Raises LabError for what the model does not have."""
        return self.subject.picture(self.wanted)

    def pages(self) -> Picture | Sequence[Picture]:
        """The figure, or all its steps where they are asked for, as the format holds them."""
        return self.subject.pages(self.wanted, self.form.several)

    def more(self) -> dict[str, Any]:
        """What else the format knows: pixels, loop, captions, the project inside."""
        asked = self.pixels.currentData()
        sides = tuple(int(side) for side in asked.split("x")) if "x" in asked else None
        project = self.lab.packed() if self.project.on and "project" in self.form.options else None
        chosen = {"pixels": sides, "scale": None if sides else float(asked)}
        return {
            **{name: value for name, value in chosen.items() if value is not None},
            "loop": self.loop.on,
            "captions": self.captions.on,
            "project": project,
        }

    def background(self) -> Background:
        """What lies behind the figure."""
        return controls.GROUNDS[self.ground.index][0]

    # --- showing --------------------------------------------------------------------------------------
    def refresh(self, _index: object = None) -> None:
        """Show what would be written."""
        self._offer_grounds(self.ground.index)
        self._offer_controls()
        try:
            picture = self.picture()
        except LabError as error:
            self.trouble.setText(str(error))
            return
        self.trouble.setText("")
        self._tell_type(picture)
        self.preview.show_figure(picture, data(self.theme, controls.THEMES), self.background())

    def _offer_controls(self) -> None:
        wanted, subject, form = self.wanted, self.subject, self.form
        self.span.reach(subject.steps(wanted))
        shown = {
            self.block: subject.knows(wanted, "block") and self.block.count() > 0,
            self.head: subject.knows(wanted, "head") and self.head.count() > 0,
            self.numbers: subject.knows(wanted, "numbers"),
            self.words: subject.may_crop(wanted),
            self.steps: subject.has_steps(wanted),
            self.span: subject.has_steps(wanted) and self.steps.currentData() == "some",
            self.title: subject.knows(wanted, "title"),
            self.notes: subject.knows(wanted, "notes"),
            self.pixels: "pixels" in form.options,
            self.loop: "loop" in form.options,
            self.captions: "captions" in form.options,
            self.project: "project" in form.options,
        }
        for control, on in shown.items():
            control.setVisible(on)
            if control in self.labels:
                self.labels[control].setVisible(on)
        either = shown[self.block] or shown[self.head]
        self.labels[self.block].setVisible(either)
        self.holders[self.block].setVisible(either)

    def _tell_type(self, picture: Picture) -> None:
        slide = is_slide(picture) and "theme" in self.form.options
        self.sizes.setVisible(slide)
        self.sizes.tell(type_sizes(picture, self.subject.words) if slide else ())
        sentence = (too_small(picture) if slide else "") or picture.notice
        self.warning.tell(
            sentence, self.subject.repairs(self.wanted, picture) if sentence else (), picture.notice != ""
        )
        self.preview.mark(culprits(picture) if sentence and not picture.notice else ())

    def _repair(self, repair: Repair) -> None:
        """Take the choices of a repair."""
        wanted = repair.wanted
        self.figure.setCurrentIndex(self.figure.findData(wanted.figure))
        self.numbers.offer(
            [text for _, text in controls.NUMBERS], [key for key, _ in controls.NUMBERS].index(wanted.numbers)
        )
        self.words.setCurrentIndex(int(wanted.crop))
        self.large.turn(wanted.large)
        self.notes.turn(wanted.notes)
        self.refresh()

    def _theme_chosen(self, _index: int) -> None:
        """Light lines cannot be read on white: a dark theme brings its own ground."""
        if data(self.theme, controls.THEMES) != "paper" and self.background() == "white":
            self._offer_grounds(len(controls.GROUNDS) - 1)
        self.refresh()

    def _ground_chosen(self, _index: int) -> None:
        """White asks for dark lines."""
        if self.background() == "white":
            self.theme.offer([text for _, text in controls.THEMES], 0)
        self.refresh()

    def _offer_grounds(self, index: int) -> None:
        """The theme's own ground is called as the theme is."""
        names = [text for _, text in controls.GROUNDS[:-1]]
        self.ground.offer([*names, controls.THEMES[self.theme.index][1]], index)
        self.ground.resize(self.ground.sizeHint())

    def _format_changed(self, _index: int = 0) -> None:
        """A film shows every step unless it is told otherwise."""
        self.steps.setCurrentIndex(int(self.form.several == "frames"))
        self.refresh()

    def _block_changed(self, _index: int) -> None:
        fill(self.head, tr("Head {n}"), head_count(self.lab.snapshot, self.block.currentData()), 0)
