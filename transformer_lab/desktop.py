"""The app in the menus of a Linux desktop, and `.tlab` files opened by a double click: for this user alone.

The places are those of the freedesktop.org specifications for desktop entries, icons and shared MIME types.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from transformer_lab.document.files import write_atomically
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.paths import resource

PLACES: Mapping[str, str] = MappingProxyType(
    {
        "desktop/transformer-lab.desktop": "applications/transformer-lab.desktop",
        "desktop/transformer-lab.xml": "mime/packages/transformer-lab.xml",
        "icons/app.svg": "icons/hicolor/scalable/apps/transformer-lab.svg",
    }
)
"""What is shipped, and where it goes below the user's data folder."""
INDEXES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
QUOTED = '"`$\\'


def install() -> tuple[Path, ...]:
    """Put entry, file type and icon in their places; returns the files. Raises LabError with the reason."""
    written = []
    for source, target in PLACES.items():
        path = _home() / target
        data = resource(source).read_bytes()
        if path.suffix == ".desktop":
            data = data.replace(b"@EXEC@", _command().encode("utf-8"))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LabError(tr("{name} could not be made: {error}.", name=path.parent, error=error)) from None
        write_atomically(path, data)
        written.append(path)
    _index()
    return tuple(written)


def remove() -> tuple[Path, ...]:
    """Take them away again; returns the files that were there."""
    found = [path for target in PLACES.values() if (path := _home() / target).is_file()]
    for path in found:
        try:
            path.unlink()
        except OSError as error:
            raise LabError(tr("{name} could not be removed: {error}.", name=path, error=error)) from None
    _index()
    return tuple(found)


def _home() -> Path:
    if not sys.platform.startswith("linux"):
        raise LabError(tr("A desktop entry is made on Linux only; elsewhere open projects from the window."))
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _command() -> str:
    """How the entry starts the app: the installed command, or this very Python with the package."""
    found = shutil.which("transformer-lab")
    parts = [found] if found else [sys.executable, "-m", "transformer_lab"]
    return " ".join(_quoted(part) for part in parts)


def _quoted(part: str) -> str:
    r"""As the specification wants it: in double quotes, a few characters escaped, % and then \\ doubled."""
    text = "".join("\\" + c if c in QUOTED else c for c in part).replace("%", "%%").replace("\\", "\\\\")
    return f'"{text}"' if any(c in " \t'<>~|&;*?#()" + QUOTED for c in part) else text


def _index() -> None:
    """Let the desktop read its lists anew where it keeps any; without these programs it does so by itself."""
    for program, folder in INDEXES:
        found, place = shutil.which(program), _home() / folder
        if found and place.is_dir():
            subprocess.run([found, str(place)], capture_output=True, check=False, timeout=20)  # noqa: S603
