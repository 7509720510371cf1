"""The headless lab: one door for every change. Windows, command line, lessons and scripts are its clients."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from transformer_lab.document import edits
from transformer_lab.document.axes import axis_names
from transformer_lab.document.evaluate import Evaluator
from transformer_lab.document.foresight import Outcome, foreseen
from transformer_lab.document.gradients import gradient_of
from transformer_lab.document.history import Edit, History, begin
from transformer_lab.document.layout import layout, numbers
from transformer_lab.document.presets import preset
from transformer_lab.document.project import Project, read_project, to_bytes, write_project
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import State
from transformer_lab.engine.cost import Cost, total
from transformer_lab.engine.explain import Explanation, explain
from transformer_lab.engine.ops import Array
from transformer_lab.engine.program import Trace
from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.language import grouped, tr

Index = tuple[int, ...]
Listener = Callable[[Snapshot], None]


@dataclass(frozen=True, eq=False)
class Drawing:
    """A figure of the present values. A notebook shows it; `save` writes it by the ending of the name."""

    picture: Picture

    def save(self, path: str | os.PathLike[str], theme: str = "paper", background: str | None = None) -> Path:
        """Write the figure by the ending of the name; returns the path. Raises LabError with the reason."""
        from transformer_lab.render.export import export  # late: devices are slow to wake

        return export(self.picture, path, theme, cast(Any, background))

    def _repr_svg_(self) -> str:
        from transformer_lab.render.svg import to_svg
        from transformer_lab.render.theme import theme

        return to_svg(self.picture, theme("paper"), "none")


class Lab:
    """A project that is open: its history, its present snapshot, and who wants to know of changes.

    An edit that fails raises LabError and changes nothing. `view` is what the window remembers with the
    project (selection, zoom); it lies outside undo and is saved along.
    """

    def __init__(self, project: State | Project, path: Path | None = None) -> None:
        opened = project if isinstance(project, Project) else Project(project)
        self._evaluate = Evaluator()
        self._listeners: list[Listener] = []
        self.history: History = begin(opened.state)
        self.snapshot: Snapshot = self._evaluate(opened.state, None)
        self.path: Path | None = path
        self.pinned: Snapshot | None = None  # state A of a comparison, outside undo; the present one is B
        self.view: dict[str, Any] = dict(opened.view)
        self._opened = opened

    # --- reading -------------------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """The present state."""
        return self.history.state

    @property
    def text(self) -> str:
        """The typed text. Each assignment is one undo step; typing merges (see `edits.set_text`)."""
        return self.state.text

    @text.setter
    def text(self, text: str) -> None:
        self.do(edits.set_text(text, merge_key=None))

    @property
    def source(self) -> str:
        """What the encoder of an encoder–decoder reads. Each assignment is one undo step."""
        return self.state.source

    @source.setter
    def source(self, text: str) -> None:
        self.do(edits.set_source(text, merge_key=None))

    @property
    def project(self) -> Project:
        """What a file of this project holds: the state, what the window remembers, and unknown fields."""
        return replace(self._opened, state=self.state, view=dict(self.view))

    @property
    def modified(self) -> bool:
        """Whether there is something that is not saved."""
        return self.history.modified

    @property
    def undo_label(self) -> str | None:
        """Name of what undo would take back, or None."""
        return self.history.undo_label

    @property
    def redo_label(self) -> str | None:
        """Name of what redo would do again, or None."""
        return self.history.redo_label

    def __getitem__(self, node_id: str) -> Array:
        """The value of any node, read-only; its letters are `axes(node_id)`. Raises LabError for an unknown
        id.
        """
        return self.snapshot[node_id]

    def __iter__(self) -> Iterator[str]:
        """Every id, in the order of computing; none while there is no sentence."""
        return (node.id for node in self.snapshot.graph or ())

    def axes(self, node_id: str) -> str:
        """One letter for each axis: t and s words, d features, h heads, k slots, f units, v vocabulary."""
        if self.snapshot.graph is None:
            raise LabError(tr("There are no values yet: type a sentence first."))
        return self.snapshot.graph[node_id].axes

    def names(self, node_id: str) -> tuple[tuple[str, ...], ...]:
        """For each axis of a node the names of its places."""
        return axis_names(self.snapshot, node_id)

    def explain(self, node_id: str, index: Index) -> Explanation:
        """The terms of one cell and the cells they came from. Raises LabError for an unknown id or index."""
        self.snapshot[node_id]
        assert self.snapshot.trace is not None
        return explain(self.snapshot.trace, node_id, index)

    def gradient(self, out: str, index: Index | None = None) -> Trace:
        """All values and, as ``grad/ID``, how cell `index` of `out` (or the sum of all) answers to each.

        ``lab.gradient("logits", (7, 3))["grad/block.0/attn/W_Q"]``. Raises LabError as `gradient_of`.
        """
        return gradient_of(self.snapshot, out, index)

    def cost(self, prefix: str = "") -> Cost:
        """Multiply-adds, operations, bytes and parameters of the nodes at `prefix` or below it, or of all."""
        graph = layout(self.state).graph
        return total(graph, graph.below(prefix) if prefix else None)

    def figure(self, name: str, **options: Any) -> Drawing:
        """A figure by name: ``lab.figure("attention", block=0, head=0).save("a.svg")``.

        The names and options are those of the command line. Raises LabError for an unknown one.
        """
        from transformer_lab.figures.registry import draw_figure, find_figure

        if self.pinned is not None and "other" in find_figure(name).options:
            options.setdefault("other", self.pinned)
        return Drawing(draw_figure(name, self.snapshot, **options))

    # --- changing ------------------------------------------------------------------------------------------
    def do(self, edit: Edit) -> None:
        """Apply an edit and show the result; on an error nothing has changed."""
        self._go(self.history.do(edit))

    def foresee(self, edit: Edit) -> Callable[[], Outcome]:
        """A function that works out what `edit` would lead to: in any thread, and nothing changes here."""
        return partial(foreseen, edit, self.history, self._newest(), self._evaluate.copy())

    def take(self, outcome: Outcome) -> None:
        """Show what was foreseen; if anything else has been done since, nothing happens."""
        if outcome.before is self.history:
            _, self.history, self.snapshot, self._evaluate = outcome
            self._tell()

    def set(self, node_id: str, array: Any) -> None:
        """Set a whole parameter, axes as in `axes(node_id)`: one undo step."""
        self.do(edits.set_parameter(node_id, array))

    def set_cell(self, node_id: str, index: Index, value: float, merge_key: object = None) -> None:
        """Set one number. Calls with one merge key (one for each drag) are one undo step."""
        self.do(edits.set_cell(node_id, tuple(index), value, merge_key))

    def undo(self) -> None:
        """One step back; at the beginning nothing happens."""
        self._go(self.history.undo())

    def redo(self) -> None:
        """One step forward again; at the end nothing happens."""
        self._go(self.history.redo())

    def go_to(self, position: int) -> None:
        """Undo or redo to a step of the history, 0 being the beginning. Raises LabError for no such step."""
        self._go(self.history.go_to(position))

    def pin(self) -> None:
        """Keep the present values as state A; what is edited from now on is B."""
        self.pinned = self.snapshot

    def let_go(self) -> None:
        """Compare no more."""
        self.pinned = None

    def swap(self) -> None:
        """A becomes the project and B is pinned: one undo step. Without a pinned state nothing happens."""
        if self.pinned is not None:
            state, now = self.pinned.state, self.snapshot
            self.pinned = now
            self.do(Edit(tr("Swap A and B"), lambda _: state))

    def watch(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with each new snapshot; returns how to stop that."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    # --- files ---------------------------------------------------------------------------------------------
    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Write the project, atomically; without a path to where it was opened from. Raises LabError."""
        if (target := self.path if path is None else Path(path)) is None:
            raise LabError(tr("This project has no file yet: say where to save it."))
        write_project(target, self.project)
        self.path, self.history = target, self.history.mark_saved()

    def packed(self) -> bytes:
        """The bytes of the project's file: what a figure carries."""
        return to_bytes(self.project)

    def code(self, dialect: str = "numpy") -> str:
        """A script of NumPy or PyTorch (``torch``) that rebuilds every number and checks them.

        A large model's script reads its numbers from a file beside it: write it with `write_twin`.
        """
        from transformer_lab.render.twin import twin

        return twin(self.snapshot, dialect).code

    def adopt(self, other: Lab) -> None:
        """Become another project, history and file included; whoever watches this lab shows that one."""
        self._evaluate, self._opened, self.view = other._evaluate, other._opened, other.view
        self.history, self.path = other.history, other.path
        shown = self._evaluate(other.state, self._newest())  # revisions count on: views tell them apart
        self.snapshot = replace(shown, previous=None)
        self._tell()

    # --- inside -------------------------------------------------------------------------------------------
    def _go(self, history: History) -> None:
        if history.state is self.state:
            return
        self.snapshot = self._evaluate(history.state, self._newest())
        self.history = history
        self._tell()

    def _newest(self) -> Trace | None:
        """The last values there were, also while the text is empty."""
        return self.snapshot.previous if self.snapshot.trace is None else self.snapshot.trace

    def _tell(self) -> None:
        """Everybody hears of a change, even if one of them fails; the first failure is then raised."""
        failures: list[Exception] = []
        for listener in tuple(self._listeners):
            try:
                listener(self.snapshot)
            except Exception as failure:
                failures.append(failure)
        if failures:
            raise failures[0]


def new(name: str = "first-sentence", text: str | None = None, seed: int = 0) -> Lab:
    """A lab with the preset called `name`. Raises LabError for an unknown name."""
    return Lab(preset(name, text, seed))


def recovered(project: Project, path: Path | None) -> Lab:
    """A lab with unsaved work that a crash left: it counts as modified, whatever its file holds."""
    lab = Lab(project, path)
    lab.history = replace(lab.history, saved=None)
    return lab


def open_project(path: str | os.PathLike[str], most: int | None = None) -> Lab:
    """A lab with the project in a file (`tl.open`) or inside a figure, which is not its file.

    Raises LabError naming the file and the fault; also, before any number is made, for a model with more than
    `most` parameters, which a window could not follow.
    """
    project = read_project(path)
    if most is not None and (n := numbers(layout(project.state).graph)) > most:
        text = tr("“{name}” holds {n} numbers, too many for the window; use Python or the command line.")
        raise LabError(text.format(name=Path(path).name, n=grouped(n)))
    return Lab(project, None if project.carried else Path(path))
