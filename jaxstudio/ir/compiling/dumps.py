"""XLA's dumps go to a private folder for one compilation, which is removed whatever happens.

A run that was killed leaves its folder behind: the next one removes it, once the process that
made it is gone.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from filelock import FileLock, Timeout

PREFIX = "jaxstudio-ir-"
LOCK = "owner.lock"
MOST_BYTES = 256 << 20


@dataclass(frozen=True)
class Dumps:
    """The files of one compilation, by name, and when each was finished."""

    folder: Path

    @cached_property
    def files(self) -> list[Path]:
        """In the order in which XLA finished them."""
        entries = [entry for entry in os.scandir(self.folder) if entry.is_file() and entry.name != LOCK]
        return [Path(entry.path) for entry in sorted(entries, key=lambda e: (e.stat().st_mtime_ns, e.name))]

    def finished(self, path: Path) -> float:
        """Seconds since the epoch."""
        return path.stat().st_mtime_ns / 1e9

    def text(self, path: Path, limit: int = MOST_BYTES) -> tuple[str, bool]:
        """What a file holds up to `limit` bytes, and whether anything was left out."""
        with path.open("rb") as file:
            held = file.read(limit + 1)
        return held[:limit].decode("utf-8", "replace"), len(held) > limit


@contextmanager
def dump_folder() -> Iterator[Dumps]:
    """A new folder only this user can enter, removed at the end."""
    _tidied()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire()
        yield Dumps(folder)
    finally:
        lock.release()
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _tidied() -> int:
    return remove_leftovers()


def remove_leftovers() -> int:
    """Remove the folders of runs that are gone, and return how many; those of live ones are locked."""
    removed = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if not folder.is_dir() or not _own(folder) or not (folder / LOCK).exists():
            continue
        lock = FileLock(folder / LOCK)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            continue
        except OSError:  # it went away meanwhile
            continue
        lock.release()
        shutil.rmtree(folder, ignore_errors=True)
        removed += 1
    return removed


def _own(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
