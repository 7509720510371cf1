"""What the app remembers between starts: theme, sizes, panels, the last project. One INI file."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

from transformer_lab.figures.manner import DECIMALS, FIRSTS, NOTATIONS, SIDES, Manner
from transformer_lab.languages import LANGUAGES, SYSTEM
from transformer_lab.paths import config_dir
from transformer_lab.ui.arrangement import EDITORS_CLOSE_BELOW, RAIL_BELOW, Wishes
from transformer_lab.ui.theming import MODES, Mode

MOST_RECENT = 10
TEXT_SIZES = (100, 115, 130, 150)
MANNERS: dict[str, tuple[Any, ...]] = {
    "first": FIRSTS,
    "notation": NOTATIONS,
    "words": SIDES,
    "decimals": DECIMALS,
}
"""The fields of the manner of writing: what each may be, the usual one first."""
SIZES = ("outline_width", "inspector_width", "editors_height")


class Settings:
    """Reads with care: a damaged entry counts as absent."""

    def __init__(self) -> None:
        self._file = QSettings(str(config_dir() / "window.ini"), QSettings.Format.IniFormat)

    @property
    def mode(self) -> Mode:
        """The chosen theme."""
        found = self._file.value("theme", "system")
        return found if found in MODES else "system"

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._file.setValue("theme", mode)

    @property
    def calm(self) -> bool:
        """Whether motion is reduced."""
        return self._file.value("calm", "no") == "yes"

    @calm.setter
    def calm(self, on: bool) -> None:
        self._file.setValue("calm", "yes" if on else "no")

    @property
    def manner(self) -> Manner:
        """How things are written."""
        found = {
            name: next((c for c in choices if str(c) == str(self._file.value(f"manner/{name}"))), choices[0])
            for name, choices in MANNERS.items()
        }
        return Manner(**found)

    @manner.setter
    def manner(self, manner: Manner) -> None:
        for name in MANNERS:
            self._file.setValue(f"manner/{name}", str(getattr(manner, name)))

    @property
    def text_size(self) -> int:
        """Percent of the usual size of everything; read once, at the start."""
        found = self._whole("text_size", TEXT_SIZES[0])
        return found if found in TEXT_SIZES else TEXT_SIZES[0]

    @text_size.setter
    def text_size(self, percent: int) -> None:
        self._file.setValue("text_size", percent)

    @property
    def language(self) -> str:
        """A language, or `SYSTEM`; read once, by `start`, before anything speaks."""
        found = self._file.value("language", SYSTEM)
        return found if isinstance(found, str) and found in LANGUAGES else SYSTEM

    @language.setter
    def language(self, code: str) -> None:
        self._file.setValue("language", code)
        self.sync()

    @property
    def geometry(self) -> QByteArray:
        """Place and size of the window; empty at the first start."""
        found = self._file.value("geometry")
        return found if isinstance(found, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._file.setValue("geometry", geometry)

    @property
    def docks(self) -> QByteArray:
        """Where the docks of the views lie; empty if there never was one."""
        found = self._file.value("docks")
        return found if isinstance(found, QByteArray) else QByteArray()

    @docks.setter
    def docks(self, state: QByteArray) -> None:
        self._file.setValue("docks", state)

    def texts(self, name: str) -> tuple[str, ...]:
        """A short list of names, such as the views that are open."""
        found = self._file.value(name, "")
        return tuple(part for part in found.split(" ") if part) if isinstance(found, str) else ()

    def keep_texts(self, name: str, texts: tuple[str, ...]) -> None:
        """Remember a short list of names."""
        self._file.setValue(name, " ".join(texts))

    def choices_of(self, view: str) -> dict[str, str]:
        """What was chosen in a view, by option, as it was written down."""
        found = self._file.value(f"view/{view}", "")
        try:
            read = json.loads(found) if isinstance(found, str) and found else {}
        except ValueError:
            read = {}
        return {k: v for k, v in read.items() if isinstance(v, str)} if isinstance(read, dict) else {}

    def keep_choices_of(self, view: str, chosen: dict[str, str]) -> None:
        """Remember what was chosen in a view."""
        self._file.setValue(f"view/{view}", json.dumps(chosen))

    def way(self, name: str) -> str:
        """How something was looked at, such as the face of the stage; nothing at the first start."""
        found = self._file.value(f"way/{name}", "")
        return found if isinstance(found, str) else ""

    def keep_way(self, name: str, way: str) -> None:
        """Remember how something is looked at."""
        self._file.setValue(f"way/{name}", way)

    def export_choices(self, names: tuple[str, ...]) -> dict[str, str]:
        """What was chosen in the last export, as far as it is known."""
        found = {name: self._file.value(f"export/{name}") for name in names}
        return {name: value for name, value in found.items() if isinstance(value, str) and value}

    def keep_export_choices(self, chosen: dict[str, str]) -> None:
        """Remember what was chosen in an export."""
        for name, value in chosen.items():
            self._file.setValue(f"export/{name}", value)

    @property
    def last_project(self) -> str:
        """Path of the project that was open last, or nothing."""
        found = self._file.value("project", "")
        return found if isinstance(found, str) else ""

    @last_project.setter
    def last_project(self, path: str) -> None:
        self._file.setValue("project", path)

    @property
    def recent(self) -> list[str]:
        """Paths of the projects that were open last, the newest first."""
        found = self._file.value("recent", [])
        paths = found if isinstance(found, list) else [found]
        return [path for path in paths if isinstance(path, str) and path][:MOST_RECENT]

    def remember_recent(self, path: str) -> None:
        """This project comes first from now on."""
        self._file.setValue("recent", [path, *(p for p in self.recent if p != path)][:MOST_RECENT])

    def forget_recent(self) -> None:
        """The list is empty again."""
        self._file.remove("recent")

    @property
    def started_before(self) -> bool:
        """False at the very first start."""
        return self._file.value("started", "no") == "yes"

    def remember_start(self) -> None:
        """From now on no first run."""
        self._file.setValue("started", "yes")

    def wishes(self) -> Wishes:
        """The panels and their sizes."""
        default = Wishes()
        sizes: dict[str, Any] = {name: self._whole(name, getattr(default, name)) for name in SIZES}
        shown: dict[str, Any] = {
            name: self._file.value(name, "yes") == "yes" for name in ("outline", "editors")
        }
        return Wishes(**shown, **sizes)

    def keep_wishes(self, wishes: Wishes, width: int, height: int) -> None:
        """Remember panels and sizes; what folded for want of room counts as wanted."""
        roomy = {"outline": width >= RAIL_BELOW, "editors": height >= EDITORS_CLOSE_BELOW}
        for name, shown in roomy.items():
            if shown:
                self._file.setValue(name, "yes" if getattr(wishes, name) else "no")
        for name in SIZES:
            self._file.setValue(name, getattr(wishes, name))

    def sync(self) -> None:
        """Write to the file now."""
        config_dir().mkdir(parents=True, exist_ok=True)
        self._file.sync()

    def _whole(self, name: str, default: int) -> int:
        try:
            return int(str(self._file.value(name, default)))
        except (TypeError, ValueError):
            return default
