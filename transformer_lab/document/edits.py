"""The changes a person can make to a state, each a pure function wrapped as a named Edit."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from transformer_lab.document.history import Edit
from transformer_lab.document.state import ByWord, Parameter, State
from transformer_lab.engine.ops import Array
from transformer_lab.language import tr


def set_text(text: str) -> Edit:
    """Type: consecutive keystrokes are one step."""

    def apply(state: State) -> State:
        return state if text == state.text else replace(state, text=text)

    return Edit(tr("Type"), apply, "text")


def with_parameter(state: State, node_id: str, parameter: Parameter) -> State:
    """The state with one parameter replaced."""
    if not isinstance(parameter, ByWord) and isinstance(parameter, np.ndarray):
        parameter.setflags(write=False)
    return replace(state, parameters=MappingProxyType({**state.parameters, node_id: parameter}))


def set_rows(state: State, node_id: str, rows: dict[str, Array]) -> State:
    """The state with the rows (or columns) of some words set by hand."""
    old = state.parameters[node_id]
    assert isinstance(old, ByWord)
    for row in rows.values():
        row.setflags(write=False)
    new = ByWord(MappingProxyType({**old.rows, **rows}), old.rest)
    return replace(with_parameter(state, node_id, new), edited_words=state.edited_words | set(rows) - set(state.words))
