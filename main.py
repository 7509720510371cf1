"""Starts Transformer Lab from a checkout: ``python main.py`` or ``uv run main.py``."""

from __future__ import annotations

import sys


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  (somebody with an older Python should read a sentence)
        found = ".".join(map(str, sys.version_info[:2]))
        print(f"Transformer Lab needs Python 3.11 or newer; this is {found}.", file=sys.stderr)
        return 1
    from transformer_lab import preflight

    missing = preflight.missing_modules(preflight.MODULES)
    if missing:
        preflight.require(window=False)
    from transformer_lab.start import main as command_line

    return command_line()


if __name__ == "__main__":
    raise SystemExit(main())
