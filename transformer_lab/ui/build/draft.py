"""What is being built: the model as the builder shows it, which may not work yet.

The document keeps the last model that worked; a change that gives one that works becomes a step of it at
once. Until then changes are held here, with the reason why the model cannot work and what would mend it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from transformer_lab.document.building.carry import rebuilt
from transformer_lab.document.building.faults import Fault, Repair, fault_of
from transformer_lab.document.building.kept import Kept, kept
from transformer_lab.document.building.moves import Change
from transformer_lab.document.building.racks import Plan, spots
from transformer_lab.document.building.refill import refilled
from transformer_lab.document.building.settings import configured, part_at, value_of
from transformer_lab.document.building.starts import Start
from transformer_lab.document.building.table import SETTINGS
from transformer_lab.document.history import Edit
from transformer_lab.document.state import State
from transformer_lab.engine.model import Attention, Model
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.session import Lab


class Run(NamedTuple):
    """Changes of one setting in a row: each is made to what was there before the first of them, so that a
    width that is typed digit by digit costs no numbers.
    """

    key: object
    base: State
    pending: Plan | None
    result: State


class Last(NamedTuple):
    """The last change of the design: what was before it, what it moved, what it is called."""

    before: State
    after: State
    plan: Plan
    label: str


class Draft(QObject):
    """View state of the builder, beside the document. `changed`: the draft or its fault is another."""

    changed = Signal()
    built = Signal()
    """a change became a step of the document"""

    def __init__(self, lab: Lab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self._pending: Plan | None = None
        self._run: Run | None = None
        self._kept: tuple[object, Kept] | None = None
        self._model = lab.state.model
        self.fault: Fault | None = None
        self.start = Start("normal", 0.3, None)
        self.last: Last | None = None

    @property
    def model(self) -> Model:
        """The model as it is being built."""
        return self._lab.state.model if self._pending is None else self._pending.model

    @property
    def faulty(self) -> bool:
        """Whether there is something that does not work yet."""
        return self._pending is not None

    @property
    def outdated(self) -> bool:
        """Whether the document has another model by now, of which the draft has not heard yet."""
        return self._lab.state.model is not self._model

    @property
    def fault_at(self) -> str:
        """The address that the faulty part has in the last model that works, or nothing."""
        if self.fault is None or self._pending is None or not self.fault.path:
            return ""
        return self._pending.came.get(self.fault.path, "")

    @property
    def overflow(self) -> tuple[int, int] | None:
        """How many numbers the heads bring and how many the wire carries, where the two do not fit."""
        if self.fault is None or "output-map" not in self.fault.settings:
            return None
        part = part_at(self.model, self.fault.path)
        return None if not isinstance(part, Attention) else (part.heads * part.d_head, self.model.d_model)

    @property
    def kept(self) -> Kept | None:
        """What the last change kept; None while there was none."""
        if self.last is None:
            return None
        after = self.last.after
        if self._kept is None or self._kept[0] is not after:
            self._kept = (after, kept(self.last.before, after, self.last.plan))
        return self._kept[1]

    def do(self, change: Change) -> None:
        """Make a change: a step of the document if the model works, else a part of the draft.

        Raises LabError for a change that does not fit this model at all.
        """
        run = self._run if self._run is not None and change.merge_key is not None else None
        if run is not None and (run.key, run.result) != (change.merge_key, self._lab.state):
            run = None
        base, pending = (run.base, run.pending) if run is not None else (self._lab.state, self._pending)
        model = base.model if pending is None else pending.model
        label = change.named(model)
        plan = change.plan(model)
        plan = plan if pending is None else plan.after(pending)
        self.fault = with_way_back(fault_of(plan.model), self._lab.state.model)
        if self.fault is None:
            self._commit(base, plan, label, change.merge_key)
        else:
            self._pending = plan
        if change.merge_key is not None:
            self._run = Run(change.merge_key, base, pending, self._lab.state)
        else:
            self._run = None
        self.changed.emit()

    def drop(self) -> bool:
        """Give up what does not work yet; whether there was anything."""
        if self._pending is None:
            return False
        self._pending = self.fault = self._run = None
        self.changed.emit()
        return True

    def use_start(self, start: Start) -> None:
        """New weights start like this from now on; those of the last change are filled again."""
        self.start = start
        self.fill_again()
        self.changed.emit()

    def fill_again(self) -> None:
        """Fill the new weights of the last change once more."""
        told, start = self.kept, self.start
        if told is not None and self.last is not None and self._pending is None:
            label = tr("Fill the new weights: {name}", name=start.name)
            self._lab.do(Edit(label, lambda state: refilled(state, told, start), ("fill", self.last.label)))
            self.last = self.last._replace(after=self._lab.state)
            self.changed.emit()

    def follow_document(self) -> None:
        """Another model from elsewhere, such as by undo, ends the draft."""
        model = self._lab.state.model
        if self.last is not None and (model is not self.last.after.model and model is not self._model):
            self.last = None
        if model is not self._model:
            self._model = model
            self._pending = self.fault = self._run = None
        self.changed.emit()

    # --- inside ------------------------------------------------------------------------------------------
    def _commit(self, base: State, plan: Plan, label: str, key: object) -> None:
        merge = None if key is None else ("build", key)
        self._pending = None
        self._model = plan.model
        try:
            self._lab.do(Edit(label, lambda _state: rebuilt(base, plan, self.start), merge))
        except LabError as error:
            self._pending, self.fault = plan, Fault("", (), str(error))
            return
        self.last = Last(base, self._lab.state, plan, label)
        self._kept = None
        self.built.emit()


def with_way_back(fault: Fault | None, working: Model) -> Fault | None:
    """A fault of one setting alone also offers the value with which the model worked."""
    if fault is None or len(fault.settings) != 1 or fault.path not in ("", *spots(working)):
        return fault
    name = fault.settings[0]
    try:
        value = value_of(working, fault.path, name)
    except LabError:
        return fault
    setting = SETTINGS[name]
    title = tr("Back to {value}", value=setting.shown(value))
    if value is None or not setting.allows(value):
        return fault
    back = Repair(title, configured(fault.path, name, value))
    others = tuple(r for r in fault.repairs if not r.title.endswith(f" {setting.shown(value)}"))
    return replace(fault, repairs=(back, *others)[:3])
