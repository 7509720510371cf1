"""Projects and what leaves them."""

from __future__ import annotations

from transformer_lab.language import tr
from transformer_lab.ui.commands.command import Command
from transformer_lab.ui.deeds import dialogs, exporting

ROWS: tuple[Command, ...] = (
    Command("new", tr("New from preset"), dialogs.choose_preset, ("Ctrl+N",), "file-plus", group="Project"),
    Command(
        "open",
        tr("Open…"),
        lambda w: w.projects.ask_open(),
        ("Ctrl+O",),
        "folder-open",
        group="Project",
        menu="files",
    ),
    Command(
        "save",
        tr("Save"),
        lambda w: w.projects.save(),
        ("Ctrl+S",),
        "save",
        group="Project",
        menu="files",
    ),
    Command(
        "save-as",
        tr("Save as…"),
        lambda w: w.projects.save_as(),
        ("Ctrl+Shift+S",),
        group="Project",
        menu="files",
    ),
    Command(
        "export",
        tr("Export figure…"),
        dialogs.export_figure,
        ("Ctrl+E",),
        "upload",
        group="Project",
        menu="figures",
    ),
    Command(
        "copy-figure",
        tr("Copy figure"),
        exporting.copy_figure,
        ("Ctrl+Shift+C",),
        "copy",
        group="Project",
        menu="figures",
    ),
    Command(
        "export-numpy",
        tr("Export as NumPy script…"),
        lambda w: exporting.export_script(w, "numpy"),
        group="Project",
        menu="figures",
    ),
    Command(
        "export-torch",
        tr("Export as PyTorch script…"),
        lambda w: exporting.export_script(w, "torch"),
        group="Project",
        menu="figures",
    ),
    Command("quit", tr("Quit"), lambda w: w.leave(), ("Ctrl+Q",), group="Project", menu="leaving"),
)
