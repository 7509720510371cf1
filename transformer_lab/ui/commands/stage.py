"""The stage: lanes, words, heads, explaining."""

from __future__ import annotations

from transformer_lab.language import tr
from transformer_lab.ui.commands.command import Command, stage_key
from transformer_lab.ui.deeds import looking


def _head(number: int) -> Command:
    return stage_key(
        f"head-{number}",
        tr("Look at head {n}", n=number),
        lambda w: w.focus.choose_head(w.focus.block, number - 1),
        str(number),
        group="Stage",
    )


ROWS: tuple[Command, ...] = (
    stage_key("fit", tr("Fit the lanes"), lambda w: w.scene.fit(), "0", group="Stage", icon="maximize"),
    stage_key("zoom-in", tr("Wider lanes"), lambda w: w.walk.zoom(1), "Ctrl++", "Ctrl+=", group="Stage"),
    stage_key("zoom-out", tr("Narrower lanes"), lambda w: w.walk.zoom(-1), "Ctrl+-", group="Stage"),
    stage_key("scroll-up", tr("Scroll up"), lambda w: w.walk.scroll(-1), "Up", group="Stage"),
    stage_key("scroll-down", tr("Scroll down"), lambda w: w.walk.scroll(1), "Down", group="Stage"),
    stage_key(
        "word-back", tr("Let the word before ask"), lambda w: w.walk.ask_word(-1), "Shift+Up", group="Stage"
    ),
    stage_key("word", tr("Let the next word ask"), lambda w: w.walk.ask_word(1), "Shift+Down", group="Stage"),
    stage_key("face", tr("Threads, matrix, or both"), looking.turn_face, "T", group="Stage"),
    stage_key("blank", tr("Blank the stage"), lambda w: w.blank.cover(), "B", group="Stage"),
    stage_key(
        "explain",
        tr("Explain the number in focus; again: every term"),
        looking.explain,
        "Return",
        "Enter",
        group="Stage",
    ),
    stage_key("close", tr("Close what is open"), looking.close_one, "Escape", group="Stage"),
    *(_head(number) for number in range(1, 10)),
)
