"""Messages of the libraries that decode photos, kept from stderr and given to the reader of the file.

libtiff writes warnings and errors to the process's stderr unless it is given handlers of its own; Pillow
speaks through `warnings` and `logging`, tifffile through `logging`. One file may have hundreds of such lines.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import tempfile
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import PIL
from PIL import _imaging

LONGEST = 200  # letters of a message
MOST = 100  # messages of a file
_Handler = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p)
_heard = threading.local()
_output_lock = threading.Lock()


@contextlib.contextmanager
def collect_messages() -> Iterator[list[str]]:
    """The lines that decoders say in this thread: filled meanwhile."""
    before = getattr(_heard, "lines", None)
    lines: list[str] = []
    _heard.lines = lines
    try:
        yield lines
    finally:
        _heard.lines = before


@contextlib.contextmanager
def collect_output() -> Iterator[None]:
    """Collect a library's output to stdout and stderr as messages, as OpenEXR and LibRaw write them.

    Whatever another thread writes meanwhile is taken along, so that this is for short calls alone.
    """
    with _output_lock, tempfile.TemporaryFile() as output:
        kept = []
        for stream in (1, 2):
            with contextlib.suppress(OSError):  # closed by whoever started the program
                kept.append((stream, os.dup(stream)))
                os.dup2(output.fileno(), stream)
        try:
            yield
        finally:
            for stream, before in kept:
                os.dup2(before, stream)
                os.close(before)
            output.seek(0)
            _add_lines(output.read(LONGEST * MOST).decode("utf-8", "replace").splitlines())


def _add_lines(lines: list[str]) -> None:
    heard = getattr(_heard, "lines", None)
    if heard is not None:
        words = (" ".join(line.split())[:LONGEST] for line in lines)
        heard.extend([line for line in words if line][: MOST - len(heard)])


def _formatter() -> Any:
    """C's vsnprintf, which alone understands the arguments of a message; None where it is not found."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        found = ctypes.CDLL(None).vsnprintf
        found.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_void_p]
        return found
    return None


_vsnprintf = _formatter()


def _hear(module: bytes | None, pattern: bytes | None, arguments: int | None) -> None:
    lines = getattr(_heard, "lines", None)
    if lines is None or len(lines) >= MOST:
        return
    text = pattern or b""
    if _vsnprintf is not None:
        memory = ctypes.create_string_buffer(LONGEST)
        _vsnprintf(memory, LONGEST, text, arguments)
        text = memory.value
    words = b": ".join(part for part in (module, text) if part).decode("utf-8", "replace")
    lines.append(" ".join(words.split()))


class _Collector(logging.Handler):
    """Collects a library's log records; a logger with a handler writes nothing to stderr."""

    def emit(self, record: logging.LogRecord) -> None:
        lines = getattr(_heard, "lines", None)
        if lines is not None and len(lines) < MOST:
            lines.append(" ".join(record.getMessage().split())[:LONGEST])


_handler = _Handler(_hear)  # kept: libtiff calls it for as long as the process lives


def _libraries() -> list[str]:
    """The possible places of the libtiff that Pillow decodes with: mapped already, beside Pillow, or
    inside it.
    """
    paths: list[str] = []
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/maps").read_text().splitlines():
            path = line.split(maxsplit=5)[-1]
            if Path(path).name.startswith("libtiff"):
                paths.append(path)
    package = Path(PIL.__file__).parent
    for folder in (package / ".dylibs", package.parent / "pillow.libs"):
        paths += [str(path) for path in folder.glob("libtiff*")]
    return [*dict.fromkeys([*paths, _imaging.__file__])]


def _silence() -> bool:
    """Give every libtiff handlers that collect its messages; whether one was found."""
    for name in ("tifffile", "PIL"):
        logging.getLogger(name).addHandler(_Collector(logging.WARNING))
    warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")
    silenced = False
    for path in _libraries():
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(path)
            for name in ("TIFFSetErrorHandler", "TIFFSetWarningHandler"):
                put = getattr(library, name)
                put.argtypes, put.restype = [_Handler], ctypes.c_void_p
                put(_handler)
            silenced = True
    return silenced


# False where libtiff is inside Pillow and cannot be reached, as on Windows: there it may still write.
SILENCED = _silence()
