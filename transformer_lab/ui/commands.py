"""Everything a person can command, as one table: menus, shortcuts, tooltips and the help page all read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

Do = Callable[["MainWindow"], object]
Ask = Callable[["MainWindow"], bool]


@dataclass(frozen=True)
class Command:
    """One row. Keys of scope "stage" act while stage or timeline has the focus, the others always."""

    name: str
    text: str
    do: Do
    keys: tuple[str, ...] = ()
    icon: str = ""
    scope: Literal["window", "stage"] = "window"
    group: str = "View"
    enabled: Ask | None = None
    checked: Ask | None = None
    title: Callable[[MainWindow], str] | None = None
    """text that depends on the moment, such as the name of the step to undo"""


def _undo_title(w: MainWindow) -> str:
    label = w.lab.undo_label
    return tr("Undo: {step}", step=label) if label else tr("Undo")


def _redo_title(w: MainWindow) -> str:
    label = w.lab.redo_label
    return tr("Redo: {step}", step=label) if label else tr("Redo")


def _head(number: int) -> Command:
    def do(w: MainWindow) -> None:
        w.focus.choose_head(w.focus.block, number - 1)

    return Command(
        f"head-{number}", tr("Look at head {n}", n=number), do, (str(number),), "", "stage", "Stage"
    )


def _stage(name: str, text: str, do: Do, *keys: str, group: str = "Timeline", icon: str = "") -> Command:
    """A row whose keys act on the stage and the timeline only."""
    return Command(name, text, do, keys, icon, "stage", group)


COMMANDS: tuple[Command, ...] = (
    Command(
        "new", tr("New from preset"), lambda w: w.choose_preset(), ("Ctrl+N",), "file-plus", group="Project"
    ),
    Command(
        "open", tr("Open…"), lambda w: w.projects.ask_open(), ("Ctrl+O",), "folder-open", group="Project"
    ),
    Command("save", tr("Save"), lambda w: w.projects.save(), ("Ctrl+S",), "save", group="Project"),
    Command("save-as", tr("Save as…"), lambda w: w.projects.save_as(), ("Ctrl+Shift+S",), group="Project"),
    Command(
        "export", tr("Export figure…"), lambda w: w.export_figure(), ("Ctrl+E",), "upload", group="Project"
    ),
    Command("quit", tr("Quit"), lambda w: w.leave(), ("Ctrl+Q",), group="Project"),
    Command(
        "undo",
        tr("Undo"),
        lambda w: w.undo(),
        ("Ctrl+Z",),
        "undo-2",
        group="Edit",
        enabled=lambda w: w.lab.undo_label is not None,
        title=_undo_title,
    ),
    Command(
        "redo",
        tr("Redo"),
        lambda w: w.redo(),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo-2",
        group="Edit",
        enabled=lambda w: w.lab.redo_label is not None,
        title=_redo_title,
    ),
    Command("sentence", tr("Go to the sentence"), lambda w: w.to_sentence(), ("Ctrl+L",), group="Edit"),
    Command(
        "back",
        tr("Back to the question before"),
        lambda w: w.focus.back(),
        ("Alt+Left",),
        "arrow-left",
        group="Edit",
        enabled=lambda w: w.focus.can_go_back,
    ),
    Command(
        "outline",
        tr("Outline"),
        lambda w: w.toggle("outline"),
        ("Ctrl+1",),
        "panel-left",
        checked=lambda w: w.shows("outline"),
    ),
    Command(
        "editors",
        tr("Matrix editor"),
        lambda w: w.toggle("editors"),
        ("Ctrl+2",),
        "panel-bottom",
        checked=lambda w: w.shows("editors"),
    ),
    Command(
        "inspector",
        tr("Inspector"),
        lambda w: w.toggle("inspector"),
        ("Ctrl+3",),
        "panel-right",
        checked=lambda w: w.shows("inspector"),
    ),
    Command(
        "theme-system",
        tr("Theme of the system"),
        lambda w: w.wear("system"),
        icon="settings",
        checked=lambda w: w.theming.mode == "system",
    ),
    Command(
        "theme-paper",
        tr("Paper"),
        lambda w: w.wear("paper"),
        icon="sun",
        checked=lambda w: w.theming.mode == "paper",
    ),
    Command(
        "theme-slate",
        tr("Slate"),
        lambda w: w.wear("slate"),
        icon="moon",
        checked=lambda w: w.theming.mode == "slate",
    ),
    Command(
        "calm",
        tr("Reduced motion"),
        lambda w: w.set_calm(not w.calm),
        checked=lambda w: w.calm,
    ),
    Command("help", tr("Help and shortcuts"), lambda w: w.help(), ("F1",), "circle-help", group="Help"),
    # --- stage and timeline ---------------------------------------------------------------------------
    _stage("play", tr("Play or pause"), lambda w: w.play(), "Space", icon="play"),
    _stage("step-back", tr("One operation back"), lambda w: w.step(-1), "Left", "PgUp", icon="chevron-left"),
    _stage("step", tr("One operation on"), lambda w: w.step(1), "Right", "PgDown", icon="chevron-right"),
    _stage("cell-back", tr("One cell back"), lambda w: w.step(-1, "cell"), "Shift+Left"),
    _stage("cell", tr("One cell on"), lambda w: w.step(1, "cell"), "Shift+Right"),
    _stage("part-back", tr("One sublayer back"), lambda w: w.step(-1, "sublayer"), "Ctrl+Left"),
    _stage("part", tr("One sublayer on"), lambda w: w.step(1, "sublayer"), "Ctrl+Right"),
    _stage("block-back", tr("Previous block"), lambda w: w.step(-1, "block"), "["),
    _stage("block", tr("Next block"), lambda w: w.step(1, "block"), "]"),
    _stage("to-start", tr("To the start"), lambda w: w.player.to_start(), "Home", icon="chevron-first"),
    _stage("to-end", tr("To the finished result"), lambda w: w.player.to_end(), "End", icon="chevron-last"),
    _stage("slower", tr("Slower"), lambda w: w.player.change_speed(-1), ","),
    _stage("faster", tr("Faster"), lambda w: w.player.change_speed(1), "."),
    Command(
        "follow",
        tr("Follow what is played"),
        lambda w: w.scene.set_follow(not w.scene.follow),
        ("F",),
        "crosshair",
        "stage",
        "Stage",
        checked=lambda w: w.scene.follow,
    ),
    _stage("fit", tr("Fit the lanes"), lambda w: w.scene.fit(), "0", group="Stage", icon="maximize"),
    _stage("zoom-in", tr("Wider lanes"), lambda w: w.walk.zoom(1), "Ctrl++", "Ctrl+=", group="Stage"),
    _stage("zoom-out", tr("Narrower lanes"), lambda w: w.walk.zoom(-1), "Ctrl+-", group="Stage"),
    _stage("scroll-up", tr("Scroll up"), lambda w: w.walk.scroll(-1), "Up", group="Stage"),
    _stage("scroll-down", tr("Scroll down"), lambda w: w.walk.scroll(1), "Down", group="Stage"),
    _stage(
        "word-back", tr("Let the word before ask"), lambda w: w.walk.ask_word(-1), "Shift+Up", group="Stage"
    ),
    _stage("word", tr("Let the next word ask"), lambda w: w.walk.ask_word(1), "Shift+Down", group="Stage"),
    _stage("blank", tr("Blank the stage"), lambda w: w.blank.cover(), "B", group="Stage"),
    _stage(
        "explain",
        tr("Explain the number in focus; arrows walk on"),
        lambda w: w.explain(),
        "Return",
        "Enter",
        group="Stage",
    ),
    _stage("close", tr("Close what is open"), lambda w: w.close_one(), "Escape", group="Stage"),
    *(_head(number) for number in range(1, 10)),
)
BY_NAME = {command.name: command for command in COMMANDS}
