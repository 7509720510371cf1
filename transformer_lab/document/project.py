"""Project files (`.tlab`): a zip of `project.json` and `weights.safetensors`; docs/files.md tells the form.

Recipes stay recipes, so only numbers set by hand take room. The same state gives the same bytes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from transformer_lab.document import archive, overrides, tensors
from transformer_lab.document.carried import taken_out
from transformer_lab.document.files import write_atomically, write_with
from transformer_lab.document.holdings import check_holdings, holdings_from_json, holdings_to_json
from transformer_lab.document.schema import items, model_from_json, model_to_json, record, text, texts, whole
from transformer_lab.document.state import (
    MOST_NAMES,
    MOST_NOTE,
    MOST_NOTES,
    MOST_SEED,
    MOST_SENTENCES,
    MOST_TEXT,
    MOST_TITLE,
    MOST_VOCABULARY,
    Spelling,
    State,
)
from transformer_lab.document.tokens import LONGEST
from transformer_lab.document.wording import checked_spelling
from transformer_lab.errors import LabError
from transformer_lab.language import tr

FORMAT, MAJOR, MINOR = "transformer-lab", 1, 2
SUFFIX = ".tlab"


@dataclass(frozen=True, eq=False)
class Project:
    """What a file holds: the state, what the window remembered, and fields of a newer minor version, kept as
    they are.
    """

    state: State
    view: Mapping[str, Any] = field(default_factory=dict)
    unknown: Mapping[str, Any] = field(default_factory=dict)
    minor: int = MINOR
    carried: bool = False
    """whether it came inside a figure, which saving must not replace"""


def write_project(path: str | os.PathLike[str], project: Project) -> None:
    """Write a project file, wholly or not at all. Raises LabError with the reason, also before a file is
    written that could not be opened again.
    """
    try:
        data = to_bytes(project)
        from_bytes(data)
    except (LabError, TypeError, ValueError) as error:
        raise LabError(
            tr(
                "{name} was not written, for it could not be read again: {reason}.",
                name=Path(path).name,
                reason=error,
            )
        ) from None
    write_atomically(path, data)


def read_project(path: str | os.PathLike[str]) -> Project:
    """Read a project file, or the project inside a figure (`carried`).

    Raises LabError with one sentence: the file's name and what is wrong with it.
    """
    try:
        data = archive.read_file(path)
        inside = taken_out(data)
        return from_bytes(data) if inside is None else replace(from_bytes(inside), carried=True)
    except LabError as error:
        name = Path(path).name or os.fspath(path) or "“”"
        raise LabError(
            tr("{name} cannot be opened: {reason}.", name=name, reason=str(error).rstrip("."))
        ) from None


def to_bytes(project: Project) -> bytes:
    """The bytes of a project file."""
    return archive.pack(_entries(project))


def write_copy(path: Path, project: Project) -> None:
    """The same bytes into a file, piece by piece and unchecked: a copy made while somebody works.

    Raises LabError with the reason.
    """
    write_with(path, lambda file: archive.pack_into(file, _entries(project)))


def _entries(project: Project) -> dict[str, Iterable[bytes | memoryview]]:
    state = project.state
    specs, arrays = holdings_to_json(state.parameters)
    newer = _newer(state)
    fields = {
        **project.unknown,
        "format": FORMAT,
        "version": [MAJOR, max(project.minor, MINOR if newer or _says_more(state) else 0)],
        "title": state.title,
        "text": state.text,
        "source": state.source,
        "overrides": overrides.to_json(state.overrides),
        "seed": state.seed,
        "words": list(state.words),
        "features": list(state.features),
        "head_names": {path: list(names) for path, names in state.head_names.items()},
        "model": model_to_json(state.model),
        "parameters": specs,
        "view": dict(project.view),
        **newer,
    }
    description = json.dumps(fields, indent=1, sort_keys=True, allow_nan=False) + "\n"
    entries: dict[str, Iterable[bytes | memoryview]] = {archive.JSON: (description.encode("ascii"),)}
    return entries | ({archive.WEIGHTS: tensors.pieces(arrays)} if arrays else {})


def from_bytes(data: bytes) -> Project:
    """The project in the bytes of a file. Raises LabError with a reason, without the file's name."""
    entries = archive.unpack(data)
    fields = archive.parse(entries[archive.JSON])
    minor = _version(fields)
    known = {name: value for name, value in fields.items() if name in FIELDS}
    unknown = {name: value for name, value in fields.items() if name not in FIELDS}
    if unknown and minor <= MINOR:
        raise LabError(tr("it has an unknown field “{name}”", name=next(iter(unknown))[:40]))
    arrays = tensors.from_bytes(entries[archive.WEIGHTS]) if archive.WEIGHTS in entries else {}
    checked = record(known, tr("the project"), FIELDS)
    return Project(_state(checked, arrays), checked.get("view", {}), MappingProxyType(unknown), minor)


def _version(fields: Any) -> int:
    """The minor version, if this app can read the major one."""
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise LabError(tr("it is not a Transformer Lab project"))
    version = items(fields.get("version"), "version", 2)
    if len(version) != 2:
        raise LabError(tr("version must be two whole numbers"))
    major, minor = (int(whole(0, 10**6)(n, "version")) for n in version)
    if major != MAJOR:
        raise LabError(
            tr(
                "it has the format {major}.{minor}; this app reads format {known}, so a newer app is needed"
                if major > MAJOR
                else "it has the format {major}.{minor}, which this app does not read ({known})",
                major=major,
                minor=minor,
                known=MAJOR,
            )
        )
    return minor


def _state(fields: Mapping[str, Any], arrays: dict[str, Any]) -> State:
    for name in ("model", "text"):
        if name not in fields:
            raise LabError(tr("it lacks the field “{name}”", name=name))
    state = State(
        model=fields["model"],
        text=fields["text"],
        source=fields.get("source", ""),
        overrides=fields.get("overrides", MappingProxyType({})),
        parameters=MappingProxyType({}),
        words=fields.get("words", ()),
        features=fields.get("features", ()),
        head_names=MappingProxyType(fields.get("head_names", {})),
        slot_names=MappingProxyType(fields.get("slot_names", {})),
        block_names=MappingProxyType(fields.get("block_names", {})),
        notes=MappingProxyType(fields.get("notes", {})),
        title=fields.get("title", ""),
        seed=fields.get("seed", 0),
        spelling=fields.get("spelling", Spelling()),
        sentences=fields.get("sentences", ()),
        sentence=fields.get("sentence", 0),
    )
    if state.sentence >= max(1, len(state.sentences)):
        raise LabError(tr("“sentence” says which of the sentences is the present one, from 0"))
    return check_holdings(state, holdings_from_json(fields.get("parameters", {}), arrays))


def _newer(state: State) -> dict[str, Any]:
    """Fields of format 1.2, only where they say something: so older files stay as they are."""
    said: dict[str, Any] = {"spelling": asdict(state.spelling)} if state.spelling != Spelling() else {}
    if state.slot_names:
        said["slot_names"] = {path: list(names) for path, names in state.slot_names.items()}
    said |= {"block_names": dict(state.block_names)} if state.block_names else {}
    said |= {"notes": dict(state.notes)} if state.notes else {}
    if state.sentences:
        said |= {"sentences": [list(pair) for pair in state.sentences], "sentence": state.sentence}
    return said


def _says_more(state: State) -> bool:
    """Whether parts that older formats have, too, say what only format 1.2 can: an older app is told so."""
    hands = state.overrides.values()
    return state.model.precision != "double" or any(hand.cut or hand.factor != 1.0 for hand in hands)


def _spelling(value: Any, where: str) -> Spelling:
    if not isinstance(value, dict) or not set(value) <= set(Spelling.__dataclass_fields__):
        raise LabError(tr("{where} must be an object that says how texts are split", where=where))
    return checked_spelling(Spelling(**value))


def _sentences(value: Any, where: str) -> tuple[tuple[str, str], ...]:
    one = text(MOST_TEXT)
    pairs = [items(pair, where, 2) for pair in items(value, where, MOST_SENTENCES)]
    if any(len(pair) != 2 for pair in pairs):
        raise LabError(tr("{where} must be pairs of a text and a source", where=where))
    return tuple((one(a, where), one(b, where)) for a, b in pairs)


def _head_names(value: Any, where: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict) or len(value) > MOST_NAMES:
        raise LabError(tr("{where} must be an object", where=where))
    return {path[:LONGEST]: texts(MOST_NAMES, LONGEST)(names, where) for path, names in value.items()}


def _told(most: int, length: int) -> Callable[[Any, str], dict[str, str]]:
    """A check for texts by address."""

    def check(value: Any, where: str) -> dict[str, str]:
        if not isinstance(value, dict) or len(value) > most:
            raise LabError(tr("{where} must be an object", where=where))
        return {path[:LONGEST]: text(length)(said, f"{where}.{path[:40]}") for path, said in value.items()}

    return check


def _view(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise LabError(tr("{where} must be an object", where=where))
    return MappingProxyType(value)


def _ignored(value: Any, where: str) -> Any:
    return value


FIELDS = {
    "format": _ignored,
    "version": _ignored,
    "title": text(MOST_TITLE),
    "text": text(MOST_TEXT),
    "source": text(MOST_TEXT),
    "overrides": overrides.from_json,
    "seed": whole(0, MOST_SEED),
    "words": texts(MOST_VOCABULARY, LONGEST, different=True),
    "features": texts(MOST_NAMES, LONGEST),
    "head_names": _head_names,
    "slot_names": _head_names,
    "block_names": _told(MOST_NAMES, LONGEST),
    "notes": _told(MOST_NOTES, MOST_NOTE),
    "model": lambda value, where: model_from_json(value),
    "parameters": _ignored,
    "view": _view,
    "spelling": _spelling,
    "sentences": _sentences,
    "sentence": whole(0, MOST_SENTENCES),
}
