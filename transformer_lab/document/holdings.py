"""The parameters of a state as JSON values and arrays, and back, checked against the model they belong to.

A parameter that the present design does not use is kept along: switch the feed-forward off, save, open and
switch it on, and its numbers are there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from transformer_lab.document.layout import buildable, layout
from transformer_lab.document.parameters import stored_shape, with_parameters
from transformer_lab.document.schema import recipe_from_json, recipe_to_json, record, texts
from transformer_lab.document.state import MOST_VOCABULARY, ByWord, Parameter, Recipe, State
from transformer_lab.document.tokens import LONGEST
from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr

BY_WORD = ("embed/W_E", "W_U", "b_U")
MOST_PARAMETERS = 4096
ID = re.compile(r"[A-Za-z][A-Za-z0-9_.]{0,39}(?:/[A-Za-z][A-Za-z0-9_.]{0,39}){0,4}")


def holdings_to_json(parameters: Mapping[str, Parameter]) -> tuple[dict[str, Any], dict[str, Array]]:
    """What to write for each parameter, and the arrays by id: whole ones, or rows in the order of their
    words.
    """
    specs: dict[str, Any] = {}
    arrays: dict[str, Array] = {}
    for node_id, held in parameters.items():
        if isinstance(held, Recipe):
            specs[node_id] = recipe_to_json(held)
        elif isinstance(held, ByWord):
            words = sorted(held.rows)
            specs[node_id] = {"rows": words, "rest": recipe_to_json(held.rest)}
            arrays |= {node_id: np.stack([held.rows[w] for w in words])} if words else {}
        else:
            specs[node_id], arrays[node_id] = {"array": True}, held
    return specs, arrays


def holdings_from_json(specs: Any, arrays: Mapping[str, Array]) -> dict[str, Parameter]:
    """Parameters by id. Raises LabError naming the one that is wrong, or an array that belongs to none."""
    if not isinstance(specs, dict) or len(specs) > MOST_PARAMETERS:
        raise LabError(tr("{where} must be an object", where="parameters"))
    found = {node_id: _one(node_id, spec, arrays) for node_id, spec in specs.items()}
    used = {i for i, held in found.items() if not isinstance(held, Recipe)}
    left = [name for name in arrays if name not in used]
    if left:
        raise LabError(tr("the array {name} belongs to no parameter", name=left[0][:80]))
    return found


def check_holdings(state: State, parameters: Mapping[str, Parameter]) -> State:
    """The state with these parameters. Raises LabError where a shape is not the model's, or the model is too
    large.
    """
    full = with_parameters(state, parameters)
    for node in buildable(layout(full).graph, full.model).leaves():
        if node.kind == "parameter":
            _check_shape(node, full.parameters.get(node.id))
    return full


def _one(node_id: str, spec: Any, arrays: Mapping[str, Array]) -> Parameter:
    if not ID.fullmatch(node_id):
        raise LabError(tr("“{id}” is no name of a parameter", id=ascii(node_id)[1:41]))
    if (
        isinstance(spec, dict)
        and ("rows" in spec or "array" in spec)
        and ("rows" in spec) != (node_id in BY_WORD)
    ):
        raise LabError(tr("{id} is not kept in this way", id=node_id))
    if isinstance(spec, dict) and "rows" in spec:
        return _rows(node_id, spec, arrays)
    if spec == {"array": True}:
        return _array(node_id, arrays)
    return recipe_from_json(spec, node_id)


def _rows(node_id: str, spec: Any, arrays: Mapping[str, Array]) -> ByWord:
    fields = record(
        spec, node_id, {"rows": texts(MOST_VOCABULARY, LONGEST, different=True), "rest": recipe_from_json}
    )
    words = fields["rows"]
    table = _array(node_id, arrays) if words else np.zeros((0, 0))
    if not 1 <= table.ndim <= 2 or len(table) != len(words):
        raise LabError(tr("{id} does not have a row for each of its {n} words", id=node_id, n=len(words)))
    rows = {word: _sealed(np.asarray(row)) for word, row in zip(words, table, strict=True)}
    return ByWord(MappingProxyType(rows), fields.get("rest", Recipe()))


def _sealed(array: Array) -> Array:
    array.setflags(write=False)
    return array


def _array(node_id: str, arrays: Mapping[str, Array]) -> Array:
    if node_id not in arrays:
        raise LabError(tr("the array of {id} is missing", id=node_id))
    return arrays[node_id]


def _check_shape(node: Node, held: Parameter | None) -> None:
    shape = stored_shape(node)
    kept = held.rows.values() if isinstance(held, ByWord) else [held] if isinstance(held, np.ndarray) else []
    for array in kept:
        if array.shape != shape:
            raise LabError(
                tr(
                    "{id} has the shape {shape}; the model needs {other}",
                    id=node.id,
                    shape=_said(array.shape),
                    other=_said(shape),
                )
            )


def _said(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape))
