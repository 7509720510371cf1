"""Makes ``python -m transformer_lab`` the same as the command ``transformer-lab``."""

from __future__ import annotations

from transformer_lab.start import main

if __name__ == "__main__":
    raise SystemExit(main())
