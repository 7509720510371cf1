"""Time: playing, and stepping by operation, cell, sublayer and block."""

from __future__ import annotations

from transformer_lab.language import tr
from transformer_lab.ui.commands.command import Command, stage_key
from transformer_lab.ui.deeds import looping

ROWS: tuple[Command, ...] = (
    stage_key("play", tr("Play or pause"), lambda w: w.play(), "Space", icon="play"),
    stage_key(
        "play-back", tr("Play backwards or pause"), lambda w: w.player.toggle(backwards=True), "Shift+Space"
    ),
    stage_key(
        "step-back", tr("One operation back"), lambda w: w.step(-1), "Left", "PgUp", icon="chevron-left"
    ),
    stage_key("step", tr("One operation on"), lambda w: w.step(1), "Right", "PgDown", icon="chevron-right"),
    stage_key("cell-back", tr("One cell back"), lambda w: w.step(-1, "cell"), "Shift+Left"),
    stage_key("cell", tr("One cell on"), lambda w: w.step(1, "cell"), "Shift+Right"),
    stage_key("part-back", tr("One sublayer back"), lambda w: w.step(-1, "sublayer"), "Ctrl+Left"),
    stage_key("part", tr("One sublayer on"), lambda w: w.step(1, "sublayer"), "Ctrl+Right"),
    stage_key("block-back", tr("Previous block"), lambda w: w.step(-1, "block"), "["),
    stage_key("block", tr("Next block"), lambda w: w.step(1, "block"), "]"),
    stage_key("to-start", tr("To the start"), lambda w: w.player.to_start(), "Home", icon="chevron-first"),
    stage_key(
        "to-end", tr("To the finished result"), lambda w: w.player.to_end(), "End", icon="chevron-last"
    ),
    stage_key("slower", tr("Slower"), lambda w: w.player.change_speed(-1), ","),
    stage_key("faster", tr("Faster"), lambda w: w.player.change_speed(1), "."),
    stage_key("loop-in", tr("A loop begins here"), looping.begin, "Ctrl+["),
    stage_key("loop-out", tr("A loop ends here"), looping.end, "Ctrl+]"),
    stage_key("loop", tr("Loop this range, or play on"), looping.toggle, "Ctrl+\\"),
)
