"""What the pages print can be typed: their Python runs as it stands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import transformer_lab as tl

ROOT = Path(__file__).parent.parent
GIVEN = "import numpy as np\narray = np.ones((16, 2, 8))\n"  # what docs/commands.md calls `array`


@pytest.mark.parametrize("page", ["README.md", "docs/commands.md"])
def test_the_python_of_a_page_runs_as_printed(page: str, tmp_path: Path) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    (tmp_path / "typed.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{GIVEN}{block}", "utf-8"
    )
    done = subprocess.run(
        [sys.executable, "typed.py"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert tl.open(tmp_path / "mine.tlab").text
    assert list(tmp_path.glob("*.svg"))
