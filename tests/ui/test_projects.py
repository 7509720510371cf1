"""Files of a window: names, endings, and a new project that is looked at afresh."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.engine.graph import Cell
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.projects import Projects


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def projects(qtbot: object, lab: Lab, focus: Focus, said: list[str]) -> Projects:
    window = QWidget()
    qtbot.addWidget(window)  # type: ignore[attr-defined]
    lab.watch(lambda _snapshot: focus.follow_document())
    return Projects(lab, focus, window, lambda text, kind="error": said.append(text))


def test_another_project_is_looked_at_afresh(lab: Lab, focus: Focus, projects: Projects) -> None:
    focus.select(Cell("block.0/attn/weights", (1, 2, 1)))
    projects.new("tiny-gpt")
    assert lab.snapshot.words == session.new("tiny-gpt").snapshot.words
    assert (focus.block, focus.head, focus.query, focus.selected) == (1, 0, 4, None)


def test_a_project_is_called_by_its_title_then_its_file(lab: Lab, projects: Projects, tmp_path: Path) -> None:
    assert projects.name == "Who was scared?"
    lab.do(edits.set_title(""))
    assert projects.name == "Untitled"
    lab.save(tmp_path / "mine.tlab")
    assert projects.name == "mine"


def test_a_name_without_an_ending_gets_one(lab: Lab, projects: Projects, tmp_path: Path) -> None:
    projects.ask_target = lambda *_: str(tmp_path / "mine")
    assert projects.save()
    assert lab.path == tmp_path / "mine.tlab"
    assert lab.path.exists()
    projects.ask_target = lambda *_: pytest.fail("a project with a file is saved to it")
    lab.text = "another"
    assert projects.save()
    assert session.open_project(lab.path).text == "another"


def test_a_new_place_is_said_once(projects: Projects, lab: Lab, said: list[str], tmp_path: Path) -> None:
    projects.ask_target = lambda *_: str(tmp_path / "mine.tlab")
    assert projects.save_as()
    assert said == ["Saved as mine.tlab."]
    lab.text = "another"
    assert projects.save()
    assert said == ["Saved as mine.tlab."]


def test_a_name_that_gets_its_ending_does_not_write_over_another_file_unasked(
    lab: Lab, projects: Projects, tmp_path: Path
) -> None:
    (tmp_path / "Lecture 2.3.tlab").write_text("precious")
    offered: list[str] = []
    answers = [str(tmp_path / "Lecture 2.3"), ""]
    projects.ask_target = lambda _window, name: offered.append(name) or answers[len(offered) - 1]  # type: ignore[func-returns-value]
    assert not projects.save_as()
    assert [Path(name).name for name in offered] == ["Who was scared.tlab", "Lecture 2.3.tlab"]
    assert (tmp_path / "Lecture 2.3.tlab").read_text() == "precious"
    answers[1] = str(tmp_path / "Lecture 2.3.tlab")  # chosen as it is: the dialog has asked
    offered.clear()
    assert projects.save_as()
    assert lab.path == tmp_path / "Lecture 2.3.tlab"


def test_nothing_chosen_changes_nothing(lab: Lab, projects: Projects, said: list[str]) -> None:
    before = lab.snapshot
    projects.ask_file = projects.ask_target = lambda *_: ""
    projects.ask_open()
    assert not projects.save()
    assert (lab.snapshot, lab.path, said) == (before, None, [])


def test_a_refusal_is_said_and_keeps_the_project(
    lab: Lab, projects: Projects, said: list[str], tmp_path: Path
) -> None:
    before = lab.snapshot
    assert not projects.open(tmp_path / "none.tlab")
    projects.ask_target = lambda *_: str(tmp_path / "missing" / "a.tlab")
    assert not projects.save_as()
    assert lab.snapshot is before
    assert ["none.tlab" in said[0], "a.tlab" in said[1], len(said)] == [True, True, 2]
