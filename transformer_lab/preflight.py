"""Looks, before Qt is imported, whether Qt can start here at all.

Without this a missing system library makes Qt abort the process, and a missing display too; with it a
person reads one sentence that names the remedy. This room imports nothing outside the standard library.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from transformer_lab.language import tr

# Python modules and the distributions that bring them.
MODULES = {
    "PySide6": "PySide6-Essentials",
    "pyqtgraph": "pyqtgraph",
    "numpy": "numpy",
    "safetensors": "safetensors",
    "ziamath": "ziamath",
    "platformdirs": "platformdirs",
    "filelock": "filelock",
    "regex": "regex",
    "pptx": "python-pptx",
    "PIL": "pillow",
}

# Shared libraries and the Debian 12 and 13 packages that bring them.
DRAWING = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
}
X11_WINDOW = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-cursor0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-cursor0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
NO_SCREEN_PLATFORMS = {"offscreen", "minimal", "vnc", "linuxfb", "eglfs"}


def problem(
    *,
    window: bool,
    environ: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    loads: Callable[[str], bool] | None = None,
    answers: Callable[[], bool] | None = None,
) -> str | None:
    """One sentence saying why Qt cannot start here and how to mend it, or None if it can.

    `window` asks for a visible window as well, not only for drawing into files.
    """
    missing = missing_modules(MODULES)
    if missing:
        return _modules_sentence(missing)
    if not platform.startswith("linux"):
        return None  # elsewhere the wheels bring all that they need
    if window and not _knows_platform(environ):
        return tr(
            "QT_QPA_PLATFORM says “{name}”, which Qt does not know here: unset it to let Qt choose.",
            name=environ["QT_QPA_PLATFORM"],
        )
    if window and not _has_screen(environ):
        return tr(
            "There is no display to open a window on: start from a desktop session or with `xvfb-run`, "
            "or use the command line, which needs none (`transformer-lab --help`)."
        )
    packages = missing_packages(_needed(window, environ), loads or _loads)
    if packages:
        return _packages_sentence(packages)
    if window and _on_x11(environ) and not (answers or _display_answers)():
        return tr(
            "The display {display} does not answer: start from the desktop session that owns it or with "
            "`xvfb-run`, or use the command line, which needs none (`transformer-lab --help`).",
            display=environ["DISPLAY"],
        )
    return None


def require(*, window: bool) -> None:
    """Leaves the program with one sentence and status 1 if Qt cannot start here."""
    sentence = problem(window=window)
    if sentence:
        print(sentence, file=sys.stderr)
        raise SystemExit(1)


def missing_modules(modules: Mapping[str, str]) -> list[str]:
    """The distributions of those modules that this Python does not have."""
    return [wheel for module, wheel in modules.items() if importlib.util.find_spec(module) is None]


def missing_packages(libraries: Mapping[str, str], loads: Callable[[str], bool]) -> list[str]:
    """The Debian packages of those libraries that do not load, each once, in order."""
    return list(dict.fromkeys(package for library, package in libraries.items() if not loads(library)))


def _needed(window: bool, environ: Mapping[str, str]) -> dict[str, str]:
    x11 = window and environ.get("QT_QPA_PLATFORM", "xcb").split(":")[0] == "xcb"
    return DRAWING | X11_WINDOW if x11 else dict(DRAWING)


def _on_x11(environ: Mapping[str, str]) -> bool:
    """Whether Qt will certainly take X11, so that nothing else could help if that does not answer."""
    return "DISPLAY" in environ and environ.get("QT_QPA_PLATFORM", _likely(environ)).split(":")[0] == "xcb"


def _likely(environ: Mapping[str, str]) -> str:
    return "wayland" if environ.get("WAYLAND_DISPLAY") else "xcb"


def _knows_platform(environ: Mapping[str, str]) -> bool:
    """Whether Qt has a plugin for one of the platforms that the person asks for, if any; else Qt aborts."""
    asked = [name.split(":")[0] for name in environ.get("QT_QPA_PLATFORM", "").split(";") if name]
    spec = importlib.util.find_spec("PySide6")
    folders = [] if spec is None else [Path(place) for place in spec.submodule_search_locations or ()]
    found = {path.stem for folder in folders for path in folder.glob("Qt/plugins/platforms/libq*.so")}
    return (
        not asked or not found or any(f"libq{name}" in found or name.startswith("wayland") for name in asked)
    )


def _has_screen(environ: Mapping[str, str]) -> bool:
    if environ.get("QT_QPA_PLATFORM", "").split(":")[0] in NO_SCREEN_PLATFORMS:
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _display_answers() -> bool:
    """Knocks at the X11 display that DISPLAY names, as Qt would; Qt aborts the process if nobody opens."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # not ours to judge
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not refused


def _modules_sentence(wheels: Iterable[str]) -> str:
    return tr(
        "This Python lacks {wheels}: start with ./run.sh, which sets everything up, or run "
        "`{python} -m pip install .` in the folder of Transformer Lab.",
        wheels=_listed(wheels),
        python=sys.executable or "python3",
    )


def _packages_sentence(packages: Iterable[str]) -> str:
    names = list(packages)
    return tr(
        "The system lacks {packages}, which Qt needs: run `sudo apt-get install -y "
        "--no-install-recommends {line}` (Debian and Ubuntu), then start again.",
        packages=_listed(names),
        line=" ".join(names),
    )


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return tr("{most} and {last}", most=", ".join(most), last=last) if most else last


def main(arguments: list[str]) -> int:
    """Prints the Debian packages that are missing for ``window`` or ``drawing``, on one line; run.sh asks."""
    libraries = DRAWING | X11_WINDOW if arguments == ["window"] else DRAWING
    if sys.platform.startswith("linux"):
        print(" ".join(missing_packages(libraries, _loads)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
