"""Threads of BLAS: told to the library that is loaded, and two only where they help."""

import pytest

from transformer_lab.ui import threads
from transformer_lab.ui.threads import WIDE, threads_for, threads_now, use_threads


@pytest.fixture(autouse=True)
def _as_before():
    before = threads_now()
    yield
    if before:
        use_threads(before)


@pytest.mark.skipif(not threads_now(), reason="this BLAS tells nothing")
@pytest.mark.parametrize("count", [2, 1])
def test_the_library_that_is_loaded_takes_the_number(count):
    assert use_threads(count)
    assert threads_now() == count


@pytest.mark.parametrize(
    ("width", "cores", "one", "two", "chosen"),
    [
        (WIDE - 1, 4, 2.0, [1.0], 1),
        (WIDE, 1, 2.0, [1.0], 1),
        (WIDE, 2, 2.0, [1.0], 2),
        (WIDE, 2, 2.0, [1.0, 1.0, 1.0, 1.0, 1.0, 9.0], 2),
        (WIDE, 2, 2.0, [1.0, 1.0, 9.0, 1.0, 1.0, 9.0], 1),
    ],
    ids=["narrow", "no core free", "wide", "bad luck once", "another program is busy"],
)
def test_two_only_for_wide_rows_that_gain_each_time(width, cores, one, two, chosen, monkeypatch):
    monkeypatch.setattr(threads, "cores", lambda: cores)
    told, times = [], iter(two * 6)

    def spent():
        return next(times) if told[-1] == 2 else one

    assert threads_for(width, lambda count: told.append(count) or True, spent) == chosen
    assert told[-1] == chosen


def test_a_library_that_cannot_be_told_is_left_alone(monkeypatch):
    monkeypatch.setattr(threads, "_loaded", lambda: None)
    assert not use_threads(2)
    assert threads_now() == 0
    assert threads_for(4 * WIDE) == 1
