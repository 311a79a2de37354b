"""Files written beside their place and renamed, so that a crash leaves no half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from jaxstudio.errors import SaveError


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 with newlines as they are.

    Raises:
        SaveError: the folder or the file cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            os.chmod(name, 0o666 & ~_mask())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror or error}") from None


def _mask() -> int:
    """What the user takes away from the rights of new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
