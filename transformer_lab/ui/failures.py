"""Mistakes of ours: a log line each, one notice for each kind, and the document stays as it was."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.paths import log_dir

LOG = logging.getLogger("transformer_lab")
LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def log_file() -> Path:
    """Where the log stands."""
    return log_dir() / "transformer-lab.log"


def open_log() -> None:
    """Write the log to its file; without a writable place the app runs without one."""
    if LOG.handlers:
        return
    try:
        log_dir().mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(
            log_file(), maxBytes=1 << 20, backupCount=2, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False


class Failures:
    """Takes what nobody caught, in a slot or a paint event, and tells it once."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._told: set[object] = set()

    def install(self) -> None:
        """From now on hear of every uncaught exception and every message of Qt."""
        sys.excepthook = self.take
        qInstallMessageHandler(log_qt)

    def take(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """One uncaught exception."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        where = _where(trace)
        LOG.error("%s at %s", kind.__name__, where, exc_info=(kind, error, trace))
        if isinstance(error, LabError):
            self._say(str(error))
        elif (kind, where) not in self._told:
            self._told.add((kind, where))
            text = "Something went wrong in the app ({kind}). Your project is as it was; see the log: {log}"
            self._say(tr(text, kind=kind.__name__, log=log_file()))


def _where(trace: TracebackType | None) -> str:
    """File and line of the innermost frame."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "?" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"


def log_qt(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    """A message of Qt goes to the log."""
    LOG.log(LEVELS.get(kind, logging.WARNING), "Qt: %s", text)
