"""The program's log: a file that is begun anew before it grows large, written on a thread of its own.

It has what helps to explain a problem: versions, devices, warnings, children that ended and why, exceptions
that nobody expected with their tracebacks. No pixels, and no names of photos beyond those in errors.
"""

from __future__ import annotations

import atexit
import logging
import queue
import sys
import threading
import traceback
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from pathlib import Path
from typing import Any

from jaxstudio.runtime.setup import cache_directory

NAME = "jaxstudio"
LOG = logging.getLogger(NAME)
MOST_BYTES, BACKUPS = 1 << 20, 2
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"
LAST_LINES = 60  # of the log in a report
LONGEST_SAID = 160  # characters of an error in the line that names the log
_WRITING = threading.Lock()
# Reading the packages' versions takes 60 ms: it waits until the window is there.
VERSIONS_AFTER_SECONDS = 4.0
PACKAGES = (
    NAME, "jax", "jaxlib", "numpy", "PySide6-Essentials", "pyqtgraph", "pillow", "imageio", "tifffile"
)  # fmt: skip


def log_path() -> Path:
    """Return the path of the log."""
    return cache_directory() / "log" / "jaxstudio.log"


class _Quiet(RotatingFileHandler):
    """A disk that is full must not fill the terminal, nor end anything."""

    def handleError(self, record: logging.LogRecord) -> None:
        return


class RunningLog:
    """A running log; `stop` writes the rest."""

    def __init__(self, file: logging.Handler) -> None:
        lines: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._handler, self._file = QueueHandler(lines), file
        self._handler.setLevel(logging.INFO)
        self._listener = QueueListener(lines, file)
        self._stopped = False
        self._hook = threading.excepthook
        logging.getLogger().addHandler(self._handler)
        threading.excepthook = _log_thread
        logging.captureWarnings(True)
        self._listener.start()
        self._versions = threading.Timer(VERSIONS_AFTER_SECONDS, _log_versions)
        self._versions.daemon = True
        self._versions.start()
        atexit.register(self.stop)

    def stop(self) -> None:
        """Write the rest, and log no more; a second call does nothing."""
        if self._stopped:
            return
        self._stopped = True
        if not self._versions.finished.is_set():
            self._versions.cancel()
            _log_versions()
        self._versions.join()
        atexit.unregister(self.stop)
        logging.captureWarnings(False)
        threading.excepthook = self._hook
        logging.getLogger().removeHandler(self._handler)
        self._listener.stop()
        self._file.close()


def start_log(path: Path | None = None) -> RunningLog | None:
    """Log warnings and above, and what this package says, to a file; None where it cannot be written.

    Calls return at once: a thread writes. Exceptions that end a thread, and `warnings`, are logged, too.
    """
    file = _open_file(path or log_path())
    if file is None:
        return None
    LOG.setLevel(logging.INFO)
    return RunningLog(file)


def _open_file(path: Path) -> logging.Handler | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = _Quiet(path, maxBytes=MOST_BYTES, backupCount=BACKUPS, encoding="utf-8", delay=False)
    except OSError:
        return None
    file.setFormatter(logging.Formatter(FORM))
    return file


def log_unforeseen(error: BaseException | str, doing: str) -> str:
    """Write the traceback of an error that nobody expected to the log; return a line that names both.

    Args:
        error: it, or its traceback as text where it was raised in another process.
        doing: what was being done, such as a file's name.
    """
    if isinstance(error, str):
        trace = error
    else:
        trace = "".join(traceback.format_exception(error))
    last = [line for line in trace.splitlines() if line and not line[0].isspace()][-1:]
    said = last[0] if last else "no traceback"
    said = said if len(said) <= LONGEST_SAID else said[: LONGEST_SAID - 1] + "…"
    record = LOG.makeRecord(
        NAME, logging.ERROR, __file__, 0, f"unforeseen error: {doing}\n{trace.rstrip()}", (), None
    )
    with _WRITING:
        if any(isinstance(handler, QueueHandler) for handler in logging.getLogger().handlers):
            LOG.handle(record)
        elif (file := _open_file(log_path())) is not None:  # a command keeps no log until now
            file.handle(LOG.makeRecord(NAME, logging.INFO, __file__, 0, "; ".join(versions()), (), None))
            file.handle(record)
            file.close()
        else:
            return f"an error that was not foreseen ({said}); the log {log_path()} cannot be written"
    return f"an error that was not foreseen ({said}); its traceback is in {log_path()}"


def _log_versions() -> None:
    LOG.info("started: %s", "; ".join(versions()))


def _log_thread(caught: threading.ExceptHookArgs) -> None:
    if caught.exc_value is not None and caught.exc_type is not SystemExit:
        name = caught.thread.name if caught.thread is not None else "a thread"
        LOG.error("exception in %s", name, exc_info=caught.exc_value)
        sys.__excepthook__(caught.exc_type, caught.exc_value, caught.exc_traceback)


def versions() -> list[str]:
    """The program, Python, the system and the packages, each with its version; none of them is imported."""
    import platform
    from importlib import metadata

    found = [
        f"Python {platform.python_version()}",
        platform.platform(),
    ]
    for name in PACKAGES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return found


def read_log(most_lines: int | None = None) -> str:
    """The log's lines, or the last of them, the file before the present one included."""
    path, text = log_path(), ""
    for each in (path.with_name(f"{path.name}.1"), path):
        try:
            text += each.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
    lines = text.splitlines()
    return "\n".join(lines if most_lines is None else lines[-most_lines:])


def shorten_home(text: str, home: Path | None = None) -> str:
    """The text with the user's home folder, which may be a person's name, written as ~."""
    return text.replace(str(home or Path.home()), "~")


def report(devices: list[str], home: Path | None = None) -> str:
    """Return the text to send with a description of a problem.

    Args:
        devices: a line for each that JAX can reach, or cannot and why.
    """
    parts = [*versions(), "", "Devices:", *(devices or ["not known yet"]), "", "Last lines of the log:"]
    return shorten_home("\n".join([*parts, read_log(LAST_LINES)]), home)
