"""How many threads the matrix products of NumPy use: asked of its BLAS itself, also after it was loaded.

Variables of the environment count only before NumPy is imported, and a program cannot set them for itself in
time. A thread more helps from rows of about 256 numbers on, if a core is free; below, waking it costs more.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

WIDE, MOST_THREADS = 256, 2
ROWS, TRIES = 64, 6
SETTERS = ("scipy_openblas_set_num_threads64_", "openblas_set_num_threads64_", "openblas_set_num_threads")


def use_threads(count: int) -> bool:
    """Give the products of this process so many threads; False where its BLAS cannot be told."""
    setter = _setter()
    if setter is not None:
        setter(count)
    return setter is not None


def threads_now() -> int:
    """How many threads products use at present; 0 where BLAS does not tell."""
    getter = _function(_loaded(), tuple(name.replace("_set_", "_get_") for name in SETTERS))
    return int(getter()) if getter is not None else 0


def threads_for(
    width: int, use: Callable[[int], bool] = use_threads, spent: Callable[[], float] | None = None
) -> int:
    """Choose the threads for rows of `width` numbers, use them, and return how many.

    Two only for wide rows, and only if trying says so: another busy program makes products with two threads
    take sometimes long, sometimes short, which is worse than always in between.
    """
    if width < WIDE or cores() < MOST_THREADS or not use(MOST_THREADS):
        use(1)
        return 1
    timed = spent or (lambda: product_time(width))
    slowest = sorted(timed() for _ in range(TRIES))[-2]  # one of them may be bad luck
    use(1)
    one = sorted(timed() for _ in range(TRIES))[TRIES // 2]
    if slowest >= one:
        return 1
    use(MOST_THREADS)
    return MOST_THREADS


def product_time(width: int) -> float:
    """Seconds on the clock of one product as a model of this width makes it."""
    x, weights = (np.ones(shape, np.float32) for shape in ((ROWS, width), (width, width)))
    start = time.perf_counter()
    np.matmul(x, weights)
    return time.perf_counter() - start


def cores() -> int:
    """Cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _setter() -> Callable[[int], object] | None:
    return _function(_loaded(), SETTERS)


@lru_cache(maxsize=1)
def _loaded() -> ctypes.CDLL | None:
    """The library of NumPy that is linked with BLAS."""
    try:
        return ctypes.CDLL(import_module("numpy._core._multiarray_umath").__file__)
    except (ImportError, OSError):
        return None


def _function(library: ctypes.CDLL | None, names: tuple[str, ...]) -> Callable[..., Any] | None:
    return next((getattr(library, name) for name in names if hasattr(library, name)), None)
