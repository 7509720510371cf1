"""A process that edits for ever is killed at random moments: how much of its work is in the copy it left?

    python -m tests.crashes.killed_working FOLDER TIMES SEED    prints one line for each kill:
    edits lacking in the copy, and seconds from the first of them to the kill

The pace is that of the app, twenty times as fast, so that the bound is met or missed within a second.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path

from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.document.project import to_bytes
from transformer_lab.document.recovery import left_behind, take

FASTER = 20


def work_for_ever(root: Path, diary: int, dice: random.Random) -> None:
    """Edit at random; each state is written to the diary the moment it is there."""
    from PySide6.QtCore import QCoreApplication, QTimer

    from transformer_lab.ui.safekeeping import LATEST_MS, QUIET_MS, Safekeeping

    app = QCoreApplication([])
    lab = session.new()
    keeper = Safekeeping(lab, root=root, quiet_ms=QUIET_MS // FASTER, latest_ms=LATEST_MS // FASTER)
    timer = QTimer()

    def edit() -> None:
        if dice.random() < 0.1:
            lab.do(edits.switch("layers", dice.randint(1, 3)))
        else:
            lab.set_cell("block.0/attn/W_Q", (0, 0, 0), dice.random())
        os.write(diary, f"{time.time()} {fingerprint(to_bytes(lab.project))}\n".encode())
        timer.start(dice.choice((1, 5, 30, 150)))

    timer.setSingleShot(True)
    timer.timeout.connect(edit)
    timer.start(0)
    app.exec()
    del keeper


def fingerprint(data: bytes) -> str:
    """What tells one state from another."""
    from hashlib import sha256

    return sha256(data).hexdigest()


def lacking(root: Path, diary: Path, killed: float) -> tuple[int, float]:
    """How many edits the copy lacks, and how old the first of them was."""
    lines = [line.split() for line in diary.read_text().splitlines()]
    found = left_behind(root)
    kept = fingerprint(to_bytes(take(found[0]))) if found else ""
    hashes = [line[1] for line in lines if len(line) == 2]
    done = max((i + 1 for i, h in enumerate(hashes) if h == kept), default=0)
    lost = [float(line[0]) for line in lines[done:]]
    return len(lost), killed - lost[0] if lost else 0.0


def main() -> None:
    folder, times, dice = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    for n in range(times):
        root, diary = folder / f"root-{n}", folder / f"diary-{n}"
        handle = os.open(diary, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        child = os.fork()
        if child == 0:
            work_for_ever(root, handle, random.Random(dice.random()))
        while not diary.stat().st_size:
            time.sleep(0.005)
        time.sleep(dice.random() * 1.2)
        os.kill(child, signal.SIGKILL)
        killed = time.time()
        os.waitpid(child, 0)
        os.close(handle)
        print(*lacking(root, diary, killed), flush=True)
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main()
