"""The command line: what is printed, what is written, and one line for every error."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import types
from argparse import ArgumentParser
from pathlib import Path

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.cli import COMMANDS, main
from transformer_lab.document.presets import PRESETS
from transformer_lab.figures.registry import FIGURES

Out = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "a.tlab"
    tl.new().save(path)
    return str(path)


def said(capsys: Out, status: int, *argv: str) -> str:
    """The standard output of a run that ends with `status`; an error is exactly one line."""
    assert main(argv) == status
    out, err = capsys.readouterr()
    if status:
        assert out == ""
        assert err.startswith("transformer-lab: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err
    assert err == ""
    return out


@pytest.mark.parametrize("name", PRESETS)
def test_new_writes_a_project(name: str, tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "a.tlab"
    said(capsys, 0, "new", "--preset", name, "--text", "the cat", "--seed", "4", "-o", str(path))
    lab = tl.open(path)
    assert lab.text == "the cat"
    assert lab.state.seed == 4
    assert lab.state.title == PRESETS[name].title


def test_new_tells_what_does_not_fit(tmp_path: Path, capsys: Out) -> None:
    assert main(["new", "--text", "a " * 80, "-o", str(tmp_path / "a.tlab")]) == 0
    assert capsys.readouterr().err.startswith("Only the first 64 of 80 words")


def test_the_help_of_new_names_every_preset(capsys: Out) -> None:
    assert main(["new", "--help"]) == 0
    told = "".join(capsys.readouterr().out.split())
    assert all(name in told for name in PRESETS)


def test_tensors_lists_id_axes_shape(file: str, capsys: Out) -> None:
    rows = [line.split() for line in said(capsys, 0, "tensors", file).splitlines()]
    assert ["block.0/attn/weights", "hts", "2x8x8"] in rows
    assert ["block.0/attn/root_d_k", "-", "-"] in rows
    assert [row[0] for row in rows] == [node.id for node in tl.open(file).snapshot.graph or ()]


def test_show_prints_the_array(file: str, capsys: Out) -> None:
    out = said(capsys, 0, "show", file, "block.1/attn/weights")
    assert out.startswith("block.1/attn/weights  hts  2x8x8\n")
    assert "0.666295" in out


def test_show_json_gives_every_bit_back(file: str, capsys: Out) -> None:
    data = json.loads(said(capsys, 0, "show", file, "block.1/attn/scores", "--json"))
    assert (data["id"], data["axes"], data["shape"]) == ("block.1/attn/scores", "hts", [2, 8, 8])
    assert np.array_equal(np.array(data["values"]), tl.open(file)["block.1/attn/scores"])


def test_show_json_is_json_even_where_minus_infinity_stands(file: str, capsys: Out) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(name)

    out = said(capsys, 0, "show", file, "block.0/attn/mask", "--json")
    assert json.loads(out, parse_constant=refuse)["values"][0][1] == "-inf"
    assert json.loads(said(capsys, 0, "show", file, "block.0/attn/root_d_k", "--json"))["values"] == 2.0


def test_explain_prints_formula_terms_and_sum(file: str, capsys: Out) -> None:
    lines = said(capsys, 0, "explain", file, "block.1/attn/mixed", "0,7,0").splitlines()
    assert lines[0].startswith("block.1/attn/mixed[0,7,0] = ")
    assert "scared → slot 1" in lines[0]
    assert "Σ_s weights[hts] · v[hsk]" in lines[1]
    terms = [float(line.split()[0].replace("\u2212", "-")) for line in lines[2:-1]]
    assert len(terms) == 8
    assert [abs(t) for t in terms] == sorted((abs(t) for t in terms), reverse=True)
    assert lines[-1] == f"sum = {lines[0].split()[2]}"


def test_explain_gives_the_working_as_a_table(file: str, capsys: Out) -> None:
    cell = ("block.1/attn/scores", "0,7,1")
    rows = list(csv.reader(said(capsys, 0, "explain", file, *cell, "--table", "csv").splitlines()))
    terms = [float(row[3]) for row in rows[1:-1]]
    assert [float(row[1]) * float(row[2]) for row in rows[1:-1]] == pytest.approx(terms)
    assert sum(terms) == pytest.approx(float(rows[-1][3]))
    assert said(capsys, 0, "explain", file, *cell, "--table", "md").startswith("| ")
    assert said(capsys, 0, "explain", file, *cell, "--table", "tex").startswith(r"\begin{tabular}{lrrr}")


def test_the_slide_pack_holds_every_figure_that_the_model_has(file: str, tmp_path: Path, capsys: Out) -> None:
    told = said(capsys, 0, "export", file, "--all", str(tmp_path / "pack"), "--size", "84mm")
    assert [Path(line).stem for line in told.splitlines()] == [n for n in FIGURES if n != "comparison"]
    said(capsys, 0, "export", file, "--all", str(tmp_path / "deck"), "--format", "pptx", "--size", "84mm")
    assert [path.name for path in (tmp_path / "deck").iterdir()] == ["figures.pptx"]


def test_steps_become_slides_and_tables_are_told_apart(file: str, tmp_path: Path, capsys: Out) -> None:
    out = tmp_path / "steps.tex"
    said(capsys, 0, "export", file, "attention-steps", "--steps", "1:2", "--size", "84mm", "-o", str(out))
    assert out.read_text("utf-8").count(r"\only<") == 2
    table = tmp_path / "a.csv"
    said(capsys, 0, "export", file, "mask", "--block", "0", "-o", str(table))
    assert table.read_text("utf-8").splitlines()[1].split(",")[:3] == ["The", "0", "-inf"]


@pytest.mark.parametrize(
    ("node_id", "index", "last"),
    [
        ("block.0/attn/W_Q", "0,0,0", "parameter"),
        ("block.0/attn/root_d_k", "", "constant"),
        ("probs", "7,2", "value = 0.87"),
    ],
)
def test_explain_knows_every_kind_of_number(
    node_id: str, index: str, last: str, file: str, capsys: Out
) -> None:
    assert last in said(capsys, 0, "explain", file, node_id, *filter(None, [index])).splitlines()[-1]


@pytest.mark.parametrize(
    ("value", "number"),
    [("0.5", 0.5), ("-2", -2.0), ("-1/4", -0.25), ("\u22121,5", -1.5), ("-pi", -np.pi), ("-1e-3", -1e-3)],
)
def test_set_changes_one_number(value: str, number: float, file: str, tmp_path: Path, capsys: Out) -> None:
    target = tmp_path / "b.tlab"
    said(capsys, 0, "set", file, "block.1/attn/W_Q", "2,0,0", value, "-o", str(target))
    old, new = tl.open(file)["block.1/attn/W_Q"], tl.open(target)["block.1/attn/W_Q"]
    assert new[2, 0, 0] == number
    assert np.count_nonzero(old != new) == 1


WRONG = {
    ("tensors", "missing.tlab"): (1, "missing.tlab"),
    ("show", "FILE", "nope"): (1, "nope"),
    ("explain", "FILE", "probs", "99,0"): (1, "99"),
    ("explain", "FILE", "probs", "0"): (1, "axes (tv): 2"),
    ("explain", "FILE", "probs", "a,b"): (2, "a,b"),
    ("set", "FILE", "probs", "0,0", "1", "-o", "OUT"): (1, "computed"),
    ("set", "FILE", "W_U", "0,0", "nan", "-o", "OUT"): (1, "nan"),
    ("set", "FILE", "W_U", "0,0", "-inf", "-o", "OUT"): (1, "inf"),
    ("set", "FILE", "W_U", "0,0", "1,000", "-o", "OUT"): (1, "two ways"),
    ("set", "FILE", "W_U", "0,0", "1", "-o", "no/folder/a.tlab"): (1, "no/folder/a.tlab"),
    ("set", "FILE", "W_U", "0,0", "1"): (2, "-o"),
    ("explain", "FILE", "probs", "-1,0"): (2, "\u22121,0"),
    ("explain", "FILE", "probs", "1_0,0"): (2, "1_0,0"),
    ("explain", "FILE", "probs", "0,"): (2, "0,"),
    ("set", "FILE", "W_U", "-1,0", "1", "-o", "OUT"): (2, "\u22121,0"),
    ("new", "--seed", "1_0", "-o", "OUT"): (2, "1_0"),
    ("new", "--seed", "\u0661", "-o", "OUT"): (2, "\u0661"),
    ("new", "--seed", "9" * 5000, "-o", "OUT"): (2, "9 … 9"),
    ("new", "-o", ""): (1, "folder"),
    ("tensors", ""): (1, "“”"),
    ("bench", "nope"): (2, "nope"),
    ("new", "--preset", "nope", "-o", "OUT"): (1, "nope"),
    ("new", "--seed", "x", "-o", "OUT"): (2, "--seed"),
    ("new", "--seed", "-1", "-o", "OUT"): (1, "seed"),
    ("new", "--pre", "tiny-gpt", "-o", "OUT"): (2, "--pre"),
    ("export", "FILE", "nope", "-o", "a.svg"): (2, "nope"),
    ("export", "FILE", "attention", "--block", "9", "-o", "a.svg"): (1, "block"),
    ("export", "FILE", "comparison", "-o", "a.svg"): (1, "--other"),
    ("export", "FILE", "attention", "--step", "1", "-o", "a.svg"): (2, "step"),
    ("export", "FILE", "attention", "--size", "huge", "-o", "a.svg"): (2, "huge"),
    ("export", "FILE", "attention", "--theme", "pink", "-o", "a.svg"): (2, "pink"),
    ("export", "FILE", "attention", "-o", "a.doc"): (2, "a.doc"),
    ("export", "FILE", "--all", "pack", "--format", "zip"): (2, "not as “zip”"),
    ("export", "FILE", "attention", "--decimals", "9", "-o", "a.svg"): (2, "2 or 3 or 4"),
    ("export", "FILE", "attention", "-o", "no/folder/a.svg"): (1, "no/folder/a.svg"),
    ("exprot",): (2, "“export”"),
    ("exprot", "x"): (2, "“export”"),
    ("--nope",): (2, "--nope"),
    ("figures", "x"): (2, "x"),
}


@pytest.mark.parametrize("argv", WRONG, ids=lambda argv: " ".join(argv)[:60])
def test_an_error_is_one_line_that_names_the_thing(
    argv: tuple[str, ...], file: str, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(file).parent
    monkeypatch.chdir(folder)
    status, thing = WRONG[argv]
    assert thing in said(capsys, status, *({"FILE": file, "OUT": "out.tlab"}.get(a, a) for a in argv))
    assert [path.name for path in folder.iterdir()] == ["a.tlab"]


@pytest.mark.parametrize("figure", FIGURES)
def test_export_writes_every_figure(figure: str, file: str, tmp_path: Path, capsys: Out) -> None:
    target = tmp_path / "a.svg"
    block = ["--block", "1"] if "block" in FIGURES[figure].options else []
    options = [*block, "--theme", "slate", "--size", "84mm"]
    options += ["--parts", "attention"] if figure == "stage" else []
    options += ["--other", file] if figure == "comparison" else []
    said(capsys, 0, "export", file, figure, *options, "-o", str(target))
    assert "</text>" in target.read_text("utf-8")


def test_figures_lists_the_name_first(capsys: Out) -> None:
    assert [line.split()[0] for line in said(capsys, 0, "figures").splitlines()] == list(FIGURES)


@pytest.mark.parametrize(
    ("redirected", "status", "said"),
    [
        (">&-", 0, ""),
        (">&- 2>&-", 0, ""),
        (">/dev/full", 1, "transformer-lab: the output could not be written"),
    ],
)
def test_an_output_that_is_closed_or_full(redirected: str, status: int, said: str, file: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(tl.__file__).parent.parent)}
    line = f"'{sys.executable}' -m transformer_lab show '{file}' probs {redirected}"
    ran = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, env=env)
    assert ran.returncode == status
    assert ran.stderr.startswith(said)
    assert ran.stderr.count("\n") == status


def test_help_and_version(capsys: Out) -> None:
    assert said(capsys, 0, "--version") == f"transformer-lab {tl.__version__}\n"
    told = said(capsys, 0, "--help")
    assert all(name in told for name in COMMANDS)
    for name in COMMANDS:
        assert f"usage: transformer-lab {name}" in said(capsys, 0, name, "--help")


def test_a_mistake_of_ours_is_one_line_too(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError("oh\nno")

    monkeypatch.setattr("transformer_lab.session.open_project", broken)
    assert "ZeroDivisionError: oh no" in said(capsys, 1, "tensors", "a.tlab")


def test_it_runs_without_display_and_qt_and_into_a_pipe_that_closes(file: str) -> None:
    """A fresh process, its output read by nobody, in a terminal that knows ASCII only."""
    code = "import sys; from transformer_lab.cli import main; status = main(sys.argv[1:])\n"
    code += "loaded = [m for m in sys.modules if m.startswith(('PySide6', 'pyqtgraph'))]\n"
    code += "print([*loaded, status], file=sys.stderr)"
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env |= {"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(tl.__file__).parent.parent)}
    for argv in (["explain", file, "probs", "7,2"], ["export", file, "attention", "-o", f"{file}.svg"]):
        fresh = [sys.executable, "-c", code, *argv]
        ran = subprocess.run(fresh, capture_output=True, text=True, check=True, env=env)
        assert ran.stderr == "[0]\n"
    line = f"'{sys.executable}' -m transformer_lab show '{file}' probs | true"
    piped = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, env=env)
    assert (piped.returncode, piped.stderr) == (0, "")


@pytest.mark.parametrize(
    ("argv", "asked"), [([], []), (["a.tlab"], ["a.tlab"]), (["./set.tlab"], ["./set.tlab"])]
)
def test_without_a_command_the_window_opens(
    argv: list[str], asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[list[str]] = []
    window = types.ModuleType("transformer_lab.ui.app")
    window.run = lambda given: opened.append(given) or 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "transformer_lab.ui.app", window)
    assert main(argv) == 0
    assert opened == [asked]


def test_every_command_option_and_preset_is_documented() -> None:
    page = (Path(__file__).parent.parent / "docs" / "commands.md").read_text("utf-8")
    options: list[str] = []
    for command in COMMANDS.values():
        parser = ArgumentParser(add_help=False)
        command.arguments(parser)
        options += [
            name for action in parser._actions for name in action.option_strings if name != "--output"
        ]
    assert [name for name in [*COMMANDS, *PRESETS, *options] if name not in page] == []
