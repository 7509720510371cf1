"""Which parts are shown, and how everything looks."""

from __future__ import annotations

from transformer_lab.language import tr
from transformer_lab.ui.commands.command import Command
from transformer_lab.ui.deeds import building, dialogs, lecturing, looking, telling
from transformer_lab.ui.stage.faces import show_roots
from transformer_lab.ui.theming import Mode


def _part(name: str, text: str, keys: str, icon: str) -> Command:
    """A part of the window that can be shown or hidden."""
    return Command(
        name,
        text,
        lambda w: looking.toggle(w, name),
        (keys,),
        icon,
        menu="panels",
        checked=lambda w: looking.shows(w, name),
    )


def _theme(mode: Mode, text: str, icon: str) -> Command:
    return Command(
        f"theme-{mode}",
        text,
        lambda w: looking.wear(w, mode),
        icon=icon,
        menu="theme",
        checked=lambda w: w.theming.mode == mode,
    )


ROWS: tuple[Command, ...] = (
    _part("outline", tr("Outline"), "Ctrl+1", "panel-left"),
    _part("editors", tr("Matrix editor"), "Ctrl+2", "panel-bottom"),
    _part("inspector", tr("Inspector"), "Ctrl+3", "panel-right"),
    Command(
        "build",
        tr("Build the model"),
        building.toggle_builder,
        ("Ctrl+4",),
        "layers",
        menu="panels",
        checked=lambda w: looking.shows(w, "build"),
    ),
    Command(
        "lecture",
        tr("Lecture: the stage alone, larger"),
        lecturing.toggle_lecture,
        ("F11",),
        menu="panels",
        checked=lecturing.lectures,
    ),
    Command(
        "numbers",
        tr("All numbers as a plain table"),
        telling.open_numbers,
        ("Ctrl+Shift+T",),
        menu="panels",
    ),
    _theme("system", tr("Theme of the system"), "settings"),
    _theme("paper", tr("Paper"), "sun"),
    _theme("slate", tr("Slate"), "moon"),
    _theme("contrast", tr("High contrast"), "contrast"),
    Command(
        "follow",
        tr("Follow what is played"),
        lambda w: w.scene.set_follow(not w.scene.follow),
        ("F",),
        "crosshair",
        "stage",
        "Stage",
        "motion",
        checked=lambda w: w.scene.follow,
    ),
    Command(
        "calm",
        tr("Reduced motion"),
        lambda w: looking.set_calm(w, not w.scene.calm),
        menu="motion",
        checked=lambda w: w.scene.calm,
    ),
    Command(
        "root",
        tr("Attention on a square-root scale"),
        lambda w: show_roots(w.scene, not w.scene.faces.root),
        menu="motion",
        checked=lambda w: w.scene.faces.root,
    ),
    Command(
        "tint",
        tr("Tint by gradient"),
        lambda w: w.tinting.toggle(),
        menu="motion",
        enabled=lambda w: w.study.gradients,
        checked=lambda w: w.tinting.on,
    ),
    Command(
        "preferences",
        tr("Preferences…"),
        dialogs.open_preferences,
        ("Ctrl+,",),
        "settings",
        menu="motion",
    ),
    Command(
        "help",
        tr("Help and shortcuts"),
        dialogs.open_help,
        ("F1",),
        "circle-help",
        group="Help",
        menu="help",
    ),
)
