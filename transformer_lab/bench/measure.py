"""Fair timing: compared jobs run in turns, and medians are taken, so that a busy machine hurts all."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

Job = Callable[[], object]


@dataclass(frozen=True)
class Result:
    """One line of the report: what was measured, how it came out, and the mark it is held to."""

    name: str
    value: float
    mark: float
    unit: str
    note: str = ""
    at_least: bool = False
    """Whether more is better: the mark is the least that is asked for, else the most."""

    @property
    def ok(self) -> bool:
        """Whether the mark is met."""
        return self.value >= self.mark if self.at_least else self.value <= self.mark


def spent(job: Job) -> float:
    """How much of the processor one call takes (ms): on a busy machine the clock tells of other programs."""
    start = time.process_time()
    job()
    return (time.process_time() - start) * 1e3


def interleaved(jobs: Sequence[Job], rounds: int) -> list[list[float]]:
    """Milliseconds of each job in each round, run in turns A B A B …; the first round only warms up."""
    rows = [[spent(job) for job in jobs] for _ in range(rounds + 1)][1:]
    return [list(column) for column in zip(*rows, strict=True)]


def medians(jobs: Sequence[Job], rounds: int) -> list[float]:
    """The median of each job, run in turns."""
    return [median(column) for column in interleaved(jobs, rounds)]


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of all values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
