"""A file is written beside its target and renamed, so that no crash leaves half a file."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from jaxstudio.errors import SaveError


def check_target(path: Path) -> Path:
    """Return where `path` really lies (links followed), or raise SaveError if no file can stand there."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise SaveError(f"cannot write {path}: it is a folder, expected a file name")
    if not target.parent.is_dir():
        raise SaveError(f"cannot write {path}: there is no folder {target.parent}")
    if target.exists() and not target.is_file():
        # Renaming over a device would replace the device itself.
        raise SaveError(f"cannot write {path}: it is a device or a pipe, expected a file name")
    return target


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a temporary file that takes the place of `path` when the block ends well.

    On any exception, Ctrl-C included, the temporary file is removed and `path` is as it was.
    An OSError (disk full, no permission) becomes a SaveError of one line.
    """
    path = Path(path)
    target = check_target(path)
    part = target.parent / f".{secrets.token_hex(6)}.jaxstudio-part"
    try:
        with open(part, "xb+") as file:
            if target.exists():
                with contextlib.suppress(OSError):
                    shutil.copymode(target, part)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise SaveError(f"cannot write {path}: {error.strerror or error}") from None
        raise
