"""Killed while saving or working, with nothing pretended: no file is damaged and little is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.crashes.killed_working import FASTER

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")


def run(program: str, folder: Path, times: int, seed: int) -> str:
    command = [sys.executable, "-m", f"tests.crashes.{program}", str(folder), str(times), str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_killed_200_times_while_saving_no_file_is_damaged(tmp_path: Path) -> None:
    assert run("killed_saving", tmp_path, 200, 1).split() == ["0"]


def check_losses(told: str, times: int) -> None:
    losses = [line.split() for line in told.splitlines()]
    assert len(losses) == times
    worst = max(losses, key=lambda loss: float(loss[1]))
    late = [loss for loss in losses if int(loss[0]) > 1 and float(loss[1]) > 10.0 / FASTER]
    assert not late, f"lost: edits, seconds × {FASTER}: {late}, worst {worst}"


def test_killed_at_20_moments_at_most_ten_seconds_are_lost(tmp_path: Path) -> None:
    check_losses(run("killed_working", tmp_path, 20, 1), 20)


@pytest.mark.endurance
def test_killed_at_100_moments_at_most_ten_seconds_are_lost(tmp_path: Path) -> None:
    check_losses(run("killed_working", tmp_path, 100, 2), 100)
