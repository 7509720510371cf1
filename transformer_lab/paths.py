"""Where things lie: what is shipped with the app, and what the app keeps for its user."""

from __future__ import annotations

from pathlib import Path

from transformer_lab.errors import LabError
from transformer_lab.language import tr

APP_NAME = "transformer-lab"
PACKAGE = Path(__file__).resolve().parent
RESOURCE_HOMES = (PACKAGE / "resources", PACKAGE.parent / "resources")  # in a wheel; in a checkout


def resource(name: str) -> Path:
    """The path of a shipped file or folder, such as ``theme/tokens.json``.

    Raises LabError when the installation lacks it.
    """
    for home in RESOURCE_HOMES:
        path = home / name
        if path.exists():
            return path
    raise LabError(tr("The installation lacks the file {name}; please install the app again.", name=name))


def config_dir() -> Path:
    """The folder of the user's settings; it may not exist yet."""
    return _user_folder("user_config_path")


def presets_dir() -> Path:
    """The folder of the user's own presets; it may not exist yet."""
    return _user_folder("user_data_path") / "presets"


def log_dir() -> Path:
    """The folder of the log; it may not exist yet."""
    return _user_folder("user_log_path")


def recovery_dir() -> Path:
    """The folder of copies of unsaved work; it may not exist yet."""
    return _user_folder("user_state_path") / "recovery"


def _user_folder(kind: str) -> Path:
    import platformdirs  # late: only the window asks, and `show` or `figures` should start quickly

    path = getattr(platformdirs, kind)(APP_NAME, appauthor=False)
    return Path(path)
