"""The model as a script: run by a Python of its own, it comes to the numbers that the app shows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.figures.models import UNUSUAL, snapshot_of
from transformer_lab import session
from transformer_lab.document import edits, overriding
from transformer_lab.document.presets import FURTHER, PRESETS
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.render.twin import script, twin, write_twin

RUN = "import runpy, sys\nfor path in sys.argv[1:]:\n    runpy.run_path(path)\n    print(path)\n"


def by_hand() -> Snapshot:
    lab = session.new()
    lab.do(overriding.override_cell("block.1/attn/weights", (0, 7, 2), 0.5))
    lab.do(overriding.override_cell("block.0/attn/weights/exp", (0, 3, 1), 2.0))
    lab.do(overriding.scale_head("block.0/attn/mixed", 1, 0.25))
    lab.do(overriding.cut_edge("block.0/attn", 0, 2, 1))
    return lab.snapshot


def cases() -> dict[str, Snapshot]:
    made = {name: session.new(name).snapshot for name in (*PRESETS, *FURTHER)}
    made |= {name: snapshot_of(model) for name, model in UNUSUAL.items()}
    return made | {"set by hand": by_hand()}


def write_all(folder: Path, dialect: str) -> list[str]:
    return [
        str(write_twin(shown, folder / f"{i}.py", dialect)[0]) for i, shown in enumerate(cases().values())
    ]


def run(python: str, *paths: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([python, "-I", "-c", RUN, *paths], capture_output=True, text=True, check=False)


def test_every_model_has_a_numpy_script_that_holds(tmp_path: Path) -> None:
    paths = write_all(tmp_path, "numpy")
    done = run(sys.executable, *paths)
    assert done.stderr == ""
    assert done.stdout.split("\n")[1::2] == paths


@pytest.mark.live
def test_every_model_has_a_torch_script_that_holds(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    paths = write_all(tmp_path, "torch")
    done = run(sys.executable, *paths)
    assert done.stderr == ""
    assert done.stdout.split("\n")[1::2] == paths


@pytest.mark.parametrize("dialect", ["numpy", "torch"])
def test_scripts_are_python_and_the_same_each_time(dialect: str) -> None:
    for shown in cases().values():
        made = twin(shown, dialect)
        compile(made.code, "twin", "exec")
        assert made.code == twin(shown, dialect).code


def test_a_script_notices_a_number_that_is_off(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    code = twin(session.new("worked-example").snapshot).code
    assert code.count("0.4344187197664901") == 2
    path.write_text(code.replace("0.4344187197664901", "0.4344187197764901"), "utf-8")
    assert "AssertionError: block.0/attn/weights: off by" in run(sys.executable, str(path)).stderr


def test_many_numbers_stand_beside_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "MOST_INSIDE", 100)
    shown = session.new().snapshot
    path, beside = write_twin(shown, tmp_path / "twin.py")
    assert beside.name == "twin.npz"
    with np.load(beside, allow_pickle=False) as stored:
        assert np.array_equal(stored["block0_attn_W_Q"], shown["block.0/attn/W_Q"])
    assert run(sys.executable, str(path)).stderr == ""
    first = beside.read_bytes()
    write_twin(shown, path)
    assert beside.read_bytes() == first


def test_a_title_cannot_break_out_of_its_docstring(tmp_path: Path) -> None:
    lab = session.new(text='" """ \\ \'')
    lab.do(edits.set_title('"""\nraise SystemExit(3)\n"""\\'))
    path, *_ = write_twin(lab.snapshot, tmp_path / "a.py")
    assert run(sys.executable, str(path)).stderr == ""


def test_what_has_no_script_is_told() -> None:
    shown = session.new().snapshot
    with pytest.raises(LabError, match="numpy, torch"):
        twin(shown, "fortran")
    with pytest.raises(LabError, match="type a sentence"):
        twin(session.new(text="").snapshot)
