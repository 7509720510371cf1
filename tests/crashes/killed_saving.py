"""A process that saves for ever is killed at random moments: what stands in the file is whole each time.

python -m tests.crashes.killed_saving FOLDER TIMES SEED     prints how many files were damaged
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from transformer_lab import session
from transformer_lab.document.files import write_atomically
from transformer_lab.document.project import to_bytes

SIZES = (1_000, 1_000_000)


def versions() -> list[bytes]:
    """Two projects, each small and with a megabyte behind it, as bytes."""
    made = [to_bytes(session.new(text=text).project) for text in ("the cat sat", "a dog ran off")]
    return [data + bytes(size) for size in SIZES for data in made]


def save_for_ever(target: Path, datas: list[bytes], ready: int) -> None:
    """Until somebody kills this process."""
    os.write(ready, b".")
    while True:
        for data in datas:
            write_atomically(target, data)


def main() -> None:
    folder, times, dice = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    target, datas = folder / "work.tlab", versions()
    write_atomically(target, datas[0])
    damaged = 0
    for _ in range(times):
        told, ready = os.pipe()
        child = os.fork()
        if child == 0:
            save_for_ever(target, datas, ready)
        os.read(told, 1)
        time.sleep(dice.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(told)
        os.close(ready)
        damaged += target.read_bytes() not in datas
    print(damaged)


if __name__ == "__main__":
    main()
