"""The script on disk, and the arrays beside it: data only, never code."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from transformer_lab.document.files import write_atomically
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.ops import Array
from transformer_lab.render.twin.script import twin

EPOCH = (1980, 1, 1, 0, 0, 0)


def write_twin(snapshot: Snapshot, path: str | Path, dialect: str = "numpy") -> tuple[Path, ...]:
    """Write the script, and the file of its arrays first if it needs one; returns what was written.

    Equal snapshots give equal bytes. Raises LabError as `twin`, and for a place that cannot be written to.
    """
    target = Path(path)
    beside = target.with_suffix(".npz")
    made = twin(snapshot, dialect, beside.name)
    written = []
    if made.arrays:
        write_atomically(beside, npz(made.arrays))
        written.append(beside)
    write_atomically(target, made.code.encode())
    return (target, *written)


def npz(arrays: Mapping[str, Array]) -> bytes:
    """Arrays as the bytes of an ``.npz`` with one fixed time, readable without pickle."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            held = io.BytesIO()
            np.lib.format.write_array(held, np.ascontiguousarray(array, np.float64))
            info = zipfile.ZipInfo(f"{name}.npy", EPOCH)
            info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            archive.writestr(info, held.getvalue())
    return out.getvalue()
