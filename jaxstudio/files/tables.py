"""Text files of numbers."""

from __future__ import annotations

import os

from jaxstudio.errors import DataError
from jaxstudio.runtime import text_files

MAX_BYTES = 64 << 20


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a table; DataError where it cannot be read."""
    return text_files.read_text(path, MAX_BYTES, "a table of numbers", DataError)
