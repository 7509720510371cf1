"""How far each block stands open, and how it gets there: pure values of time, no timers."""

from __future__ import annotations

from dataclasses import dataclass

from transformer_lab.figures.easing import settle

OPENING_MS = 450.0


@dataclass(frozen=True)
class Folds:
    """From `start` to `goal` since `since` (ms); one number for each block, 0 folded to 1 open."""

    start: tuple[float, ...] = ()
    goal: tuple[float, ...] = ()
    since: float = -1e9

    def at(self, now: float) -> tuple[float, ...]:
        """Openness of each block at a moment."""
        u = min(1.0, max(0.0, (now - self.since) / OPENING_MS))
        if u >= 1.0:
            return self.goal
        share = float(settle(u))
        return tuple(a + (b - a) * share for a, b in zip(self.start, self.goal, strict=True))

    def moving(self, now: float) -> bool:
        """Whether something still opens or closes."""
        return now - self.since < OPENING_MS and self.start != self.goal

    def toward(self, goal: tuple[float, ...], now: float, *, at_once: bool = False) -> Folds:
        """Head for another goal from wherever the blocks are now."""
        if goal == self.goal:
            return self
        here = self.at(now)
        if at_once or len(here) != len(goal):
            return Folds(goal, goal)
        return Folds(here, goal, now)

    def toggled(self, block: int, now: float, *, at_once: bool = False) -> Folds:
        """Open a folded block, fold an open one."""
        goal = list(self.goal)
        goal[block] = 0.0 if goal[block] > 0.5 else 1.0
        return self.toward(tuple(goal), now, at_once=at_once)


def only(block: int, count: int) -> tuple[float, ...]:
    """One block open, the others folded."""
    return tuple(1.0 if i == block else 0.0 for i in range(count))
